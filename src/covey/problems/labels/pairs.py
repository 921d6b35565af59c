"""Splitting pairs of classes again, as equally as their labels allow.

The most equal split of a set of up to 20 labels is found exactly, by meeting in the middle; of a
larger set some labels are drawn and the others stay. Every accepted split lowers the sum of squares
of the class sizes, so the descent ends.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel

MOVABLE = 64
"""Labels per class that may change their class."""

FEW, MANY = 14, 20
"""Labels of a pair that are split again together: few while that helps, since it is several
times as fast, then many."""


@kernel
def rebalance(
    sizes: NDArray[np.int64], start: NDArray[np.int32], classes: int, splits: int, seed: int
) -> tuple[NDArray[np.int32], bool]:
    """More equal bins, after so many splits at most, and whether they are as equal as can be.

    In rounds: the heaviest class with the lightest, the second heaviest with the second lightest,
    and so on. After a round that changed nothing, the heaviest and the lightest with every other
    class; then pairs drawn at random.
    """
    np.random.seed(seed)
    bins = start.copy()
    loads = np.zeros(classes, dtype=np.int64)
    first = np.full(classes, -1, dtype=np.int64)
    after = np.empty(len(sizes), dtype=np.int64)
    held = np.zeros(classes, dtype=np.int64)
    for place in range(len(sizes)):
        loads[bins[place]] += sizes[place]
        held[bins[place]] += 1
    # Some labels of each class are enough to move, if they are of all its sizes.
    every = (held - 1) // MOVABLE + 1
    until = np.ones(classes, dtype=np.int64)
    for place in range(len(sizes)):
        b = bins[place]
        until[b] -= 1
        if until[b] == 0:
            until[b] = every[b]
            after[place] = first[b]
            first[b] = place
    tried = 0
    vain = 0
    while tried < splits and loads.max() - loads.min() > 1:
        by_load = np.argsort(loads, kind="mergesort")
        better = False
        for turn in range(classes // 2):
            a = by_load[classes - 1 - turn]
            b = by_load[turn]
            if loads[a] - loads[b] <= 1 or tried >= splits:
                break
            tried += 1
            better |= _split(sizes, bins, loads, first, after, a, b, FEW)
        for turn in range(2 * classes):
            if better or tried >= splits:
                break
            a = by_load[classes - 1 if turn < classes else 0]
            b = by_load[turn % classes]
            tried += 1
            better = _split(sizes, bins, loads, first, after, a, b, MANY)
        vain = 0
        while not better and tried < splits and vain < 8 * classes:
            vain += 1
            tried += 1
            a = np.random.randint(classes)
            b = np.random.randint(classes)
            better = _split(sizes, bins, loads, first, after, a, b, MANY)
        if not better:
            break
    return bins, loads.max() - loads.min() <= 1


@kernel
def _split(
    sizes: NDArray[np.int64],
    bins: NDArray[np.int32],
    loads: NDArray[np.int64],
    first: NDArray[np.int64],
    after: NDArray[np.int64],
    a: int,
    b: int,
    most: int,
) -> bool:
    """Split classes a and b again if that brings their sizes closer together."""
    if abs(loads[a] - loads[b]) <= 1:
        return False
    members = _members(first, after, a, b, most)
    fixed = loads[a]
    for place in members:
        if bins[place] == a:
            fixed -= sizes[place]
    both = loads[a] + loads[b]
    free = len(members)
    half = free // 2
    sums_left, masks_left = _subset_sums(sizes, members[:half])
    sums_right, masks_right = _subset_sums(sizes, members[half:free])
    gap = abs(loads[a] - loads[b])
    mask_left = -1
    mask_right = -1
    i = 0
    j = len(sums_right) - 1
    while i < len(sums_left) and j >= 0:
        excess = 2 * (fixed + sums_left[i] + sums_right[j]) - both
        if abs(excess) < gap:
            gap = abs(excess)
            mask_left = masks_left[i]
            mask_right = masks_right[j]
        if excess > 0:
            j -= 1
        else:
            i += 1
    if mask_left < 0:
        return False
    for i in range(free):
        mask = mask_left >> i if i < half else mask_right >> (i - half)
        old = bins[members[i]]
        new = a if mask & 1 else b
        if old != new:
            _unlink(first, after, old, members[i])
            after[members[i]] = first[new]
            first[new] = members[i]
            loads[old] -= sizes[members[i]]
            loads[new] += sizes[members[i]]
            bins[members[i]] = new
    return True


@kernel
def _members(
    first: NDArray[np.int64], after: NDArray[np.int64], a: int, b: int, most: int
) -> NDArray[np.int64]:
    """At most so many labels of two classes, drawn from all that may move."""
    chosen = np.empty(most, dtype=np.int64)
    seen = 0
    for c in (a, b):
        place = first[c]
        while place >= 0:
            if seen < most:
                chosen[seen] = place
            else:
                # Reservoir sampling: every label has the same chance.
                at = np.random.randint(seen + 1)
                if at < most:
                    chosen[at] = place
            seen += 1
            place = after[place]
    return chosen[: min(seen, most)].copy()


@kernel
def _unlink(first: NDArray[np.int64], after: NDArray[np.int64], c: int, place: int) -> None:
    if first[c] == place:
        first[c] = after[place]
        return
    at = first[c]
    while after[at] != place:
        at = after[at]
    after[at] = after[place]


@kernel
def _subset_sums(
    sizes: NDArray[np.int64], members: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All subset sums in ascending order, with the subsets as bit masks, by merging."""
    sums = np.zeros((2, 1 << len(members)), dtype=np.int64)
    masks = np.zeros((2, 1 << len(members)), dtype=np.int64)
    old = 0
    for bit in range(len(members)):
        size = sizes[members[bit]]
        n = 1 << bit
        new = 1 - old
        i = 0
        j = 0
        for out in range(2 * n):
            if i < n and (j >= n or sums[old, i] <= sums[old, j] + size):
                sums[new, out] = sums[old, i]
                masks[new, out] = masks[old, i]
                i += 1
            else:
                sums[new, out] = sums[old, j] + size
                masks[new, out] = masks[old, j] | (1 << bit)
                j += 1
        old = new
    return sums[old], masks[old]
