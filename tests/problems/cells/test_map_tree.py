"""A map as a rooted tree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import covey
from covey._native import cells as native
from covey.core.errors import InternalError
from covey.problems.cells.map_tree import MapTree


def random_tree(rng: np.random.Generator, count: int) -> tuple[covey.Graph, MapTree]:
    edges = [(v, int(rng.integers(max(0, v - 3), v))) for v in range(1, count)]
    edges = [edge for edge in edges if rng.random() < 0.9]
    graph = covey.Graph.from_edges(count, edges)
    return graph, MapTree.of(graph)


def way_up(tree: MapTree, place: int) -> list[int]:
    found = [place]
    while tree.parent[found[-1]] >= 0:
        found.append(int(tree.parent[found[-1]]))
    return found


def joined(tree: MapTree, places: list[int]) -> set[int]:
    """The least subtree with these places of one component, by their ways up."""
    ways = [way_up(tree, place) for place in places]
    common = set(ways[0]).intersection(*ways)
    top = max(common)
    return {place for way in ways for place in way if place >= top}


def test_a_tree_spans_its_map() -> None:
    rng = np.random.default_rng(0)
    for _ in range(30):
        graph, tree = random_tree(rng, int(rng.integers(1, 20)))
        tree.refuse_unless_spanning(graph)
        assert tree.order[tree.place].tolist() == list(range(graph.count))
        for place in range(graph.count):
            inside = [p for p in range(graph.count) if place in way_up(tree, p)]
            assert inside == list(range(place, int(tree.end[place])))
            assert tree.component[place] == way_up(tree, place)[-1]


def test_hulls_are_the_least_subtrees() -> None:
    rng = np.random.default_rng(1)
    for _ in range(60):
        _, tree = random_tree(rng, 15)
        component = tree.component
        own = np.flatnonzero(component == component[rng.integers(15)])
        places = np.sort(rng.choice(own, int(rng.integers(1, len(own) + 1)), replace=False))
        expected = joined(tree, places.tolist())
        starts = np.array([0, len(places)])
        _, found = native.hulls(tree.parent, starts, places.astype(np.int32))
        assert sorted(found.tolist()) == sorted(expected)


def test_a_class_in_two_components_has_the_whole_map() -> None:
    graph = covey.Graph.from_edges(4, [(0, 1), (2, 3)])
    tree = MapTree.of(graph)
    starts, places = np.array([0, 2]), np.array([0, 3], dtype=np.int32)
    _, found = native.hulls(tree.parent, starts, places)
    assert found.tolist() == [0, 1, 2, 3]


def test_a_forged_tree_is_refused() -> None:
    graph = covey.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    tree = MapTree.of(graph)
    with pytest.raises(InternalError, match="every area once"):
        replace(tree, order=tree.order[[0, 0, 1, 2]]).refuse_unless_spanning(graph)
    with pytest.raises(InternalError, match="before its parent"):
        replace(tree, parent=tree.parent[::-1].copy()).refuse_unless_spanning(graph)
    with pytest.raises(InternalError, match="not its subtrees"):
        replace(tree, end=tree.end - np.int32(1)).refuse_unless_spanning(graph)
