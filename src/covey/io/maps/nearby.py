"""How long two outlines run beside each other.

It is measured in two ways, which share no code: by a compiled loop, and by numpy and shapely. Who
checks a release takes the second, so that a mistake of the loop by which it was published is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np
from numpy.typing import NDArray

from covey.core import threads
from covey.core.dataclass import dataclass
from covey.io.maps.outlines import Outlines

AT_A_TIME = 1 << 18
"""About so many pairs of neighbouring segments are compared at a time: there are some numbers for
each of them."""
FIRST = 1 << 10
"""The segments of the first block, before it is known how many neighbours they have."""

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

_plain: ContextVar[bool] = ContextVar("plain", default=False)


@contextmanager
def without_compiled_loops() -> Iterator[None]:
    """Inside of the block numpy measures."""
    before = _plain.set(True)
    try:
        yield
    finally:
        _plain.reset(before)


@dataclass(frozen=True, eq=False)
class Nearby:
    """Pairs of areas to compare, and by what. Lengths are in units of y.

    reach
        How near is near, for each pair.
    stretch
        The length of a unit of x, for each pair.
    margins
        How far each area reaches along x and along y, in the units of the map.
    """

    outlines: Outlines
    pairs: Numbers
    reach: Floats
    stretch: Floats
    margins: Floats


def beside(nearby: Nearby) -> tuple[Floats, NDArray[np.bool_]]:
    """For every pair how long the outlines run within reach of each other, the mean of both
    directions, and whether they come within reach at all."""
    return by_numpy(nearby) if _plain.get() else by_loop(nearby)


def by_loop(nearby: Nearby) -> tuple[Floats, NDArray[np.bool_]]:
    from covey._native import maps

    boxes, (one, two) = nearby.outlines.boxes, nearby.pairs.T
    # Only where both boxes are, with a margin, can the outlines be near each other.
    low = np.maximum(boxes[one, :2], boxes[two, :2])
    high = np.minimum(boxes[one, 2:], boxes[two, 2:])
    margin = np.column_stack([nearby.reach / nearby.stretch, nearby.reach])
    return maps.beside(
        nearby.pairs,
        nearby.reach,
        nearby.stretch,
        np.column_stack([low - margin, high + margin]),
        nearby.outlines.starts,
        nearby.outlines.segments,
        threads.count(),
    )


def by_numpy(nearby: Nearby) -> tuple[Floats, NDArray[np.bool_]]:
    import shapely

    areas, count = nearby.outlines.areas, len(nearby.pairs)
    lengths, meet = np.zeros(count), np.zeros(count, dtype=bool)
    if not count:
        return lengths, meet
    ends = nearby.outlines.segments.reshape(-1, 2, 2)
    # A little more than the margins: where two areas meet, a degree of x may be shorter than inside
    # of each.
    margin = 1.01 * nearby.margins[areas]
    boxes = shapely.box(*(ends.min(axis=1) - margin).T, *(ends.max(axis=1) + margin).T)
    tree = shapely.STRtree(boxes)
    number_of = _Numbers(nearby.pairs, nearby.outlines.count)
    begin, size = 0, FIRST
    while begin < len(ends):
        own, other = tree.query(boxes[begin : begin + size])
        # Where outlines have many short segments, each has many neighbours.
        following = begin + size
        size = int(min(max(1, size * AT_A_TIME // max(1, len(own))), 4 * size))
        apart = areas[begin + own] != areas[other]
        own, other = own[apart], other[apart]
        pair = number_of(areas[begin + own], areas[other])
        own, other, pair = own[pair >= 0], other[pair >= 0], pair[pair >= 0]
        parts, long = _covered(
            ends[begin + own], ends[other], nearby.reach[pair], nearby.stretch[pair]
        )
        there = parts[:, 0] <= parts[:, 1]
        meet[pair[there]] = True
        # A segment can be near several areas: what is beside each of them counts by itself.
        codes, first, group = np.unique(
            own[there] * count + pair[there], return_index=True, return_inverse=True
        )
        covered = _shares(parts[there], group, len(codes)) * long[there][first]
        lengths += np.bincount(codes % count, weights=covered, minlength=count)
        begin = following
    return lengths / 2, meet


class _Numbers:
    """The number of a pair of areas, in either order; -1 for a pair that is not asked for."""

    def __init__(self, pairs: Numbers, count: int) -> None:
        self.count = count
        codes = self._codes(*pairs.T)
        self.order = np.argsort(codes)
        self.codes = codes[self.order]

    def __call__(self, one: Numbers, two: Numbers) -> Numbers:
        asked = self._codes(one, two)
        at = np.minimum(np.searchsorted(self.codes, asked), len(self.codes) - 1)
        return np.where(self.codes[at] == asked, self.order[at], -1)

    def _codes(self, one: Numbers, two: Numbers) -> Numbers:
        return np.minimum(one, two) * self.count + np.maximum(one, two)


def _covered(one: Floats, two: Floats, reach: Floats, stretch: Floats) -> tuple[Floats, Floats]:
    """The part of each segment that lies within reach of the other one, from where to where on the
    way from 0 to 1, and the length of the segment. A part that begins after its end is empty.

    What is within reach of a segment is convex: a strip and a disc at either end. So the part is
    one interval, from the least to the greatest of what the three cover.
    """
    # Seen from where the segment begins, so that no digits are lost far from the origin.
    scale = np.column_stack([stretch, np.ones(len(stretch))])
    way = (one[:, 1] - one[:, 0]) * scale
    ends = [(two[:, end] - one[:, 0]) * scale for end in (0, 1)]
    begin, end = np.full(len(one), 2.0), np.full(len(one), -1.0)
    # Numbers next to the largest, and segments of no length, give what is no number, which is
    # neither below nor above anything: such a part stays empty.
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        square = _dot(way, way)
        for disc in ends:
            middle = _dot(disc, way)
            root = middle * middle - square * (_dot(disc, disc) - reach * reach)
            half = np.sqrt(np.where(root >= 0, root, np.nan))
            begin = np.fmin(begin, (middle - half) / square)
            end = np.fmax(end, (middle + half) / square)
        along = ends[1] - ends[0]
        long = np.hypot(*along.T)
        along /= long[:, None]
        across = np.column_stack([-along[:, 1], along[:, 0]])
        beyond = _strip(-_dot(ends[0], along), _dot(way, along), np.zeros(len(one)), long)
        beside = _strip(-_dot(ends[0], across), _dot(way, across), -reach, reach)
        first, last = np.maximum(beyond[0], beside[0]), np.minimum(beyond[1], beside[1])
        crossed = first <= last
        begin = np.where(crossed, np.minimum(begin, first), begin)
        end = np.where(crossed, np.maximum(end, last), end)
        length = np.hypot(*way.T)
    return np.column_stack([np.maximum(begin, 0.0), np.minimum(end, 1.0)]), length


def _strip(start: Floats, slope: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """From where to where start + slope u lies from low to high."""
    one, two = (low - start) / slope, (high - start) / slope
    level = slope == 0
    inside = (low <= start) & (start <= high)
    begin, end = np.minimum(one, two), np.maximum(one, two)
    begin = np.where(level, np.where(inside, -np.inf, np.inf), begin)
    return begin, np.where(level, np.where(inside, np.inf, -np.inf), end)


def _dot(one: Floats, two: Floats) -> Floats:
    product: Floats = one[:, 0] * two[:, 0] + one[:, 1] * two[:, 1]
    return product


def _shares(parts: Floats, group: Numbers, count: int) -> Floats:
    """The share of its segment that the parts of each group cover together."""
    order = np.lexsort((parts[:, 0], group))
    begin, end = parts[order].T
    sizes = np.bincount(group, minlength=count)
    first = np.cumsum(sizes) - sizes
    share, reached = np.zeros(count), np.zeros(count)
    # The first part of every group, then the second: groups are small.
    for step in range(int(sizes.max(initial=0))):
        groups = np.flatnonzero(sizes > step)
        at = first[groups] + step
        share[groups] += np.maximum(end[at] - np.maximum(begin[at], reached[groups]), 0.0)
        reached[groups] = np.maximum(reached[groups], end[at])
    return share
