"""The tree of nested sets of an axis: the least node around what a class has."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.hierarchy import Hierarchy
from covey.problems.cells.sets import ANY_SET, MISSING_SET, OrderedSets


def random_parents(rng: np.random.Generator, leaves: int) -> np.ndarray:
    """A tree of any shape whose nodes are runs of leaves."""
    parents, tops, count = [-1] * leaves, list(range(leaves)), leaves
    while len(tops) > 1:
        many = int(rng.integers(2, min(4, len(tops)) + 1))
        at = int(rng.integers(0, len(tops) - many + 1))
        for node in tops[at : at + many]:
            parents[node] = count
        tops[at : at + many] = [count]
        parents.append(-1)
        count += 1
    return np.array(parents, dtype=np.int32)


def leaves_below(parents: np.ndarray, leaves: int) -> list[set[int]]:
    found: list[set[int]] = [set() for _ in parents]
    for leaf in range(leaves):
        node = leaf
        while node >= 0:
            found[node].add(leaf)
            node = int(parents[node])
    return found


def test_the_least_node_around_what_occurs() -> None:
    rng = np.random.default_rng(0)
    for _ in range(100):
        leaves = int(rng.integers(1, 12))
        parents = random_parents(rng, leaves)
        axis = covey.OrderedAxis(rng.integers(0, leaves, 20), np.arange(leaves))
        nothing = np.zeros(len(parents), dtype=np.int32)
        bounds = np.zeros((len(parents), 2), dtype=np.int32)
        tree = Hierarchy(axis, axis.codes, parents, nothing, bounds, nothing[:0])
        classes = rng.integers(0, 4, 20).astype(np.int32)
        classes[:4] = np.arange(4)
        found = tree.around(ClassRows.of(classes, 4))
        below = leaves_below(parents, leaves)
        for number in range(4):
            own = set(axis.codes[classes == number].tolist())
            least = min((len(each), node) for node, each in enumerate(below) if own <= each)
            assert below[int(found[number])] == below[least[1]]


def test_nodes_become_sets_of_which_each_is_there_once() -> None:
    axis = covey.OrderedAxis([0, 1, 2, -1, 0], [10, 20, 30])
    # Ranks 0, 1, 2 and the missing value; 0 and 1 are joined, then 2, then the missing one.
    parents = np.array([4, 4, 5, 6, 5, 6, -1], dtype=np.int32)
    kind = np.array([0, 0, 0, MISSING_SET, 0, 0, ANY_SET], dtype=np.int32)
    bounds = np.array([[0, 0], [1, 1], [2, 2], [0, 0], [0, 1], [0, 2], [0, 2]], dtype=np.int32)
    leaves = np.array([0, 1, 2, 3, 0], dtype=np.int32)
    tree = Hierarchy(axis, leaves, parents, kind, bounds, kind[:0])
    classes = np.array([0, 0, 1, 2, 1], dtype=np.int32)
    found = tree.sets_of(ClassRows.of(classes, 3))
    assert isinstance(found, OrderedSets)
    assert found.of_class.tolist() == [0, 1, MISSING_SET]
    assert list(zip(found.low.tolist(), found.high.tolist(), strict=True)) == [(0, 1), (0, 2)]
    mixed = tree.sets_of(ClassRows.of(np.zeros(5, dtype=np.int32), 1))
    assert mixed.of_class.tolist() == [ANY_SET]


def test_the_least_node_without_each_row() -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        leaves = int(rng.integers(2, 9))
        parents = random_parents(rng, leaves)
        axis = covey.OrderedAxis(rng.integers(0, leaves, 12), np.arange(leaves))
        nothing = np.zeros(len(parents), dtype=np.int32)
        bounds = np.zeros((len(parents), 2), dtype=np.int32)
        tree = Hierarchy(axis, axis.codes, parents, nothing, bounds, nothing[:0])
        members = ClassRows.of((np.arange(12) % 3).astype(np.int32), 3)
        found = tree.without_each(members)
        below = leaves_below(parents, leaves)
        for row, number, node in zip(members.rows, members.classes, found, strict=True):
            others = [int(axis.codes[r]) for r in range(12) if r % 3 == number and r != row]
            least = min((len(each), at) for at, each in enumerate(below) if set(others) <= each)
            assert below[int(node)] == below[least[1]]
