"""The search: never worse than the theorem, and near the bound on maps."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey._native.regions import Limits, split_tree
from covey.problems.regions import metis
from tests.problems.regions.maps import delaunay, grid, with_enclaves

QUICK = covey.Stop(seconds=None, iterations=3000)


@pytest.mark.parametrize("objective", ["max-size", "quadratic"])
def test_never_worse_than_the_tree(objective: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(30):
        graph = with_enclaves(delaunay(int(rng.integers(10, 120)), rng), 10, rng)
        weights = rng.integers(0, 30, graph.count)
        problem = covey.RegionProblem(weights, graph, 60, objective)  # type: ignore[arg-type]
        cut = covey.solve(problem, "tree")
        searched = covey.solve(problem, "balanced", stop=QUICK)
        assert searched.cost <= cut.cost


def test_near_the_bound_where_areas_are_fine() -> None:
    rng = np.random.default_rng(2)
    graph = delaunay(4000, rng)
    problem = covey.RegionProblem(rng.integers(1, 100, 4000), graph, 5000)
    result = covey.solve(problem, "balanced", stop=covey.Stop(seconds=None, iterations=20_000))
    assert result.cost <= 1.1 * problem.k
    assert covey.solve(problem, "tree").cost >= 1.5 * problem.k


def test_a_giant_does_not_hide_the_rest() -> None:
    """The heaviest region is the giant itself, so only the capped aim keeps the others small."""
    rng = np.random.default_rng(3)
    graph = delaunay(1500, rng)
    weights = rng.integers(1, 100, 1500)
    weights[7] = 1_000_000
    result = covey.solve(covey.RegionProblem(weights, graph, 2000), "balanced", stop=QUICK)
    assert result.cost == 1_000_000
    rest = np.delete(result.solution.sizes, result.solution.classes[7])
    assert rest.max() <= 1.2 * 2000


def test_borders_are_short_on_a_grid() -> None:
    """Nine equal squares are possible; a region in pieces of a snake would cut far more."""
    graph = grid(30, 30)
    problem = covey.RegionProblem(np.ones(900, dtype=int), graph, 100)
    result = covey.solve(problem, "balanced", stop=covey.Stop(seconds=None))
    a, b = result.solution.classes[graph.edges].T
    assert result.cost == 100
    assert (a != b).sum() <= 220


def test_longer_borders_count_for_more() -> None:
    """On a path of two rows, cuts across the long borders are avoided."""
    graph = grid(2, 40)
    across = np.abs(graph.edges[:, 0] - graph.edges[:, 1]) == 40
    lengths = np.where(across, 100.0, 1.0)
    long = covey.Graph.from_edges(80, graph.edges, lengths)
    problem = covey.RegionProblem(np.ones(80, dtype=int), long, 8)
    result = covey.solve(problem, "balanced", stop=covey.Stop(seconds=None))
    a, b = result.solution.classes[long.edges].T
    assert long.lengths[a != b].sum() <= 100


def test_steps_make_the_same_answer_twice() -> None:
    rng = np.random.default_rng(4)
    problem = covey.RegionProblem(rng.integers(0, 50, 300), delaunay(300, rng), 400)
    one, two = (covey.solve(problem, "balanced", stop=QUICK, seed=5) for _ in range(2))
    np.testing.assert_array_equal(one.solution.classes, two.solution.classes)


def test_weights_beyond_32_bits() -> None:
    """METIS counts in 32 bits, covey in 64."""
    rng = np.random.default_rng(5)
    weights = rng.integers(10**10, 10**11, 400)
    result = covey.solve(covey.RegionProblem(weights, delaunay(400, rng), 10**12), stop=QUICK)
    assert result.cost <= 1.5 * 10**12


def test_a_split_of_a_path_is_the_best_one() -> None:
    """Few states, so that nothing falls into the same bucket: then the program is exact."""
    rng = np.random.default_rng(6)
    for _ in range(200):
        count = int(rng.integers(1, 9))
        weights = rng.integers(0, 9, count)
        parent = np.arange(-1, count - 1, dtype=np.int32)
        k, most = int(rng.integers(1, 9)), int(rng.integers(9, 30))
        none = np.zeros(count, dtype=np.int64)
        piece, squares, _ = split_tree(parent, weights, weights, none, Limits(k, 0, most, most))
        best = least_squares_of_path(weights.tolist(), k, most)
        assert squares == best
        if best < float("inf"):
            sizes = np.bincount(piece, weights=weights)
            assert sizes.min() >= k
            assert sizes.max() <= most
            assert (sizes**2).sum() == best


def least_squares_of_path(weights: list[int], k: int, most: int) -> float:
    least = [0.0] + [float("inf")] * len(weights)
    for end in range(1, len(weights) + 1):
        for start in range(end):
            size = sum(weights[start:end])
            if k <= size <= most:
                least[end] = min(least[end], least[start] + size**2)
    return least[-1]


def test_the_answer_does_not_depend_on_where_metis_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = np.random.default_rng(2).integers(1, 100, 400)
    problem = covey.RegionProblem(weights, grid(20, 20), 500)
    stop = covey.Stop(seconds=None, iterations=2_000)
    here = covey.solve(problem, "balanced", stop=stop)
    monkeypatch.setattr(metis, "FEW_AREAS", 0)
    monkeypatch.delattr(metis, "divide")
    for threads in (1, 2):
        elsewhere = covey.solve(problem, "balanced", stop=stop, threads=threads)
        assert np.array_equal(here.solution.classes, elsewhere.solution.classes)
