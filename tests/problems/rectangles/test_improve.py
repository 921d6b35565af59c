from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from covey import RectangleProblem, solve
from covey.core.stop import Stop, Watch
from covey.problems.rectangles import improve
from covey.problems.rectangles.cuts import search
from covey.problems.rectangles.improve import (
    EFFORT,
    EFFORT_AT_LENGTH,
    compacted,
    elongation,
    perimeter,
    proportional,
)
from covey.problems.rectangles.problem import RectangleSolution


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
    [(1000, 10_000, 100, 1.0), (1000, 100_000, 3000, 1.02), (100, 100_000, 3000, 1.02)],
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


def crowded(digits: int) -> RectangleProblem:
    """Points around crowded places, rounded so that many have a coordinate in common."""
    rng = np.random.default_rng(0)
    centres = rng.normal([60.0, 10.0], 0.03, (30, 2))
    lat, lon = (rng.normal(centres[rng.integers(0, 30, 20_000)], 0.005)).round(digits).T
    return RectangleProblem(lon, lat, 50, globe=True)


def aspects(cells: NDArray[np.float64]) -> NDArray[np.float64]:
    latitudes = np.radians((cells[:, 1] + cells[:, 3]) / 2)
    sides = (cells[:, 2:] - cells[:, :2]) * np.stack([np.cos(latitudes), np.ones(len(cells))], 1)
    found: NDArray[np.float64] = sides.max(axis=1) / sides.min(axis=1)
    return found


@pytest.mark.parametrize("digits", [15, 6, 5])
def test_cells_are_compact_by_real_distances(digits: int) -> None:
    """Whether coordinates are distinct or not; at 60 degrees a degree of longitude is half as long
    as one of latitude."""
    problem = crowded(digits)
    result = solve(problem)
    assert result.cost == result.lower_bound == 50
    assert isinstance(result.solution, RectangleSolution)
    assert np.median(aspects(result.solution.cells)) <= 1.6


def test_compact_cells_cost_no_more() -> None:
    """A tiling by long cells becomes one by short cells of the same largest class."""
    problem = crowded(5)
    long = search(problem, 55, 0.5, 10**8, 60.0)
    assert long is not None
    found = compacted(problem, long, Stop(seconds=None).start())
    problem.check(found)
    assert found.sizes.max() <= long.sizes.max()
    assert elongation(problem, found) < elongation(problem, long) / 2


def test_a_tiling_stays_if_nothing_is_more_compact_or_time_is_over() -> None:
    problem = crowded(5)
    best = proportional(problem, Stop(seconds=None).start())
    assert compacted(problem, best, Stop(seconds=0.0).start()) is best
    again = compacted(problem, best, Stop(seconds=None).start())
    assert elongation(problem, again) == elongation(problem, best)


def test_compact_cells_are_looked_for_at_length_where_many_points_coincide() -> None:
    """Hardly any tiling has the least largest cell."""
    rng = np.random.default_rng(3)
    x, y = np.round(rng.normal(0, 25, (2, 3_000)))
    problem = RectangleProblem(x, y, 20)
    best = proportional(problem, Stop(seconds=None).start())
    problem.check(best)
    cap = int(best.sizes.max())
    assert search(problem, cap, 0.5, EFFORT * len(problem.x), 100.0, 1.0) is None
    longer = search(problem, cap, 0.5, EFFORT_AT_LENGTH * len(problem.x), 100.0, 1.0)
    assert longer is not None
    assert elongation(problem, best) <= elongation(problem, longer)


def test_time_is_left_to_look_for_compact_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 40, (2, 2_000))
    left = []

    def waiting(problem: RectangleProblem, cap: int, watch: Watch) -> None:
        time.sleep(watch.remaining)

    def noted(
        problem: RectangleProblem, best: RectangleSolution, watch: Watch
    ) -> RectangleSolution:
        left.append(watch.remaining)
        return best

    monkeypatch.setattr(improve, "_within", waiting)
    monkeypatch.setattr(improve, "compacted", noted)
    watch = Stop(seconds=20.0).start()
    watch.began -= 18.0
    proportional(RectangleProblem(x, y, 30), watch)
    assert len(left) == 1
    assert left[0] > 0
    assert watch.cut_off


def test_long_cells_count_more_than_their_perimeters() -> None:
    x, y = np.array([1.0, 9.0, 1.0, 9.0]), np.array([1.0, 1.0, 9.0, 9.0])
    problem = RectangleProblem(x, y, 2)
    cells = np.array([[0.0, 0.0, 5.0, 10.0], [5.0, 0.0, 10.0, 10.0]])
    classes = np.array([0, 1, 0, 1], dtype=np.int32)
    solution = RectangleSolution(classes, np.array([2, 2]), cells)
    assert perimeter(problem, solution) == 15.0
    # Half the perimeter of a square of that area is the root of 200.
    assert elongation(problem, solution) == pytest.approx(15.0 * 225 / 200)


def test_of_tilings_about_as_compact_the_one_without_long_cells_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = crowded(5)
    first = proportional(problem, Stop(seconds=None).start())
    others = [replace(first) for _ in range(2)]
    away = {id(first): 1.0, id(others[0]): 1.019, id(others[1]): 1.021}
    longest = {id(first): 9.0, id(others[0]): 5.0, id(others[1]): 2.0}
    found = iter(others)
    monkeypatch.setattr(improve, "search", lambda *_: next(found))
    monkeypatch.setattr(improve, "elongation", lambda _, each: away[id(each)])
    monkeypatch.setattr(improve, "greatest_aspect", lambda _, each: longest[id(each)])
    watch = Stop(seconds=None).start()
    best, successes = improve._most_compact(problem, first, (0.5, 2.0), 10, watch)
    assert best is others[0]
    assert successes == [0.5, 2.0]
