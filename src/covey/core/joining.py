"""As which other value missing ones count that are too few for a class. For labels below a tree it
is ``smallest_able`` of ``covey.problems.trees.nodes``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def lighter_end(counts: NDArray[np.int64], labels: Sequence[str] | None = None) -> int:
    """The end of an order that fewer records have: "< 20 or missing" reads better than a range in
    the middle. Values without records are no ends, and some value has records. Of two ends with as
    many it is the lowest or, of ``labels`` in a stated order, the first as a text.

    >>> lighter_end(np.array([0, 5, 9, 4])), lighter_end(np.array([4, 9, 4]))
    (3, 0)
    >>> lighter_end(np.array([4, 9, 4]), ["never", "rarely", "always"])
    2
    """
    there = np.flatnonzero(counts > 0)
    if not len(there):
        raise ValueError("no value has records")
    ends = [int(there[0]), int(there[-1])]
    if labels is not None:
        ends.sort(key=labels.__getitem__)
    return min(ends, key=lambda end: int(counts[end]))


def lightest(items: NDArray[np.integer], records: NDArray[np.int64]) -> int:
    """The first of the entries whose item has the fewest records, so that no large class grows.
    Several entries may have the same item. Those without records are none, and some entry has
    records.

    >>> lightest(np.array([0, 1, 2, 1]), np.array([0, 2, 5, 4]))
    2
    """
    there = np.flatnonzero(records > 0)
    if not len(there):
        raise ValueError("no item has records")
    together = np.zeros(int(items.max()) + 1, dtype=np.int64)
    np.add.at(together, items, records)
    return int(there[np.argmin(together[items[there]])])
