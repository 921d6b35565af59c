"""The default method: several ways to fill each star, and a second look at the worst ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import trees as native
from covey.core.dataclass import dataclass
from covey.core.grouping import Objective
from covey.core.stop import Watch
from covey.problems.labels.improve import balanced
from covey.problems.labels.items import Items
from covey.problems.trees.approx import Bins, take, with_cases
from covey.problems.trees.problem import TreeProblem
from covey.problems.trees.star import Star

SQUARES_UP_TO = 5
"""Light children of a node up to which the least squares are searched for among all ways."""

STARS = 200
"""Stars above the bound that are balanced as labels are."""


@dataclass(frozen=True, eq=False)
class Filled:
    """The bin of every node, and the highest lower bound that a node proves, with that node.
    ``searched``: by all subsets of its light children."""

    bins: Bins
    bound: int
    node: int
    searched: bool
    all_best: bool
    """Whether every star is solved exactly."""


def filled(problem: TreeProblem, watch: Watch, seed: int, squares_up_to: int) -> Filled:
    """Never worse than :func:`covey.problems.trees.approx.two`: at most twice the optimum.

    The stars are independent: each may use what the worst one needs. So the second pass is for the
    tie-break alone, the least sum of squares within the largest class of the first.
    """
    bound, node = native.best_bound(problem.parents, problem.weights, problem.k)
    if problem.objective == "quadratic":
        # Any bin may be as large as need be: the squares alone count.
        bins, _, best = _stars(problem, problem.total, squares_up_to)
        return Filled(bins, bound, node, searched=False, all_best=bool(best.all()))
    bins, largest, best = _stars(problem, bound, squares_up_to)
    # Only a star that was solved by all subsets proves its largest bin.
    proved = np.where(best == 1, largest, 0)
    searched = int(proved.max()) > bound
    if searched:
        bound, node = int(proved.max()), int(np.argmax(proved))
    worst = max(int(largest.max()), bound)
    if worst > bound:
        bins, worst = _balanced(problem, bins, largest, bound, watch, seed)
    again, largest, _ = _stars(problem, worst, squares_up_to)
    # The root has no parent, and no bin.
    bins = np.where((largest <= worst)[problem.parents], again, bins)
    return Filled(bins, bound, node, searched, all_best=False)


def _stars(
    problem: TreeProblem, cap: int, squares_up_to: int
) -> tuple[Bins, NDArray[np.int64], NDArray[np.uint8]]:
    quadratic = problem.objective == "quadratic"
    return native.solve_stars(
        problem.parents, problem.weights, problem.k, cap, quadratic, False, squares_up_to
    )


def _balanced(
    problem: TreeProblem,
    bins: Bins,
    largest: NDArray[np.int64],
    bound: int,
    watch: Watch,
    seed: int,
) -> tuple[Bins, int]:
    """The worst stars again, their light children without heavy ones as labels are. Returns the
    largest class as well."""
    found, largest = with_cases(problem, bins, largest).copy(), largest.copy()
    objective: Objective = "max-size"
    above = np.flatnonzero(largest > bound)
    above = above[np.argsort(-largest[above], kind="stable")]
    for node in above[:STARS].tolist():
        star = Star.of(problem, node)
        # The cases of labels may have replaced the plan of this star.
        largest[node] = _largest(star, found)
        if watch.expired or int(star.light.sum()) < problem.k:
            continue
        items = Items.from_sizes(star.light, problem.k)
        own = balanced(items, objective, watch, seed)
        if int(items.loads(own).max()) < largest[node]:
            take(found, star, own)
            largest[node] = int(items.loads(own).max())
    return found, max(bound, int(largest.max()))


def _largest(star: Star, bins: Bins) -> int:
    """The largest bin of a star."""
    loads = np.zeros(int(bins[star.nodes].max()) + 1, dtype=np.int64)
    np.add.at(loads, bins[star.nodes], star.light)
    absorbing = bins[star.heavy_nodes] >= 0
    np.add.at(loads, bins[star.heavy_nodes[absorbing]], star.heavy[absorbing])
    return int(loads.max())
