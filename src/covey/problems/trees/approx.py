"""At most twice the optimum, star by star; and the finest answer of single nodes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import trees as native
from covey.problems.labels.items import Items
from covey.problems.labels.two import two as two_of_labels
from covey.problems.trees.problem import TreeProblem
from covey.problems.trees.star import Star

Bins = NDArray[np.int32]


def two(problem: TreeProblem) -> Bins:
    """The bin of every node at its parent, no class above twice the optimum.

    The light children of a node fill bins, heaviest first; what is left over, below k, goes to the
    lightest bin or to the lightest heavy child, whichever is better. A star that is above twice the
    lower bound so is solved by the cases of :mod:`covey.problems.labels.two`.
    docs/reference/trees.md has the proof.

    >>> problem = TreeProblem([5, 1, 1, 6], [4, 5, 5, 4, -1, 4], k=4)
    >>> problem.solution(two(problem)).classes.tolist()
    [0, 0, 0, 1]
    """
    # Only the plans that the theorem needs, without a cap above k and without a search of subsets.
    bins, largest, _ = native.solve_stars(
        problem.parents, problem.weights, problem.k, problem.k, False, True, 0
    )
    return with_cases(problem, bins, largest)


def with_cases(problem: TreeProblem, bins: Bins, largest: NDArray[np.int64]) -> Bins:
    """``largest`` is the largest bin at every node. The plans of stars that may be above twice the
    optimum are replaced where the cases of labels have a better one."""
    bound, _ = native.best_bound(problem.parents, problem.weights, problem.k)
    found = bins
    # Twice the bound may be beyond 64 bits.
    for node in np.flatnonzero(largest - bound > bound).tolist():
        star = Star.of(problem, node)
        if int(star.light.sum()) < problem.k:
            continue  # somebody must absorb them, and the lightest heavy child is best
        items = Items.from_sizes(star.light, problem.k)
        own = two_of_labels(items)
        if int(items.loads(own).max()) < largest[node]:
            # The caller's array stays as it is, and most trees need no copy.
            found = found.copy() if found is bins else found
            take(found, star, own)
    return found


def take(bins: Bins, star: Star, own: NDArray[np.int32]) -> None:
    """Put the light children of a star into bins of their own, in the order of their weights."""
    bins[star.nodes] = own
    bins[star.heavy_nodes] = -1


def single_nodes(problem: TreeProblem) -> Bins:
    """A node is divided if each of its children has k records. No other answer whose classes are
    single nodes has a smaller class anywhere, so it is the best of these under both objectives."""
    return native.whole_nodes(problem.parents, problem.weights, problem.k)
