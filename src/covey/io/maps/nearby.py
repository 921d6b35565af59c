"""How long two outlines run beside each other, by compiled loops."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel

Floats = NDArray[np.float64]


@kernel
def beside(
    pairs: NDArray[np.int64],
    reach: Floats,
    stretch: Floats,
    windows: Floats,
    starts: NDArray[np.int64],
    segments: Floats,
) -> tuple[Floats, NDArray[np.bool_]]:
    """For every pair of areas the length of the one's outline within reach of the other's, the mean
    of both directions, and whether they come within reach at all.

    ``segments`` are x, y, x, y, those of area v in rows ``starts[v]`` to ``starts[v + 1]``. All
    lengths are in units of y; ``stretch[p]`` is how many of them a unit of x has at pair p.
    ``windows[p]`` (x, y, x, y) bounds the places where pair p can meet.
    """
    lengths = np.zeros(len(pairs))
    meet = np.zeros(len(pairs), np.bool_)
    for p in range(len(pairs)):
        one = _within(segments, starts, pairs[p, 0], windows[p], stretch[p])
        two = _within(segments, starts, pairs[p, 1], windows[p], stretch[p])
        if len(one) == 0 or len(two) == 0:
            continue
        there, touch = _along(one, two, reach[p])
        back, _ = _along(two, one, reach[p])
        lengths[p] = (there + back) / 2
        meet[p] = touch
    return lengths, meet


@kernel
def _within(
    segments: Floats, starts: NDArray[np.int64], area: int, window: Floats, stretch: float
) -> Floats:
    """An area's segments that meet the window, seen from its corner, each with its lower end in x
    first, in the order of these ends. In a tall window x and y are swapped, which changes no
    length: then the order separates most segments."""
    tall = window[3] - window[1] > (window[2] - window[0]) * stretch
    found = np.empty((starts[area + 1] - starts[area], 4))
    count = 0
    for s in range(starts[area], starts[area + 1]):
        ax, ay, bx, by = segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3]
        if max(ax, bx) < window[0] or min(ax, bx) > window[2]:
            continue
        if max(ay, by) < window[1] or min(ay, by) > window[3]:
            continue
        ax, bx = (ax - window[0]) * stretch, (bx - window[0]) * stretch
        ay, by = ay - window[1], by - window[1]
        if (bx - ax) ** 2 + (by - ay) ** 2 == 0:
            # Too short: its length is rounded to 0 here.
            continue
        if tall:
            ax, ay, bx, by = ay, ax, by, bx
        if ax > bx:
            ax, ay, bx, by = bx, by, ax, ay
        found[count, 0], found[count, 1] = ax, ay
        found[count, 2], found[count, 3] = bx, by
        count += 1
    found = found[:count]
    return found[np.argsort(found[:, 0])]


@kernel
def _along(one: Floats, two: Floats, reach: float) -> tuple[float, bool]:
    """The length of ``one`` within reach of ``two``, and whether there is any such place."""
    widest = (two[:, 2] - two[:, 0]).max()
    low, high = np.empty(len(two)), np.empty(len(two))
    total = 0.0
    touch = False
    for s in range(len(one)):
        x0, y0, x1, y1 = one[s, 0], one[s, 1], one[s, 2], one[s, 3]
        count = 0
        for t in range(np.searchsorted(two[:, 0], x0 - reach - widest), len(two)):
            if two[t, 0] > x1 + reach:
                break
            if max(two[t, 1], two[t, 3]) < min(y0, y1) - reach:
                continue
            if min(two[t, 1], two[t, 3]) > max(y0, y1) + reach:
                continue
            begin, end = _covered(x0, y0, x1, y1, two[t], reach)
            if begin <= end:
                low[count], high[count] = begin, end
                count += 1
            if begin == 0 and end == 1:
                # All of it already: the others add nothing.
                break
        if count == 0:
            continue
        touch = True
        order = np.argsort(low[:count])
        covered, reached = 0.0, 0.0
        for place in order:
            begin = max(low[place], reached)
            if high[place] > begin:
                covered += high[place] - begin
                reached = high[place]
        total += covered * np.hypot(x1 - x0, y1 - y0)
    return total, touch


@kernel
def _covered(
    x0: float, y0: float, x1: float, y1: float, other: Floats, reach: float
) -> tuple[float, float]:
    """The part of a segment, from 0 to 1, that lies within reach of another one.

    What is within reach of a segment is convex: a strip and a disc at either end. So the part is
    one interval, from the least to the greatest of what the three cover.
    """
    dx, dy = x1 - x0, y1 - y0
    ex, ey = other[2] - other[0], other[3] - other[1]
    long = np.hypot(ex, ey)
    begin, end = 2.0, -1.0
    a = dx * dx + dy * dy
    for tip in range(2):
        px, py = x0 - other[2 * tip], y0 - other[2 * tip + 1]
        b = px * dx + py * dy
        root = b * b - a * (px * px + py * py - reach * reach)
        if root >= 0:
            begin = min(begin, (-b - np.sqrt(root)) / a)
            end = max(end, (-b + np.sqrt(root)) / a)
    ex, ey = ex / long, ey / long
    px, py = x0 - other[0], y0 - other[1]
    first, last = _strip(px * ex + py * ey, dx * ex + dy * ey, 0.0, long)
    second, final = _strip(px * ey - py * ex, dx * ey - dy * ex, -reach, reach)
    if max(first, second) <= min(last, final):
        begin, end = min(begin, max(first, second)), max(end, min(last, final))
    return max(begin, 0.0), min(end, 1.0)


@kernel
def _strip(start: float, slope: float, low: float, high: float) -> tuple[float, float]:
    """Where start + slope u lies from low to high."""
    if slope == 0:
        return (-np.inf, np.inf) if low <= start <= high else (np.inf, -np.inf)
    one, two = (low - start) / slope, (high - start) / slope
    return min(one, two), max(one, two)
