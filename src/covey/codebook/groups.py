"""Connected groups, found by arrays alone: things that pairs join, groups that share items.

It is for those who verify a release, and shares nothing with what solves or publishes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.components import components
from covey.core.spans import expanded, spans

Whole = NDArray[np.integer[Any]]
Numbers = NDArray[np.int64]

NOBODY = -1
TABLE_SIZE = 1 << 20
"""The most cells of a table, unless a single group has more."""
LONG = 64
"""Values that are copied together as quickly as one by one."""
SPARSE = 64
"""A table with more cells for each item that is in it would be mostly empty."""


def merged(parts: Numbers, one: Whole, other: Whole) -> Numbers:
    """The same for things that are in parts already, of which pairs join more.

    >>> merged(np.array([0, 0, 1, 2]), np.array([3, 0]), np.array([1, 1])).tolist()
    [0, 0, 1, 0]
    """
    a, b = parts[one], parts[other]
    apart = np.flatnonzero(a != b)
    if not len(apart):
        return parts
    return components(int(parts.max()) + 1, a[apart], b[apart])[parts]


def taken(values: NDArray[Any], starts: Numbers, sizes: Numbers) -> NDArray[Any]:
    """The values from each start on, as many as the sizes say."""
    # Many short pieces are gathered by one index array, few long ones by slices.
    if int(sizes.sum()) < LONG * len(sizes) or not len(sizes):
        return values[expanded(starts, sizes)]
    pairs = zip(starts.tolist(), (starts + sizes).tolist(), strict=True)
    return np.concatenate([values[start:end] for start, end in pairs])


class Owners:
    """Who has an item of a group. Items have keys: group * items + item.

    It is a table of all groups and items, or, where that would be mostly empty, a sorted list,
    which is given all of them at once.
    """

    def __init__(self, groups: int, items: int, *, sparse: bool) -> None:
        self.items, self.sparse = items, sparse
        self._table = np.empty(0 if sparse else groups * items, dtype=np.int32)
        self.clear(groups)

    def clear(self, groups: int) -> None:
        """Nobody has anything, of so many groups."""
        self._table[: groups * self.items] = NOBODY
        # The first key, NOBODY, is below all others, so that a search in an empty list finds
        # something to compare with.
        self._keys, self._owners = np.full(1, NOBODY, np.int64), np.full(1, NOBODY, np.int32)

    def give(self, keys: Numbers, owners: Whole) -> None:
        """If many get an item, one of them has it then."""
        if not self.sparse:
            self._table[keys] = owners
            return
        # Appended once for all: keys stay sorted behind the first, as `of` needs them.
        own, first = np.unique(keys, return_index=True)
        self._keys = np.append(self._keys, own)
        self._owners = np.append(self._owners, owners[first].astype(np.int32))

    def of(self, keys: Numbers) -> NDArray[np.int32]:
        """The owner of each item, NOBODY if there is none."""
        if not self.sparse:
            return self._table[keys]
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[at] == keys, self._owners[at], np.int32(NOBODY))

    def found(self, groups: Numbers, items: Numbers) -> NDArray[np.int32]:
        """The same where some items are below 0, for no item: nobody has those."""
        there = items >= 0
        found = np.full(len(items), NOBODY, dtype=np.int32)
        found[there] = self.of(groups[there] * self.items + items[there])
        return found


def blocks(sizes: Numbers, items: int) -> Iterator[tuple[int, int, Owners]]:
    """Groups that follow each other, with an ``Owners`` that is empty for those: ``sizes`` are the
    items that each group has, of so many."""
    # Blocks bound the memory: a table for all groups at once may be groups times items large.
    sparse = len(sizes) * items > SPARSE * int(sizes.sum()) + TABLE_SIZE
    most = len(sizes) if sparse else min(max(TABLE_SIZE // items, 1), len(sizes))
    owners = Owners(most, items, sparse=sparse)
    for first, last in spans(sizes, most):
        owners.clear(last - first)
        yield first, last, owners
