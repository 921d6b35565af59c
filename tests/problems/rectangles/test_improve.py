from __future__ import annotations

import numpy as np
import pytest

from covey import RectangleProblem, solve
from covey.core.stop import Stop
from covey.problems.rectangles.improve import proportional


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


def test_the_time_limit_holds_in_the_midst_of_a_search() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 400, (2, 100_000))
    problem = RectangleProblem(x, y, 300)
    watch = Stop(seconds=0.02).start()
    problem.check(proportional(problem, watch))
    assert watch.cut_off


def test_more_time_changes_nothing_once_the_search_is_done() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.integers(0, 20, (2, 500))
    problem = RectangleProblem(x, y, 10)
    watches = [Stop(seconds=seconds).start() for seconds in (100.0, None)]
    one, other = (proportional(problem, watch) for watch in watches)
    np.testing.assert_array_equal(one.classes, other.classes)
    assert not any(watch.cut_off for watch in watches)
