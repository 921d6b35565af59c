"""Bundles of ordered values."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.core.errors import InternalError
from covey.problems.cells.blocks import Block
from covey.problems.cells.grids.ordered import OrderedBundles


def leaves(block: Block) -> list[list[int]]:
    if not block.children:
        return [block.rows.tolist()]
    return [rows for child in block.children for rows in leaves(child)]


def bundles(codes: list[int], most: int) -> OrderedBundles:
    axis = covey.OrderedAxis(codes, range(6))
    return OrderedBundles.of(axis, 0, 0, np.ones(len(codes), dtype=np.int64), most)


def test_every_value_is_a_bundle_if_there_are_few() -> None:
    assert bundles([0, 3, 5], 6).bundle.tolist() == [0, 1, 2, 3, 4, 5]


def test_bundles_have_about_as_many_records_each() -> None:
    found = bundles([0, 0, 0, 0, 0, 1, 2, 3, 4, 5], 2)
    assert found.bundle.tolist() == [0, 1, 1, 1, 1, 1]
    assert (found.first.tolist(), found.last.tolist()) == ([0, 1], [0, 5])


def test_cuts_follow_the_blocks() -> None:
    found = bundles([5, 0, 2, 1], 6)
    # The last place is for missing values, of which there are none here.
    root = found.blocks(np.array([0, 0, 1, 1, 1, 2, 3], dtype=np.int32))
    assert leaves(root) == [[1, 3], [2], [0]]


def test_missing_values_are_alone_or_with_everybody() -> None:
    found = bundles([5, -1, 2], 6)
    apart = found.blocks(np.array([0, 0, 0, 0, 0, 0, 1], dtype=np.int32))
    assert leaves(apart) == [[1], [0, 2]]
    assert leaves(found.blocks(np.zeros(7, dtype=np.int32))) == [[0, 1, 2]]
    with pytest.raises(InternalError):
        found.blocks(np.array([0, 0, 0, 1, 1, 1, 1], dtype=np.int32))
