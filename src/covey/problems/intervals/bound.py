"""The certificate that no better chain of intervals exists."""

from __future__ import annotations

from collections import deque
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.lower_bounds import Arithmetic, Pigeonhole
from covey.core.result import Certificate, CertificateFor
from covey.problems.intervals.problem import IntervalProblem


@dataclass(frozen=True)
class Chain(CertificateFor[IntervalProblem]):
    """No chain of intervals costs less than the bound.

    Checked by following all chains, in plain loops that share nothing with the solver. max-size:
    which positions can be reached by intervals of k to bound - 1 records; the end is not one of
    them. quadratic: the least cost of reaching each position.
    """

    kind: ClassVar[str] = "chain"

    def _follows(self, problem: IntervalProblem, seconds: float) -> bool:
        sums = np.append(0, np.cumsum(problem.weights))
        if problem.objective == "quadratic":
            return self.bound <= _least_cost(sums.tolist(), problem.k)
        return self.bound <= problem.k or not _end_is_reached(sums, problem.k, self.bound - 1)

    def _explained(self, problem: IntervalProblem) -> str:
        if problem.objective == "quadratic":
            return "the dynamic program over all cuts found no cheaper chain of intervals"
        below = f"{problem.k:,} to {self.bound - 1:,} records"
        return f"no chain of intervals of {below} covers all values"


CERTIFICATES: tuple[type[Certificate], ...] = (Arithmetic, Pigeonhole, Chain)


def _end_is_reached(sums: NDArray[np.int64], k: int, cap: int) -> bool:
    """How many of the first positions are reached, as running counts."""
    # No interval has more records than there are: a cap may be any number of a file.
    # Starts from which an interval may end here: at most cap records away, and at least k.
    first = np.searchsorted(sums, sums[1:] - min(cap, int(sums[-1])), side="left")
    last = np.searchsorted(sums, sums[1:] - k, side="right")
    # Position 0 is reached. Entry i counts the reached ones among the first i positions.
    reached, reached_before = 1, [0, 1]
    for begin, end in zip(first.tolist(), last.tolist(), strict=True):
        hit = end > begin and reached_before[end] > reached_before[begin]
        reached += hit
        reached_before.append(reached)
    return reached_before[-1] > reached_before[-2]


def _least_cost(sums: list[int], k: int) -> int:
    """The cost of a chain whose last link is from s to t is a line in t, of slope -2 s, and besides
    t (t - k), whatever s is. Only lines that are lowest somewhere ahead are kept."""
    # None where no chain of k or more ends. Sums may be beyond 64 bits in squares: Python's
    # integers.
    least: list[int | None] = [0]
    lines: deque[tuple[int, int]] = deque()
    usable = 0
    for weight in sums[1:]:
        # A start becomes usable once k records lie between it and the end, and stays so.
        while sums[usable] <= weight - k:
            so_far = least[usable]
            if so_far is not None:
                _keep(lines, -2 * sums[usable], so_far + sums[usable] * (sums[usable] + k))
            usable += 1
        # Ends only grow, and later lines fall more steeply: a line that is not lowest now never is
        # again.
        while len(lines) > 1 and _at(lines[1], weight) <= _at(lines[0], weight):
            lines.popleft()
        least.append(_at(lines[0], weight) + weight * (weight - k) if lines else None)
    assert least[-1] is not None, "all values in one interval are a chain"
    return least[-1]


def _keep(lines: deque[tuple[int, int]], slope: int, height: int) -> None:
    """Add a line that falls as steeply as all others or more, without those that it makes
    useless."""
    if lines and lines[-1][0] == slope:
        height = min(height, lines.pop()[1])
    while len(lines) > 1:
        (slope_1, height_1), (slope_2, height_2) = lines[-2], lines[-1]
        # The line in the middle is lowest somewhere only if it meets the first one before the new
        # one does. Multiplied out, so that whole numbers are enough.
        if (height - height_1) * (slope_1 - slope_2) > (height_2 - height_1) * (slope_1 - slope):
            break
        lines.pop()
    lines.append((slope, height))


def _at(line: tuple[int, int], weight: int) -> int:
    return line[0] * weight + line[1]
