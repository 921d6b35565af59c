"""All guillotine tilings by dynamic programming, and all tilings of tiny grids by HiGHS.

Everything happens on the grid of distinct coordinates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey._native import rectangles as native
from covey.core.stop import Watch
from covey.problems.rectangles.grid import Grid
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

if TYPE_CHECKING:
    from covey.core.milp import Limit

MAX_STATES = native.MAX_STATES
"""Rectangles of a grid that the dynamic program looks at: about 60 by 60."""

UNLIMITED = 2**62
"""Looks at cuts of which nobody comes to the end."""

MAX_RECTANGLES = 3_000
"""Rectangles of a grid that the integer program chooses from: about 10 by 10."""


def best_guillotine(problem: RectangleProblem) -> RectangleSolution | None:
    """The best of all tilings by cuts from side to side; None if the grid is too large.

    max-size, then the quadratic cost among the best. A dynamic program: for every rectangle of the
    grid the least cost of a tiling, from those of the two sides of every cut.
    """
    grid = problem.grid
    if grid.rectangles > MAX_STATES:
        return None
    largest_counts = problem.objective == "max-size"
    parts = native.best_guillotine(grid.weights, problem.k, largest_counts)
    return grid.solution([(i, j, u, v) for i, j, u, v in parts.tolist()])


def guillotine_within(
    problem: RectangleProblem, cap: int, looks: int, seconds: float
) -> tuple[RectangleSolution | None, bool]:
    """Cells within [k, cap] by cuts from side to side, if there are any that were found in this
    time with so many looks at cuts; and whether it is known that there are none.

    What became of a rectangle of the grid is remembered, so that none is cut twice. Grids of more
    than about 200 by 200 are not looked at.
    """
    grid = problem.grid
    lines = len(grid.xs) + len(grid.ys)
    if grid.rectangles > native.MAX_REMEMBERED or lines > native.MAX_LINES:
        return None, False
    parts, decided = native.guillotine_within(grid.weights, problem.k, cap, looks, seconds)
    if parts is None:
        return None, decided
    return grid.solution([(i, j, u, v) for i, j, u, v in parts.tolist()]), True


def least_guillotine(
    problem: RectangleProblem, best: RectangleSolution, bound: int, watch: Watch
) -> tuple[RectangleSolution, bool]:
    """The least largest cell of all tilings by cuts from side to side, if it is below that of
    ``best``, and whether time was enough to know it. ``bound`` is a lower bound."""
    low, high = bound, int(best.sizes.max())
    while low < high:
        cap = (low + high) // 2
        # The steps are not limited here: exact goes on as long as there is time.
        found, decided = guillotine_within(problem, cap, UNLIMITED, watch.remaining)
        if found is not None:
            best, high = found, int(found.sizes.max())
        elif decided:
            low = cap + 1
        else:
            return best, False
    return best, True


def best_tiling(
    problem: RectangleProblem, start: RectangleSolution, bound: int, watch: Watch
) -> tuple[RectangleSolution, int] | None:
    """The best of all tilings and a bound on it, by integer programs; None if the grid is too
    large. ``start`` is the best tiling known, ``bound`` a lower bound."""
    grid = problem.grid
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
    # From the bound upwards: the first weight at which a tiling exists is the optimum, and each one
    # before it is proved to have none.
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
    # At most MAX_RECTANGLES of them: plain loops are quick enough.
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
