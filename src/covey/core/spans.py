"""Groups that follow each other in an array: their places, and as many at once as memory allows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

ITEMS = 1 << 21
"""Items that are looked at together, unless a single group has more."""


def expanded(starts: Numbers, sizes: Numbers) -> Numbers:
    """The places from each start on, as many as the sizes say.

    >>> expanded(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    # A running number over all items, moved in every group so that it begins at the group's start.
    return np.arange(total) + np.repeat(starts - ends + sizes, sizes)


def spans(sizes: Numbers, groups: int, items: int = ITEMS) -> Iterator[tuple[int, int]]:
    """Groups that follow each other, first and last + 1: so many at most, with so many items.

    >>> list(spans(np.array([3, 1, 9, 1, 1, 1]), 2, 5))
    [(0, 2), (2, 3), (3, 5), (5, 6)]
    """
    ends, first = np.cumsum(sizes), 0
    items = min(items, int(sizes.sum()))
    while first < len(sizes):
        before = int(ends[first - 1]) if first else 0
        last = int(np.searchsorted(ends, before + items, side="right"))
        # One group at least, however large it is: otherwise there would be no end.
        last = min(max(last, first + 1), first + groups)
        yield first, last
        first = last
