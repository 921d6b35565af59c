"""Spanning trees of low degree."""

from __future__ import annotations

from itertools import combinations

import networkx
import numpy as np
import pytest
from numpy.typing import NDArray

import covey
from covey.core.errors import InternalError
from covey.problems.regions.graph import Graph
from covey.problems.regions.trees import Tree, parts_without, searched, verified
from tests.problems.regions.maps import delaunay, grid, with_enclaves


def spans(count: int, edges: NDArray[np.int32]) -> bool:
    """Whether so many edges are a spanning tree, by merging sets."""
    of = {v: {v} for v in range(count)}
    for a, b in edges.tolist():
        if of[a] is of[b]:
            return False
        of[a] |= of[b]
        for v in of[b]:
            of[v] = of[a]
    return len(of[0]) == count


def least_degree_of_all(graph: Graph) -> int:
    best = graph.count
    for chosen in combinations(range(len(graph.edges)), graph.count - 1):
        edges = graph.edges[list(chosen)]
        degree = int(np.bincount(edges.ravel()).max())
        if degree < best and spans(graph.count, edges):
            best = degree
    return best


def random_connected(rng: np.random.Generator) -> Graph:
    count = int(rng.integers(2, 8))
    tree = [(v, int(rng.integers(0, v)) if rng.random() < 0.5 else 0) for v in range(1, count)]
    more = rng.integers(0, count, (int(rng.integers(0, 7)), 2))
    return Graph.from_edges(count, np.concatenate([np.array(tree), more]))


def test_the_search_is_within_one_of_the_least_degree() -> None:
    rng = np.random.default_rng(1)
    for _ in range(150):
        graph = random_connected(rng)
        least = least_degree_of_all(graph)
        tree = searched(graph)
        assert spans(graph.count, graph.edges[tree.chosen])
        assert tree.least_degree <= least <= tree.degree.max() <= max(3, least + 1)


def test_furer_and_raghavachari_from_a_bad_tree() -> None:
    """Started from stars, where depth-first search would have left nothing to do."""
    rng = np.random.default_rng(2)
    for _ in range(150):
        graph = random_connected(rng)
        chosen = np.zeros(len(graph.edges), dtype=bool)
        reached = {0}
        for number in sorted(range(len(graph.edges)), key=lambda e: graph.edges[e].tolist()) * 8:
            a, b = graph.edges[number].tolist()
            if (a in reached) != (b in reached):
                chosen[number] = True
                reached |= {a, b}
        edges = graph.edges[graph.native.lowered_degree(chosen, 1)]
        assert spans(graph.count, edges)
        assert np.bincount(edges.ravel()).max() <= least_degree_of_all(graph) + 1


@pytest.mark.parametrize("seed", range(5))
def test_degree_three_on_delaunay_graphs(seed: int) -> None:
    graph = delaunay(2000, np.random.default_rng(seed))
    assert searched(graph).degree.max() <= 3


def test_enclaves_need_their_host_and_nobody_else_pays() -> None:
    graph = with_enclaves(delaunay(500, np.random.default_rng(3)), 200, np.random.default_rng(4))
    tree = searched(graph)
    parts = parts_without(graph)
    assert tree.least_degree == parts.max()
    above = tree.degree > np.maximum(parts, 3)
    assert above.mean() < 0.01
    assert tree.degree.max() <= tree.least_degree + 1


def test_a_hub_costs_no_square() -> None:
    """A star of 100,000 areas: the square of that would not end."""
    count = 100_000
    star = Graph.from_edges(count, np.column_stack([np.zeros(count - 1, int), np.arange(1, count)]))
    assert searched(star).degree.max() == count - 1


def test_forests_and_single_areas() -> None:
    graph = Graph.from_edges(5, [(0, 1), (1, 2), (0, 2)])
    assert searched(graph).degree.tolist() in ([1, 2, 1, 0, 0], [2, 1, 1, 0, 0], [1, 1, 2, 0, 0])
    assert searched(Graph.from_edges(2, [])).degree.tolist() == [0, 0]


def test_what_does_not_span_is_refused() -> None:
    graph = grid(2, 2)
    with pytest.raises(InternalError, match="does not span"):
        verified(
            graph, Tree(np.array([True, True, False, False]), np.zeros(4, dtype=int), 2, "test")
        )
    with pytest.raises(InternalError, match="degrees"):
        verified(
            graph, Tree(np.array([True, True, True, False]), np.zeros(4, dtype=int), 2, "test")
        )


@pytest.mark.parametrize("k", [5, 40])
def test_the_tree_bound_holds_on_maps_with_enclaves(k: int) -> None:
    rng = np.random.default_rng(k)
    for _ in range(60):
        graph = delaunay(int(rng.integers(10, 80)), rng)
        graph = with_enclaves(graph, int(rng.integers(0, 20)), rng)
        weights = rng.integers(0, 12, graph.count)
        problem = covey.RegionProblem(weights, graph, k)
        result = covey.solve(problem, "tree")
        tree = searched(graph)
        by_vertex = (weights + np.maximum(tree.degree - 1, 0) * (k - 1)).max() + k - 1
        assert result.cost <= by_vertex
        assert result.cost <= problem.kappa + int(tree.degree.max()) * (k - 1)
        assert result.guarantee.limit is not None
        assert result.cost <= result.guarantee.limit


@pytest.mark.parametrize("seed", range(30))
def test_parts_without_each_area(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 30))
    graph = Graph.from_edges(count, rng.integers(0, count, (int(rng.integers(0, 40)), 2)))
    known = networkx.Graph(graph.edges.tolist())
    known.add_nodes_from(range(count))
    found = parts_without(graph).tolist()
    for v in range(count):
        home = known.subgraph(networkx.node_connected_component(known, v) - {v})
        assert found[v] == networkx.number_connected_components(home)
