"""Splitting pairs of classes again, as equally as their labels allow.

The most equal split of up to 20 labels is found exactly: all sums of one half of them are matched
with all sums of the other half. Of a larger set some labels are drawn and the others stay. Every
accepted split lowers the sum of squares of the class sizes, so the descent ends.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import labels as native
from covey.problems.labels.items import Items


def rebalance(
    items: Items, start: NDArray[np.int32], classes: int, splits: int, seed: int, alone: int = 0
) -> tuple[NDArray[np.int32], bool]:
    """More equal bins, after so many splits at most, and whether they are as equal as possible.

    In rounds: the heaviest class with the lightest, the second heaviest with the second lightest,
    and so on. After a round that changed nothing, the heaviest and the lightest with every other
    class; then pairs drawn at random. The first ``alone`` items keep the bins from 0 to
    ``alone`` - 1; the ``classes`` bins of the others come after these.
    """
    return native.rebalance(items.distinct, items.copies, alone, start, classes, splits, seed)
