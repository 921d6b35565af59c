"""Points in arrays that are partitioned in place, and what a tiling is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.jit import kernel


@kernel
def merge_equal(
    x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The location of every point, and the first point of every location: an open hash table."""
    n = len(x)
    bits = 1
    while (1 << bits) < 2 * n:
        bits += 1
    mask = (1 << bits) - 1
    table = np.full(1 << bits, -1, dtype=np.int32)
    xs = x.view(np.uint64)
    ys = y.view(np.uint64)
    rows = np.empty(n, dtype=np.int32)
    places = np.empty(n, dtype=np.int32)
    found = 0
    for i in range(n):
        mixed = (xs[i] ^ (ys[i] * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xD6E8FEB86659FD93)
        mixed ^= mixed >> np.uint64(32)
        at = np.int64((mixed * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - bits))
        while True:
            place = table[at]
            if place < 0:
                table[at] = found
                places[found] = i
                rows[i] = found
                found += 1
                break
            first = places[place]
            if x[first] == x[i] and y[first] == y[i]:
                rows[i] = place
                break
            at = (at + 1) & mask
    return rows, places[:found].copy()


@kernel
def tiles(cells: NDArray[np.float64], box: NDArray[np.float64]) -> bool:
    """Whether the cells tile the box, by a sweep from left to right.

    The cells that the sweep line crosses are kept from bottom to top. Between two x coordinates
    they must follow each other without a gap or an overlap from the bottom of the box to its top.
    Only what changes is looked at.
    """
    count = len(cells)
    for c in range(count):
        if not (cells[c, 0] < cells[c, 2] and cells[c, 1] < cells[c, 3]):
            return False
    opening = np.argsort(cells[:, 0], kind="mergesort")
    closing = np.argsort(cells[:, 2], kind="mergesort")
    low = np.empty(count)
    high = np.empty(count)
    active = 0
    opened = 0
    closed = 0
    at = box[0]
    while True:
        changed_low = np.inf
        changed_high = -np.inf
        while closed < count and cells[closing[closed], 2] == at:
            cell = cells[closing[closed]]
            place = int(np.searchsorted(low[:active], cell[1]))
            if place >= active or low[place] != cell[1] or high[place] != cell[3]:
                return False
            low[place : active - 1] = low[place + 1 : active]
            high[place : active - 1] = high[place + 1 : active]
            active -= 1
            closed += 1
            changed_low = min(changed_low, cell[1])
            changed_high = max(changed_high, cell[3])
        if at == box[2]:
            return active == 0 and opened == count and closed == count
        while opened < count and cells[opening[opened], 0] == at:
            cell = cells[opening[opened]]
            place = int(np.searchsorted(low[:active], cell[1]))
            for move in range(active, place, -1):
                low[move] = low[move - 1]
                high[move] = high[move - 1]
            low[place] = cell[1]
            high[place] = cell[3]
            active += 1
            opened += 1
            changed_low = min(changed_low, cell[1])
            changed_high = max(changed_high, cell[3])
        if active == 0 or low[0] != box[1] or high[active - 1] != box[3]:
            return False
        place = max(0, int(np.searchsorted(low[:active], changed_low)) - 1)
        while place + 1 < active and low[place] <= changed_high:
            if high[place] != low[place + 1]:
                return False
            place += 1
        following = np.inf
        if opened < count:
            following = cells[opening[opened], 0]
        if closed < count:
            following = min(following, cells[closing[closed], 2])
        if not at < following <= box[2]:
            return False
        at = following


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
) -> tuple[int, int, int, int]:
    """Arrange the points lo to hi by a coordinate around the value v at which their running weight
    passes the target: those below v, those at v, those above.

    Returns where the second and the third part begin, and what the first and the second weigh.
    """
    key = px if axis == 0 else py
    left = lo
    right = hi
    below = 0
    draw = np.uint64(hi - lo)
    while True:
        draw = draw * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        span = right - left
        a = key[left + np.int64((draw >> np.uint64(33)) % np.uint64(span))]
        b = key[left + span // 2]
        c = key[right - 1]
        pivot = max(min(a, b), min(max(a, b), c))
        first = left
        at = left
        last = right
        lighter = 0
        equal = 0
        while at < last:
            value = key[at]
            if value < pivot:
                lighter += pw[at]
                if at != first:
                    _swap(px, py, pw, pi, at, first)
                first += 1
                at += 1
            elif value > pivot:
                last -= 1
                _swap(px, py, pw, pi, at, last)
            else:
                equal += pw[at]
                at += 1
        if target < below + lighter:
            right = first
        elif target < below + lighter + equal or last == right:
            return first, last, below + lighter, equal
        else:
            below += lighter + equal
            left = last


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
def cut_between(
    px: NDArray[np.float64], py: NDArray[np.float64], lo: int, at: int, hi: int, axis: int
) -> float:
    """A round number above all points lo to at and not above any of at to hi."""
    key = px if axis == 0 else py
    return round_between(key[lo:at].max(), key[at:hi].min())


@kernel
def round_between(low: float, high: float) -> float:
    """The roundest decimal c with low < c <= high.

    >>> round_between(32.4712, 32.5333), round_between(0.1, 0.10000000000000002)
    (32.5, 0.10000000000000002)
    """
    for digits in range(-6, 17):
        scale = 10.0 ** abs(digits)
        # Dividing by a power of ten, which is exact up to 10^22, gives the double nearest to the
        # decimal: what is printed is read back as the same number.
        c = np.floor(high * scale) / scale if digits >= 0 else np.floor(high / scale) * scale
        if low < c <= high:
            return float(c)
    return high


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
