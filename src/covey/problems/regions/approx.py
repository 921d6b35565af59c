"""Theorem zipcodes: cut a spanning tree of low degree into pieces of at least k."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.problems.regions.traversal import rooted
from covey.problems.regions.trees import Tree


def cut_tree(problem: RegionProblem, tree: Tree) -> RegionSolution:
    """From the leaves up, a piece is cut off as soon as it has k; what is left at a root joins the
    lightest piece next to it.

    A piece ends at an area v, below which no more than deg(v) - 1 rests of less than k hang; so it
    weighs at most w(v) + (deg(v) - 1) (k - 1), and with a rest from a root k - 1 more.
    """
    order, parent = rooted(problem.graph.rows, tree.chosen)
    need, at_least = second_of(problem)
    classes = _cut(order, parent, problem.weights, problem.k, need, at_least)
    return solution_of(problem, classes)


def second_of(problem: RegionProblem) -> tuple[NDArray[np.int64], int]:
    """The second weights and their threshold, as compiled loops take them."""
    if problem.second is None:
        none = np.zeros(len(problem.weights), dtype=np.int64)
        # As second weights are, so that no loop is compiled twice.
        none.flags.writeable = False
        return none, 0
    return problem.second.weights, problem.second.at_least


def solution_of(problem: RegionProblem, classes: NDArray[np.int32]) -> RegionSolution:
    """The same regions, numbered by their first areas."""
    _, first, place = np.unique(classes, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    numbered = rank[place]
    sizes = np.zeros(len(first), dtype=np.int64)
    np.add.at(sizes, numbered, problem.weights)
    return RegionSolution(numbered, sizes)


@kernel
def _cut(
    order: NDArray[np.int32],
    parent: NDArray[np.int32],
    weights: NDArray[np.int64],
    k: int,
    need: NDArray[np.int64],
    at_least: int,
) -> NDArray[np.int32]:
    """Every area's piece, named by the area at which it was cut off."""
    count = len(order)
    open_weight = weights.copy()
    open_need = need.copy()
    closed = np.zeros(count, np.bool_)
    for place in range(count - 1, -1, -1):
        v = order[place]
        if open_weight[v] >= k and open_need[v] >= at_least:
            closed[v] = True
        elif parent[v] >= 0:
            open_weight[parent[v]] += open_weight[v]
            open_need[parent[v]] += open_need[v]
    piece = np.empty(count, np.int32)
    for place in range(count):
        v = order[place]
        piece[v] = v if closed[v] or parent[v] < 0 else piece[parent[v]]
    # A root whose piece is not closed hands its areas to the lightest piece below.
    lightest = np.full(count, -1, np.int32)
    for place in range(count):
        v = order[place]
        if closed[v] and parent[v] >= 0:
            above = piece[parent[v]]
            if not closed[above] and (
                lightest[above] < 0 or open_weight[v] < open_weight[lightest[above]]
            ):
                lightest[above] = v
    for v in range(count):
        if not closed[piece[v]]:
            piece[v] = lightest[piece[v]]
    return piece
