"""In which order labels are joined."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.first_trees.joining import (
    linked,
    neighbours,
    of_pairs,
    rare_first,
    refined,
    together,
)


def test_the_two_rarest_are_joined_first_and_then_count_together() -> None:
    assert rare_first(np.array([5, 1, 9, 2])) == [(1, 3), (4, 0), (5, 2)]


def test_neighbours_are_joined_with_about_as_many_records() -> None:
    pairs = neighbours(np.array([4, 1, 1, 2]))
    # The first has as many as the others together: it is joined last.
    assert pairs[-1][0] == 0
    assert (1, 2) in pairs


def test_records_of_labels_that_share_classes() -> None:
    axis = covey.LabelAxis([0, 1, 2, 0], 3)
    found = together(axis, np.array([5, 7, 1, 2]), np.array([0, 0, 1, -1], dtype=np.int32))
    assert found.tolist() == [[5, 5, 0], [7, 7, 0], [0, 0, 1]]


def test_labels_that_share_most_records_are_linked_first() -> None:
    shared = np.array([[9.0, 0, 8], [0, 9, 1], [8, 1, 9]])
    assert linked(shared, np.array([9, 9, 9])) == [(0, 2), (3, 1)]


def test_pairs_become_a_tree() -> None:
    assert of_pairs(3, [(0, 2), (1, 3)]).tolist() == [3, 4, 3, 4, -1]


def test_a_refined_tree_keeps_the_given_nodes() -> None:
    # Node 4 has three labels, the root these and the fourth label.
    given = np.array([4, 4, 4, 5, 5, -1], dtype=np.int32)
    parents, groups = refined(given, np.array([1, 2, 4, 8]))
    assert groups.tolist() == [4, 4, 5]
    assert parents.tolist() == [4, 4, 5, 6, 5, 6, -1]
