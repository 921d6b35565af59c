"""Embeddings, faces and connectivity, against networkx and counting."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from covey.problems.regions.graph import Graph
from covey.problems.regions.planar import Embedding, embed, embed_points
from tests.problems.regions import planar_graphs
from tests.problems.regions.planar_graphs import SHARDS, corners, delaunay, numbered, plain, thinned


def embedded(graph: Graph) -> Embedding:
    embedding = embed(graph)
    assert embedding is not None
    return embedding


def from_networkx(graph: nx.Graph) -> Graph:
    edges = list(nx.convert_node_labels_to_integers(graph).edges())
    return Graph.from_edges(graph.number_of_nodes(), edges)


def refuse_unless_plane(graph: Graph, embedding: Embedding) -> None:
    """The edges are those of the graph, half-edges come in pairs, and Euler's formula holds."""
    tails = np.repeat(np.arange(graph.count), np.diff(embedding.starts))
    ends = set(zip(tails.tolist(), embedding.heads.tolist(), strict=True))
    assert ends == {(v, u) for edge in graph.edges.tolist() for v, u in (edge, edge[::-1])}
    assert len(embedding.heads) == 2 * len(graph.edges)
    np.testing.assert_array_equal(tails[embedding.reverse], embedding.heads)
    np.testing.assert_array_equal(embedding.heads[embedding.reverse], tails)
    rows = np.split(embedding.heads, embedding.starts[1:-1])
    faces = corners([row.tolist() for row in rows])
    assert len(faces) == embedding.face_count
    parts = nx.number_connected_components(plain(graph))
    alone = sum(len(row) == 0 for row in rows)
    assert graph.count - len(graph.edges) + len(faces) + alone == 2 * parts


NAMED = {
    "K4": (nx.complete_graph(4), True),
    "triangle": (nx.cycle_graph(3), False),
    "square": (nx.cycle_graph(4), False),
    "K4 without an edge": (nx.Graph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]), False),
    "wheel": (nx.wheel_graph(6), True),
    "cube": (nx.cubical_graph(), True),
    "octahedron": (nx.octahedral_graph(), True),
    "dodecahedron": (nx.dodecahedral_graph(), True),
    "K2,3": (nx.complete_bipartite_graph(2, 3), False),
    "grid": (nx.grid_2d_graph(3, 4), False),
    "path": (nx.path_graph(5), False),
    "star": (nx.star_graph(6), False),
    "bow tie": (nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]), False),
    "two K4": (nx.disjoint_union(nx.complete_graph(4), nx.complete_graph(4)), False),
    "K4 and a vertex": (nx.disjoint_union(nx.complete_graph(4), nx.empty_graph(1)), False),
    "one edge": (nx.path_graph(2), False),
    "four vertices without edges": (nx.empty_graph(4), False),
    "two vertices without edges": (nx.empty_graph(2), False),
    "one vertex": (nx.empty_graph(1), False),
}


@pytest.mark.parametrize("name", NAMED)
def test_named_graphs(name: str) -> None:
    shape, three_connected = NAMED[name]
    graph = from_networkx(shape)
    embedding = embedded(graph)
    refuse_unless_plane(graph, embedding)
    assert embedding.is_connected == nx.is_connected(shape)
    assert embedding.is_two_connected == (graph.count >= 3 and nx.is_biconnected(shape))
    assert embedding.is_three_connected == three_connected


def test_the_graph_without_vertices() -> None:
    embedding = embedded(Graph.from_edges(0, []))
    assert (embedding.count, embedding.edge_count, embedding.face_count) == (0, 0, 0)
    assert not embedding.is_three_connected


@pytest.mark.parametrize(
    "shape",
    [
        nx.complete_graph(5),
        nx.complete_bipartite_graph(3, 3),
        nx.petersen_graph(),
        nx.disjoint_union(nx.path_graph(9), nx.complete_graph(5)),
    ],
    ids=["K5", "K3,3", "Petersen", "K5 and a path"],
)
def test_graphs_that_are_not_planar(shape: nx.Graph) -> None:
    assert embed(from_networkx(shape)) is None


def test_the_outer_face_is_the_largest() -> None:
    square_and_triangle = embedded(
        Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4)])
    )
    outer = square_and_triangle.outer_face
    around = square_and_triangle.around(int((square_and_triangle.faces == outer).argmax()))
    assert len(around) == 5
    assert (square_and_triangle.faces[around] == outer).all()


@pytest.mark.parametrize("shard", range(SHARDS))
def test_three_connectivity_by_counting_is_three_connectivity(shard: int) -> None:
    """Triangulations that lose edges, past the point where two vertices hold them together."""
    rng = np.random.default_rng([1, shard])
    answers = []
    for _ in range(planar_graphs.INSTANCES // SHARDS // 5):
        whole = planar_graphs.flipped_stack(rng, int(rng.integers(4, 13)))
        graph = numbered(thinned(rng, whole, int(rng.integers(1, 4)), len(whole)), rng)
        embedding = embedded(graph)
        refuse_unless_plane(graph, embedding)
        connectivity = nx.node_connectivity(plain(graph))
        assert embedding.is_connected == (connectivity >= 1)
        assert embedding.is_two_connected == (connectivity >= 2)
        assert embedding.is_three_connected == (connectivity >= 3)
        answers.append(embedding.is_three_connected)
    assert {True, False} == set(answers)


def test_a_straight_drawing_is_an_embedding() -> None:
    rng = np.random.default_rng(2)
    for size in (3, 4, 5, 30, 300):
        graph, points = delaunay(rng, size)
        embedding = embed_points(graph, points[:, 0], points[:, 1])
        assert embedding is not None
        refuse_unless_plane(graph, embedding)
        assert (np.bincount(embedding.faces) > 3).sum() <= 1


def test_a_straight_drawing_with_crossings_is_none() -> None:
    corners_of_a_square = np.array([0.0, 1.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0, 1.0])
    complete = from_networkx(nx.complete_graph(4))
    assert embed(complete) is not None
    assert embed_points(complete, *corners_of_a_square) is None


def test_a_straight_drawing_in_parts() -> None:
    two_edges_and_a_vertex = Graph.from_edges(5, [(0, 1), (2, 3)])
    embedding = embed_points(two_edges_and_a_vertex, [0, 1, 0, 1, 5], [0, 0, 1, 1, 5])
    assert embedding is not None
    refuse_unless_plane(two_edges_and_a_vertex, embedding)
