"""Bundles of labels."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.grids.labels import LabelBundles


def bundles(codes: list[int], size: int, most: int) -> LabelBundles:
    weights = np.ones(len(codes), dtype=np.int64)
    return LabelBundles.of(covey.LabelAxis(codes, size), 0, 0, weights, most)


def test_frequent_labels_are_alone_and_rare_ones_share_bundles() -> None:
    found = bundles([0] * 5 + [1] * 4 + [2, 3, 4, 5], 6, 4)
    assert found.bundle[:2].tolist() == [0, 1]
    assert sorted(found.bundle[2:].tolist()) == [2, 2, 3, 3]


def test_a_label_that_no_row_has_is_in_no_class_of_others() -> None:
    found = bundles([0, 1, 1], 3, 9)
    root = found.blocks(np.array([0, 1, 2], dtype=np.int32))
    assert root.labels.tolist() == [0]
    assert root.children[1].labels.tolist() == [1]
    assert [child.rows.tolist() for child in root.children[1].children] == [[1, 2], []]
