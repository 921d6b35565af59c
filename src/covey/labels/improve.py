"""The balanced method: as many classes as can be, as equal as can be.

A solution whose classes all have floor(W/m) or ceil(W/m) records is optimal for every k with
floor(W/k) = m, so equal is what to aim for, under either objective. Where the tail test holds
(see :mod:`covey.labels.fill`) that is reached at once; elsewhere the filled classes are improved by
splitting pairs of classes anew (:mod:`covey.labels.pairs`).
"""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from covey.averaging import above_average, crowded, least_squares, prefix_sums
from covey.grouping import Objective
from covey.labels.approx import five_halves
from covey.labels.fill import balanced_targets, fill
from covey.labels.items import Items
from covey.labels.pairs import rebalance
from covey.stop import Watch

COUNTS = 24
"""Numbers of classes that are tried, from the largest possible one down."""

SPLITS = 20_000
"""Pairs of classes that are split anew, for all numbers of classes together."""


def balanced(items: Items, objective: Objective, watch: Watch, seed: int = 0) -> NDArray[np.int32]:
    """Bins by sorted position.

    Never worse than the 5/2 algorithm, whose answer is the fallback: its guarantee holds here.

    >>> from covey.stop import Stop
    >>> items = Items.from_sizes(np.array([7, 7, 7, 7, 4, 4, 3, 2, 2]), k=10)
    >>> sorted(items.loads(balanced(items, "max-size", Stop().start())).tolist())
    [10, 11, 11, 11]
    """
    items = items.reduced
    most = items.most_classes
    splits = watch.iterations(SPLITS)
    best, used, exact = most_equal(items, most, splits, seed)
    if exact:
        return best
    best_rank = rank(items.loads(best), objective)
    sums = prefix_sums(items.sizes)
    fallback = five_halves(items)
    if rank(items.loads(fallback), objective) < best_rank:
        best, best_rank = fallback, rank(items.loads(fallback), objective)
    for classes in range(most - 1, max(0, most - COUNTS), -1):
        splits -= used
        if watch.expired or splits <= 0:
            break
        if _least(items, sums, classes, objective) >= best_rank[0]:
            break
        bins, used, _ = most_equal(items, classes, splits, seed)
        found = rank(items.loads(bins), objective)
        if found < best_rank:
            best, best_rank = bins, found
    return best


def most_equal(
    items: Items, classes: int, splits: int, seed: int
) -> tuple[NDArray[np.int32], int, bool]:
    """Nearly equal classes of at least k, the splits that were tried, and whether they are as
    equal as can be.

    Labels above the average of the classes that are left have a class of their own.
    """
    alone = above_average(items.heaviest(classes), items.total, classes)
    copies = np.clip(np.cumsum(items.copies) - alone, 0, items.copies)
    some = copies > 0
    distinct, copies = items.distinct[some], copies[some]
    shared = classes - alone
    targets = balanced_targets(int((distinct * copies).sum()), shared)
    bins, exact = fill(distinct, copies, targets)
    used = 0
    if not exact:
        bins, used, exact = rebalance(np.repeat(distinct, copies), bins, shared, splits, seed)
    bins = np.concatenate([np.arange(alone, dtype=np.int32), bins + np.int32(alone)])
    return (bins if exact else merge_light(items, bins)), used, exact


def merge_light(items: Items, bins: NDArray[np.int32]) -> NDArray[np.int32]:
    """Merge the two lightest classes while one is below k, and number the classes anew."""
    heap = [(load, bin_) for bin_, load in enumerate(items.loads(bins).tolist())]
    heapq.heapify(heap)
    home = np.arange(len(heap))
    while len(heap) > 1 and heap[0][0] < items.k:
        light, gone = heapq.heappop(heap)
        load, kept = heap[0]
        heapq.heapreplace(heap, (load + light, kept))
        home[gone] = kept
    while not np.array_equal(home, home[home]):
        home = home[home]
    return np.unique(home, return_inverse=True)[1][bins].astype(np.int32)


def rank(loads: NDArray[np.int64], objective: Objective) -> tuple[int, int]:
    """What is minimized, then the tie-break. The sum of squares stands for the quadratic cost,
    which is that sum less a constant."""
    largest = int(loads.max())
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
