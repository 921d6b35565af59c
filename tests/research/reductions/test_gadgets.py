"""The gadgets of hard regions. What their states are, test_regions.py finds by search."""

from __future__ import annotations

import networkx as nx
import pytest

from covey.research.reductions.gadgets import CUBE, CUBE_CLASSES, PRISM, PRISM_CLASSES

Graph = list[tuple[int, int]]


@pytest.mark.parametrize(
    ("cap", "classes", "by"), [(PRISM, PRISM_CLASSES, (0, 3)), (CUBE, CUBE_CLASSES, (0,))]
)
def test_a_cap_is_planar_lacks_only_its_edges_and_falls_into_threes(
    cap: Graph, classes: list[tuple[int, ...]], by: tuple[int, ...]
) -> None:
    graph = nx.Graph(cap)
    assert len(graph) % 3 == 0
    assert {v for v in graph if graph.degree[v] < 3} == set(by)
    assert all(graph.degree[v] == 3 - (v in by) for v in graph)
    # With the vertex that it hangs at, so that the whole has a drawing with it outside.
    assert nx.check_planarity(nx.Graph([*cap, *((len(graph), v) for v in by)]))[0]
    assert sorted(v for members in classes for v in members) == list(range(len(graph)))
    assert all(nx.is_connected(graph.subgraph(members)) for members in classes)
