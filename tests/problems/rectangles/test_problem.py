from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import Infeasible, InternalError, InvalidInput, RectangleProblem, solve
from covey.problems.rectangles.problem import RectangleSolution


@pytest.mark.parametrize(
    ("x", "y", "weights", "message"),
    [
        ([], [], None, "at least one"),
        ([1.0, float("nan")], [1, 2], None, "the first at position 1"),
        ([1.0, 2.0], [1, float("inf")], None, "y coordinates are not"),
        ([1, 2], [1], None, "2 x coordinates, but 1 y"),
        ([1, 2], [1, 2], [1], "2 points, but 1 weights"),
        ([1, 2], [1, 2], [1, -1], "negative"),
        (["a"], [1], None, "not all numbers"),
    ],
)
def test_bad_points_are_refused(x: Any, y: Any, weights: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        RectangleProblem(x, y, 1, weights)


def test_fewer_than_k_points_are_infeasible() -> None:
    with pytest.raises(Infeasible, match="3 records"):
        solve(RectangleProblem([1, 2, 3], [1, 2, 3], k=4))


def test_check_refuses_a_point_outside_its_cell() -> None:
    problem = RectangleProblem([1, 3], [1, 1], k=1)
    honest = solve(problem).solution
    assert isinstance(honest, RectangleSolution)
    swapped = RectangleSolution(honest.classes, honest.sizes, honest.cells[::-1].copy())
    with pytest.raises(InternalError, match="outside its cell"):
        problem.check(swapped)


@pytest.mark.parametrize(
    ("x", "y", "distinct"),
    [
        ([1, 2, 3], [5, 5, 5], True),
        ([5, 5, 5], [1, 2, 3], True),
        ([1, 1, 2], [5, 6, 6], False),
        ([1, 1, 2], [5, 5, 6], True),  # two points, one of them twice
    ],
)
def test_coordinates_may_be_distinct_along_an_axis(
    x: list[int], y: list[int], distinct: bool
) -> None:
    assert RectangleProblem(x, y, 1).distinct_along_an_axis is distinct


def test_rows_lead_from_points_to_locations() -> None:
    rng = np.random.default_rng(4)
    for grid in (5, 10**6):
        x, y = rng.integers(0, grid, (2, 200))
        problem = RectangleProblem(x, y, 1)
        np.testing.assert_array_equal(problem.x[problem.rows], x)
        np.testing.assert_array_equal(problem.y[problem.rows], y)
        np.testing.assert_array_equal(np.bincount(problem.rows), problem.weights)
