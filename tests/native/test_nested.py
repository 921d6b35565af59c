"""The search for nested sets: what it refuses, and where it stops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey._native import cells as native

LEAVES = np.array([0, 1, 2], dtype=np.int32)
PARENTS = np.array([3, 3, 4, 4, -1], dtype=np.int32)
LOSS = np.array([0.0, 0.0, 0.0, 0.5, 1.0])
SIZES = np.ones(3, dtype=np.int64)
GROUPS = np.zeros(2, dtype=np.int32)
PLACES = np.array([0.0, 0.5, 1.0])
ROUND = np.ones(3, dtype=bool)


def made(k: int = 2) -> native.Nested:
    return native.Nested(np.array([2, 3, 4]), k)


def parents(*numbers: int) -> Any:
    return np.array(numbers, dtype=np.int32)


@pytest.mark.parametrize(("weights", "k"), [([], 1), ([1, 0], 1), ([1, -1], 1), ([1], 0)])
def test_rows_that_are_none(weights: list[int], k: int) -> None:
    with pytest.raises(ValueError, match=r"(1|0|one row) or more"):
        native.Nested(np.array(weights, dtype=np.int64), k)


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (parents(3, 3, 4, 4, 4), "root"),
        (parents(3, 3, -1, 4, -1), "root"),
        (parents(3, 3, 3, 4, -1), "two children"),
        (parents(1, 3, 3, 4, -1), "leaf must have no children"),
        (parents(3, 4, 3, 4, -1), "run of leaves"),
        (parents(3, 3, 4, 4, 9), "parents must be"),
        (parents(3, 3, -1, 4, 3), "those of a tree|two children"),
    ],
)
def test_parents_that_are_no_tree(tree: Any, words: str) -> None:
    loss = np.zeros(len(tree))
    with pytest.raises(ValueError, match=words):
        made().add_fixed(LEAVES, tree, loss, 3)


def test_other_wrong_columns() -> None:
    table = made()
    with pytest.raises(ValueError, match="leaves must be from 0 to 2"):
        table.add_fixed(LEAVES + 1, PARENTS, LOSS, 3)
    with pytest.raises(ValueError, match="loss must be between"):
        table.add_fixed(LEAVES, PARENTS, LOSS * 3, 3)
    with pytest.raises(ValueError, match="sizes"):
        table.add_labels(LEAVES, PARENTS, SIZES * 0, GROUPS, 1.0)
    with pytest.raises(ValueError, match="weight"):
        table.add_labels(LEAVES, PARENTS, SIZES, GROUPS, 2.0)
    with pytest.raises(ValueError, match="groups must have 2"):
        table.add_labels(LEAVES, PARENTS, SIZES, GROUPS[:1], 1.0)
    with pytest.raises(ValueError, match="ascend"):
        table.add_ordered(
            LEAVES, PARENTS, PLACES[::-1].copy(), PLACES[::-1].copy(), PLACES, ROUND, GROUPS
        )
    with pytest.raises(ValueError, match="round_after"):
        table.add_ordered(LEAVES, PARENTS, PLACES, PLACES, PLACES * 0, ROUND[:2], GROUPS)
    with pytest.raises(ValueError, match="one column or more"):
        table.search(0, 0, 0, 0, 0, 1.0)


def test_holders_that_are_none() -> None:
    table = made()
    with pytest.raises(ValueError, match="codes must have 3"):
        table.add_holders(LEAVES[:2].copy(), 1)
    with pytest.raises(ValueError, match="codes must be from 0 to 2"):
        table.add_holders(LEAVES + 1, 1)
    with pytest.raises(ValueError, match="least must be 1 or more"):
        table.add_holders(LEAVES, 0)


def test_limits_below_nothing_are_refused() -> None:
    table = made()
    table.add_fixed(LEAVES, PARENTS, LOSS, 3)
    with pytest.raises(ValueError, match="0 or more"):
        table.search(-1, 0, 0, 0, 0, 1.0)
    with pytest.raises(ValueError, match="a number"):
        table.search(0, 0, 0, 0, 0, float("nan"))


def test_time_that_is_over_ends_the_search_and_is_told() -> None:
    table = made()
    table.add_labels(LEAVES, PARENTS, SIZES, GROUPS, 1.0)
    *_, lost, cut_off = table.search(80, 0, 10, 10, 10, 0.0)
    assert cut_off
    *_, same, cut_off = table.search(0, 0, 10, 10, 10, 0.0)
    assert not cut_off
    assert lost == same


def test_a_better_tree_is_found() -> None:
    # Labels 0 and 2 are rare: beside each other they lose less than in the given tree.
    table = native.Nested(np.array([1, 9, 1, 9]), 2)
    leaves = np.array([0, 1, 2, 3], dtype=np.int32)
    tree = parents(4, 4, 5, 5, 6, 6, -1)
    groups = np.zeros(3, dtype=np.int32)
    table.add_labels(leaves, tree, np.ones(4, dtype=np.int64), groups, 1.0)
    *_, before, _ = table.search(0, 0, 0, 100, 100, 60.0)
    *_, after, cut_off = table.search(80, 0, 0, 100, 100, 60.0)
    assert not cut_off
    assert after == pytest.approx(2 * 0.5)
    assert before == pytest.approx(20 * 0.5)


def test_branches_stay_below_their_own_node() -> None:
    # The same tree, whose two pairs are given nodes: nothing may be moved between them.
    table = native.Nested(np.array([1, 9, 1, 9]), 2)
    leaves = np.array([0, 1, 2, 3], dtype=np.int32)
    tree = parents(4, 4, 5, 5, 6, 6, -1)
    groups = np.array([1, 2, 3], dtype=np.int32)
    table.add_labels(leaves, tree, np.ones(4, dtype=np.int64), groups, 1.0)
    found, *_ = table.search(80, 0, 0, 100, 100, 60.0)
    above = found[0].tolist()
    assert above[0] == above[1] != above[2] == above[3]


def test_a_table_that_is_cut_by_more_columns_than_a_vector_has_lanes() -> None:
    rng = np.random.default_rng(0)
    rows = rng.integers(0, 3, (60, 11)).astype(np.int32)
    table = native.Nested(np.ones(60, dtype=np.int64), 4)
    for column in range(11):
        own = np.ascontiguousarray(rows[:, column])
        table.add_fixed(own, PARENTS, LOSS / 11, 3)
    _, begin, end, axis, first, children, nodes, order, lost, _ = table.search(
        0, 0, 0, 100, 0, 60.0
    )
    assert sorted(order.tolist()) == list(range(60))
    classes = np.flatnonzero(axis < 0)
    total = 0.0
    for number in classes.tolist():
        own = rows[order[begin[number] : end[number]]]
        assert len(own) >= 4
        for column in range(11):
            values = set(own[:, column].tolist())
            least = next(iter(values)) if len(values) == 1 else 3 if values == {0, 1} else 4
            assert nodes[number, column] == least
            total += len(own) * LOSS[least] / 11
    assert lost == pytest.approx(total)
    assert (first[axis >= 0] > 0).all()
    assert (children[axis >= 0] == 2).all()
