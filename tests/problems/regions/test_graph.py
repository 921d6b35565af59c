"""Graphs in arrays."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.regions.graph import Graph


def test_doubled_edges_and_loops_are_left_out() -> None:
    graph = Graph.from_edges(4, [(2, 1), (1, 2), (3, 3), (0, 1)])
    assert graph.edges.tolist() == [[0, 1], [1, 2]]
    assert graph.lengths.tolist() == [1.0, 1.0]
    assert graph.components.tolist() == [0, 0, 0, 1]


def test_lengths_of_a_border_in_parts_add_up() -> None:
    graph = Graph.from_edges(2, [(0, 1), (1, 0)], [0.5, 2.0])
    assert graph.lengths.tolist() == [2.5]


def test_rows_lead_to_neighbours() -> None:
    rng = np.random.default_rng(1)
    edges = rng.integers(0, 30, (80, 2))
    graph = Graph.from_edges(30, edges)
    for v in range(30):
        row = slice(graph.starts[v], graph.starts[v + 1])
        expected = sorted({int(a + b - v) for a, b in edges if v in (a, b) and a != b})
        assert graph.neighbours[row].tolist() == expected


@pytest.mark.parametrize("seed", range(20))
def test_checks_and_compiled_loops_see_the_same_graph(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 200))
    graph = Graph.from_edges(count, rng.integers(0, count, (int(rng.integers(0, 2 * count)), 2)))
    assert graph.starts.tolist() == graph.native.starts.tolist()
    assert graph.neighbours.tolist() == graph.native.neighbours.tolist()
    assert graph.components.tolist() == graph.native.components().tolist()


def test_a_graph_without_borders() -> None:
    graph = Graph.from_edges(2, [])
    assert graph.components.tolist() == [0, 1]
    assert graph.neighbours.tolist() == []


@pytest.mark.parametrize("edges", [[(0, 2)], [(-1, 0)], [(0.5, 1)], [(0, 1, 1)]])
def test_edges_that_are_none(edges: object) -> None:
    with pytest.raises(covey.InvalidInput):
        Graph.from_edges(2, edges)  # type: ignore[arg-type]


LINE = np.array([[0, 1], [1, 2]], dtype=np.int32)


@pytest.mark.parametrize(
    ("count", "edges", "lengths"),
    [
        (3, np.array([[0, 1], [1, 3]], dtype=np.int32), np.ones(2)),
        (3, np.array([[-1, 1], [1, 2]], dtype=np.int32), np.ones(2)),
        (3, np.array([[0, 1], [1, 10**9]], dtype=np.int32), np.ones(2)),
        (3, np.array([[1, 0], [1, 2]], dtype=np.int32), np.ones(2)),
        (3, np.array([[0, 0], [1, 2]], dtype=np.int32), np.ones(2)),
        (3, LINE[::-1], np.ones(2)),
        (3, LINE[[0, 0]], np.ones(2)),
        (3, LINE.astype(np.int64), np.ones(2)),
        (3, LINE.ravel(), np.ones(2)),
        (3, LINE.tolist(), np.ones(2)),
        (3, LINE, np.ones(3)),
        (3, LINE, np.array([1.0, np.inf])),
        (3, LINE, np.array([1.0, -1.0])),
        (3, LINE, np.ones(2, dtype=np.float32)),
        (2**31, LINE, np.ones(2)),
        (-1, LINE[:0], np.ones(0)),
        (3.0, LINE, np.ones(2)),
    ],
)
def test_no_border_leads_out_of_a_graph_however_it_is_made(
    count: Any, edges: Any, lengths: Any
) -> None:
    """Compiled loops follow the borders without looking."""
    with pytest.raises(covey.InvalidInput, match="borders"):
        Graph(count, edges, lengths)
    assert Graph(3, LINE, np.ones(2)).components.tolist() == [0, 0, 0]


def test_lengths_that_add_up_to_more_than_a_number_are_refused() -> None:
    with pytest.raises(covey.InvalidInput, match="lengths of borders are finite"):
        Graph.from_edges(2, [(0, 1), (1, 0)], [1.7e308, 1.7e308])


def test_a_copy_has_the_same_borders() -> None:
    """What compiled loops made of the graph cannot be copied, and is made again."""
    graph = Graph.from_edges(3, [(0, 1), (1, 2)], [0.5, 2.0])
    assert graph.neighbours.tolist() == [1, 0, 2, 1]
    for same in (copy.deepcopy(graph), pickle.loads(pickle.dumps(graph))):
        assert same.edges.tolist() == graph.edges.tolist()
        assert same.lengths.tolist() == [0.5, 2.0]
        assert same.neighbours.tolist() == [1, 0, 2, 1]
