"""Cuts of a table by values."""

from __future__ import annotations

import numpy as np

from covey.core.box_tree import BoxTree


def test_leaves_are_in_the_order_of_the_tree() -> None:
    tree = BoxTree()
    assert list(tree.leaves()) == [0]
    takes = np.array([False, True, False])
    low, high = tree.cut(0, 1, takes)
    assert tree.cut(low, 0, takes) == (3, 4)
    assert list(tree.leaves()) == [3, 4, high]
    assert tree.column == [1, 0, -1, -1, -1]
    assert tree.takes[0] is takes
