"""One sweep along the line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import intervals as native


def sweep(weights: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """Starts of classes, each ended as soon as it has k; what is left joins the last.

    A class has at most k - 1 before its last value, and the leftover is below k, so the cost is at
    most 2 (k - 1) + max x <= 3 Opt.
    """
    return native.sweep(weights, k)
