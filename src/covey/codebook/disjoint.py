"""Whether classes keep apart: intervals that follow each other, rectangles that do not overlap,
regions that are connected. It shares nothing with the solvers."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.codebook.book import Ranges
from covey.codebook.groups import blocks, components, expanded
from covey.codebook.locate import ORDINALS

if TYPE_CHECKING:
    from covey.problems.regions.graph import Graph

Cell = Sequence[float]
Numbers = NDArray[np.int64]


def follow_each_other(ranges: Ranges, kind: str) -> bool:
    """Whether ranges, in the order of the classes, share their borders and leave nothing out.

    >>> [follow_each_other(Ranges(np.arange(2), np.array([None, low]), np.array(["5", None])),
    ...                    "integer") for low in ("5", "6")]
    [True, False]
    """
    low, high = ranges.low.tolist(), ranges.high.tolist()
    if not low or low[0] is not None or high[-1] is not None:
        return False
    cuts = low[1:]
    if cuts != high[:-1] or None in cuts:
        return False
    return all(a < b for a, b in pairwise(map(ORDINALS[kind], cuts)))


def keep_apart(cells: Iterable[Cell]) -> bool:
    """Whether no two cells (x_low, y_low, x_high, y_high) overlap: a line sweeps from left to right
    over the cells that it crosses, lowest first.

    >>> keep_apart([(0, 0, 1, 1), (1, 0, 2, 1)]), keep_apart([(0, 0, 2, 2), (1, 1, 3, 3)])
    (True, False)
    """
    events = []
    for x_low, y_low, x_high, y_high in cells:
        if not (x_low < x_high and y_low < y_high):
            return False
        # At the same x cells end before others begin.
        events += [(x_low, 1, y_low, y_high), (x_high, 0, y_low, y_high)]
    crossed: list[tuple[float, float]] = []
    for _, begins, low, high in sorted(events):
        at = bisect_left(crossed, (low, high))
        if not begins:
            del crossed[at]
            continue
        if at and crossed[at - 1][1] > low:
            return False
        if at < len(crossed) and crossed[at][0] < high:
            return False
        insort(crossed, (low, high))
    return True


def in_pieces(
    graph: Graph, starts: Numbers, members: NDArray[np.int32], places: Numbers
) -> NDArray[np.bool_]:
    """Which sets of areas are not connected: set s has the areas
    ``places[members[starts[s] : starts[s + 1]]]``, without those below 0.

    >>> from covey.problems.regions.graph import Graph
    >>> row = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> in_pieces(row, np.array([0, 2, 5]), np.array([0, 2, 1, 3, 2]),
    ...           np.array([0, 1, 2, -1])).tolist()
    [True, False]
    """
    sizes = np.diff(starts)
    parts = np.zeros(len(sizes), dtype=np.int64)
    # Borders are in the order of their first areas.
    ends = np.ascontiguousarray(graph.edges[:, 1])
    borders = np.searchsorted(graph.edges[:, 0], np.arange(graph.count + 1))
    for first, last, owners in blocks(sizes, graph.count):
        here = places[members[starts[first] : starts[last]]]
        own = np.repeat(np.arange(last - first), sizes[first:last])
        if (here < 0).any():
            here, own = here[here >= 0], own[here >= 0]
        own_keys = own * graph.count
        owners.give(own_keys + here, np.arange(len(here)))
        onward = borders[here + 1] - borders[here]
        source = np.repeat(np.arange(len(here)), onward)
        target = np.repeat(own_keys, onward) + ends[expanded(borders[here], onward)]
        found = owners.of(target)
        inside = np.flatnonzero(found >= 0)
        numbers = components(len(here), source[inside], found[inside].astype(np.int64))
        # They are numbered by their first areas.
        begins = np.diff(np.maximum.accumulate(numbers), prepend=-1) > 0
        parts[first:last] = np.bincount(own[begins], minlength=last - first)
    return parts > 1
