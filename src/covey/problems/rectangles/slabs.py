"""Slabs: at most four times the optimum over all tilings (docs/explanation/slabs.md).

Columns are taken together until they have k, and every slab is cut by rows, as well as can be. What
is left at the end goes to one of the slabs, whose columns then share their light neighbours in
another way. The proof needs no tree of cuts, and its optimum is that over all tilings, pinwheels
included.
"""

from __future__ import annotations

import numpy as np

from covey._native import rectangles as native
from covey._native.rectangles import Axis
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution


def slabs(problem: RectangleProblem) -> RectangleSolution:
    """The better one of slabs of columns and slabs of rows: of equal ones, columns."""
    # The proof holds in either direction, but one alone can be far worse than the other (slabs.md).
    both = (along(problem, axis) for axis in (Axis.X, Axis.Y))
    return min(both, key=lambda found: int(found.sizes.max()))


def along(problem: RectangleProblem, axis: Axis) -> RectangleSolution:
    """Slabs of neighbours on one axis, cut across it."""
    box = np.array(problem.box)
    found = native.slabs(problem.x, problem.y, problem.weights, box, problem.k, axis, problem.by_x)
    return RectangleSolution(*found)
