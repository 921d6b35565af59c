from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from covey import RectangleProblem
from covey._native.rectangles import Rule
from covey.problems.rectangles.cuts import grow, search
from covey.problems.rectangles.slabs import slabs


def on_a_grid() -> RectangleProblem:
    x, y = np.random.default_rng(0).integers(0, 30, (2, 2000))
    return RectangleProblem(x, y, 20)


def test_every_rule_grows_a_tiling() -> None:
    problem = on_a_grid()
    for rule in Rule:
        problem.check(grow(problem, rule, 25))


def test_a_search_keeps_to_its_cap() -> None:
    problem = on_a_grid()
    found = search(problem, 30, 0.5, 10**6, 60.0)
    assert found is not None
    problem.check(found)
    assert found.sizes.max() <= 30
    assert search(problem, 20, 0.5, 10**6, 60.0) is None


def test_points_are_sorted_along_x_once() -> None:
    """Every loop takes the order that is there, and refuses a wrong one."""
    problem = on_a_grid()
    object.__setattr__(problem, "by_x", np.zeros_like(problem.by_x))
    calls: list[Callable[[], object]] = [
        lambda: grow(problem, Rule.MEDIAN, 25),
        lambda: search(problem, 30, 0.5, 10**6, 60.0),
        lambda: slabs(problem),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="by_x must be the order of x"):
            call()
