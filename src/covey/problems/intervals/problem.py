"""Ordered values: a class is a run of neighbours."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InternalError, InvalidInput
from covey.core.grouping import Grouping, GroupingProblem, Objective
from covey.core.result import Certificate


@dataclass(frozen=True, eq=False, init=False)
class IntervalProblem(GroupingProblem):
    """Cut n distinct values, in their order and the i-th with ``weights[i]`` records, into
    intervals of at least k records.

    ``values`` are the distinct values themselves, where they are known. ``ends`` says where each of
    them begins and ends, as two arrays: among answers with equal largest intervals, that of the
    least loss is then looked for, which is the width of a record's interval.

    >>> IntervalProblem.from_values([3, 1, 2, 2], k=2).weights
    array([1, 2, 1])
    """

    problem_kind: ClassVar[str] = "intervals"
    item: ClassVar[str] = "value"

    values: NDArray[Any] | None
    ends: tuple[NDArray[np.float64], NDArray[np.float64]] | None

    def __init__(
        self,
        weights: ArrayLike,
        k: int,
        objective: Objective = "max-size",
        values: ArrayLike | None = None,
        ends: tuple[ArrayLike, ArrayLike] | None = None,
    ) -> None:
        super().__init__(weights, k, objective)
        given = None if values is None else np.array(values)
        if given is not None:
            if given.shape != self.weights.shape:
                raise InvalidInput(
                    f"There are {len(self.weights):,} weights, but {given.size:,} values."
                )
            # Asked this way round, NaN is refused, too: it is not above anything.
            if not (given[1:] > given[:-1]).all():
                raise InvalidInput(
                    "Values must be distinct and in ascending order.",
                    hint="IntervalProblem.from_values sorts and counts them.",
                )
            given.flags.writeable = False
        object.__setattr__(self, "values", given)
        object.__setattr__(self, "ends", None if ends is None else self._checked(*ends))

    def _checked(
        self, low: ArrayLike, high: ArrayLike
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        found = tuple(np.array(each, dtype=np.float64) for each in (low, high))
        first, last = found
        shape = self.weights.shape
        if first.shape != shape or last.shape != shape:
            raise InvalidInput(
                f"There are {len(self.weights):,} weights, but {first.size:,} and {last.size:,}"
                " ends of values."
            )
        # Asked this way round, NaN is refused, too.
        in_order = (first <= last).all() and (last[:-1] <= first[1:]).all()
        if not in_order or not np.isfinite(first).all() or not np.isfinite(last).all():
            raise InvalidInput(
                "Every value ends where it begins or above, and not above where the next begins."
            )
        for each in found:
            each.flags.writeable = False
        return first, last

    @classmethod
    def from_values(
        cls, values: ArrayLike, k: int, objective: Objective = "max-size"
    ) -> IntervalProblem:
        """The problem of a column: equal values are one value with a weight."""
        given = np.asarray(values)
        if given.ndim != 1 or given.size == 0:
            raise InvalidInput("Values are one list, with at least one of them.")
        if given.dtype.kind in "fcmM" and np.isnan(given).any():
            raise InvalidInput(
                f"{int(np.isnan(given).sum()):,} values are missing (NaN): they have no place in an"
                " order.",
                hint="Leave them out first.",
            )
        ordered = np.sort(given)
        starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
        weights = np.diff(starts, append=len(ordered))
        problem = cls(weights, k, objective)
        distinct = ordered[starts]
        distinct.flags.writeable = False
        object.__setattr__(problem, "values", distinct)
        return problem

    def solution(self, starts: NDArray[np.int64]) -> IntervalSolution:
        """The solution whose classes begin at these positions; the first is 0."""
        begins = np.zeros(len(self.weights), dtype=np.int32)
        begins[starts] = 1
        # The first class is number 0: the running count of later starts numbers the others.
        begins[0] = 0
        sizes = np.add.reduceat(self.weights, starts)
        return IntervalSolution(np.cumsum(begins, dtype=np.int32), sizes)

    @property
    def certificates(self) -> tuple[type[Certificate], ...]:
        from covey.problems.intervals.bound import CERTIFICATES

        return CERTIFICATES

    def check(self, solution: Grouping, *, at_least: int | None = None) -> None:
        super().check(solution, at_least=at_least)
        steps = np.diff(solution.classes)
        if solution.classes[0] != 0 or not ((steps == 0) | (steps == 1)).all():
            raise InternalError("A class is not an interval.")


class IntervalSolution(Grouping):
    """``classes[i]`` is the class of the i-th value, ``sizes[c]`` the records in class c; classes
    are numbered along the order."""

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where each class begins."""
        return np.flatnonzero(np.diff(self.classes, prepend=-1))
