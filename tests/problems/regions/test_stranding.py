"""Regions that strand nobody: bounds from areas that have none, against all partitions."""

from __future__ import annotations

import dataclasses
import tracemalloc
from itertools import combinations

import numpy as np
import pytest

import covey
from covey.problems.regions import stranding
from covey.problems.regions.problem import RegionProblem
from covey.problems.regions.stranding import Stranding, strand
from tests.problems.regions import oracle
from tests.problems.regions.families import FAMILIES, random_instance
from tests.problems.regions.maps import grid


def lightest(problem: RegionProblem, area: int) -> int | None:
    """By looking at all sets of areas: the lightest region that leaves no part below k."""
    count, edges = problem.graph.count, problem.graph.edges.astype(np.int64)
    found = []
    for mask in range(1 << count):
        inside = np.array([bool(mask >> v & 1) for v in range(count)])
        weight = int(problem.weights[inside].sum())
        if inside[area] and weight >= problem.k and oracle.is_connected(mask, edges):
            cut = inside[edges[:, 0]] != inside[edges[:, 1]]
            parts = problem.graph.without(cut).components
            sums = np.bincount(parts, weights=problem.weights)
            if sums.min() >= problem.k:
                found.append(weight)
    return min(found, default=None)


def compiled(problem: RegionProblem, areas: list[int], bound: int, most: int, twice: bool) -> int:
    found, area, others = problem.graph.native.stranded(
        problem.weights, problem.k, np.array(areas, dtype=np.int32), bound, most,
        10**6, 10**5, 10**9, twice, np.inf,
    )  # fmt: skip
    if area >= 0:
        assert Stranding(found, area, tuple(others.tolist())).holds(problem)
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_the_lightest_region_that_strands_nobody(family: str) -> None:
    rng = np.random.default_rng(8)
    for _ in range(8):
        weights, edges, k = random_instance(family, 7, rng)
        problem = RegionProblem(weights, edges, k)
        for area in range(problem.graph.count):
            expected = lightest(problem, area)
            assert expected is not None
            assert compiled(problem, [area], 0, problem.total, False) == expected
            assert Stranding(expected, area, ()).holds(problem)
            assert not Stranding(expected + 1, area, ()).holds(problem)


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_is_proved_above_the_optimum(family: str) -> None:
    """By one area or with others; and what the compiled search finds is between both."""
    rng = np.random.default_rng(9)
    for _ in range(12):
        weights, edges, k = random_instance(family, 7, rng)
        problem = RegionProblem(weights, edges, k)
        best = oracle.optimum((problem.weights, np.array(edges), k), "max-size")
        everything = list(range(problem.graph.count))
        once = compiled(problem, everything, problem.kappa, problem.total, False)
        twice = compiled(problem, everything, once, problem.total, True)
        assert problem.kappa <= once <= twice <= best
        for area in everything:
            for others in ((), *combinations(everything, 2)):
                assert not Stranding(best + 1, area, others).holds(problem)


def ladder() -> RegionProblem:
    """Three rungs of two areas: whoever takes a rung in the middle leaves the ends alone, and
    whoever goes along a rail leaves the other rail too light."""
    edges = [(0, 1), (2, 3), (4, 5), (0, 2), (2, 4), (1, 3), (3, 5)]
    return RegionProblem([3, 3, 4, 1, 3, 3], edges, 5, names=list("abcdef"))


def test_one_level_and_two() -> None:
    rng = np.random.default_rng(10)
    better = 0
    for _ in range(200):
        weights, edges, k = random_instance("many hubs", 9, rng)
        problem = RegionProblem(weights, edges, k)
        everything = list(range(problem.graph.count))
        once = compiled(problem, everything, problem.kappa, problem.total, False)
        better += compiled(problem, everything, once, problem.total, True) > once
    assert better > 10


def test_the_words_name_who_is_stranded() -> None:
    problem = ladder()
    assert Stranding(5, 0, ()).words(problem) == "every lighter region with a leaves a part below k"
    assert Stranding(5, 0, (1, 2)).words(problem) == (
        "every lighter region with a leaves a part below k, or b or c without one"
    )
    assert (
        Stranding(5, 0, (1, 2, 3, 4))
        .words(problem)
        .endswith("or b or c or d or others without one")
    )


def test_balanced_says_why_a_region_is_heavy() -> None:
    """A path of two wide areas with a narrow one between them, which either must take."""
    problem = RegionProblem([4, 4, 3, 4, 4], [(0, 1), (1, 2), (2, 3), (3, 4)], 8)
    result = covey.solve(problem, "balanced")
    assert (result.cost, result.lower_bound) == (11, 11)
    assert dataclasses.replace(result.certificate, bound=12).holds(problem) is False


def test_a_search_without_a_reason_ends() -> None:
    graph = grid(60, 60)
    problem = RegionProblem(np.ones(graph.count, dtype=np.int64), graph, 50)
    watch = covey.Stop(seconds=1).start()
    assert strand(problem, problem.total, problem.k, watch) is None


@pytest.mark.parametrize(
    ("area", "others"),
    [
        (-1, ()),
        (4, ()),
        (0, (4,)),
        (0, (-1,)),
        (0, (True,)),
        (0, (0, 10**30)),
        (0, None),
        (None, ()),
    ],
)
def test_what_names_no_areas_is_refused(area: object, others: object) -> None:
    problem = RegionProblem([5, 5, 5, 5], [(0, 1), (1, 2), (2, 3)], 5)
    certificate = Stranding(0, area, others)  # type: ignore[arg-type]
    assert certificate.check(problem) is False
    assert "do not fit" in certificate.words(problem)


def test_a_check_keeps_to_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = grid(40, 40)
    problem = RegionProblem(np.ones(graph.count, dtype=np.int64), graph, 30)
    claim = Stranding(31, 820, (0,))
    assert claim.check(problem, 0.0) is None
    monkeypatch.setattr(stranding, "MOST_LOOKS", 20_000)
    assert claim.check(problem) is False
    assert Stranding(1, 820, ()).holds(problem)


def test_quadratic_costs_are_not_proved_by_it() -> None:
    problem = RegionProblem([5, 5, 5, 5], [(0, 1), (1, 2), (2, 3)], 5, "quadratic")
    assert Stranding(0, 0, ()).check(problem) is False
    assert strand(problem, 20, 0, covey.Stop().start()) is None


def test_a_hub_takes_little_memory() -> None:
    """The hub needs one of its neighbours, and any of them will do."""
    many = 2_000
    weights = [1] + [2] * many
    problem = RegionProblem(weights, [(0, leaf) for leaf in range(1, many + 1)], 2)
    search = stranding._Search(problem, 3, 60.0)
    tracemalloc.start()
    found = list(search.regions(0))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == [frozenset({0, leaf}) for leaf in range(1, many + 1)]
    # Sets for all branches at once would have two million members together.
    assert most < 5_000_000
    # The neighbours are gone through at every branch, which is counted.
    assert search.looks > many * many // 2
