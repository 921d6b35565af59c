"""Classes of one attribute that are merged until all of them meet their requirements.

Requirements are monotone: the union of two classes that meet one meets it. So merging can only
help, and it ends: all values in one class meet what can be met at all. Classes stay what their
attribute asks for: groups of labels, runs of ordered values, rectangles, connected regions, nodes
of a tree or children of one node.
"""

from __future__ import annotations

import heapq
from bisect import insort
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Grouping, GroupingProblem
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.pruning import failing
from covey.problems.cells.single import SingleProblem
from covey.problems.intervals.problem import IntervalProblem
from covey.problems.labels.problem import LabelProblem, LabelSolution
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution
from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.problems.trees.problem import TreeProblem, TreeSolution
from covey.requirements.rules import rules_of

TRIES = 64
"""Unions of a class that are tried, the smallest first. A table of thousands of labels has as many
for every class, and one of the first mostly does."""

Group = tuple[int, ...]
"""Numbers of classes. Classes that exist are numbered from 0 on, each union gets the next number.
"""


def merged(cells: CellProblem, single: SingleProblem, own: Grouping) -> Grouping | None:
    """The classes of ``own``, an answer to the only attribute's own problem, merged until they meet
    the requirements of ``cells``; None, if no union of the right shape does."""
    shape = _shape_of(single.own, own)
    sizes = own.sizes.tolist()
    rules = rules_of(cells.requirements, cells.sensitive, cells.weights, cells.population)
    rows = _rows_of_classes(single, own)
    classes = np.full(len(single.items), len(rows), dtype=np.int32)
    for number, each in enumerate(rows):
        classes[each] = number
    # Records without a value are one class more, which is not merged with any.
    many = int(classes.max()) + 1
    bad = failing(cells, cells.requirements, classes, many)[: len(rows)]
    waiting = [(sizes[number], number) for number in np.flatnonzero(bad).tolist()]
    heapq.heapify(waiting)
    group_of: dict[int, Group] = {number: (number,) for number in range(len(rows))}
    while waiting:
        _, number = heapq.heappop(waiting)
        if number not in group_of:
            continue
        unions = sorted(
            islice(shape.unions(number), TRIES),
            key=lambda group: (sum(sizes[each] for each in group), group),
        )
        if not unions:
            return None
        chosen, good = unions[0], False
        for group in unions:
            if rules.meets(np.concatenate([rows[each] for each in group])):
                chosen, good = group, True
                break
        union = len(sizes)
        sizes.append(sum(sizes[each] for each in chosen))
        rows.append(np.concatenate([rows[each] for each in chosen]))
        group_of[union] = tuple(old for each in chosen for old in group_of.pop(each))
        shape.merge(chosen, union)
        if not good:
            heapq.heappush(waiting, (sizes[union], union))
    return _merged_solution(single.own, own, list(group_of.values()))


def _rows_of_classes(single: SingleProblem, own: Grouping) -> list[NDArray[np.int64]]:
    """The combinations of every class, without those that have no value."""
    there = np.flatnonzero(single.items >= 0)
    classes = own.classes[single.items[there]]
    order = np.argsort(classes, kind="stable")
    ends = np.cumsum(np.bincount(classes, minlength=len(own.sizes)))
    return np.split(there[order], ends[:-1])


class Shape(Protocol):
    """Which classes may be merged."""

    def unions(self, number: int) -> Iterator[Group]:
        """Groups of classes, the given one among them, whose union is a set of the kind."""

    def merge(self, group: Group, union: int) -> None:
        """The classes of a group are one from now on."""


class AnyGroups:
    """Labels: any two classes may be merged. The smallest come first."""

    def __init__(self, sizes: Iterable[int]) -> None:
        self._order = sorted((size, number) for number, size in enumerate(sizes))
        self._sizes = {number: size for size, number in self._order}

    def unions(self, number: int) -> Iterator[Group]:
        return ((number, other) for _, other in self._order if other != number)

    def merge(self, group: Group, union: int) -> None:
        self._sizes[union] = sum(self._sizes[each] for each in group)
        for each in group:
            self._order.remove((self._sizes[each], each))
        insort(self._order, (self._sizes[union], union))


class Neighbours:
    """Classes that may be merged if they are neighbours: runs of an order, regions of a map."""

    def __init__(self, pairs: Iterable[tuple[int, int]], count: int) -> None:
        self._next: dict[int, set[int]] = {number: set() for number in range(count)}
        for one, other in pairs:
            if one != other:
                self._next[one].add(other)
                self._next[other].add(one)

    def unions(self, number: int) -> Iterator[Group]:
        return ((number, other) for other in sorted(self._next[number]))

    def merge(self, group: Group, union: int) -> None:
        around = set().union(*(self._next.pop(each) for each in group)) - set(group)
        for other in around:
            self._next[other] -= set(group)
            self._next[other].add(union)
        self._next[union] = around


