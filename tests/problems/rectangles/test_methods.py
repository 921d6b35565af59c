from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from covey import RectangleProblem, Stop, solve
from covey.core.grouping import Objective
from covey.problems.rectangles.methods import METHODS, of_both
from covey.problems.rectangles.slabs import slabs


def on_a_grid(side: int, objective: Objective = "max-size") -> RectangleProblem:
    x, y = np.random.default_rng(0).integers(0, side, (2, 400))
    return RectangleProblem(x, y, 20, objective=objective)


def test_auto_promises_four_and_keeps_the_limit_of_cuts() -> None:
    problem = on_a_grid(6)
    promise = solve(problem).guarantee
    assert promise.ratio == Fraction(4)
    assert promise.limit == int(problem.weights.max()) + 4 * 19


def test_coordinates_that_differ_have_the_better_promise_of_cuts() -> None:
    x, y = np.random.default_rng(0).random((2, 50))
    assert of_both(RectangleProblem(x, y, 5)).ratio == Fraction(3)


def test_slabs_promise_nothing_about_the_quadratic_cost() -> None:
    assert of_both(on_a_grid(6, "quadratic")).ratio is None
    assert next(each for each in METHODS if each.name == "slabs").objectives == ("max-size",)


@pytest.mark.parametrize("side", [2, 3, 6])
def test_auto_is_never_worse_than_slabs_even_without_time(side: int) -> None:
    """The promise does not depend on the clock."""
    problem = on_a_grid(side)
    result = solve(problem, stop=Stop(seconds=0.0))
    assert result.cost <= int(slabs(problem).sizes.max())
