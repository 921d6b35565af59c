"""Hard instances of labels: 3-Partition and Partition as min-max bin covering.

From Du, Eppstein, Goodrich, Lueker, section "The Min-Max Bin Covering Problem".
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar

import numpy as np

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.grouping import Grouping
from covey.core.validate import MAX_COUNT
from covey.problems.labels.problem import LabelProblem, LabelSolution
from covey.research.hard_problems.partition import Half, Partition, ThreePartition, Threes
from covey.research.hard_problems.reduction import Reduction


@dataclass(frozen=True, eq=False)
class HardLabels(Reduction):
    """Labels that are the weights of a source, the i-th label the i-th weight."""

    source_kinds: ClassVar[tuple[str, ...]] = (ThreePartition.name, Partition.name)

    source: ThreePartition | Partition
    problem: LabelProblem

    @classmethod
    def from_three_partition(cls, source: ThreePartition, lift: int = 0) -> HardLabels:
        """Weights w + t B and k = (3t + 1) B, t being the lift.

        Yes: n classes of k. No: fewer than n classes for 3n labels, so that one class has four of
        them, and more than (4t + 1) B records: for large t a gap of almost 4/3, with weights that
        stay small.

        >>> hard = HardLabels.from_three_partition(ThreePartition([2] * 15), lift=1)
        >>> hard.problem.weights.tolist()[:3], hard.yes, hard.no
        ([8, 8, 8], 24, 31)
        """
        bound = source.bound
        lift = _lift(lift, bound)
        problem = LabelProblem(
            [weight + lift * bound for weight in source.weights], _k(lift, bound)
        )
        # Of fewer than n classes, the largest is also at least their average.
        average = -(-problem.total // max(source.count - 1, 1))
        no = max((4 * lift + 1) * bound + 1, average)
        return cls(source, problem, problem.k, no)

    @classmethod
    def from_partition(cls, source: Partition) -> HardLabels:
        """k is half of the sum. Yes: two classes of k. No: one class of 2k, a gap of 2.

        >>> hard = HardLabels.from_partition(Partition([3, 3, 3, 3, 3, 5]))
        >>> hard.yes, hard.no
        (10, 20)
        """
        problem = LabelProblem(list(source.weights), source.half)
        return cls(source, problem, source.half, 2 * source.half)

    def _to_solution(self, answer: Threes | Half) -> Grouping:
        classes = np.zeros(len(self.problem.weights), dtype=np.int32)
        # The weights that are not in the one half are the other.
        groups = (answer,) if isinstance(self.source, Partition) else answer
        for number, members in enumerate(groups):
            # Of Partition the one half is class 1, and the rest stays class 0.
            classes[np.array(members)] = number + isinstance(self.source, Partition)
        sizes = np.zeros(int(classes.max()) + 1, dtype=np.int64)
        np.add.at(sizes, classes, self.problem.weights)
        return LabelSolution(classes, sizes)

    def _to_answer(self, solution: Grouping) -> Any:
        members = [np.flatnonzero(solution.classes == c) for c in range(len(solution.sizes))]
        if isinstance(self.source, Partition):
            return tuple(members[0].tolist())
        return tuple(tuple(places.tolist()) for places in members)


def _k(lift: int, bound: int) -> int:
    return (3 * lift + 1) * bound


def _lift(given: Any, bound: int) -> int:
    try:
        lift = operator.index(given)
    except TypeError:
        lift = -1
    if lift < 0 or _k(lift, bound) > MAX_COUNT or isinstance(given, bool):
        raise InvalidInput(
            "The lift is a whole number t of 0 or more with (3t + 1) times the sum of a set at most"
            f" 2^53; given: {given!r}.",
            given=given,
        )
    return lift
