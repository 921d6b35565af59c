"""The first trees of nested recoding, made from the data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.core.stop import Stop
from covey.problems.cells.axes import JoinedBy, TreeAxis
from covey.problems.cells.fitting import Fitted, LabelTree, OrderedTree, fitted
from covey.problems.cells.hierarchy import Hierarchy
from covey.problems.cells.sets import ANY
from tests.problems.cells.tables import KINDS, random_axis

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


def test_labels_that_share_classes_are_joined_first() -> None:
    axis = covey.LabelAxis([0, 1, 2, 3] * 5, 4)
    classes = np.array([0, 1, 0, 1] * 5, dtype=np.int32)
    tree = LabelTree.of(axis, np.ones(20, dtype=np.int64), classes)
    parents = tree.parents.tolist()
    assert parents[0] == parents[2] != parents[1] == parents[3]


def test_without_a_free_answer_rare_labels_are_joined_first() -> None:
    axis = covey.LabelAxis([0] * 9 + [1] * 8 + [2] + [3], 4)
    parents = LabelTree.of(axis, np.ones(19, dtype=np.int64), None).parents.tolist()
    assert parents[2] == parents[3]


def test_a_given_tree_is_kept() -> None:
    # Two nodes of three labels each below the root, and one label beside them.
    axis = TreeAxis(np.arange(7), 7, [7, 7, 7, 8, 8, 8, 9, 9, 9, -1])
    tree = LabelTree.of(axis, np.ones(7, dtype=np.int64), None)
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
    tree = LabelTree.of(axis, np.ones(3, dtype=np.int64), None)
    assert len(tree.parents) == 5
    assert all(len(below) in (0, 2) for below in tree.hierarchy().children)


@pytest.mark.parametrize("kind", [*KINDS, "regions", "trees"])
def test_every_row_is_in_its_leaf_and_cuts_divide_nodes(kind: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        rows = int(rng.integers(2, 40))
        axis = made_axis(rng, kind, rows)
        problem = covey.CellProblem([axis], np.ones(rows, dtype=np.int64), int(rng.integers(1, 4)))
        tree: Fitted = fitted(problem, 0, None, Stop(seconds=None).start())
        made = tree.hierarchy()
        inner = {int(node) for node in made.parents if node >= 0}
        assert not inner & set(tree.leaves.tolist())
        for node in inner:
            cut, children = tree.cut(made, node), made.children[node]
            assert cut.first in children or len(cut.keys) == len(children)
            assert (made.kind[node] == ANY) >= any(made.kind[child] < 0 for child in children)


def made_axis(rng: np.random.Generator, kind: str, rows: int) -> Any:
    if kind == "trees":
        return TreeAxis(rng.integers(0, 5, rows), 5, [5, 5, 6, 6, 7, 7, 7, -1])
    if kind == "regions":
        plain = random_axis(rng, "islands", rows, 0.1)
        by = JoinedBy(np.ones(plain.size, dtype=np.int64))
        return covey.AreaAxis(plain.codes, plain.graph, joined_by=by)
    return random_axis(rng, kind, rows, 0.1)
