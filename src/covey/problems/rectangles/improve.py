"""The proportional method: cut so that both sides can be tiled by classes of the same size.

A set of weight w can be tiled by classes within [k, K] only if w is in
A(K) = {w : m k <= w <= m K for some m}. Each cut is made where both sides are in A(K), with as much
slack as possible. :func:`grow` does so once, from the top; :func:`search` takes cuts back, within a
budget, and K is bisected between the lower bound and what was found.
"""

from __future__ import annotations

from covey._native.rectangles import Rule
from covey.core.lower_bounds import least_largest
from covey.core.stop import Watch
from covey.problems.rectangles.cuts import grow, search
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

EFFORT = 60
"""Visits per location that one search may make."""

AIMS = (0.5, 0.25, 0.75, 0.1, 0.9)
"""Where between k and the cap the cells should be, in the order in which it is tried."""


def proportional(problem: RectangleProblem, watch: Watch, seed: int = 0) -> RectangleSolution:
    """Never ends with a cell that can be cut into two of at least k, so that the guarantee of the
    paper's kd cuts holds for it."""
    low, _ = least_largest(problem)
    best = grow(problem, Rule.PROPORTIONAL, low)
    high = int(best.sizes.max())
    while low < high and not watch.expired:
        cap = (low + high) // 2
        watch.report(f"proportional: largest cell {high:,}, trying {cap:,}")
        found = _within(problem, cap, watch)
        if found is not None:
            high = int(found.sizes.max())
            if problem.cost(found.sizes) <= problem.cost(best.sizes):
                best = found
        elif not watch.expired:
            low = cap + 1
    return best


def _within(problem: RectangleProblem, cap: int, watch: Watch) -> RectangleSolution | None:
    """Cells within [k, cap], if one of the aims leads to them in time."""
    effort = watch.iterations(EFFORT) * len(problem.x)
    for aim in AIMS:
        found = search(problem, cap, aim, effort, watch.remaining)
        if found is not None or watch.remaining == 0:
            return found
    return None
