"""A tree of cuts as arrays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.problems.rectangles.cut_search import (
    PROPORTIONAL,
    best_cut,
    cut_greedily,
    read_leaves,
    search,
)
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

LARGE = 100_000
"""Locations from which on more than one core is worth it."""

PARTS = 8


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

    def grow(self, problem: RectangleProblem, cap: int, rule: int = PROPORTIONAL) -> None:
        """Cut from the top; the parts of a large table on all cores."""
        box = np.array(problem.box)
        parts = [(0, len(self.px), box)]
        while len(self.px) >= LARGE and len(parts) < PARTS:
            lo, hi, own = parts.pop(0)
            weight = int(self.pw[lo:hi].sum())
            points = self.px, self.py, self.pw, self.pi
            x0, y0, x1, y1 = own.tolist()
            axis, at, _, cut = best_cut(
                *points, lo, hi, weight, problem.k, cap, rule, x0, y0, x1, y1, box
            )
            if axis < 0:
                parts.append((lo, hi, own))
                break
            below, above = own.copy(), own.copy()
            below[axis + 2] = above[axis] = cut
            parts += [(lo, at, below), (at, hi, above)]
        with ThreadPoolExecutor() as pool:
            # Kernels release the GIL.
            for done in [
                pool.submit(cut_greedily, *self.arrays, lo, hi, problem.k, cap, rule, own, box)
                for lo, hi, own in parts
            ]:
                done.result()

    def search(self, problem: RectangleProblem, cap: int, aim: float, effort: int) -> bool:
        """Whether cells within [k, cap] were found; they are then what the tree holds."""
        x0, y0, x1, y1 = problem.box
        places = 0, len(self.px), problem.total
        left = np.array([effort])
        return search(*self.arrays, *places, x0, y0, x1, y1, problem.k, cap, aim, left)

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
