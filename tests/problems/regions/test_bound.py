"""Certificates that name the areas which prove them."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.regions import bound as module
from covey.problems.regions.bound import Components, Partitions, Pocket, Seed, Way, certify
from tests.problems.regions import oracle
from tests.problems.regions.maps import delaunay, with_enclaves


def test_an_area_and_its_pocket() -> None:
    problem = covey.RegionProblem(
        [50, 2, 3, 90, 1], [(0, 1), (0, 2), (0, 3), (0, 4)], 10, names=list("abcde")
    )
    certificate = Pocket(56, 0)
    assert certificate.holds(problem)
    assert not dataclasses.replace(certificate, bound=57).holds(problem)
    assert certificate.words(problem) == "a and its 3 pockets must stay together"


def test_pockets_by_plain_search() -> None:
    """The linear-time search against removing each area and looking at what is left."""
    rng = np.random.default_rng(3)
    for _ in range(30):
        graph = with_enclaves(delaunay(int(rng.integers(3, 25)), rng), 8, rng)
        weights = rng.integers(0, 9, graph.count)
        k = int(rng.integers(1, 30))
        parts, together = graph.native.pockets(weights, k)
        for area in range(graph.count):
            left = graph.without((graph.edges == area).any(axis=1)).components
            others = np.arange(graph.count) != area
            sums = [weights[others & (left == part)].sum() for part in np.unique(left[others])]
            assert parts[area] == len(sums)
            assert together[area] == weights[area] + sum(s for s in sums if s < k)


def test_the_way_to_a_heavy_area() -> None:
    problem = covey.RegionProblem([20, 3, 4, 1], [(0, 1), (1, 2), (2, 3)], 10)
    assert problem.graph.native.lightest_ways(problem.weights, 10).tolist() == [0, 23, 27, 28]
    certificate = Way(28, 3)
    assert certificate.holds(problem)
    assert not dataclasses.replace(certificate, bound=29).holds(problem)
    assert "3 needs an area of k or more" in certificate.words(problem)


def test_the_lightest_region_around_an_area() -> None:
    rng = np.random.default_rng(4)
    for _ in range(60):
        count = int(rng.integers(1, 9))
        weights = rng.integers(0, 9, count)
        weights[0] += 1
        edges = rng.integers(0, count, (2 * count, 2))
        problem = covey.RegionProblem(weights, edges, int(rng.integers(1, 15)))
        for area in range(count):
            sizes = [
                sum(int(weights[v]) for v in range(count) if mask >> v & 1)
                for mask in range(1, 1 << count)
                if mask >> area & 1 and oracle.is_connected(mask, edges)
            ]
            expected = min((size for size in sizes if size >= problem.k), default=1 << 62)
            found, finished, _ = problem.graph.native.lightest_superset(
                problem.weights, problem.k, area, enough=0, most_steps=10**6
            )
            assert finished
            assert found == expected
            assert module._nothing_between(problem, area, expected)
            some = expected < 1 << 62
            assert not some or not module._nothing_between(problem, area, expected + 1)


def test_a_search_that_was_cut_short_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = covey.RegionProblem(np.full(40, 3), [(v, v + 1) for v in range(39)], 40)
    _, finished, steps = problem.graph.native.lightest_superset(
        problem.weights, 40, 20, enough=0, most_steps=5
    )
    assert (finished, steps) == (False, 5)
    monkeypatch.setattr(module, "CHECKED_STEPS", 5)
    assert not Seed(41, 20).holds(problem)


def test_a_component_has_its_own_average() -> None:
    problem = covey.RegionProblem(
        [9, 10, 5, 5, 5, 5], [(0, 1), (2, 3), (3, 4), (4, 5)], 10, names=list("abcdef")
    )
    certificate = certify(problem, 19)
    assert certificate == Components(19, 0, 1)
    assert certificate.holds(problem)
    assert not dataclasses.replace(certificate, bound=20).holds(problem)
    assert not dataclasses.replace(certificate, most_regions=2).holds(problem)
    assert "component of a has at most 1 region" in certificate.words(problem)


@pytest.mark.parametrize("kind", [Pocket(1, 0), Way(1, 0), Seed(1, 0)])
def test_bounds_on_the_largest_say_nothing_about_squares(kind: covey.Certificate) -> None:
    assert not kind.holds(covey.RegionProblem([20, 3], [(0, 1)], 10, "quadratic"))


def test_partitions_are_searched_again() -> None:
    problem = covey.RegionProblem([4, 3, 4, 3, 4, 3], [(v, v + 1) for v in range(5)], 5)
    best = oracle.optimum(
        (problem.weights, problem.graph.edges.astype(np.int64), problem.k), "max-size"
    )
    assert Partitions(best).holds(problem)
    assert not Partitions(best + 1).holds(problem)


@pytest.mark.parametrize("kind", [Components, Pocket, Way, Seed])
@pytest.mark.parametrize("area", [-1, -4, 4, 10**9, 2**31, 2**63, -(2**63), 10**30])
def test_an_area_that_is_not_there_proves_nothing(kind: Any, area: int) -> None:
    """An index like these would lead a compiled loop out of its arrays."""
    problem = covey.RegionProblem([5, 5, 5, 5], [(0, 1), (1, 2), (2, 3)], 5)
    for bound in (0, 1, 20):
        certificate = kind(bound, area, 4) if kind is Components else kind(bound, area)
        assert certificate.check(problem) is False
        assert "do not fit" in certificate.words(problem)


def test_ways_and_pockets_by_plain_search() -> None:
    """What a certificate finds out by itself is what the compiled loops find."""
    rng = np.random.default_rng(8)
    proved = 0
    for _ in range(200):
        count = int(rng.integers(2, 12))
        weights = rng.integers(0, int(rng.choice([4, 30])), count)
        weights[0] += 1
        edges = rng.integers(0, count, (int(rng.integers(1, 2 * count)), 2))
        problem = covey.RegionProblem(weights, edges, int(rng.integers(1, weights.sum() + 1)))
        ways = problem.graph.native.lightest_ways(problem.weights, problem.k).tolist()
        _, together = problem.graph.native.pockets(problem.weights, problem.k)
        for area in range(count):
            for kind, found in ((Way, ways[area]), (Pocket, int(together[area]))):
                assert kind(found, area).holds(problem)
                assert not kind(found + 1, area).holds(problem)
        proved += any(ways)
    assert proved > 30


def test_pockets_beyond_2_to_the_53_are_weighed_exactly() -> None:
    heavy = 2**53
    weights = [1, heavy, 3, heavy, heavy]
    problem = covey.RegionProblem(weights, [(0, 1), (1, 2), (0, 3), (3, 4)], heavy + 6)
    assert Pocket(heavy + 4, 0).holds(problem)
    assert not Pocket(heavy + 5, 0).holds(problem)


@pytest.mark.parametrize("objective", ["max-size", "quadratic"])
def test_a_search_on_a_large_map_ends(objective: Any) -> None:
    """Regions of a long line are too many, and each has too many areas, to be written out."""
    count = 200_000
    first = np.arange(count - 1)
    line = covey.Graph.from_edges(count, np.column_stack([first, first + 1]))
    for weights, k in ((1, 20_000), (100, 10)):
        problem = covey.RegionProblem(np.full(count, weights), line, k, objective)
        assert Partitions(problem.highest_cost // 2).check(problem) is False
    # All areas are heavier: nothing to list.
    assert Partitions(99 if objective == "max-size" else 1).holds(problem)
