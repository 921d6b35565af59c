"""Trees, a level at a time, against plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from covey._native import trees as compiled
from covey.problems.trees.nodes import (
    are_runs,
    depth_first,
    depths,
    gathered,
    smallest_able,
    top_down,
)
from covey.problems.trees.star import MOST_LIGHT
from tests.problems.trees import oracle


def tree(seed: int, labels: int = 12) -> NDArray[np.int32]:
    rng = np.random.default_rng(seed)
    inner = int(rng.integers(1, labels + 2))
    above = [labels + int(rng.integers(0, node)) for node in range(1, inner)]
    return np.array([*(labels + rng.integers(0, inner, labels)), -1, *above], dtype=np.int32)


def way_up(parents: NDArray[np.int32], node: int) -> list[int]:
    found = [node]
    while parents[found[-1]] >= 0:
        found.append(int(parents[found[-1]]))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_a_tree_by_the_ways_up_from_all_nodes(seed: int) -> None:
    parents = tree(seed)
    ways = [way_up(parents, node) for node in range(len(parents))]
    assert depths(parents).tolist() == [len(way) - 1 for way in ways]
    order = top_down(parents).tolist()
    assert sorted(order) == [*range(len(parents))]
    assert all(order.index(way[1]) < order.index(way[0]) for way in ways if len(way) > 1)
    own = np.random.default_rng(seed).integers(0, 9, len(parents))
    below = [[at for at, way in enumerate(ways) if node in way] for node in range(len(parents))]
    assert gathered(np.add, parents, own).tolist() == [own[each].sum() for each in below]
    assert gathered(np.minimum, parents, own).tolist() == [own[each].min() for each in below]
    # Depth first is the order of the ways down, compared node by node.
    down = sorted(range(len(parents)), key=lambda node: ways[node][::-1])
    assert np.argsort(depth_first(parents)).tolist() == down


def test_nodes_that_are_below_no_root_have_no_depth() -> None:
    parents = np.array([1, 0, -1, 0, 2], dtype=np.int32)
    assert depths(parents).tolist() == [-1, -1, 0, -1, 1]
    assert top_down(parents).tolist() == [2, 4]


def test_a_long_row_of_nodes_has_as_many_levels() -> None:
    parents = np.arange(-1, 2**10, dtype=np.int32)
    assert depths(parents).tolist() == [*range(2**10 + 1)]


@pytest.mark.parametrize("seed", range(20))
def test_labels_are_in_order_if_those_below_every_node_follow_each_other(seed: int) -> None:
    parents = tree(seed, 9)
    assert are_runs(oracle.along(parents, 9), 9)
    ways = [way_up(parents, label) for label in range(9)]
    below = [
        [label for label in range(9) if node in ways[label]] for node in range(9, len(parents))
    ]
    runs = all(each == [*range(each[0], each[-1] + 1)] for each in below if each)
    assert are_runs(parents, 9) == runs


@pytest.mark.parametrize(
    ("weights", "k", "label"),
    [
        # The root has A, with the labels 0 and 1, and B, with 2 and 3.
        ([9, 4, 4, 8], 5, 3),
        ([9, 3, 8, 5], 5, 0),
        # Of equal branches the first.
        ([3, 9, 8, 4], 5, 1),
        # No branch can be a class: the largest.
        ([1, 2, 2, 2], 9, 2),
        # Labels without records are never reached.
        ([0, 3, 0, 0], 9, 1),
    ],
)
def test_the_smallest_branch_that_can_be_a_class(weights: list[int], k: int, label: int) -> None:
    parents = np.array([4, 4, 5, 5, 6, 6, -1], dtype=np.int32)
    assert smallest_able(parents, np.array(weights), k) == label


@pytest.mark.parametrize("weights", [[], [0, 0]])
def test_no_branch_is_able_without_records(weights: list[int]) -> None:
    parents = np.array([*[len(weights)] * len(weights), -1], dtype=np.int32)
    with pytest.raises(ValueError, match="no label has records"):
        smallest_able(parents, np.array(weights, dtype=np.int64), 5)


def test_checks_and_compiled_loops_look_at_as_many_children() -> None:
    assert compiled.MOST_LIGHT == MOST_LIGHT
