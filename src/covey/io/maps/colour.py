"""Colours for regions, so that neighbours differ."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.problems.regions.graph import Graph


def region_graph(graph: Graph, classes: ArrayLike) -> Graph:
    """Which regions border on each other; a class of -1 is no region."""
    numbers = np.asarray(classes, dtype=np.int64)
    pairs = numbers[graph.edges]
    inside = (pairs >= 0).all(axis=1)
    count = int(numbers.max(initial=-1)) + 1
    return Graph.from_edges(count, pairs[inside], graph.lengths[inside])


def colours(graph: Graph, spread: int = 1) -> NDArray[np.int64]:
    """A colour for every vertex, so that neighbours differ.

    The first ``spread`` colours are used about equally often, others only where they are needed.

    Vertices are removed one by one, always one with the fewest neighbours left. Then they come back
    in the opposite order, each with a colour that no neighbour has: the least used of the first
    ``spread``, else the first. A planar graph always has a vertex with five neighbours or fewer
    (Euler), so six colours are enough for it.

    >>> colours(Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)])).tolist()
    [0, 1, 0, 1]
    """
    found = np.full(graph.count, -1, dtype=np.int64)
    used = [0] * max(spread, 1)
    for v in reversed(_fewest_first(graph)):
        around = graph.neighbours[graph.starts[v] : graph.starts[v + 1]]
        taken = set(found[around].tolist())
        free = [colour for colour in range(len(used)) if colour not in taken]
        if not free:
            free = [len(used)]
            used.append(0)
        # A colour beyond the spread is used only by a vertex that needs it.
        fresh = [colour for colour in free if colour < spread]
        found[v] = min(fresh, key=used.__getitem__) if fresh else free[0]
        used[found[v]] += 1
    return found


def _fewest_first(graph: Graph) -> list[int]:
    """Vertices in the order of their removal, always one with the fewest neighbours left; of equals
    the last, so that the first come back first."""
    left = np.diff(graph.starts).tolist()
    neighbours, starts = graph.neighbours.tolist(), graph.starts.tolist()
    buckets: list[list[int]] = [[] for _ in range(max(left, default=0) + 1)]
    for v, degree in enumerate(left):
        buckets[degree].append(v)
    gone = [False] * graph.count
    order: list[int] = []
    degree = 0
    while len(order) < graph.count:
        # To remove a vertex takes one from the degrees of its neighbours, so the
        # least goes down by one at most.
        degree = max(degree - 1, 0)
        while not buckets[degree]:
            degree += 1
        v = buckets[degree].pop()
        # A vertex stands in a bucket for every degree that it had. Only the last one is true.
        if gone[v] or left[v] != degree:
            continue
        gone[v] = True
        order.append(v)
        for u in neighbours[starts[v] : starts[v + 1]]:
            if not gone[u]:
                left[u] -= 1
                buckets[left[u]].append(u)
    return order
