"""Combinations that are equal on every axis, by an open hash table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel


@kernel
def numbered(codes: NDArray[np.int32]) -> NDArray[np.int32]:
    """The number of each row among the distinct ones, in the order of their first rows."""
    rows, columns = codes.shape
    # At most half full, so that few rows meet on their way to a free place.
    bits = 1
    while (1 << bits) < 2 * rows:
        bits += 1
    mask = (1 << bits) - 1
    table = np.full(1 << bits, -1, np.int32)
    number = np.empty(rows, np.int32)
    found = 0
    for i in range(rows):
        mixed = np.uint64(0)
        for c in range(columns):
            # Multiplying spreads a code over the high bits, of which the place is made.
            mixed ^= np.uint64(np.int64(codes[i, c]) + 2)
            mixed *= np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
        at = np.int64((mixed * np.uint64(0xD6E8FEB86659FD93)) >> np.uint64(64 - bits))
        while True:
            other = table[at]
            if other < 0:
                table[at] = i
                number[i] = found
                found += 1
                break
            same = True
            for c in range(columns):
                if codes[other, c] != codes[i, c]:
                    same = False
                    break
            if same:
                number[i] = number[other]
                break
            at = (at + 1) & mask
    return number
