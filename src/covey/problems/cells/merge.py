"""Classes of one attribute that are merged until all of them meet their requirements.

Requirements are monotone: the union of two classes that meet one meets it. So merging can only
help, and it ends: all values in one class meet what can be met at all. Classes stay what their
attribute asks for: groups of labels, runs of ordered values, rectangles, connected regions, nodes
of a tree or children of one node.
"""

from __future__ import annotations

import heapq
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Grouping
from covey.problems.alone import kind_of
from covey.problems.alone.unions import Group
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.pruning import failing
from covey.problems.cells.single import SingleProblem
from covey.requirements.rules import rules_of

TRIES = 64
"""Unions of a class that are tried, the smallest first. A table of thousands of labels has as many
for every class, and one of the first mostly does."""


def merged(cells: CellProblem, single: SingleProblem, own: Grouping) -> Grouping | None:
    """The classes of ``own``, an answer to the only attribute's own problem, merged until they meet
    the requirements of ``cells``; None, if no union of the right shape does."""
    kind = kind_of(single.own)
    assert kind is not None, "an attribute alone is no cells"
    unions_of = kind.unions(own)
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
        # It was merged into another since it was put into the heap.
        if number not in group_of:
            continue
        # The smallest union first: a class is to grow no more than it must.
        unions = sorted(
            islice(unions_of.unions(number), TRIES),
            key=lambda group: (sum(sizes[each] for each in group), group),
        )
        if not unions:
            return None
        # If no union meets the requirements, the smallest is taken all the same, and merged
        # further.
        chosen, good = unions[0], False
        for group in unions:
            if rules.meets(np.concatenate([rows[each] for each in group])):
                chosen, good = group, True
                break
        union = len(sizes)
        sizes.append(sum(sizes[each] for each in chosen))
        # Unions get the next numbers, as in Unions: sizes and rows are lists by number.
        rows.append(np.concatenate([rows[each] for each in chosen]))
        group_of[union] = tuple(old for each in chosen for old in group_of.pop(each))
        unions_of.merge(chosen, union)
        if not good:
            heapq.heappush(waiting, (sizes[union], union))
    # In the order of their first classes: the answer must not depend on the order of merging.
    return kind.merged(own, sorted(group_of.values(), key=min))


def _rows_of_classes(single: SingleProblem, own: Grouping) -> list[NDArray[np.int64]]:
    """The combinations of every class, without those that have no value."""
    there = np.flatnonzero(single.items >= 0)
    classes = own.classes[single.items[there]]
    order = np.argsort(classes, kind="stable")
    ends = np.cumsum(np.bincount(classes, minlength=len(own.sizes)))
    return np.split(there[order], ends[:-1])
