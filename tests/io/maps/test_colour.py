"""Colours of regions."""

from __future__ import annotations

import numpy as np
import pytest

from covey.io.maps.borders import build_borders
from covey.io.maps.colour import colours, region_graph
from covey.problems.regions.graph import Graph
from tests.io.maps import worlds
from tests.io.maps.worlds import neighbours


@pytest.mark.parametrize("spread", [1, 4, 8])
@pytest.mark.parametrize("seed", range(5))
def test_neighbours_differ_and_a_map_needs_at_most_six(seed: int, spread: int) -> None:
    graph = build_borders(worlds.voronoi(120, seed))
    found = colours(graph, spread)
    assert (found[graph.edges[:, 0]] != found[graph.edges[:, 1]]).all()
    assert found.min() == 0
    assert found.max() < max(6, spread)
    if spread == 8:
        assert np.bincount(found).min() > 120 / 8 / 2


def test_any_graph_is_coloured() -> None:
    every = [(a, b) for a in range(12) for b in range(a)]
    assert sorted(colours(Graph.from_edges(12, every)).tolist()) == list(range(12))
    assert colours(Graph.from_edges(3, [])).tolist() == [0, 0, 0]
    assert colours(Graph.from_edges(0, [])).tolist() == []


def test_regions_border_on_each_other_where_their_areas_do() -> None:
    grid = build_borders(worlds.grid(4, 1))
    assert neighbours(region_graph(grid, [0, 0, 2, 1])) == {(0, 2), (1, 2)}
    assert neighbours(region_graph(grid, [0, -1, 1, 1])) == set()
