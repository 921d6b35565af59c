"""Sets of areas that are connected, and sets that are not."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from covey.codebook import groups as joined
from covey.codebook.connected import in_pieces
from covey.problems.regions.graph import Graph


@pytest.mark.parametrize("cells", [1, 40, 1 << 23])
def test_pieces_are_those_of_the_graph(cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined, "TABLE_SIZE", cells)
    monkeypatch.setattr(joined, "SPARSE", 1)
    rng = np.random.default_rng(cells)
    connected = 0
    for _ in range(60):
        count = int(rng.integers(1, 20))
        edges = rng.integers(0, count, (int(rng.integers(0, 40)), 2))
        graph = Graph.from_edges(count, edges)
        plain = nx.empty_graph(count)
        plain.add_edges_from(edges.tolist())
        sets = [
            rng.permutation(count)[: int(rng.integers(0, count + 1))].tolist() for _ in range(12)
        ]
        expected = [len(own) > 1 and not nx.is_connected(plain.subgraph(own)) for own in sets]
        starts = np.cumsum([0, *map(len, sets)])
        # Numbers of areas that are not their places, and one that is not on the map.
        places = np.append(rng.permutation(count), -1)
        numbers = np.argsort(places[:-1])
        members = np.array([numbers[area] for own in sets for area in own], dtype=np.int32)
        members = np.insert(members, 0, count)
        apart = in_pieces(graph, np.append(0, starts[1:] + 1), members, places)
        assert apart.tolist() == expected
        connected += sum(len(own) > 1 for own in sets) - sum(expected)
    assert connected > 50
