"""Graphs in arrays."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.regions.graph import Graph


def test_doubled_edges_and_loops_are_left_out() -> None:
    graph = Graph.from_edges(4, [(2, 1), (1, 2), (3, 3), (0, 1)])
    assert graph.edges.tolist() == [[0, 1], [1, 2]]
    assert graph.lengths.tolist() == [1.0, 1.0]
    assert graph.components.tolist() == [0, 0, 0, 1]


def test_lengths_of_a_border_in_parts_add_up() -> None:
    graph = Graph.from_edges(2, [(0, 1), (1, 0)], [0.5, 2.0])
    assert graph.lengths.tolist() == [2.5]


def test_rows_lead_to_neighbours_and_borders() -> None:
    rng = np.random.default_rng(1)
    edges = rng.integers(0, 30, (80, 2))
    graph = Graph.from_edges(30, edges)
    for v in range(30):
        row = slice(graph.starts[v], graph.starts[v + 1])
        expected = sorted({int(a + b - v) for a, b in edges if v in (a, b) and a != b})
        assert graph.neighbours[row].tolist() == expected
        for u, e in zip(graph.neighbours[row], graph.through[row], strict=True):
            assert sorted((v, int(u))) == graph.edges[e].tolist()


def test_a_graph_without_borders() -> None:
    graph = Graph.from_edges(2, [])
    assert graph.components.tolist() == [0, 1]
    assert graph.neighbours.tolist() == []


@pytest.mark.parametrize("edges", [[(0, 2)], [(-1, 0)], [(0.5, 1)], [(0, 1, 1)]])
def test_edges_that_are_none(edges: object) -> None:
    with pytest.raises(covey.InvalidInput):
        Graph.from_edges(2, edges)  # type: ignore[arg-type]
