"""Exact where the light children of every node that matters are few: all their subsets."""

from __future__ import annotations

from covey.core.stop import Watch
from covey.problems.trees.improve import Filled, filled
from covey.problems.trees.problem import TreeProblem
from covey.problems.trees.star import MOST_LIGHT

SQUARES_UP_TO = 8
"""Light children up to which the tie-break of max-size, the least squares, is exact."""


def exact(problem: TreeProblem, watch: Watch, seed: int) -> Filled:
    """max-size: every star above the lower bound by all subsets, if it has at most ``MOST_LIGHT``
    light children; the largest class is least then. quadratic: every star."""
    quadratic = problem.objective == "quadratic"
    return filled(problem, watch, seed, MOST_LIGHT if quadratic else SQUARES_UP_TO)
