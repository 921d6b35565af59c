"""Regions of any graph: the theorem against all partitions, and every event of its proof."""

from __future__ import annotations

import dataclasses
import os
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import covey
from covey.problems.regions.any_graph import first_pieces, lightened, limit, promise
from covey.problems.regions.closed_set import ClosedSet
from covey.problems.regions.problem import RegionProblem, Second
from tests.problems.regions import oracle
from tests.problems.regions.families import FAMILIES, random_instance
from tests.problems.regions.maps import grid

INSTANCES = int(os.environ.get("COVEY_INSTANCES", "1200")) // len(FAMILIES)

EVENTS = (
    "split", "centred", "split with", "centred with", "left for plain", "left for centre",
    "filled up", "united within", "united here", "united there", "paired", "paired within",
    "lent", "proved",
)  # fmt: skip
"""As in native/regions/any_graph.h."""


def compiled(problem: RegionProblem, classes: NDArray[np.int32], jumps: int = 30) -> Any:
    return problem.graph.native.relieved(problem.weights, problem.k, classes, jumps, np.inf)


def starts(problem: RegionProblem) -> list[NDArray[np.int32]]:
    """All in one region, and pieces of a tree."""
    return [np.zeros(problem.graph.count, dtype=np.int32), first_pieces(problem)]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_theorem_holds_on_small_graphs(family: str) -> None:
    rng = np.random.default_rng(17)
    for _ in range(INSTANCES):
        weights, edges, k = random_instance(family, 8, rng)
        problem = RegionProblem(weights, edges, k)
        best = oracle.optimum((problem.weights, np.array(edges).reshape(-1, 2), k), "max-size")
        for start in starts(problem):
            for jumps in (30, 0):
                region, bound, closed, finished, _ = compiled(problem, start, jumps)
                sizes = np.bincount(region, weights=problem.weights)
                assert finished
                assert min(sizes) >= k
                assert max(sizes) <= limit(k, bound) <= limit(k, best)
                oracle.refuse_unless_connected(np.array(edges), region.tolist())
                if len(closed):
                    proof = ClosedSet(bound, tuple(closed.tolist()))
                    assert proof.holds(problem)
                    assert not dataclasses.replace(proof, bound=best + 1).holds(problem)
                else:
                    assert bound == problem.kappa


def test_every_event_of_the_proof_happens() -> None:
    """On graphs that are too large for brute force: regions are checked, and bounds proved."""
    rng = np.random.default_rng(5)
    seen = np.zeros(len(EVENTS), dtype=np.int64)
    for number in range(3000):
        family = list(FAMILIES)[number % len(FAMILIES)]
        weights, edges, k = random_instance(family, 24, rng)
        problem = RegionProblem(weights, edges, k)
        for start in starts(problem):
            region, bound, closed, _, events = compiled(problem, start)
            seen += events
            sizes = np.bincount(region, weights=problem.weights)
            assert k <= min(sizes) <= max(sizes) <= limit(k, bound)
            oracle.refuse_unless_connected(np.array(edges), region.tolist())
            assert bound == problem.kappa or ClosedSet(bound, tuple(closed.tolist())).holds(problem)
    assert [name for name, count in zip(EVENTS, seen, strict=True) if count == 0] == []


def test_the_theorem_is_tight_for_the_method() -> None:
    """Three areas of k - 1 in a triangle: a region of 3k - 3 that has no reason to change, though
    each of them could have one of the units around a fourth area of k."""
    k = 50
    weights = [k - 1, k - 1, k - 1, 1, 1, 1, k]
    edges = [(0, 1), (1, 2), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6), (4, 6), (5, 6)]
    problem = RegionProblem(weights, edges, k)
    region, bound, _, finished, _ = compiled(problem, np.array([0, 0, 0, 1, 1, 1, 1], np.int32))
    assert finished
    assert bound == k
    assert np.bincount(region, weights=weights).max() == 3 * k - 3
    assert oracle.optimum((np.array(weights), np.array(edges), k), "max-size") == k


def test_a_graph_of_hubs_is_below_two() -> None:
    """Two hubs share what borders on both: no tree of low degree could."""
    rng = np.random.default_rng(2)
    count = 5_000
    weights = rng.integers(1, 6, count)
    edges = [(hub, v) for v in range(2, count) for hub in (0, 1)]
    result = covey.solve(RegionProblem(weights, edges, 20), "any-graph")
    assert result.certificate.kind == "closed-set"
    assert result.cost <= result.lower_bound + 19
    assert "parts below k are left: at most 2 regions" in result.summary()
    assert "below 3 times the optimum" in result.guarantee.text


def test_several_components_share_one_limit() -> None:
    star = [(0, v) for v in range(1, 40)]
    other = [(40, 41), (41, 42)]
    problem = RegionProblem([1] * 43, star + other, 3)
    found = lightened(problem, first_pieces(problem), covey.Stop().start())
    assert found.finished
    assert found.bound == 40
    assert sorted(found.solution.sizes.tolist()) == [3, 40]


def test_no_time_no_promise() -> None:
    rng = np.random.default_rng(3)
    count = 2_000
    edges = [(hub, v) for v in range(3, count) for hub in (0, 1, 2)]
    problem = RegionProblem(rng.integers(1, 4, count), edges, 10)
    watch = covey.Stop(seconds=0).start()
    found = lightened(problem, np.zeros(count, dtype=np.int32), watch)
    assert not found.finished
    assert watch.cut_off
    assert promise(problem, found).at_most(10) is None
    problem.check(found.solution)


def test_a_second_threshold_is_left_alone() -> None:
    second = Second(np.array([1, 1, 1, 1]), 2)
    problem = RegionProblem([5, 5, 5, 5], [(0, 1), (1, 2), (2, 3)], 5, second=second)
    result = covey.solve(problem, "any-graph")
    problem.check(result.solution)
    assert result.guarantee.text == "nothing: the theorem knows one threshold only"


def test_weights_near_2_to_the_63() -> None:
    """The compiled loop takes more than a problem does; 3k - 3 would be beyond 64 bits here."""
    heavy = 2**60
    native = covey.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)]).native
    start = np.zeros(4, dtype=np.int32)
    region, bound, *_ = native.relieved(np.full(4, heavy), 4 * heavy, start, 30, np.inf)
    assert (region.tolist(), bound) == ([0, 0, 0, 0], 4 * heavy)


@pytest.mark.parametrize("k", [30, 400])
def test_a_large_map_takes_little_time(k: int) -> None:
    graph = grid(300, 300)
    weights = np.random.default_rng(4).integers(0, 6, graph.count)
    problem = RegionProblem(weights, graph, k)
    found = lightened(problem, first_pieces(problem), covey.Stop(seconds=60).start())
    assert found.finished
    problem.check(found.solution)
    assert int(found.solution.sizes.max()) <= limit(k, found.bound)


def test_the_answer_is_never_heavier_than_its_start() -> None:
    weights = np.array([18, 7, 13, 13, 2, 4, 3, 15, 1, 15, 15])
    edges = [(0, 1), (0, 2), (1, 3), (1, 8), (1, 9), (2, 4), (2, 5), (2, 6), (2, 7), (2, 10)]
    problem = covey.RegionProblem(weights, [*edges, (3, 4), (3, 6)], k=19)
    start = first_pieces(problem)
    found = lightened(problem, start, covey.Stop().start())
    assert loads(problem, found.solution.classes) <= loads(problem, start)


def loads(problem: covey.RegionProblem, region: Any) -> int:
    return int(np.bincount(region, weights=problem.weights).max())
