"""Cut areas, against networkx."""

from __future__ import annotations

import networkx
import numpy as np
import pytest

from covey.problems.regions.graph import Graph
from covey.problems.regions.traversal import parts_without


@pytest.mark.parametrize("seed", range(30))
def test_parts_without_each_vertex(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 30))
    graph = Graph.from_edges(count, rng.integers(0, count, (int(rng.integers(0, 40)), 2)))
    known = networkx.Graph(graph.edges.tolist())
    known.add_nodes_from(range(count))
    found = parts_without(graph.rows).tolist()
    for v in range(count):
        home = known.subgraph(networkx.node_connected_component(known, v) - {v})
        assert found[v] == networkx.number_connected_components(home)
