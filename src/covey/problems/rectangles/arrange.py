"""Arranging points in place: those on one side of a cut before those on the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel

BLOCK = 128
"""Points whose side is noted before any is moved: the notes need no branches to be guessed."""

SORTED = 24
"""Up to so many points are sorted outright."""


@kernel
def split_around(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    lo: int,
    hi: int,
    axis: int,
    target: int,
    weight: int,
) -> tuple[int, int, float, float]:
    """Arrange the points lo to hi, of the given weight, by a coordinate around the value v at which
    their running weight passes the target: those below v, then the others.

    Returns where the second part begins, what the first weighs, its highest value, and v.
    """
    key = px if axis == 0 else py
    left = lo
    right = hi
    below = 0
    within = weight
    while right - left > 1:
        if right - left <= SORTED:
            _sort(px, py, pw, pi, key, left, right)
            while left + 1 < right and target >= below + pw[left]:
                below += pw[left]
                left += 1
            break
        pivot = _near_share(key, left, right, (target - below) / max(1, within))
        if right - left < 4 * BLOCK:
            border, lighter = _partition_few(px, py, pw, pi, key, left, right, pivot)
        else:
            border, lighter = _partition(px, py, pw, pi, key, left, right, pivot)
        if target < below + lighter:
            right = border
            within = lighter
            continue
        # The pivot's own points come next, so that every round makes the range smaller.
        after, equal = _bring_forward(px, py, pw, pi, key, border, right, pivot)
        below += lighter
        if target < below + equal or after == right:
            left = border
            break
        below += equal
        within -= lighter + equal
        left = after
    value = key[left]
    highest = -np.inf
    ties = False
    for at in range(lo, left):
        highest = max(highest, key[at])
        ties |= key[at] == value
    if not ties:
        return left, below, highest, value
    highest = -np.inf
    at = lo
    while at < left:
        if key[at] == value:
            left -= 1
            below -= pw[at]
            _swap(px, py, pw, pi, at, left)
        else:
            highest = max(highest, key[at])
            at += 1
    return left, below, highest, value


@kernel
def split_after(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    lo: int,
    hi: int,
    axis: int,
    value: float,
) -> tuple[int, int, float]:
    """Of points lo to hi, none below the value, bring those at it to the front.

    Returns where the others begin, what those at the value weigh, and the next value.
    """
    key = px if axis == 0 else py
    after, equal = _bring_forward(px, py, pw, pi, key, lo, hi, value)
    following = np.inf
    for at in range(after, hi):
        following = min(following, key[at])
    return after, equal, following


@kernel
def _bring_forward(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    key: NDArray[np.float64],
    lo: int,
    hi: int,
    value: float,
) -> tuple[int, int]:
    """Points with this key to the front; where they end, and what they weigh."""
    border = lo
    equal = 0
    for at in range(lo, hi):
        if key[at] == value:
            equal += pw[at]
            if at != border:
                _swap(px, py, pw, pi, at, border)
            border += 1
    return border, equal


@kernel
def _partition(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    key: NDArray[np.float64],
    lo: int,
    hi: int,
    pivot: float,
) -> tuple[int, int]:
    """Points below the pivot first; where they end, and what they weigh.

    From both ends at once: the places of points on the wrong side are noted block by block, then
    they change places in pairs.
    """
    wrong_left = np.empty(BLOCK, dtype=np.int64)
    wrong_right = np.empty(BLOCK, dtype=np.int64)
    left = lo
    right = hi
    lefts = left_at = rights = right_at = 0
    left_end = left
    right_end = right
    while True:
        if left_at == lefts:
            left = left_end
            left_end = min(left + BLOCK, right_end)
            left_at = lefts = 0
            for at in range(left, left_end):
                wrong_left[lefts] = at
                lefts += key[at] >= pivot
        if right_at == rights:
            right = right_end
            right_end = max(right - BLOCK, left_end)
            right_at = rights = 0
            for at in range(right - 1, right_end - 1, -1):
                wrong_right[rights] = at
                rights += key[at] < pivot
        pairs = min(lefts - left_at, rights - right_at)
        for pair in range(pairs):
            _swap(px, py, pw, pi, wrong_left[left_at + pair], wrong_right[right_at + pair])
        left_at += pairs
        right_at += pairs
        if left_end >= right_end and (left_at == lefts or right_at == rights):
            break
    # At most one side has points left that are on the wrong one.
    border = left_end
    if left_at < lefts:
        for place in range(lefts - 1, left_at - 1, -1):
            border -= 1
            _swap(px, py, pw, pi, wrong_left[place], border)
    else:
        for place in range(rights - 1, right_at - 1, -1):
            _swap(px, py, pw, pi, wrong_right[place], border)
            border += 1
    lighter = 0
    for at in range(lo, border):
        lighter += pw[at]
    return border, lighter


@kernel
def _partition_few(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    key: NDArray[np.float64],
    lo: int,
    hi: int,
    pivot: float,
) -> tuple[int, int]:
    """As _partition, one by one."""
    border = lo
    lighter = 0
    for at in range(lo, hi):
        if key[at] < pivot:
            lighter += pw[at]
            _swap(px, py, pw, pi, at, border)
            border += 1
    return border, lighter


@kernel
def _sort(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    key: NDArray[np.float64],
    lo: int,
    hi: int,
) -> None:
    """Insertion sort."""
    for at in range(lo + 1, hi):
        x, y, w, i, value = px[at], py[at], pw[at], pi[at], key[at]
        to = at
        while to > lo and key[to - 1] > value:
            px[to], py[to], pw[to], pi[to] = px[to - 1], py[to - 1], pw[to - 1], pi[to - 1]
            to -= 1
        px[to], py[to], pw[to], pi[to] = x, y, w, i


@kernel
def _near_share(key: NDArray[np.float64], left: int, right: int, share: float) -> float:
    """One of the keys, near the one below which the given share of them lies."""
    span = right - left
    if span < 40:
        return float(key[left + span // 2])
    size = 9 if span < 600 else 33
    sample = np.empty(size)
    draw = np.uint64(span)
    for i in range(size):
        draw = draw * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        sample[i] = key[left + np.int64((draw >> np.uint64(33)) % np.uint64(span))]
    sample.sort()
    return float(sample[min(size - 1, max(0, int(share * size)))])


@kernel
def split_at(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    lo: int,
    hi: int,
    axis: int,
    cut: float,
) -> int:
    """Arrange the points lo to hi into those below the cut and the others, which begin there."""
    key = px if axis == 0 else py
    first = lo
    last = hi
    while first < last:
        if key[first] < cut:
            first += 1
        else:
            last -= 1
            _swap(px, py, pw, pi, first, last)
    return first


@kernel
def _swap(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    a: int,
    b: int,
) -> None:
    px[a], px[b] = px[b], px[a]
    py[a], py[b] = py[b], py[a]
    pw[a], pw[b] = pw[b], pw[a]
    pi[a], pi[b] = pi[b], pi[a]
