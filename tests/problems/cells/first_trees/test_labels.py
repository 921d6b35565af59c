"""Trees of labels."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.axes import TreeAxis
from covey.problems.cells.first_trees.labels import LabelTree


def test_labels_that_share_classes_are_joined_first() -> None:
    axis = covey.LabelAxis([0, 1, 2, 3] * 5, 4)
    classes = np.array([0, 1, 0, 1] * 5, dtype=np.int32)
    tree = LabelTree.joined(axis, np.ones(20, dtype=np.int64), classes)
    parents = tree.parents.tolist()
    assert parents[0] == parents[2] != parents[1] == parents[3]


def test_without_a_free_answer_rare_labels_are_joined_first() -> None:
    axis = covey.LabelAxis([0] * 9 + [1] * 8 + [2] + [3], 4)
    parents = LabelTree.joined(axis, np.ones(19, dtype=np.int64), None).parents.tolist()
    assert parents[2] == parents[3]


def test_a_given_tree_is_kept() -> None:
    # Two nodes of three labels each below the root, and one label beside them.
    axis = TreeAxis(np.arange(7), 7, [7, 7, 7, 8, 8, 8, 9, 9, 9, -1])
    tree = LabelTree.given(axis, np.ones(7, dtype=np.int64))
    made = tree.hierarchy()
    found = {frozenset(made.order[low:high].tolist()) for low, high in made.bounds.tolist()}
    assert {frozenset({0, 1, 2}), frozenset({3, 4, 5}), frozenset(range(7))} <= found
    for each in found:
        kinds = {0 if label < 3 else 1 if label < 6 else 2 for label in each}
        assert len(each) == 1 or len(kinds) == 1 or {0, 1, 2} >= kinds
        for whole in (frozenset({0, 1, 2}), frozenset({3, 4, 5})):
            assert each <= whole or whole <= each or not whole & each


def test_given_nodes_without_labels_are_left_out() -> None:
    axis = TreeAxis(np.arange(3), 3, [3, 3, 3, -1, 3, 4])
    tree = LabelTree.given(axis, np.ones(3, dtype=np.int64))
    assert len(tree.parents) == 5
    assert all(len(below) in (0, 2) for below in tree.hierarchy().children)
