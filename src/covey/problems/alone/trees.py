"""Labels below a tree alone: nodes, or children of one node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Grouping
from covey.problems.alone.kind import OwnKind, classes_of, led, sizes_of
from covey.problems.alone.unions import Group, Unions
from covey.problems.cells.axes import Axis, TreeAxis
from covey.problems.cells.problem import CellSolution
from covey.problems.cells.sets import Sets
from covey.problems.cells.single import member_sets
from covey.problems.trees.problem import TreeProblem, TreeSolution


class TreeKind(OwnKind[TreeProblem]):
    def axis(self, items: NDArray[np.int64]) -> Axis:
        own = self.problem
        return TreeAxis(items, len(own.weights), own.parents, ordered=own.ordered)

    def sets_of(self, own: Grouping) -> Sets:
        return member_sets(own)

    def turned_back(self, found: CellSolution) -> Grouping:
        return TreeSolution(led(found, np.arange(len(self.problem.weights))), found.sizes.copy())

    def unions(self, own: Grouping) -> Unions:
        return Subtrees(self.problem, own)

    def merged(self, own: Grouping, groups: Sequence[Group]) -> Grouping:
        return TreeSolution(classes_of(own, groups), sizes_of(own, groups))

    def with_weights(self, weights: NDArray[np.int64], k: int) -> TreeProblem:
        own = self.problem
        return TreeProblem(weights, own.parents, k, own.objective, ordered=own.ordered)


class Subtrees:
    """Classes along a tree. Two at children of the same node are merged, neighbours where siblings
    are in order, or all that lie below some node above a class."""

    def __init__(self, problem: TreeProblem, own: Grouping) -> None:
        self._parents = problem.parents.tolist()
        self._runs = _runs_of(problem, own) if problem.ordered else {}
        self._at: dict[int, int] = {}
        self._on_the_way: dict[int, set[int]] = {}
        for number, node in enumerate(_nodes_of(problem, own)):
            self._put(number, node)

    def _put(self, number: int, node: int) -> None:
        """The class is at children of the node."""
        self._at[number] = node
        while node >= 0:
            self._on_the_way.setdefault(node, set()).add(number)
            node = self._parents[node]

    # The cheapest unions come first: two siblings, then whole subtrees from the lowest one up.
    def unions(self, number: int) -> Iterator[Group]:
        node = self._at[number]
        around = self._on_the_way[node]
        for other in sorted(around):
            if other != number and self._at[other] == node and self._touch(number, other):
                yield number, other
        # A node with the same classes below it as the one before would be the same union again.
        known = 1
        while node >= 0:
            below = self._on_the_way[node]
            if len(below) > known:
                known = len(below)
                yield tuple(sorted(below))
            node = self._parents[node]

    def _touch(self, number: int, other: int) -> bool:
        if not self._runs:
            return True
        (first, last), (start, end) = self._runs[number], self._runs[other]
        return start == last + 1 or first == end + 1

    def merge(self, group: Group, union: int) -> None:
        if self._runs:
            runs = [self._runs.pop(each) for each in group]
            self._runs[union] = min(first for first, _ in runs), max(last for _, last in runs)
        together = _lowest_above([self._at[each] for each in group], self._parents)
        # What is all that lies below a node is one of the children of the node above.
        while self._on_the_way[together] == set(group) and self._parents[together] >= 0:
            together = self._parents[together]
        for each in group:
            node = self._at.pop(each)
            while node >= 0:
                self._on_the_way[node].discard(each)
                node = self._parents[node]
        self._put(union, together)


def _runs_of(problem: TreeProblem, own: Grouping) -> dict[int, tuple[int, int]]:
    """The first and the last label of every class, of those with records, which are numbered."""
    # Without labels that have no records: classes on both sides of one still touch.
    numbers = own.classes[problem.weights > 0]
    starts = np.flatnonzero(np.diff(numbers, prepend=-1))
    ends = np.append(starts[1:], len(numbers)) - 1
    pairs = zip(starts.tolist(), ends.tolist(), strict=True)
    return dict(zip(numbers[starts].tolist(), pairs, strict=True))


def _nodes_of(problem: TreeProblem, own: Grouping) -> Iterator[int]:
    """The node whose children every class is made of; the root, if it is all of that."""
    parents = problem.parents.tolist()
    weights = problem.node_weights.tolist()
    members: list[list[int]] = [[] for _ in own.sizes]
    for label in np.flatnonzero(problem.weights > 0).tolist():
        members[own.classes[label]].append(label)
    for labels, size in zip(members, own.sizes.tolist(), strict=True):
        node = _lowest_above(labels, parents)
        # A class that is a whole node is one of the children of the node above it, also over nodes
        # with a single child.
        while weights[node] == size and parents[node] >= 0:
            node = parents[node]
        yield node


def _lowest_above(labels: list[int], parents: list[int]) -> int:
    """The lowest node that some labels, or nodes, are below, or are."""
    # The nodes from the first one up, each with its height. The lowest node above all of them is
    # the highest at which the way of another one meets this way.
    way = {labels[0]: 0}
    node = labels[0]
    while parents[node] >= 0:
        node = parents[node]
        way[node] = len(way)
    highest = labels[0]
    for label in labels[1:]:
        node = label
        while node not in way:
            node = parents[node]
        highest = node if way[node] > way[highest] else highest
    return highest
