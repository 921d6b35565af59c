"""Closed sets: areas that no region around them can do without."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
import pytest

import covey
from covey.problems.regions.bound import Pocket
from covey.problems.regions.closed_set import ClosedSet
from tests.problems.regions import oracle
from tests.problems.regions.families import FAMILIES, random_instance


def test_two_hubs_share_what_borders_on_both() -> None:
    edges = [(hub, v) for v in range(2, 7) for hub in (0, 1)]
    problem = covey.RegionProblem([1, 1, 3, 3, 3, 3, 3], edges, 5, names=list("abcdefg"))
    certificate = ClosedSet(9, (0, 1))
    assert certificate.holds(problem)
    assert not ClosedSet(10, (0, 1)).holds(problem)
    assert not ClosedSet(9, (0,)).holds(problem)
    assert certificate.words(problem) == (
        "without a, b, parts below k are left: at most 2 regions cover all of these"
    )


def test_one_area_is_a_pocket() -> None:
    problem = covey.RegionProblem([50, 2, 3, 90, 1], [(0, 1), (0, 2), (0, 3), (0, 4)], 10)
    for bound in range(50, 60):
        assert ClosedSet(bound, (0,)).holds(problem) == Pocket(bound, 0).holds(problem)


@pytest.mark.parametrize("family", FAMILIES)
def test_no_set_of_areas_proves_too_much(family: str) -> None:
    rng = np.random.default_rng(6)
    for _ in range(6):
        weights, edges, k = random_instance(family, 7, rng)
        problem = covey.RegionProblem(weights, edges, k)
        best = oracle.optimum((problem.weights, np.array(edges), k), "max-size")
        everything = range(problem.graph.count)
        for areas in chain.from_iterable(combinations(everything, n) for n in (1, 2, 3)):
            assert not ClosedSet(best + 1, areas).holds(problem)


@pytest.mark.parametrize(
    "areas", [(), (-1,), (4,), (1, 1), (2, 1), (0, 10**30), (True,), ("0",), (0, 1, None), None]
)
def test_what_names_no_set_of_areas_is_refused(areas: object) -> None:
    problem = covey.RegionProblem([5, 5, 5, 5], [(0, 1), (1, 2), (2, 3)], 5)
    for bound in (0, 5, 20):
        certificate = ClosedSet(bound, areas)  # type: ignore[arg-type]
        assert certificate.check(problem) is False
        assert "do not fit" in certificate.words(problem)


def test_quadratic_costs_are_not_proved_by_it() -> None:
    edges = [(hub, v) for v in range(2, 7) for hub in (0, 1)]
    problem = covey.RegionProblem([1, 1, 3, 3, 3, 3, 3], edges, 5, "quadratic")
    assert not ClosedSet(1, (0, 1)).holds(problem)
