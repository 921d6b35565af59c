"""Connected components of any pairs, by arrays alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.integer[Any]]
Numbers = NDArray[np.int64]


def components(count: int, one: Whole, other: Whole) -> Numbers:
    """For each of ``count`` things the number of the part that pairs join it to. Parts are numbered
    from 0 on by their first things.

    >>> components(5, np.array([3, 4]), np.array([1, 3])).tolist()
    [0, 1, 2, 1, 1]
    """
    found = np.arange(count)
    while len(one):
        # Each thing hangs on the lowest that it is joined to. A thing that is joined to higher ones
        # only does so in the next round, for these hang on something as low by then: two rounds
        # leave no more than half of the parts that are joined to others.
        every = np.arange(count)
        above = every.copy()
        np.minimum.at(above, np.maximum(one, other), np.minimum(one, other))
        # Follow every chain to its lowest thing; the way halves each time.
        while ((higher := above[above]) != above).any():
            above = higher
        lowest = above == every
        numbers = (np.cumsum(lowest) - 1)[above]
        found, one, other = numbers[found], numbers[one], numbers[other]
        count = int(lowest.sum())
        one, other = one[one != other], other[one != other]
    return found
