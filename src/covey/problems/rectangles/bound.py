"""Certificates for rectangles: those of any grouping, and exhaustive search on tiny grids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from covey.core.lower_bounds import Arithmetic, Pigeonhole
from covey.core.milp import is_exact
from covey.core.result import Certificate
from covey.problems.rectangles.problem import RectangleProblem


@dataclass(frozen=True)
class Tilings(Certificate):
    """No tiling of the grid of distinct coordinates costs less. Checked by searching again."""

    kind: ClassVar[str] = "tilings"

    def _follows(self, problem: RectangleProblem, seconds: float) -> bool | None:
        from covey.problems.rectangles.exact import (
            MAX_RECTANGLES,
            Grid,
            choose_tiling,
            grid_rectangles,
        )

        grid = Grid(problem)
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
        within = np.flatnonzero(weights < self.bound)
        if len(within) == 0:
            return True
        few = [parts[place] for place in within]
        chosen, solved = choose_tiling(grid, few, np.zeros(len(few)), seconds)
        return None if not solved else chosen is None

    def _explained(self, problem: RectangleProblem) -> str:
        return "an exhaustive search over all tilings found nothing below it"


CERTIFICATES: tuple[type[Certificate], ...] = (Arithmetic, Pigeonhole, Tilings)
