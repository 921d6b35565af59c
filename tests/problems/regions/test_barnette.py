"""Barnette trees, seen by a checker of their own."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from covey.problems.regions.barnette import three_tree
from covey.problems.regions.graph import Graph
from covey.problems.regions.planar import embed, embed_points
from tests.problems.regions import planar_graphs
from tests.problems.regions.planar_graphs import (
    INSTANCES,
    SHARDS,
    THREE_CONNECTED,
    delaunay,
    numbered,
    plain,
    thinned,
)


def refuse_unless_three_tree(graph: Graph, tree: NDArray[np.int32]) -> None:
    alone = nx.Graph()
    alone.add_nodes_from(range(graph.count))
    alone.add_edges_from(tree.tolist())
    assert nx.is_tree(alone)
    assert alone.number_of_nodes() == graph.count
    assert len(tree) == graph.count - 1
    edges = {frozenset(edge) for edge in graph.edges.tolist()}
    assert all(frozenset(edge) in edges for edge in tree.tolist())
    assert max((degree for _, degree in alone.degree()), default=0) <= 3


def tree_of(graph: Graph) -> NDArray[np.int32] | None:
    embedding = embed(graph)
    assert embedding is not None
    tree = three_tree(embedding)
    if tree is not None:
        refuse_unless_three_tree(graph, tree)
    return tree


@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_three_connected_graph_has_one(shard: int) -> None:
    rng = np.random.default_rng([3, shard])
    for number in range(-(-INSTANCES // SHARDS)):
        make = THREE_CONNECTED[number % len(THREE_CONNECTED)]
        size = int(rng.integers(4, 16 if number % 4 else 41))
        graph = numbered(make(rng, size), rng)
        if graph.count <= 16:
            assert nx.node_connectivity(plain(graph)) >= 3
        assert tree_of(graph) is not None, make.__name__


@pytest.mark.parametrize("make", THREE_CONNECTED, ids=lambda make: make.__name__)
def test_larger_ones(make: planar_graphs.Maker) -> None:
    size = 60 if "thinned" in make.__name__ else 600
    rng = np.random.default_rng(4)
    assert tree_of(numbered(make(rng, size), rng)) is not None


@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_delaunay_graph_with_its_hull_has_one(shard: int) -> None:
    rng = np.random.default_rng([5, shard])
    two_connected = 0
    for _ in range(-(-INSTANCES // SHARDS // 10)):
        graph, points = delaunay(rng, int(rng.integers(3, 30)))
        embedding = embed_points(graph, points[:, 0], points[:, 1])
        assert embedding is not None
        tree = three_tree(embedding)
        assert tree is not None
        refuse_unless_three_tree(graph, tree)
        two_connected += not embedding.is_three_connected
    assert two_connected > 0


def test_a_large_delaunay_graph() -> None:
    graph, points = delaunay(np.random.default_rng(6), 10_000)
    embedding = embed_points(graph, points[:, 0], points[:, 1])
    assert embedding is not None
    tree = three_tree(embedding)
    assert tree is not None
    refuse_unless_three_tree(graph, tree)


@pytest.mark.parametrize("shard", range(SHARDS))
def test_where_two_vertices_hold_it_together_a_tree_is_right_or_none(shard: int) -> None:
    rng = np.random.default_rng([7, shard])
    found = 0
    for _ in range(INSTANCES // SHARDS // 5):
        whole = planar_graphs.flipped_stack(rng, int(rng.integers(4, 13)))
        graph = numbered(thinned(rng, whole, int(rng.integers(1, 3)), 2 * len(whole)), rng)
        found += tree_of(graph) is not None
    assert found > 0


@pytest.mark.parametrize(
    ("count", "edges"),
    [
        (1, []),
        (2, [(0, 1)]),
        (3, [(0, 1), (1, 2)]),
        (3, [(0, 1), (1, 2), (2, 0)]),
        (4, [(0, 1), (0, 2), (0, 3)]),
        (5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]),
        (5, [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]),
    ],
    ids=["a vertex", "an edge", "a path", "a triangle", "a claw", "a ring", "K2,3"],
)
def test_small_graphs_with_a_tree(count: int, edges: list[tuple[int, int]]) -> None:
    assert tree_of(Graph.from_edges(count, edges)) is not None


def test_the_tree_of_nothing_is_empty() -> None:
    embedding = embed(Graph.from_edges(0, []))
    assert embedding is not None
    tree = three_tree(embedding)
    assert tree is not None
    assert tree.shape == (0, 2)


@pytest.mark.parametrize(
    ("count", "edges"),
    [
        (2, []),
        (4, [(0, 1), (2, 3)]),
        (5, [(0, 1), (0, 2), (0, 3), (0, 4)]),
        (6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]),
        (9, [(hub, 2 + leaf) for hub in range(2) for leaf in range(7)]),
    ],
    ids=["two vertices", "two edges", "a star", "two triangles", "K2,7"],
)
def test_small_graphs_without_one(count: int, edges: list[tuple[int, int]]) -> None:
    assert tree_of(Graph.from_edges(count, edges)) is None