class Tiles:
    """Rectangles that tile a box. A rectangle and a neighbour are merged with all that lie in the
    box around both, and in the box around these, and so on: the whole is a rectangle again."""

    def __init__(self, boxes: NDArray[np.float64]) -> None:
        self._boxes = dict(enumerate(boxes))

    def unions(self, number: int) -> Iterator[Group]:
        numbers = np.array(list(self._boxes))
        boxes = np.array(list(self._boxes.values()))
        own = self._boxes[number]
        wide = np.minimum(boxes[:, 2], own[2]) - np.maximum(boxes[:, 0], own[0])
        high = np.minimum(boxes[:, 3], own[3]) - np.maximum(boxes[:, 1], own[1])
        # Rectangles that touch in a corner only are no neighbours.
        beside = (wide >= 0) & (high >= 0) & ((wide > 0) | (high > 0)) & (numbers != number)
        found = {self._closed(boxes, numbers, own, boxes[at]) for at in np.flatnonzero(beside)}
        return iter(sorted(found))

    @staticmethod
    def _closed(
        boxes: NDArray[np.float64],
        numbers: NDArray[np.int64],
        one: NDArray[np.float64],
        other: NDArray[np.float64],
    ) -> Group:
        around = _box_around(np.stack([one, other]))
        while True:
            inside = (boxes[:, :2] < around[2:]).all(axis=1) & (boxes[:, 2:] > around[:2]).all(1)
            larger = _box_around(boxes[inside])
            if np.array_equal(larger, around):
                return tuple(numbers[inside].tolist())
            around = larger

    def merge(self, group: Group, union: int) -> None:
        self._boxes[union] = _box_around(np.stack([self._boxes.pop(each) for each in group]))


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

    def unions(self, number: int) -> Iterator[Group]:
        node = self._at[number]
        around = self._on_the_way[node]
        for other in sorted(around):
            if other != number and self._at[other] == node and self._touch(number, other):
                yield number, other
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
        nodes = {self._at[each] for each in group}
        # What lies at several nodes is all that is below the highest of them.
        highest = max(nodes, key=lambda node: len(self._on_the_way[node]))
        whole = len(nodes) > 1 or self._on_the_way[highest] == set(group)
        for each in group:
            node = self._at.pop(each)
            while node >= 0:
                self._on_the_way[node].discard(each)
                node = self._parents[node]
        above = self._parents[highest]
        self._put(union, above if whole and above >= 0 else highest)


def _runs_of(problem: TreeProblem, own: Grouping) -> dict[int, tuple[int, int]]:
    """The first and the last label of every class, of those with records, which are numbered."""
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
        while weights[node] == size and parents[node] >= 0:
            node = parents[node]
        yield node


def _lowest_above(labels: list[int], parents: list[int]) -> int:
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


def _box_around(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)])


def _shape_of(problem: GroupingProblem, own: Grouping) -> Shape:
    count = len(own.sizes)
    if isinstance(problem, LabelProblem):
        return AnyGroups(own.sizes.tolist())
    if isinstance(problem, IntervalProblem):
        return Neighbours(((number, number + 1) for number in range(count - 1)), count)
    if isinstance(problem, TreeProblem):
        return Subtrees(problem, own)
    if isinstance(problem, RegionProblem):
        pairs = own.classes[problem.graph.edges]
        return Neighbours((tuple(pair) for pair in np.unique(pairs, axis=0).tolist()), count)
    assert isinstance(own, RectangleSolution)
    return Tiles(own.cells)


def _merged_solution(problem: GroupingProblem, own: Grouping, groups: list[Group]) -> Grouping:
    """The solution whose classes are unions of the classes of ``own``."""
    groups = sorted(groups, key=min)
    sizes = np.array([own.sizes[list(group)].sum() for group in groups])
    if isinstance(problem, LabelProblem):
        # The classes of labels are numbered from the largest on.
        order = np.argsort(-sizes, kind="stable").tolist()
        groups, sizes = [groups[at] for at in order], sizes[order]
    number = np.empty(len(own.sizes), dtype=np.int32)
    for new, group in enumerate(groups):
        number[list(group)] = new
    classes = number[own.classes]
    if isinstance(problem, LabelProblem):
        return LabelSolution(classes, sizes)
    if isinstance(problem, IntervalProblem):
        return problem.solution(np.flatnonzero(np.diff(classes, prepend=-1)))
    if isinstance(problem, RegionProblem):
        return RegionSolution(classes, sizes)
    if isinstance(problem, TreeProblem):
        return TreeSolution(classes, sizes)
    assert isinstance(own, RectangleSolution)
    assert isinstance(problem, RectangleProblem)
    boxes = np.array([_box_around(own.cells[list(group)]) for group in groups])
    return RectangleSolution(classes, sizes, boxes)
