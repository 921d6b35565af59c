"""Whether classes keep apart: intervals that follow each other, rectangles that do not overlap,
regions that hang together. In plain loops that share nothing with the solvers."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from covey.release.codebook import Entry
from covey.release.locate import ORDINALS

if TYPE_CHECKING:
    from covey.maps.areas import AreaMap

Cell = Sequence[float]


def follow_each_other(entries: Iterable[Entry], kind: str) -> bool:
    """Whether ranges, in the order of the classes, share their borders and leave nothing out.

    >>> [follow_each_other([Entry(0, "a", "range", None, None, "5", ""),
    ...                     Entry(1, "a", "range", None, low, None, "")], "integer")
    ...  for low in ("5", "6")]
    [True, False]
    """
    ranges = [entry for entry in entries if entry.holds == "range"]
    if not ranges or ranges[0].low is not None or ranges[-1].high is not None:
        return False
    cuts = [entry.low for entry in ranges[1:]]
    if cuts != [entry.high for entry in ranges[:-1]] or None in cuts:
        return False
    ordinals = [ORDINALS[kind](cut) for cut in cuts if cut is not None]
    return all(a < b for a, b in pairwise(ordinals))


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


def one_piece(areas: AreaMap, codes: Sequence[str]) -> bool:
    """Whether some areas of a map are connected."""
    left = {areas.places[code] for code in codes if code in areas.places}
    starts, neighbours = areas.graph.starts, areas.graph.neighbours
    open_ = [left.pop()] if left else []
    while open_:
        area = open_.pop()
        for other in neighbours[starts[area] : starts[area + 1]].tolist():
            if other in left:
                left.remove(other)
                open_.append(other)
    return not left


def hang_together(edges: Iterable[Sequence[int]], classes: Sequence[int]) -> list[int]:
    """The classes, if any, whose areas are not connected; areas of class -1 are in none.

    >>> hang_together([(0, 1), (1, 2)], [0, 1, 0])
    [0]
    """
    root = list(range(len(classes)))

    def top(area: int) -> int:
        while root[area] != area:
            root[area] = root[root[area]]
            area = root[area]
        return area

    for a, b in edges:
        if classes[a] == classes[b]:
            root[top(a)] = top(b)
    tops: dict[int, Any] = {}
    for area, number in enumerate(classes):
        if number >= 0:
            tops.setdefault(number, set()).add(top(area))
    return sorted(number for number, found in tops.items() if len(found) > 1)
