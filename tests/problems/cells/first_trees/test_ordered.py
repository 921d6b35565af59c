"""Trees of ordered values."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.problems.cells.first_trees.ordered import OrderedTree
from covey.problems.cells.hierarchy import Hierarchy

ONES = np.ones(100, dtype=np.int64)


def ranges(tree: Hierarchy) -> set[tuple[int, int]]:
    return {(low, high) for low, high in tree.bounds.tolist()}


def test_ordered_values_are_cut_at_round_borders() -> None:
    ages = np.arange(100)
    rounds = [2 if age % 10 == 0 else 1 if age % 5 == 0 else 0 for age in range(100)]
    axis = covey.OrderedAxis(ages, ages, roundness=lambda: rounds)
    tree = OrderedTree.of(axis, ONES, 1)
    found = ranges(tree.hierarchy())
    assert (0, 99) in found
    wide = [(low, high + 1) for low, high in found if high - low >= 30]
    assert wide
    assert all(low % 10 == 0 and high % 10 == 0 for low, high in wide)
    assert tree.round_after[[9, 14, 59]].all()
    assert not tree.round_after[[10, 11, 12, 13]].any()


def test_no_border_where_none_may_be() -> None:
    ages = np.arange(100)
    bands = [0 if age % 25 == 0 else -1 for age in range(100)]
    axis = covey.OrderedAxis(ages, ages, roundness=lambda: bands)
    tree = OrderedTree.of(axis, ONES, 1)
    assert tree.starts.tolist() == [0, 25, 50, 75, 100]
    assert all(low % 25 == 0 and (high + 1) % 25 == 0 for low, high in ranges(tree.hierarchy()))


def test_borders_for_other_values_are_refused() -> None:
    axis = covey.OrderedAxis([0, 1], [5, 6], roundness=lambda: [0, 0, 0])
    with pytest.raises(covey.InvalidInput, match="2 values, but 3 borders"):
        axis.borders  # noqa: B018


def test_what_has_fewer_than_k_records_is_not_cut() -> None:
    axis = covey.OrderedAxis(np.arange(100), np.arange(100))
    tree = OrderedTree.of(axis, ONES, 10)
    assert np.diff(tree.starts).min() >= 3
    assert np.diff(tree.starts).max() < 10
