"""Borders that regions may not cross, or only where they must."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.problems.regions.borders import within
from tests.problems.regions.maps import delaunay, grid


def test_no_region_crosses_where_it_may_not() -> None:
    graph = grid(6, 6)
    states = np.repeat(["north", "south"], 18)
    kept = within(graph, states.tolist(), "never", [])
    result = covey.solve(covey.RegionProblem(np.ones(36, dtype=int), kept.graph, 5))
    for number in range(len(result.solution.sizes)):
        assert len(set(states[result.solution.classes == number])) == 1


def test_only_parts_that_are_too_light_cross() -> None:
    rng = np.random.default_rng(1)
    for _ in range(30):
        graph = delaunay(80, rng)
        states = rng.integers(0, 6, 80)
        weights = rng.integers(0, 20, 80)
        k = 50
        kept = within(graph, states.tolist(), "if-needed", [(weights, k)])
        problem = covey.RegionProblem(weights, kept.graph, k)
        stop = covey.Stop(seconds=None, iterations=500)
        result = covey.solve(problem, "balanced", stop=stop)
        parts = graph.without(states[graph.edges[:, 0]] != states[graph.edges[:, 1]]).components
        light = np.bincount(parts, weights=weights) < k
        for number in range(len(result.solution.sizes)):
            inside = np.unique(parts[result.solution.classes == number])
            if len(inside) > 1:
                # At most one part that could have stood alone is in it for each that could not.
                assert (~light[inside]).sum() <= light[inside].sum()
        crossing = sum(
            len(np.unique(parts[result.solution.classes == number])) > 1
            for number in range(len(result.solution.sizes))
        )
        assert crossing <= light.sum()
        assert len(kept.crossings) <= light.sum()


def test_the_longest_border_is_crossed() -> None:
    graph = covey.Graph.from_edges(3, [(0, 1), (1, 2)], [2.0, 5.0])
    kept = within(graph, ["a", "b", "c"], "if-needed", [(np.array([9, 1, 9]), 5)])
    assert kept.crossings == [(1, 2)]


def test_an_island_without_a_border_is_joined_where_it_was_put() -> None:
    graph = covey.Graph.from_edges(3, [(0, 1), (1, 2)], [2.0, 0.0])
    kept = within(graph, ["a", "a", "b"], "if-needed", [(np.array([9, 9, 1]), 5)])
    assert kept.crossings == [(1, 2)]


def test_what_stays_too_light_is_left_to_the_problem() -> None:
    graph = covey.Graph.from_edges(3, [(0, 1)])
    kept = within(graph, ["a", "b", "c"], "if-needed", [(np.array([1, 1, 1]), 5)])
    with pytest.raises(covey.Infeasible):
        covey.solve(covey.RegionProblem([1, 1, 1], kept.graph, 3))


def test_bad_input() -> None:
    graph = grid(2, 2)
    with pytest.raises(covey.InvalidInput, match="3 groups"):
        within(graph, ["a", "b", "c"], "never", [])
    with pytest.raises(covey.InvalidInput, match="never"):
        within(graph, ["a"] * 4, "nevver", [])  # type: ignore[arg-type]
