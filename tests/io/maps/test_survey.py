"""What a map's graph is like."""

from __future__ import annotations

import networkx
import numpy as np
import pytest

from covey.io.maps.areas import AreaMap
from covey.io.maps.borders import build_borders
from covey.io.maps.survey import is_planar, survey
from covey.problems.regions.graph import Graph
from tests.io.maps import worlds


def test_a_star_with_a_far_pair() -> None:
    graph = Graph.from_edges(6, [(0, 1), (0, 2), (0, 3), (4, 5)])
    found = survey(AreaMap(list("abcdef"), graph, np.array([1, 0, 2, 3, 4, 0])))
    assert found.islands == (("e", "f"),)
    assert found.one_neighbour == ("b", "c", "d", "e", "f")
    assert found.cut_areas == (("a", 3),)
    assert found.tree_degree_at_least == 3
    assert found.degrees == (1, 8 / 6, 3)
    assert (found.records, found.without_records) == (10, 2)
    assert found.planar is True
    summary = found.summary()
    assert "no, 2 parts" in summary
    assert "1: e (2 areas)" in summary
    assert "a (3 parts)" in summary
    assert "10; 2 areas without any" in summary


@pytest.mark.parametrize(
    ("count", "edges", "bound"),
    [(1, [], 0), (2, [(0, 1)], 1), (3, [(0, 1), (1, 2), (0, 2)], 2), (3, [], 0)],
)
def test_small_maps(count: int, edges: list[tuple[int, int]], bound: int) -> None:
    areas = AreaMap([str(v) for v in range(count)], Graph.from_edges(count, edges))
    assert survey(areas).tree_degree_at_least == bound


def test_planarity() -> None:
    assert is_planar(build_borders(worlds.voronoi(100, 3)))
    assert not is_planar(Graph.from_edges(5, list(networkx.complete_graph(5).edges)))
    three_houses = list(networkx.complete_bipartite_graph(3, 3).edges)
    assert not is_planar(Graph.from_edges(6, three_houses))
    assert is_planar(Graph.from_edges(2, [(0, 1)]))
    assert survey(AreaMap(["a"], Graph.from_edges(1, [])), planarity=False).planar is None


def test_bridges_are_not_borders() -> None:
    areas = AreaMap(["a", "b", "c"], Graph.from_edges(3, [(0, 1), (1, 2)]), bridges=(("c", "b"),))
    found = survey(areas)
    assert found.borders == 1
    assert found.islands == (("c",),)
    assert found.components == 1
    assert found.to_dict()["bridges"] == [["c", "b"]]
