"""Combinations that are equal on every axis."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

MOST = 2**62
"""Keys below this leave room for one more step."""


def numbered(columns: Iterable[NDArray[np.int32]]) -> NDArray[np.int32]:
    """The number of each row among the distinct ones, given its codes, which are -1 or more.

    >>> numbered([np.array([0, 1, 0, -1]), np.array([5, 5, 5, 5])]).tolist()
    [1, 2, 1, 0]
    """
    keys, size = np.zeros(1, dtype=np.int64), 1
    for codes in columns:
        # One value more than codes, for -1; all codes of a row become the digits of one key.
        own = int(codes.max(initial=-1)) + 2
        if size * own > MOST:
            # Numbers of distinct keys are small: several columns fit into one key again.
            keys = np.unique(keys, return_inverse=True)[1]
            size = int(keys.max()) + 1
        keys = keys * own + codes + 1
        size *= own
    return np.unique(keys, return_inverse=True)[1].astype(np.int32)
