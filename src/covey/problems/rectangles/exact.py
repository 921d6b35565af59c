"""All guillotine tilings by dynamic programming, and all tilings of tiny grids by HiGHS.

Cuts matter only by which of the distinct coordinates they lie between, so everything happens on the
grid of a columns and b rows that these make.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.core.stop import Watch
from covey.problems.rectangles.plane import round_between
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

if TYPE_CHECKING:
    from covey.core.milp import Limit

MAX_STATES = 4_000_000
"""Rectangles of a grid that the dynamic program looks at: about 60 by 60."""

MAX_RECTANGLES = 3_000
"""Rectangles of a grid that the integer program chooses from: about 10 by 10."""

NOWHERE = 1 << 62


class Grid:
    """The distinct coordinates, and the weight of every rectangle of them by prefix sums."""

    def __init__(self, problem: RectangleProblem) -> None:
        self.problem = problem
        self.xs, column = np.unique(problem.x, return_inverse=True)
        self.ys, row = np.unique(problem.y, return_inverse=True)
        self.column, self.row = column, row

    @cached_property
    def sums(self) -> NDArray[np.int64]:
        sums = np.zeros((len(self.xs) + 1, len(self.ys) + 1), dtype=np.int64)
        np.add.at(sums, (self.column + 1, self.row + 1), self.problem.weights)
        return sums.cumsum(axis=0).cumsum(axis=1)

    @property
    def rectangles(self) -> int:
        a, b = len(self.xs), len(self.ys)
        return (a * (a + 1) // 2) * (b * (b + 1) // 2)

    def solution(self, parts: list[tuple[int, int, int, int]]) -> RectangleSolution:
        """The solution whose cells are these rectangles: columns i to j, rows u to v."""
        x_low, y_low, x_high, y_high = self.problem.box
        x = [x_low, *map(round_between, self.xs[:-1], self.xs[1:]), x_high]
        y = [y_low, *map(round_between, self.ys[:-1], self.ys[1:]), y_high]
        parts = sorted(parts)
        classes = np.empty(len(self.problem.x), dtype=np.int32)
        cells = np.empty((len(parts), 4))
        for number, (i, j, u, v) in enumerate(parts):
            inside = (self.column >= i) & (self.column < j) & (self.row >= u) & (self.row < v)
            classes[inside] = number
            cells[number] = (x[i], y[u], x[j], y[v])
        sizes = np.zeros(len(parts), dtype=np.int64)
        np.add.at(sizes, classes, self.problem.weights)
        return RectangleSolution(classes, sizes, cells)


def best_guillotine(problem: RectangleProblem) -> RectangleSolution | None:
    """The best of all tilings by cuts from side to side; None if the grid is too large.

    max-size, then the quadratic cost among the best.
    """
    grid = Grid(problem)
    if grid.rectangles > MAX_STATES:
        return None
    cap = NOWHERE
    if problem.objective == "max-size":
        cap = int(_least(grid.sums, problem.k, NOWHERE, False)[0][-1])
    if problem.total * min(cap, problem.total) >= NOWHERE:
        _, choice = _least(grid.sums, problem.k, cap, False)
    else:
        _, choice = _least(grid.sums, problem.k, cap, True)
    parts = []
    waiting = [(0, len(grid.xs), 0, len(grid.ys))]
    while waiting:
        i, j, u, v = waiting.pop()
        cut = int(choice[_place(len(grid.xs), len(grid.ys), i, j, u, v)])
        if cut == 0:
            parts.append((i, j, u, v))
        elif cut > 0:
            waiting += [(i, cut, u, v), (cut, j, u, v)]
        else:
            waiting += [(i, j, u, -cut), (i, j, -cut, v)]
    return grid.solution(parts)


@kernel
def _place(a: int, b: int, i: int, j: int, u: int, v: int) -> int:
    """A number for the rectangle of columns i to j and rows u to v; the whole grid is the last."""
    wide = j - i
    tall = v - u
    # Widths in ascending order: those below come first, a - w + 1 rectangles for each width w.
    before = (wide - 1) * (a + 1) - wide * (wide - 1) // 2
    below = (tall - 1) * (b + 1) - tall * (tall - 1) // 2
    return (before + i) * (b * (b + 1) // 2) + below + u


@kernel
def _least(
    sums: NDArray[np.int64], k: int, cap: int, additive: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For every rectangle the least cost of a guillotine tiling with cells from k to cap, and its
    first cut: 0 for none, c for a vertical one before column c, -r for one before row r.

    The cost is the largest cell, or the sum of the squares of all cells.
    """
    a, b = sums.shape[0] - 1, sums.shape[1] - 1
    states = (a * (a + 1) // 2) * (b * (b + 1) // 2)
    least = np.full(states, NOWHERE, dtype=np.int64)
    choice = np.zeros(states, dtype=np.int64)
    for wide in range(1, a + 1):
        for tall in range(1, b + 1):
            for i in range(a - wide + 1):
                j = i + wide
                for u in range(b - tall + 1):
                    v = u + tall
                    weight = sums[j, v] - sums[i, v] - sums[j, u] + sums[i, u]
                    if weight < k:
                        continue
                    best = NOWHERE
                    first = 0
                    if weight <= cap:
                        best = weight * weight if additive else weight
                    if weight >= 2 * k:
                        for c in range(i + 1, j):
                            one = least[_place(a, b, i, c, u, v)]
                            two = least[_place(a, b, c, j, u, v)]
                            if one < NOWHERE and two < NOWHERE:
                                cost = one + two if additive else max(one, two)
                                if cost < best:
                                    best, first = cost, c
                        for r in range(u + 1, v):
                            one = least[_place(a, b, i, j, u, r)]
                            two = least[_place(a, b, i, j, r, v)]
                            if one < NOWHERE and two < NOWHERE:
                                cost = one + two if additive else max(one, two)
                                if cost < best:
                                    best, first = cost, -r
                    at = _place(a, b, i, j, u, v)
                    least[at] = best
                    choice[at] = first
    return least, choice


def best_tiling(
    problem: RectangleProblem, start: RectangleSolution, bound: int, watch: Watch
) -> tuple[RectangleSolution, int] | None:
    """The best of all tilings and a bound on it, by integer programs; None if the grid is too
    large. ``start`` is the best tiling known, ``bound`` a lower bound."""
    grid = Grid(problem)
    if grid.rectangles > MAX_RECTANGLES:
        return None
    parts, weights = grid_rectangles(grid, problem.k)
    best = start
    if problem.objective == "quadratic":
        chosen, proved = choose_tiling(
            grid, parts, weights.astype(np.float64) * (weights - problem.k), watch
        )
        if chosen is not None:
            found = grid.solution([parts[place] for place in chosen])
            if problem.cost(found.sizes) <= problem.cost(best.sizes):
                best = found
        return best, max(bound, problem.cost(best.sizes)) if proved else bound
    candidates = np.unique(weights)
    while bound < int(best.sizes.max()) and not watch.expired:
        within = np.flatnonzero(weights <= bound)
        chosen, proved = choose_tiling(
            grid, [parts[place] for place in within], np.zeros(len(within)), watch
        )
        if chosen is not None:
            best = grid.solution([parts[within[place]] for place in chosen])
        elif proved:
            # The next larger largest cell is the weight of some rectangle.
            bound = int(candidates[np.searchsorted(candidates, bound, side="right")])
        else:
            break
    return best, bound


def grid_rectangles(
    grid: Grid, k: int
) -> tuple[list[tuple[int, int, int, int]], NDArray[np.int64]]:
    """All rectangles of the grid that weigh at least k."""
    parts, weights = [], []
    a, b = len(grid.xs), len(grid.ys)
    for i in range(a):
        for j in range(i + 1, a + 1):
            for u in range(b):
                for v in range(u + 1, b + 1):
                    s = grid.sums
                    weight = int(s[j, v] - s[i, v] - s[j, u] + s[i, u])
                    if weight >= k:
                        parts.append((i, j, u, v))
                        weights.append(weight)
    return parts, np.array(weights, dtype=np.int64)


def choose_tiling(
    grid: Grid,
    parts: list[tuple[int, int, int, int]],
    charges: NDArray[np.float64] | NDArray[np.int64],
    limit: Limit,
) -> tuple[list[int] | None, bool]:
    """The cheapest choice of rectangles that cover every place of the grid exactly once, and
    whether the integer program was solved: without a choice, that there is none."""
    from covey.core.milp import exact_cover

    b = len(grid.ys)
    places = [
        [column * b + row for column in range(i, j) for row in range(u, v)] for i, j, u, v in parts
    ]
    return exact_cover(places, len(grid.xs) * b, charges, limit)
