"""Worst-fit-decreasing onto targets: classes as equal as possible where small items abound.

Give m bins targets that add up to all the items. The next item, of size x, goes to the bin that
lacks most. The bins together lack exactly the remaining weight R, so one of them lacks at least
ceil(R/m): an item with x <= ceil(R/m) always fits. If that holds for every item, sorted down (the
*tail test*), each bin ends at its target exactly. This argument does not depend on where the
earlier items went. So :func:`fill` deals out most of them at memory speed, and keeps a heap of bins
only for the items that need it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import labels as native
from covey.problems.labels.items import Items


def balanced_targets(total: int, bins: int) -> NDArray[np.int64]:
    """``total`` as evenly as whole numbers allow, the larger ones first."""
    targets = np.full(bins, total // bins, dtype=np.int64)
    targets[: total % bins] += 1
    return targets


def fill(
    items: Items, targets: NDArray[np.int64], alone: int = 0
) -> tuple[NDArray[np.int32], bool]:
    """Bins by sorted position, and whether each is filled to its target exactly.

    The first ``alone`` items get bins of their own, numbered from 0. The others fill the bins after
    these; the targets add up to their weight. Where the tail test fails, the last items may
    overfill the bins that lack most.
    """
    return native.fill(items.distinct, items.copies, alone, targets)


def worst_fit(sizes: NDArray[np.int64], targets: NDArray[np.int64]) -> NDArray[np.int32]:
    """Each item, in the given order, to the bin that lacks most of its target."""
    return native.worst_fit(sizes, targets)
