"""Worst-fit-decreasing onto targets: as equal as can be where small items abound, with no search.

Give m bins targets that add up to all the items. The item of size x that comes next goes to the
bin that lacks most. The bins together lack exactly the remaining weight R, so one of them lacks at
least ceil(R/m): an item with x <= ceil(R/m) always fits. If that holds for every item, sorted down
(the *tail test*), each bin ends at its target exactly. Nothing in this argument needs the earlier
items to be placed in any special way, so :func:`fill` deals out the bulk of them at memory speed
and keeps the heap of bins for the items that need it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel


def balanced_targets(total: int, bins: int) -> NDArray[np.int64]:
    """``total`` as evenly as whole numbers allow, the larger ones first."""
    targets = np.full(bins, total // bins, dtype=np.int64)
    targets[: total % bins] += 1
    return targets


@kernel
def fill(
    distinct: NDArray[np.int64], copies: NDArray[np.int64], targets: NDArray[np.int64]
) -> tuple[NDArray[np.int32], bool]:
    """Bins by sorted position, and whether each is filled to its target exactly.

    Where the tail test fails the last items may overfill the bins that lack most.
    """
    bins = len(targets)
    lack = targets.copy()
    name = np.arange(bins).astype(np.int32)
    rest = 0
    count = 0
    for t in range(len(distinct)):
        rest += distinct[t] * copies[t]
        count += copies[t]
    out = np.empty(count, dtype=np.int32)
    _heapify(lack, name)
    place = 0
    t = 0
    left = copies[0]
    while place < count:
        if left == 0:
            t += 1
            left = copies[t]
        elif distinct[t] <= rest // (2 * bins):
            # Deal items out to all bins in turn: a bin drops out when it lacks less than one
            # item. While m times that size remains to be placed, some bin is still in.
            budget = rest - bins * distinct[t]
            active = np.arange(bins)
            open_bins = bins
            at = 0
            while True:
                if left == 0:
                    t += 1
                    left = copies[t]
                size = distinct[t]
                if budget < size:
                    break
                if at >= open_bins:
                    at = 0
                b = active[at]
                if lack[b] < size:
                    open_bins -= 1
                    active[at] = active[open_bins]
                    continue
                run = min(max(1, left // open_bins), lack[b] // size, budget // size)
                out[place : place + run] = name[b]
                place += run
                left -= run
                lack[b] -= run * size
                budget -= run * size
                rest -= run * size
                at += 1
            _heapify(lack, name)
        else:
            out[place] = name[0]
            place += 1
            left -= 1
            lack[0] -= distinct[t]
            rest -= distinct[t]
            _sift(lack, name, 0)
    return out, lack.min() == 0 and lack.max() == 0


@kernel
def worst_fit(sizes: NDArray[np.int64], targets: NDArray[np.int64]) -> NDArray[np.int32]:
    """Each item, in the given order, to the bin that lacks most of its target."""
    lack = targets.copy()
    name = np.arange(len(lack)).astype(np.int32)
    _heapify(lack, name)
    out = np.empty(len(sizes), dtype=np.int32)
    for place in range(len(sizes)):
        out[place] = name[0]
        lack[0] -= sizes[place]
        _sift(lack, name, 0)
    return out


@kernel
def _heapify(lack: NDArray[np.int64], name: NDArray[np.int32]) -> None:
    for at in range(len(lack) // 2 - 1, -1, -1):
        _sift(lack, name, at)


@kernel
def _sift(lack: NDArray[np.int64], name: NDArray[np.int32], at: int) -> None:
    """Move an entry down until no child lacks more."""
    key = lack[at]
    tag = name[at]
    end = len(lack)
    child = 2 * at + 1
    while child < end:
        if child + 1 < end and lack[child + 1] > lack[child]:
            child += 1
        if lack[child] <= key:
            break
        lack[at] = lack[child]
        name[at] = name[child]
        at = child
        child = 2 * at + 1
    lack[at] = key
    name[at] = tag
