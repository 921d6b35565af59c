"""The proportional method: cut so that both sides can be tiled by classes of the same size.

A set of weight w can be tiled by classes within [k, K] only if w is in
A(K) = {w : m k <= w <= m K for some m}. Each cut is made where both sides are in A(K), with as much
slack as can be. :func:`grow` does so once, from the top; :func:`search` takes cuts back, within a
budget, and K is bisected between the lower bound and what was found.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.averaging import arithmetic
from covey.rectangles.cuts import grow, read_leaves, search
from covey.rectangles.problem import RectangleProblem, RectangleSolution
from covey.stop import Watch

EFFORT = 60
"""Visits per location that one search may make."""


@dataclass(eq=False)
class Tree:
    """Points arranged so that every cell's are neighbours; the cells begin at 0, end[0], ..."""

    px: NDArray[np.float64]
    py: NDArray[np.float64]
    pw: NDArray[np.int64]
    pi: NDArray[np.int32]
    end: NDArray[np.int32]
    cell: NDArray[np.float64]

    @classmethod
    def of(cls, problem: RectangleProblem) -> Tree:
        count = len(problem.x)
        return cls(
            problem.x.copy(),
            problem.y.copy(),
            problem.weights.copy(),
            np.arange(count, dtype=np.int32),
            np.zeros(count, dtype=np.int32),
            np.empty((count, 4)),
        )

    def search(self, problem: RectangleProblem, cap: int, effort: int) -> bool:
        left = np.array([effort])
        x0, y0, x1, y1 = box = problem.box
        places = 0, len(self.px), problem.total
        return search(*self.arrays, *places, x0, y0, x1, y1, problem.k, cap, np.array(box), left)

    @property
    def arrays(
        self,
    ) -> tuple[
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.int64],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.float64],
    ]:
        return self.px, self.py, self.pw, self.pi, self.end, self.cell

    def solution(self) -> RectangleSolution:
        return RectangleSolution(*read_leaves(self.pw, self.pi, self.end, self.cell))


def proportional(problem: RectangleProblem, watch: Watch, seed: int = 0) -> RectangleSolution:
    """Never ends with a cell that can be cut into two of at least k, so that the guarantee of the
    paper's kd cuts holds for it."""
    tree = Tree.of(problem)
    box = np.array(problem.box)
    bound = arithmetic(problem).bound
    grow(*tree.arrays, problem.k, bound, box)
    best = tree.solution()
    low, high = bound, int(best.sizes.max())
    effort = watch.iterations(EFFORT) * len(problem.x)
    while low < high and not watch.expired:
        cap = (low + high) // 2
        watch.report(f"proportional: largest cell {high:,}, trying {cap:,}")
        if tree.search(problem, cap, effort):
            best = tree.solution()
            high = int(best.sizes.max())
        else:
            low = cap + 1
    return best
