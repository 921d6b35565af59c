"""The proportional method: cut so that both sides can be tiled by classes of the same size.

A set of weight w can be tiled by classes within [k, K] only if w is in
A(K) = {w : m k <= w <= m K for some m}. Each cut is made where both sides are in A(K), with as much
slack as can be. :func:`grow` does so once, from the top; :func:`search` takes cuts back, within a
budget, and K is bisected between the lower bound and what was found.
"""

from __future__ import annotations

from covey.core.lower_bounds import least_largest
from covey.core.stop import Watch
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution
from covey.problems.rectangles.tree import Tree

EFFORT = 60
"""Visits per location that one search may make."""

AIMS = (0.5, 0.25, 0.75, 0.1, 0.9)
"""Where between k and the cap the cells are to be, in the order in which it is tried."""


def proportional(problem: RectangleProblem, watch: Watch, seed: int = 0) -> RectangleSolution:
    """Never ends with a cell that can be cut into two of at least k, so that the guarantee of the
    paper's kd cuts holds for it."""
    tree = Tree.of(problem)
    low, _ = least_largest(problem)
    tree.grow(problem, low)
    best = tree.solution()
    high = int(best.sizes.max())
    effort = watch.iterations(EFFORT) * len(problem.x)
    while low < high and not watch.expired:
        cap = (low + high) // 2
        watch.report(f"proportional: largest cell {high:,}, trying {cap:,}")
        if any(tree.search(problem, cap, aim, effort) for aim in AIMS):
            found = tree.solution()
            high = int(found.sizes.max())
            if problem.cost(found.sizes) <= problem.cost(best.sizes):
                best = found
        else:
            low = cap + 1
    return best
