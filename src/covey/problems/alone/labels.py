"""Labels alone: any groups of them."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Grouping
from covey.core.result import Guarantee
from covey.problems.alone.kind import OwnKind, classes_of, led, sizes_of
from covey.problems.alone.unions import Group, Unions
from covey.problems.cells.axes import Axis, LabelAxis
from covey.problems.cells.problem import CellSolution
from covey.problems.cells.sets import Sets
from covey.problems.cells.single import member_sets
from covey.problems.labels.problem import LabelProblem, LabelSolution
from covey.problems.people.direct import grouped
from covey.problems.people.problem import SOURCE, PeopleProblem


class LabelKind(OwnKind[LabelProblem]):
    counts_people: ClassVar[bool] = True

    def axis(self, items: NDArray[np.int64]) -> Axis:
        return LabelAxis(items, len(self.problem.weights))

    def sets_of(self, own: Grouping) -> Sets:
        return member_sets(own)

    def turned_back(self, found: CellSolution) -> Grouping:
        return _numbered(led(found, np.arange(len(self.problem.weights))), found.sizes)

    def unions(self, own: Grouping) -> Unions:
        return AnyGroups(own.sizes.tolist())

    def merged(self, own: Grouping, groups: Sequence[Group]) -> Grouping:
        return _numbered(classes_of(own, groups), sizes_of(own, groups))

    def with_weights(self, weights: NDArray[np.int64], k: int) -> LabelProblem:
        return LabelProblem(weights, k, self.problem.objective)

    def by_people(self, people: PeopleProblem) -> tuple[Grouping, Guarantee] | None:
        classes = grouped(people)
        sizes = np.zeros(int(classes.max()) + 1, dtype=np.int64)
        np.add.at(sizes, classes, self.problem.weights)
        return _numbered(classes, sizes), _promised(people)


def _numbered(classes: NDArray[np.int32], sizes: NDArray[np.int64]) -> LabelSolution:
    """Classes of labels are numbered from the largest on, by records."""
    # order lists classes; its inverse is the new number of each. Stable, so that equal sizes keep
    # their order on every machine.
    order = np.argsort(-sizes, kind="stable")
    number = np.argsort(order).astype(np.int32)
    return LabelSolution(number[classes], sizes[order])


def _promised(people: PeopleProblem) -> Guarantee:
    k, fullest = people.k, int(people.weights.max())
    limit = max(fullest + k - 1, 3 * k - 3)
    text = f"at most three times the optimum, and {limit:,} people"
    return Guarantee(text, SOURCE, ratio=Fraction(3), limit=limit)


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
