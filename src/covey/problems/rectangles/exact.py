"""All guillotine tilings by dynamic programming, and all tilings of tiny grids by HiGHS.

Cuts matter only by which of the distinct coordinates they lie between, so everything happens on the
grid of a columns and b rows that these make.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey._native import rectangles as native
from covey.core.stop import Watch
from covey.problems.rectangles.plane import round_between
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

if TYPE_CHECKING:
    from covey.core.milp import Limit

MAX_STATES = native.MAX_STATES
"""Rectangles of a grid that the dynamic program looks at: about 60 by 60."""

MAX_RECTANGLES = 3_000
"""Rectangles of a grid that the integer program chooses from: about 10 by 10."""


class Grid:
    """The distinct coordinates, and the weight of every rectangle of them by prefix sums."""

    def __init__(self, problem: RectangleProblem) -> None:
        self.problem = problem
        self.xs, column = np.unique(problem.x, return_inverse=True)
        self.ys, row = np.unique(problem.y, return_inverse=True)
        self.column, self.row = column, row

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """By column and row."""
        weights = np.zeros((len(self.xs), len(self.ys)), dtype=np.int64)
        np.add.at(weights, (self.column, self.row), self.problem.weights)
        return weights

    @cached_property
    def sums(self) -> NDArray[np.int64]:
        """What the columns before i and the rows before u weigh together."""
        return np.pad(self.weights, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)

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

    max-size, then the quadratic cost among the best. A dynamic program: for every rectangle of the
    grid the least cost of a tiling, from those of the two sides of every cut.
    """
    grid = Grid(problem)
    if grid.rectangles > MAX_STATES:
        return None
    largest_counts = problem.objective == "max-size"
    parts = native.best_guillotine(grid.weights, problem.k, largest_counts)
    return grid.solution([(i, j, u, v) for i, j, u, v in parts.tolist()])


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
