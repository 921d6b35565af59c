"""Connected components and cut areas, by compiled loops."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.jit import kernel


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


@kernel
def parts_without(starts: NDArray[np.int64], neighbours: NDArray[np.int32]) -> NDArray[np.int32]:
    """Into how many parts the component of each vertex falls without it: 0 for a vertex by itself,
    1 for most, more for a cut vertex.

    One depth-first walk (Hopcroft, Tarjan 1973): a child that reaches nothing above its parent is
    cut off with it, and so is everything above.
    """
    count = len(starts) - 1
    found = np.zeros(count, np.int32)
    reached = np.full(count, -1, np.int64)
    lowest = np.zeros(count, np.int64)
    parent = np.full(count, -1, np.int32)
    place = starts[:-1].copy()
    time = 0
    for root in range(count):
        if reached[root] >= 0:
            continue
        reached[root] = lowest[root] = time
        time += 1
        v = np.int32(root)
        while v >= 0:
            if place[v] < starts[v + 1]:
                u = neighbours[place[v]]
                place[v] += 1
                if reached[u] < 0:
                    parent[u] = v
                    reached[u] = lowest[u] = time
                    time += 1
                    v = u
                elif u != parent[v]:
                    lowest[v] = min(lowest[v], reached[u])
                continue
            above = parent[v]
            if above >= 0:
                found[v] += 1
                lowest[above] = min(lowest[above], lowest[v])
                if lowest[v] >= reached[above]:
                    found[above] += 1
            v = above
    return found
