"""Counts that belong together, added up: millions of them in a moment."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
DENSE = 4
"""A place for every key that may be there pays up to so many times the number of entries."""
# A signed number of 64 bits without its sign.
BITS = 63


def sums_by_key(keys: Numbers, counts: Numbers) -> tuple[Numbers, Numbers]:
    """The different keys, which are 0 or more, in ascending order, and the sum of the counts of
    each, which are 0 or more as well.

    >>> keys, sums = sums_by_key(np.array([7, 2, 7]), np.array([1, 5, 3]))
    >>> keys.tolist(), sums.tolist()
    ([2, 7], [5, 4])
    """
    if not len(keys):
        return keys, counts
    last, total = int(keys.max()), int(counts.sum())
    # Doubles, in which sums are made, are exact up to 2**53.
    if last < DENSE * len(keys) and total < 1 << 53:
        times = np.bincount(keys)
        found = np.flatnonzero(times)
        return found, np.bincount(keys, weights=counts)[found].astype(np.int64)
    # Key and count in one number, if both fit into it: the key in the upper bits.
    width = int(counts.max()).bit_length()
    if last.bit_length() + width <= BITS:
        # To sort numbers takes a fraction of what it takes to find their order.
        packed = np.sort(keys << width | counts)
        keys, counts = packed >> width, packed & ((1 << width) - 1)
    else:
        order = np.argsort(keys, kind="stable")
        keys, counts = keys[order], counts[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[starts], np.add.reduceat(counts, starts)
