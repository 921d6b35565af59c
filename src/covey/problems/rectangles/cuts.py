"""Tilings by a tree of cuts: once from the top, or with cuts taken back."""

from __future__ import annotations

import math

import numpy as np

from covey._native import rectangles as native
from covey._native.rectangles import Rule
from covey.core import threads
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution


def grow(problem: RectangleProblem, rule: Rule, cap: int | None = None) -> RectangleSolution:
    """Cut while both sides keep k, without taking a cut back.

    Only the proportional rule needs the cap: of the cuts that leave both sides to classes within
    [k, cap], it takes the one after which cells are expected to be most compact.
    """
    most = problem.total if cap is None else cap
    box = np.array(problem.box)
    found = native.grow(
        problem.x,
        problem.y,
        problem.weights,
        box,
        problem.k,
        most,
        rule,
        problem.surface,
        threads.count(),
        problem.by_x,
    )
    return RectangleSolution(*found)


def search(
    problem: RectangleProblem,
    cap: int,
    aim: float,
    effort: int,
    seconds: float,
    evenness: float = math.inf,
) -> RectangleSolution | None:
    """Cells within [k, cap], or None if none were found with this effort, in visits of locations,
    and in this time. Cuts that lead nowhere are taken back.

    ``aim`` says where in [k, cap] the cells should be, from 0 to 1: the middle leaves most slack.
    ``evenness`` is what counts against compact cells: how far classes are from one size, which is
    all that counts if it is infinite.
    """
    box = np.array(problem.box)
    found = native.search(
        problem.x,
        problem.y,
        problem.weights,
        box,
        problem.k,
        cap,
        aim,
        evenness,
        problem.surface,
        effort,
        seconds,
        problem.by_x,
    )
    return None if found is None else RectangleSolution(*found)
