"""Hamiltonian cycles, seen by a checker of their own."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from covey.problems.regions.graph import Graph
from covey.problems.regions.hamiltonian import cycle
from covey.problems.regions.planar import embed
from tests.problems.regions import planar_graphs
from tests.problems.regions.planar_graphs import (
    FOUR_CONNECTED,
    INSTANCES,
    SHARDS,
    THREE_CONNECTED,
    numbered,
    plain,
)


def refuse_unless_hamiltonian(graph: Graph, order: NDArray[np.int32]) -> None:
    assert sorted(order.tolist()) == list(range(graph.count))
    edges = {frozenset(edge) for edge in graph.edges.tolist()}
    ends = order.tolist()
    assert all(frozenset(step) in edges for step in zip(ends, ends[1:] + ends[:1], strict=True))


def cycle_of(graph: Graph) -> NDArray[np.int32] | None:
    embedding = embed(graph)
    assert embedding is not None
    order = cycle(embedding)
    if order is not None:
        refuse_unless_hamiltonian(graph, order)
    return order


@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_four_connected_graph_has_one(shard: int) -> None:
    rng = np.random.default_rng([8, shard])
    for number in range(-(-INSTANCES // SHARDS)):
        make = FOUR_CONNECTED[number % len(FOUR_CONNECTED)]
        size = int(rng.integers(6, 16 if number % 4 else 41))
        graph = numbered(make(rng, size), rng)
        if graph.count <= 16:
            assert nx.node_connectivity(plain(graph)) >= 4
        assert cycle_of(graph) is not None, make.__name__


@pytest.mark.parametrize("size", [200, 2000])
@pytest.mark.parametrize("make", FOUR_CONNECTED, ids=lambda make: make.__name__)
def test_larger_ones(make: planar_graphs.Maker, size: int) -> None:
    if make is planar_graphs.thinned_four_connected:
        size //= 10
    rng = np.random.default_rng(9)
    assert cycle_of(numbered(make(rng, size), rng)) is not None


def test_a_tower_of_rings_is_deeper_than_the_stack() -> None:
    rng = np.random.default_rng(10)
    assert cycle_of(numbered(planar_graphs.tower(rng, 6000), rng)) is not None


@pytest.mark.parametrize("shard", range(SHARDS))
def test_other_graphs_get_a_right_one_or_none(shard: int) -> None:
    rng = np.random.default_rng([11, shard])
    found = []
    for number in range(INSTANCES // SHARDS // 4):
        make = THREE_CONNECTED[number % len(THREE_CONNECTED)]
        graph = numbered(make(rng, int(rng.integers(4, 41))), rng)
        found.append(cycle_of(graph) is not None)
    assert {True, False} == set(found)


def test_the_cube_has_one_though_three_vertices_part_it() -> None:
    assert nx.node_connectivity(nx.cubical_graph()) == 3
    assert cycle_of(Graph.from_edges(8, list(nx.cubical_graph().edges()))) is not None


def test_where_there_is_none_there_is_none() -> None:
    """A rhombic dodecahedron has 6 vertices on one side of every edge and 8 on the other."""
    rhombic = planar_graphs.dual(
        planar_graphs.medial(planar_graphs.prism(np.random.default_rng(), 8))
    )
    graph = numbered(rhombic, np.random.default_rng(12))
    assert nx.node_connectivity(plain(graph)) == 3
    assert sorted(map(len, nx.bipartite.sets(plain(graph)))) == [6, 8]
    assert cycle_of(graph) is None


@pytest.mark.parametrize(
    ("count", "edges"),
    [
        (0, []),
        (1, []),
        (2, [(0, 1)]),
        (3, [(0, 1), (1, 2), (2, 0)]),
        (4, [(0, 1), (0, 2), (0, 3)]),
        (4, [(0, 1), (1, 2), (2, 3), (3, 0)]),
        (6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]),
        (5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]),
    ],
    ids=["nothing", "a vertex", "an edge", "a triangle", "a claw", "a square", "two", "a bow tie"],
)
def test_graphs_that_two_vertices_part_are_not_tried(
    count: int, edges: list[tuple[int, int]]
) -> None:
    assert cycle_of(Graph.from_edges(count, edges)) is None


def test_the_smallest() -> None:
    order = cycle_of(Graph.from_edges(4, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]))
    assert order is not None
