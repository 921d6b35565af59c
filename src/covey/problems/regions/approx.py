"""Theorem zipcodes: cut a spanning tree of low degree into pieces of at least k."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.problems.regions.trees import Tree


def cut_tree(problem: RegionProblem, tree: Tree) -> RegionSolution:
    """From the leaves up, a piece is cut off as soon as it has k; what is left at a root joins the
    lightest piece next to it.

    A piece ends at an area v, below which no more than deg(v) - 1 rests of less than k hang; so it
    weighs at most w(v) + (deg(v) - 1) (k - 1), and with a rest from a root k - 1 more.
    """
    second, at_least = second_of(problem)
    native = problem.graph.native
    pieces = native.cut(tree.chosen, problem.weights, problem.k, second, at_least)
    return solution_of(problem, pieces)


def second_of(problem: RegionProblem) -> tuple[NDArray[np.int64], int]:
    """The second weights and their threshold, as compiled loops take them."""
    if problem.second is None:
        return np.zeros(len(problem.weights), dtype=np.int64), 0
    return problem.second.weights, problem.second.at_least


def solution_of(problem: RegionProblem, classes: NDArray[np.int32]) -> RegionSolution:
    """The same regions, numbered by their first areas."""
    # By first areas, so that an answer does not depend on how a method numbers its regions.
    _, first, place = np.unique(classes, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    numbered = rank[place]
    sizes = np.zeros(len(first), dtype=np.int64)
    np.add.at(sizes, numbered, problem.weights)
    return RegionSolution(numbered, sizes)
