"""Points and cells: equal points, round cuts between points, and what a tiling is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel


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
def all_inside(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    classes: NDArray[np.int32],
    cells: NDArray[np.float64],
) -> bool:
    """Whether every point lies in its cell, its lower borders included and its upper ones not."""
    for i in range(len(x)):
        c = classes[i]
        if not (cells[c, 0] <= x[i] < cells[c, 2] and cells[c, 1] <= y[i] < cells[c, 3]):
            return False
    return True


def tiles(cells: NDArray[np.float64], box: NDArray[np.float64]) -> bool:
    """Whether the cells tile the box.

    Sweep a vertical line from left to right. At the left border the cells that begin there must
    fill it from bottom to top. At every x between, the cells that end and those that begin must
    fill the same stretches, without overlapping; then the line is filled exactly beyond x, too. At
    the right border the cells that end must fill it.
    """
    x_low, y_low, x_high, y_high = cells.T
    if not ((x_low < x_high).all() and (y_low < y_high).all()):
        return False
    return _same_stretches(cells, box, np.lexsort((y_low, x_low)), np.lexsort((y_low, x_high)))


@kernel
def _same_stretches(
    cells: NDArray[np.float64],
    box: NDArray[np.float64],
    opening: NDArray[np.int64],
    closing: NDArray[np.int64],
) -> bool:
    """The sweep itself, given the cells by their left and by their right borders, bottom first."""
    count = len(cells)
    opened, low, high = _next_stretch(cells, opening, 0, 0, box[0])
    if low != box[1] or high != box[3]:
        return False
    closed = 0
    while closed < count:
        at = cells[closing[closed], 2]
        if at == box[2]:
            closed, low, high = _next_stretch(cells, closing, closed, 2, at)
            return opened == count and closed == count and low == box[1] and high == box[3]
        if not box[0] < at < box[2]:
            return False
        while True:
            closed, low, high = _next_stretch(cells, closing, closed, 2, at)
            opened, low_too, high_too = _next_stretch(cells, opening, opened, 0, at)
            if low != low_too or high != high_too:
                return False
            if low > high:
                break
    return False


@kernel
def _next_stretch(
    cells: NDArray[np.float64], order: NDArray[np.int64], place: int, edge: int, at: float
) -> tuple[int, float, float]:
    """The next unbroken stretch of cells with this border at x, from low to high.

    Low is above high if there is none; a cell that overlaps the stretch begins one of its own,
    below the end of this one, which no partner has.
    """
    low = np.inf
    high = -np.inf
    while place < len(order) and cells[order[place], edge] == at:
        cell = cells[order[place]]
        if low == np.inf:
            low = cell[1]
        elif cell[1] != high:
            break
        high = cell[3]
        place += 1
    return place, low, high


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
