"""What hangs together, found by arrays alone: things that pairs join, groups that share items.

It is for those who verify a release, and shares nothing with what solves or publishes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.integer[Any]]
Numbers = NDArray[np.int64]

NOBODY = -1
CELLS = 1 << 23
"""The most cells of a table, unless a single group has more."""
ITEMS = 1 << 21
"""Items that are looked at together, unless a single group has more."""
SPARSE = 16
"""A table with more cells for each item that is in it would be mostly empty."""


def components(count: int, one: Whole, other: Whole) -> Numbers:
    """For each of ``count`` things the number of the part that pairs join it to. Parts are numbered
    from 0 on by their first things.

    >>> components(5, np.array([3, 4]), np.array([1, 3])).tolist()
    [0, 1, 2, 1, 1]
    """
    found = np.arange(count)
    while len(one):
        # Each thing hangs on a lower one that it is joined to, whichever, and all on the lowest.
        above = np.arange(count)
        above[np.maximum(one, other)] = np.minimum(one, other)
        while ((higher := above[above]) != above).any():
            above = higher
        lowest = above == np.arange(count)
        numbers = (np.cumsum(lowest) - 1)[above]
        found, one, other = numbers[found], numbers[one], numbers[other]
        count = int(lowest.sum())
        one, other = one[one != other], other[one != other]
    return found


def expanded(starts: Numbers, sizes: Numbers) -> Numbers:
    """The places from each start on, as many as the sizes say.

    >>> expanded(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
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
        last = min(max(last, first + 1), first + groups)
        yield first, last
        first = last


class Owners:
    """Who has an item of a group: a table of all groups and items, or, where that would be mostly
    empty, a sorted list."""

    def __init__(self, groups: int, items: int, *, sparse: bool) -> None:
        self._items = items
        self._table = None if sparse else np.full(groups * items, NOBODY, dtype=np.int32)
        self._keys, self._owners = np.zeros(0, np.int64), np.zeros(0, np.int64)

    @property
    def at_once(self) -> int:
        """Items to be given at once."""
        return ITEMS if self._table is not None else sys.maxsize

    def give(self, groups: Numbers, items: Whole, owners: Whole) -> None:
        """If many get an item, one of them has it then."""
        keys = groups * self._items + items
        if self._table is not None:
            self._table[keys] = owners
            return
        self._keys, first = np.unique(keys, return_index=True)
        self._owners = owners[first].astype(np.int64)

    def of(self, groups: Numbers, items: Whole) -> Numbers:
        """The owner of each item, NOBODY if there is none, as of items below 0."""
        keys = np.where(items < 0, NOBODY, groups * self._items + items)
        if self._table is not None:
            return np.where(keys < 0, NOBODY, self._table[keys]).astype(np.int64)
        if not len(self._keys):
            return np.full(len(keys), NOBODY)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[at] == keys, self._owners[at], NOBODY)


def blocks(sizes: Numbers, items: int) -> Iterator[tuple[int, int, Owners]]:
    """Groups that follow each other, with an empty ``Owners`` for those: ``sizes`` are the items
    that each group has, of so many."""
    sparse = len(sizes) * items > SPARSE * int(sizes.sum()) + CELLS
    most = len(sizes) if sparse else max(CELLS // items, 1)
    for first, last in spans(sizes, most):
        yield first, last, Owners(last - first, items, sparse=sparse)
