"""The certificate that no better chain of intervals exists."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from covey.averaging import Arithmetic, Pigeonhole
from covey.intervals.problem import IntervalProblem
from covey.result import Certificate


@dataclass(frozen=True)
class Chain(Certificate):
    """No chain of intervals costs less than the bound.

    Checked by following all chains, in plain loops that share nothing with the solver. max-size:
    which positions can be reached by intervals of k to bound - 1 records; the end is not one of
    them. quadratic: the least cost of reaching each position.
    """

    kind: ClassVar[str] = "chain"

    def holds(self, problem: IntervalProblem) -> bool:
        sums = [0, *accumulate(problem.weights.tolist())]
        if problem.objective == "quadratic":
            return self.bound <= _least_cost(sums, problem.k)
        return self.bound <= problem.k or not _end_is_reached(sums, problem.k, self.bound - 1)

    def words(self, problem: IntervalProblem) -> str:
        if problem.objective == "quadratic":
            return "the dynamic program over all cuts found no cheaper chain of intervals"
        below = f"{problem.k:,} to {self.bound - 1:,} records"
        return f"no chain of intervals of {below} covers all values"


CERTIFICATES: tuple[type[Certificate], ...] = (Arithmetic, Pigeonhole, Chain)


def _end_is_reached(sums: list[int], k: int, cap: int) -> bool:
    """How many of the first positions are reached, as running counts."""
    reached_before = [0, 1]
    for weight in sums[1:]:
        first = bisect_left(sums, weight - cap)
        last = bisect_right(sums, weight - k)
        hit = last > first and reached_before[last] > reached_before[first]
        reached_before.append(reached_before[-1] + hit)
    return reached_before[-1] > reached_before[-2]


def _least_cost(sums: list[int], k: int) -> int:
    nowhere = sums[-1] ** 2 + 1
    least = [0]
    for weight in sums[1:]:
        best = nowhere
        # An interval that could be cut into two of at least k is never cheaper than the two.
        i = last = bisect_right(sums, weight - k) - 1
        while i >= 0 and sums[i] > sums[last] - k:
            best = min(best, least[i] + (weight - sums[i]) * (weight - sums[i] - k))
            i -= 1
        least.append(best)
    return least[-1]
