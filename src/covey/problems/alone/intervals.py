"""Ordered values alone: runs of neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Grouping
from covey.core.result import Guarantee
from covey.problems.alone.kind import OwnKind, classes_of, led
from covey.problems.alone.unions import Group, Neighbours, Unions
from covey.problems.cells.axes import Axis, OrderedAxis
from covey.problems.cells.problem import CellSolution
from covey.problems.cells.sets import Sets
from covey.problems.cells.single import run_sets
from covey.problems.intervals.problem import IntervalProblem, IntervalSolution
from covey.problems.people.direct import divided
from covey.problems.people.problem import SOURCE, PeopleProblem


class IntervalKind(OwnKind[IntervalProblem]):
    counts_people: ClassVar[bool] = True

    def axis(self, items: NDArray[np.int64]) -> Axis:
        # Ranks as positions: where values lie is not always known, and the largest class does not
        # depend on it.
        return OrderedAxis(items, np.arange(len(self.problem.weights)))

    def sets_of(self, own: Grouping) -> Sets:
        assert isinstance(own, IntervalSolution)
        return run_sets(own.starts, len(self.problem.weights))

    def turned_back(self, found: CellSolution) -> Grouping:
        return self._of_classes(led(found, np.arange(len(self.problem.weights))))

    def unions(self, own: Grouping) -> Unions:
        count = len(own.sizes)
        # Classes are numbered along the order, so neighbours have numbers that follow each other.
        return Neighbours(((number, number + 1) for number in range(count - 1)), count)

    def merged(self, own: Grouping, groups: Sequence[Group]) -> Grouping:
        return self._of_classes(classes_of(own, groups))

    def with_weights(self, weights: NDArray[np.int64], k: int) -> IntervalProblem:
        own = self.problem
        return IntervalProblem(weights, k, own.objective, own.values, own.ends)

    def by_people(self, people: PeopleProblem) -> tuple[Grouping, Guarantee] | None:
        text = "no answer has a smaller largest class"
        return self.problem.solution(divided(people)), Guarantee(text, SOURCE, ratio=Fraction(1))

    def _of_classes(self, classes: NDArray[np.int32]) -> Grouping:
        return self.problem.solution(np.flatnonzero(np.diff(classes, prepend=-1)))
