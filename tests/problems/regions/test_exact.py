"""All connected regions, and the best choice of them."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.problems.regions import exact
from covey.problems.regions.approx import solution_of
from covey.problems.regions.exact import candidates, heaviest_within
from tests.effort import cases
from tests.problems.regions import oracle
from tests.problems.regions.maps import delaunay, grid


def test_every_connected_region_is_listed_once() -> None:
    rng = np.random.default_rng(1)
    for _ in range(100):
        count = int(rng.integers(1, 9))
        weights = rng.integers(0, 9, count)
        weights[0] += 1
        edges = rng.integers(0, count, (2 * count, 2))
        k = int(rng.integers(1, 12))
        most = int(rng.integers(k, 30))
        listed = candidates(covey.RegionProblem(weights, edges, k), most)
        assert listed is not None
        found = sorted(tuple(sorted(listed.members(c))) for c in range(len(listed.weights)))
        expected = []
        for mask in range(1, 1 << count):
            members = tuple(v for v in range(count) if mask >> v & 1)
            fits = k <= weights[list(members)].sum() <= most
            if fits and oracle.is_connected(mask, edges):
                expected.append(members)
        assert found == sorted(expected)


def test_too_many_regions_are_not_listed() -> None:
    weights = np.random.default_rng(1).integers(900, 1100, 400)
    problem = covey.RegionProblem(weights, grid(20, 20), 50_001)
    assert candidates(problem, 60_000) is None
    result = covey.solve(problem, "exact", stop=covey.Stop(seconds=1))
    assert any("exact method" in note for note in result.notes)


@pytest.mark.parametrize("objective", ["max-size", "quadratic"])
def test_exact_against_brute_force_on_maps(objective: str) -> None:
    """Planar graphs of up to eleven areas: larger than those of the laws."""
    rng = np.random.default_rng(5)
    for _ in range(cases(100, quick=40)):
        count = int(rng.integers(9, 12))
        graph = delaunay(count, rng)
        weights = rng.integers(1, 20, count)
        k = int(rng.integers(10, 60))
        problem = covey.RegionProblem(weights, graph, k, objective)  # type: ignore[arg-type]
        result = covey.solve(problem, "exact")
        edges = graph.edges.astype(np.int64)
        assert result.cost == oracle.optimum((weights, edges, problem.k), objective)
        assert result.status is covey.Status.OPTIMAL


def test_heaviest_within() -> None:
    for k in range(1, 12):
        for cost in range(200):
            heaviest = heaviest_within(cost, k)
            assert heaviest * (heaviest - k) <= cost < (heaviest + 1) * (heaviest + 1 - k)


def test_a_program_that_was_cut_off_does_not_replace_a_better_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = covey.RegionProblem([1] * 6, [(v, v + 1) for v in range(5)], 1)
    start = solution_of(problem, np.arange(6, dtype=np.int32))
    worse = solution_of(problem, np.array([0, 1, 2, 3, 4, 4], dtype=np.int32))
    monkeypatch.setattr(exact, "choose", lambda *_: (worse, False))
    found = exact.best_partition(problem, start, 1, covey.Stop().start())
    assert found is not None
    assert found[0] is start
