"""Connected components, by compiled loops."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel


@kernel
def components(starts: NDArray[np.int64], neighbours: NDArray[np.int32]) -> NDArray[np.int32]:
    """The component of every vertex, numbered in the order of their first vertices."""
    count = len(starts) - 1
    same = np.zeros(count, np.int32)
    return components_within(starts, neighbours, same)


@kernel
def components_within(
    starts: NDArray[np.int64], neighbours: NDArray[np.int32], labels: NDArray[np.int32]
) -> NDArray[np.int32]:
    """The connected parts of equal labels, numbered in the order of their first vertices."""
    count = len(starts) - 1
    found = np.full(count, -1, np.int32)
    waiting = np.empty(count, np.int32)
    number = 0
    for root in range(count):
        if found[root] >= 0:
            continue
        found[root] = number
        waiting[0] = root
        filled = 1
        while filled > 0:
            filled -= 1
            v = waiting[filled]
            for place in range(starts[v], starts[v + 1]):
                u = neighbours[place]
                if found[u] < 0 and labels[u] == labels[v]:
                    found[u] = number
                    waiting[filled] = u
                    filled += 1
        number += 1
    return found
