"""Trees of areas that are joined to nested regions."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.axes import JoinedBy
from covey.problems.cells.first_trees.regions import RegionTree
from covey.problems.cells.kinds import BY_COMPONENT, BY_MISSING
from covey.problems.cells.sets import ANY_SET, MISSING_SET


def region_tree(codes: list[int]) -> RegionTree:
    """A row of three areas, and two areas on an island."""
    graph = covey.Graph.from_edges(5, [(0, 1), (1, 2), (3, 4)])
    by = JoinedBy(np.ones(5, dtype=np.int64))
    return RegionTree.of(covey.AreaAxis(codes, graph, joined_by=by))


def test_every_node_is_a_connected_region_or_all_components() -> None:
    tree = region_tree([0, 1, 2, 3, 4])
    made = tree.hierarchy()
    found = {frozenset(made.order[low:high].tolist()) for low, high in made.bounds.tolist()}
    assert {frozenset({0, 1, 2}), frozenset({3, 4}), frozenset(range(5))} <= found
    assert frozenset({0, 2}) not in found
    root = int(np.argmin(made.parents))
    assert tree.cut(made, root).how == BY_COMPONENT


def test_missing_values_are_joined_to_all_areas() -> None:
    tree = region_tree([0, -1, 2, 3, 4])
    made = tree.hierarchy()
    root = int(np.argmin(made.parents))
    assert made.kind[root] == ANY_SET
    assert made.kind[tree.leaves[1]] == MISSING_SET
    assert tree.cut(made, root).how == BY_MISSING
