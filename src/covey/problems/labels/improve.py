"""The balanced method: as many classes as can be, as equal as can be.

A solution whose classes all have floor(W/m) or ceil(W/m) records is optimal for every k with
floor(W/k) = m, so equal is what to aim for, under either objective. Where the tail test holds
(see :mod:`covey.problems.labels.fill`) that is reached at once; elsewhere the filled classes are
improved by splitting pairs of classes again (:mod:`covey.problems.labels.pairs`).
"""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Objective
from covey.core.lower_bounds import above_average, crowded, least_squares, prefix_sums
from covey.core.stop import Watch
from covey.problems.labels.fill import balanced_targets, fill
from covey.problems.labels.items import Items
from covey.problems.labels.pairs import rebalance
from covey.problems.labels.two import two

SPLITS = 4_000
"""Pairs of classes that are split again for each number of classes, if these are few."""

CROWD = 8
"""Labels per class, on average, from which on their number in each class does not matter."""


def balanced(items: Items, objective: Objective, watch: Watch, seed: int = 0) -> NDArray[np.int32]:
    """Bins by sorted position.

    Never worse than :func:`covey.problems.labels.two.two`, whose answer is the fallback: at most
    twice the optimum.

    >>> from covey.core.stop import Stop
    >>> items = Items.from_sizes(np.array([7, 7, 7, 7, 4, 4, 3, 2, 2]), k=10)
    >>> sorted(items.loads(balanced(items, "max-size", Stop().start())).tolist())
    [10, 11, 11, 11]
    """
    items = items.reduced
    most = items.most_classes
    best, exact = most_equal(items, most, watch, seed)
    if exact:
        return best
    best_rank = rank(items.loads(best), objective)
    # The promise of twice the optimum rests on this answer.
    fallback = two(items)
    if rank(items.loads(fallback), objective) < best_rank:
        best, best_rank = fallback, rank(items.loads(fallback), objective)
    sums = prefix_sums(items.sizes)
    classes = most
    while classes > 1 and not watch.expired:
        # One by one while that changes the average, in growing steps where there are many.
        classes -= max(1, classes // 100)
        # Fewer classes are larger on average: from here on nothing can be better.
        if _least(items, sums, classes, objective) >= best_rank[0]:
            break
        bins, _ = most_equal(items, classes, watch, seed)
        found = rank(items.loads(bins), objective)
        if found < best_rank:
            best, best_rank = bins, found
    return best


def most_equal(
    items: Items, classes: int, watch: Watch, seed: int
) -> tuple[NDArray[np.int32], bool]:
    """Nearly equal classes of at least k, and whether they are as equal as can be.

    Labels above the average of the classes that are left have a class of their own.
    """
    alone = above_average(items.heaviest(classes), items.total, classes)
    shared = classes - alone
    others = items.total - int(items.heaviest(alone).sum())
    filled, exact = fill(items, balanced_targets(others, shared), alone)
    if exact:
        return filled, True
    splits = watch.iterations(max(SPLITS, 4 * shared))
    starts = [filled]
    # Of few labels to a class, how many share it decides. Of many, splitting evens out any start.
    if len(items) - alone < CROWD * shared:
        together = alike(len(items) - alone, shared) + np.int32(alone)
        starts.append(np.concatenate([np.arange(alone, dtype=np.int32), together]))
    found = []
    for start in starts:
        bins, exact = rebalance(items, start, shared, splits, seed, alone)
        if exact:
            return bins, True
        # Equal on average does not keep every class at k.
        found.append(merge_light(items, bins))
    return min(found, key=lambda bins: rank(items.loads(bins), "max-size")), False


def alike(labels: int, classes: int) -> NDArray[np.int32]:
    """As nearly the same number of labels in every class as can be, one more in those of the
    lightest; in each class of heavy and light ones alike.

    Where labels are a large part of k, how many share a class matters more than anything else.

    >>> alike(8, 3).tolist()
    [2, 2, 0, 1, 1, 0, 0, 1]
    """
    each, with_more = divmod(labels, classes)
    heavy = each * (classes - with_more)
    return np.concatenate(
        [
            with_more + _back_and_forth(heavy, classes - with_more),
            _back_and_forth(labels - heavy, with_more),
        ]
    ).astype(np.int32)


def _back_and_forth(labels: int, classes: int) -> NDArray[np.int64]:
    """0, 1, ..., 1, 0, 0, 1, ..."""
    # There may be no class with one label more, and then no label for it either.
    turn, place = np.divmod(np.arange(labels), max(1, classes))
    return np.where(turn % 2 == 0, place, classes - 1 - place)


def merge_light(items: Items, bins: NDArray[np.int32]) -> NDArray[np.int32]:
    """Merge the two lightest classes while one is below k, and number the classes again."""
    heap = [(load, bin_) for bin_, load in enumerate(items.loads(bins).tolist())]
    heapq.heapify(heap)
    home = np.arange(len(heap))
    while len(heap) > 1 and heap[0][0] < items.k:
        # The lightest goes to the next lightest, which stays in the heap with the weight of both.
        light, gone = heapq.heappop(heap)
        load, kept = heap[0]
        heapq.heapreplace(heap, (load + light, kept))
        home[gone] = kept
    # A class may have been merged into one that was merged later itself: follow it to the end.
    while not np.array_equal(home, home[home]):
        home = home[home]
    return np.unique(home, return_inverse=True)[1][bins].astype(np.int32)


def rank(loads: NDArray[np.int64], objective: Objective) -> tuple[int, int]:
    """What is minimized, then the tie-break. The sum of squares stands for the quadratic cost,
    which is that sum less a constant."""
    largest = int(loads.max())
    # Squares of large tables are beyond 64 bits, and numpy would not say so.
    if largest * largest * len(loads) < 2**63:
        squares = int((loads * loads).sum())
    else:
        squares = sum(load * load for load in loads.tolist())
    return (largest, squares) if objective == "max-size" else (squares, largest)


def _least(items: Items, sums: NDArray[np.int64], classes: int, objective: Objective) -> int:
    """What no solution with so many classes can go below."""
    if objective == "quadratic":
        return least_squares(items.sizes, classes)
    return max(items.k, items.largest, -(-items.total // classes), crowded(sums, classes))
