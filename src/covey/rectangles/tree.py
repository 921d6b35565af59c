"""A tree of cuts as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.rectangles.cuts import read_leaves, search
from covey.rectangles.problem import RectangleProblem, RectangleSolution


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
