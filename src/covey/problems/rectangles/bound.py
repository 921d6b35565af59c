"""Certificates for rectangles: those of any grouping, two of the plane, a search on tiny grids."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.lower_bounds import Arithmetic, Pigeonhole, certify
from covey.core.milp import is_exact
from covey.core.result import Certificate, CertificateFor
from covey.problems.rectangles.grid import Grid
from covey.problems.rectangles.problem import RectangleProblem

MAX_STEPS = 50_000_000
"""Steps that the bound along an edge may take: grids of about 300 by 300."""

EDGES = ("lower", "upper", "left", "right")


@dataclass(frozen=True)
class Stabbing(CertificateFor[RectangleProblem]):
    """Every cell holds a crossing of one of ``columns`` columns with one of ``rows`` rows.

    Scan the distinct x from left to right, and take a column as soon as the weight since the last
    one taken, its own included, reaches k. What lies between two columns taken is lighter than k,
    so every cell reaches over one of them; the same for rows. Cells are disjoint, so there are no
    more of them than crossings, and the largest is at least the average.
    """

    kind: ClassVar[str] = "stabbing"
    columns: int
    rows: int

    def _follows(self, problem: RectangleProblem, seconds: float) -> bool:
        if problem.objective != "max-size":
            return False
        found = tuple(taken(along, problem.weights, problem.k) for along in (problem.x, problem.y))
        return found == (self.columns, self.rows) and self.bound <= -(
            -problem.total // (found[0] * found[1])
        )

    def _explained(self, problem: RectangleProblem) -> str:
        if self.columns == self.rows == 1:
            return "every cell holds the crossing of one column with one row: there is only one"
        return (
            f"every cell holds a crossing of one of {self.columns:,} columns with one of"
            f" {self.rows:,} rows, so there are at most {self.columns * self.rows:,} cells"
        )


@dataclass(frozen=True)
class EdgeChain(CertificateFor[RectangleProblem]):
    """The cells along one edge of the box cannot all be lighter.

    They divide the edge into intervals. A cell on an interval weighs at least as much as the
    lightest rectangle on it that has k. The bound is the least, over all divisions of the edge, of
    the heaviest of these. ``edge`` is a place in EDGES.
    """

    kind: ClassVar[str] = "edge-chain"
    edge: int

    # A negative edge would be a place from the end of EDGES.
    def _is_within(self, problem: RectangleProblem) -> bool:
        return 0 <= self.edge < len(EDGES)

    def _follows(self, problem: RectangleProblem, seconds: float) -> bool:
        if problem.objective != "max-size":
            return False
        grid = problem.grid
        return steps_of(grid, self.edge) <= MAX_STEPS and self.bound <= along_edge(grid, self.edge)

    def _explained(self, problem: RectangleProblem) -> str:
        return f"the cells along the {EDGES[self.edge]} edge cannot all be smaller"


@dataclass(frozen=True)
class Tilings(CertificateFor[RectangleProblem]):
    """No tiling of the grid of distinct coordinates costs less. Checked by searching again."""

    kind: ClassVar[str] = "tilings"

    def _follows(self, problem: RectangleProblem, seconds: float) -> bool | None:
        from covey.problems.rectangles.exact import (
            MAX_RECTANGLES,
            choose_tiling,
            grid_rectangles,
        )

        grid = problem.grid
        if grid.rectangles > MAX_RECTANGLES:
            return False  # no search over so many was ever finished
        parts, weights = grid_rectangles(grid, problem.k)
        if problem.objective == "quadratic":
            charges = weights.astype(np.float64) * (weights - problem.k)
            if not is_exact(charges, len(grid.xs) * len(grid.ys)):
                return False
            chosen, solved = choose_tiling(grid, parts, charges, seconds)
            if not solved:
                return None
            return chosen is not None and problem.cost(weights[chosen]) >= self.bound
        # If no tiling has only rectangles below the bound, the largest of any tiling reaches it.
        within = np.flatnonzero(weights < self.bound)
        if len(within) == 0:
            return True
        few = [parts[place] for place in within]
        chosen, solved = choose_tiling(grid, few, np.zeros(len(few)), seconds)
        return None if not solved else chosen is None

    def _explained(self, problem: RectangleProblem) -> str:
        return "an exhaustive search over all tilings found nothing below it"


def taken(along: NDArray[np.float64], weights: NDArray[np.int64], k: int) -> int:
    """How many times the running weight reaches k, if it starts again behind each coordinate where
    it does."""
    _, place = np.unique(along, return_inverse=True)
    lines = np.zeros(int(place.max()) + 1, dtype=np.int64)
    np.add.at(lines, place, weights)
    sums = np.cumsum(lines)
    count, reached = 0, 0
    while (at := int(np.searchsorted(sums, reached + k))) < len(sums):
        count, reached = count + 1, int(sums[at])
    return count


def steps_of(grid: Grid, edge: int) -> int:
    """What it takes to look at all rectangles on an edge."""
    a, b = len(grid.xs), len(grid.ys)
    return a * a * b if edge < 2 else b * b * a


def along_edge(grid: Grid, edge: int) -> int:
    """The least, over all divisions of an edge, of the heaviest cell that the intervals force."""
    weights = grid.weights if edge < 2 else grid.weights.T
    # Columns become rows for the left and the right edge, and rows are turned round for the upper
    # and the right one: then it is the lower edge in all cases.
    if edge % 2:
        weights = weights[:, ::-1]
    k = grid.problem.k
    sums = np.pad(weights, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    never = np.iinfo(np.int64).max
    # The least heaviest cell of a division of the edge up to each place.
    least = np.full(len(sums), never, dtype=np.int64)
    least[0] = 0
    for begin in range(len(sums) - 1):
        if least[begin] == never:
            continue
        # What the intervals from here weigh, up to each height: it never falls with the height.
        heights = sums[begin + 1 :] - sums[begin]
        # Weights never fall with the height, so the lightest rectangle with k has as many rows as
        # are below k, and one more.
        height = (heights < k).sum(axis=1)
        possible = height < heights.shape[1]
        rows = np.flatnonzero(possible)
        lightest = heights[rows, height[rows]]
        ends = begin + 1 + rows
        least[ends] = np.minimum(least[ends], np.maximum(lightest, least[begin]))
    return int(least[-1])


def strongest(problem: RectangleProblem, cost: int) -> Certificate:
    """The strongest of all certificates that need no search, for an answer of this cost."""
    best = certify(problem, cost)
    # Cheap bounds first. Those along an edge look at every rectangle on it.
    if best.bound == cost or problem.objective == "quadratic":
        return best
    columns, rows = (taken(along, problem.weights, problem.k) for along in (problem.x, problem.y))
    average = -(-problem.total // (columns * rows))
    if average > best.bound:
        best = Stabbing(average, columns, rows)
    grid = problem.grid
    for edge in range(len(EDGES)):
        if best.bound < cost and steps_of(grid, edge) <= MAX_STEPS:
            found = along_edge(grid, edge)
            if found > best.bound:
                best = EdgeChain(found, edge)
    return best


CERTIFICATES: tuple[type[Certificate], ...] = (Arithmetic, Pigeonhole, Stabbing, EdgeChain, Tilings)
