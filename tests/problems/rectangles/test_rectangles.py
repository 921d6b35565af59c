from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import Infeasible, InternalError, InvalidInput, RectangleProblem, solve
from covey.core.lower_bounds import least_largest
from covey.problems.rectangles.bound import Tilings
from covey.problems.rectangles.plane import merge_equal, round_between, tiles
from covey.problems.rectangles.problem import RectangleSolution


def worst_case(k: int) -> tuple[list[int], list[int], list[int]]:
    """69 locations on which cuts that keep k on both sides can end with a cell of 5k - 4.

    A centre of k with four arms; along each arm in turn k - 1 records, then 1, then as many
    locations of k as outweigh all that came before.
    """
    x, y, weights = [0], [0], [k]
    rest = 5 * k - 4
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        outer = [k - 1, 1, *([k] * ((rest - 1) // k))]
        for step, weight in enumerate(outer, start=1):
            x.append(dx * step)
            y.append(dy * step)
            weights.append(weight)
        rest += ((rest - 1) // k) * k + 1
    return x, y, weights


@pytest.mark.parametrize("k", [5, 20, 100])
def test_the_paper_s_worst_case_shows_the_bound_of_kd_cuts(k: int) -> None:
    x, y, weights = worst_case(k)
    assert len(x) == 69
    problem = RectangleProblem(x, y, k, weights)
    median = solve(problem, "kd", rule="median")
    assert median.cost == 5 * k - 4 == median.guarantee.limit
    assert solve(problem, "proportional").cost == k
    for rule in ("smallest", "min-bound"):
        assert solve(problem, "kd", rule=rule).cost <= 5 * k - 4


@pytest.mark.parametrize("k", [5, 10, 100])
@pytest.mark.parametrize("kind", ["uniform", "clustered", "real-like"])
def test_distinct_points_are_certified_optimal(kind: str, k: int) -> None:
    rng = np.random.default_rng(k)
    n = 10_000
    if kind == "uniform":
        x, y = rng.random((2, n))
    elif kind == "clustered":
        centre = rng.integers(0, 12, n)
        x, y = rng.normal(rng.random((2, 12))[:, centre], 0.01)
    else:
        x, y = np.cumsum(rng.standard_t(2, (2, n)), axis=1)
    result = solve(RectangleProblem(x, y, k))
    assert result.status == "optimal"


@pytest.mark.parametrize(
    ("grid", "n", "k", "reach"),
    [(1000, 10_000, 100, 1.15), (1000, 100_000, 3000, 1.07), (100, 100_000, 3000, 1.35)],
)
def test_ties_cost_little(grid: int, n: int, k: int, reach: float) -> None:
    rng = np.random.default_rng(1)
    result = solve(RectangleProblem(rng.integers(0, grid, n), rng.integers(0, grid, n), k))
    assert result.cost <= reach * k


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


def test_equal_points_share_a_location() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 20, (2, 2000)).astype(float)
    rows, places = merge_equal(x, y)
    assert len(places) == len(set(zip(x, y, strict=True)))
    np.testing.assert_array_equal(x[places][rows], x)
    np.testing.assert_array_equal(y[places][rows], y)


@pytest.mark.parametrize(
    ("low", "high", "cut"),
    [(32.4712, 32.5333, 32.5), (0.1, 0.10000000000000002, 0.10000000000000002),
     (-3.0, -1.0, -1.0), (-0.25, 0.25, 0.0), (1e6 - 1, 1e6 + 1, 1e6), (4.0, 5.0, 5.0)],
)  # fmt: skip
def test_cuts_are_round_numbers(low: float, high: float, cut: float) -> None:
    assert round_between(low, high) == cut
    assert low < float(repr(cut)) <= high


BOX = np.array([0.0, 0.0, 2.0, 2.0])


@pytest.mark.parametrize(
    ("cells", "whole"),
    [
        ([[0, 0, 2, 2]], True),
        ([[0, 0, 1, 2], [1, 0, 2, 1], [1, 1, 2, 2]], True),
        ([[0, 0, 1, 2], [1, 0, 2, 1]], False),
        ([[0, 0, 1, 2], [1, 0, 2, 1], [1, 0.5, 2, 2]], False),
        ([[0, 0, 1, 2], [1, 0, 2, 1], [1, 1.5, 2, 2]], False),
        ([[0, 0, 1, 2], [0.5, 0, 2, 2]], False),
        ([[0, 0, 1, 2], [1.5, 0, 2, 2]], False),
        ([[0, 0, 2, 2], [0, 0, 2, 2]], False),
        ([[0, 0, 3, 2]], False),
        ([[0, 0, 2, 2], [1, 1, 1, 1]], False),
    ],
)
def test_tilings_are_told_from_others(cells: list[list[float]], whole: bool) -> None:
    assert tiles(np.array(cells, dtype=float), BOX) is whole


def test_check_refuses_a_point_outside_its_cell() -> None:
    problem = RectangleProblem([1, 3], [1, 1], k=1)
    honest = solve(problem).solution
    assert isinstance(honest, RectangleSolution)
    swapped = RectangleSolution(honest.classes, honest.sizes, honest.cells[::-1].copy())
    with pytest.raises(InternalError, match="outside its cell"):
        problem.check(swapped)


def test_a_pinwheel_needs_more_than_guillotine_cuts() -> None:
    """Four pieces of 3 around a centre of 3: only the search of all tilings has it."""
    shape = ["AAB", "DEB", "DCC"]
    x, y, weights = [], [], []
    for row, line in enumerate(shape):
        for column, _ in enumerate(line):
            x.append(column)
            y.append(row)
            weights.append(3 if (row, column) == (1, 1) else 1 if (row + column) % 2 else 2)
    problem = RectangleProblem(x, y, 3, weights)
    result = solve(problem, "exact")
    assert result.cost == least_largest(problem)[0] == 3
    assert solve(problem, "proportional").cost > 3


def test_a_search_over_the_tilings_of_a_large_grid_is_no_proof() -> None:
    """It was never finished by anybody, and is not begun."""
    rng = np.random.default_rng(1)
    problem = RectangleProblem(rng.random(3000), rng.random(3000), 10)
    assert Tilings(10).check(problem) is False
