"""Certificates for rectangles: those of any grouping, and exhaustive search on tiny grids."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from covey.averaging import Arithmetic, Pigeonhole
from covey.rectangles.problem import RectangleProblem
from covey.result import Certificate


@dataclass(frozen=True)
class Tilings(Certificate):
    """No tiling of the grid of distinct coordinates costs less. Checked by searching again."""

    kind: ClassVar[str] = "tilings"

    def holds(self, problem: RectangleProblem) -> bool:
        from covey.rectangles.exact import Grid, choose_tiling, grid_rectangles

        grid = Grid(problem)
        parts, weights = grid_rectangles(grid, problem.k)
        if problem.objective == "quadratic":
            charges = weights.astype(np.float64) * (weights - problem.k)
            chosen, solved = choose_tiling(grid, parts, charges, math.inf)
            return solved and chosen is not None and problem.cost(weights[chosen]) >= self.bound
        within = np.flatnonzero(weights < self.bound)
        if len(within) == 0:
            return True
        few = [parts[place] for place in within]
        return choose_tiling(grid, few, np.zeros(len(few)), math.inf) == (None, True)

    def words(self, problem: RectangleProblem) -> str:
        return "an exhaustive search over all tilings found nothing below it"


CERTIFICATES: tuple[type[Certificate], ...] = (Arithmetic, Pigeonhole, Tilings)
