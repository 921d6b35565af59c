"""The paper's kd cuts: cut while both sides keep k (Theorem GPS).

Any tree of cuts that ends only where no cut leaves k on both sides has cells of at most
w(x*, y*) + 4 (k - 1): in such a cell the points left of some vertical line, right of it, below some
horizontal line and above it weigh less than k each, and what is on both lines is one location.
"""

from __future__ import annotations

from covey._native.rectangles import Rule
from covey.problems.rectangles.cuts import grow
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

RULES = {"median": Rule.MEDIAN, "smallest": Rule.SMALLEST, "min-bound": Rule.MIN_BOUND}


def kd(problem: RectangleProblem, rule: str) -> RectangleSolution:
    """Cells by one of the cut rules: ``median``, as equal as possible; ``smallest``, the lightest
    side that keeps k; ``min-bound``, the sides whose own lower bounds are least."""
    return grow(problem, RULES[rule])
