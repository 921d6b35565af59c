"""One sweep along the line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel


@kernel
def sweep(weights: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """Starts of classes, each ended as soon as it has k; what is left joins the last.

    A class has at most k - 1 before its last value, and the leftover is below k, so the cost is at
    most 2 (k - 1) + max x <= 3 Opt.
    """
    starts = np.empty(len(weights), dtype=np.int64)
    starts[0] = 0
    closed = 0
    level = 0
    for place in range(len(weights)):
        if level >= k:
            closed += 1
            starts[closed] = place
            level = 0
        level += weights[place]
    if level >= k:
        closed += 1
    return starts[: max(closed, 1)].copy()
