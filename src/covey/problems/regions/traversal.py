"""Depth-first spanning trees and what they show: a tree is a mask over the graph's borders."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.problems.regions.graph import Rows

FREE, TAKEN, LEFT = 0, 1, 2

MANY_NEIGHBOURS = 64
"""An area with more of them takes the first unvisited one, so that a hub costs no square."""


@kernel
def depth_first(rows: Rows) -> NDArray[np.bool_]:
    """A spanning forest that goes on, each time, to the unvisited neighbour which has the fewest
    unvisited neighbours itself: dead ends are visited while one can still leave them."""
    starts, neighbours, through, ends = rows
    count = len(starts) - 1
    chosen = np.zeros(len(ends), np.bool_)
    # Not np.diff, which takes seconds to compile.
    free = starts[1:] - starts[:-1]
    visited = np.zeros(count, np.bool_)
    first = starts[:-1].copy()
    stack = np.empty(count, np.int64)
    for root in range(count):
        if visited[root]:
            continue
        visited[root] = True
        for place in range(starts[root], starts[root + 1]):
            free[neighbours[place]] -= 1
        stack[0] = root
        depth = 1
        while depth > 0:
            v = stack[depth - 1]
            while first[v] < starts[v + 1] and visited[neighbours[first[v]]]:
                first[v] += 1
            if first[v] == starts[v + 1]:
                depth -= 1
                continue
            best = first[v]
            if starts[v + 1] - starts[v] <= MANY_NEIGHBOURS:
                for place in range(first[v] + 1, starts[v + 1]):
                    u = neighbours[place]
                    if not visited[u] and free[u] < free[neighbours[best]]:
                        best = place
            u = neighbours[best]
            chosen[through[best]] = True
            visited[u] = True
            for place in range(starts[u], starts[u + 1]):
                free[neighbours[place]] -= 1
            stack[depth] = u
            depth += 1
    return chosen


@kernel
def rooted(rows: Rows, chosen: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """An order of the vertices in which parents stand before children, and every vertex's parent
    (-1 for roots, which are leaves of the forest). A vertex that stands alone is its own root."""
    starts, neighbours, through, _ = rows
    count = len(starts) - 1
    order = np.empty(count, np.int32)
    parent = np.full(count, -2, np.int32)
    degree = degrees(rows, chosen)
    filled = 0
    for wanted in range(2):
        for root in range(count):
            if parent[root] != -2 or degree[root] != 1 - wanted:
                continue
            parent[root] = -1
            order[filled] = root
            head = filled
            filled += 1
            while head < filled:
                v = order[head]
                head += 1
                for place in range(starts[v], starts[v + 1]):
                    u = neighbours[place]
                    if chosen[through[place]] and parent[u] == -2:
                        parent[u] = v
                        order[filled] = u
                        filled += 1
    return order[:filled], parent


@kernel
def degrees(rows: Rows, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many chosen borders every vertex has."""
    found = np.zeros(len(rows.starts) - 1, np.int64)
    for e in np.flatnonzero(chosen):
        found[rows.ends[e, 0]] += 1
        found[rows.ends[e, 1]] += 1
    return found


def parts_without(rows: Rows) -> NDArray[np.int64]:
    """Into how many parts the component of each vertex falls without it: 0 for a vertex by itself,
    1 for most, more for a cut vertex."""
    weightless = np.zeros(len(rows.starts) - 1, dtype=np.int64)
    # As a problem's weights are, so that the loop is compiled once.
    weightless.flags.writeable = False
    return pockets(rows, weightless, 1)[0]


@kernel
def pockets(
    rows: Rows, weights: NDArray[np.int64], k: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For every vertex v: into how many components its removal breaks v's own component, and the
    weight of v and of those of them that weigh less than k, which cannot be regions by themselves.

    A component that is lighter than k as a whole is no concern of this function.
    """
    starts, neighbours, _, _ = rows
    count = len(starts) - 1
    parts = np.zeros(count, np.int64)
    together = weights.copy()
    seen = np.full(count, -1, np.int64)
    low = np.zeros(count, np.int64)
    below = weights.copy()
    cut_off = np.zeros(count, np.int64)
    parent = np.full(count, -1, np.int64)
    first = starts[:-1].copy()
    stack = np.empty(count, np.int64)
    visits = np.empty(count, np.int64)
    for root in range(count):
        if seen[root] >= 0:
            continue
        clock = 0
        seen[root] = low[root] = clock
        visits[0] = root
        stack[0] = root
        depth = 1
        while depth > 0:
            v = stack[depth - 1]
            if first[v] < starts[v + 1]:
                u = neighbours[first[v]]
                first[v] += 1
                if seen[u] < 0:
                    clock += 1
                    seen[u] = low[u] = clock
                    visits[clock] = u
                    parent[u] = v
                    stack[depth] = u
                    depth += 1
                elif u != parent[v]:
                    low[v] = min(low[v], seen[u])
                continue
            depth -= 1
            p = parent[v]
            if p < 0:
                continue
            below[p] += below[v]
            low[p] = min(low[p], low[v])
            if low[v] >= seen[p]:
                # Without p, the tree below v is a component of its own.
                parts[p] += 1
                cut_off[p] += below[v]
                if below[v] < k:
                    together[p] += below[v]
        for place in range(clock + 1):
            v = visits[place]
            if v == root:
                continue
            parts[v] += 1
            rest = below[root] - weights[v] - cut_off[v]
            if rest < k:
                together[v] += rest
    return parts, together


@kernel
def lightest_ways(rows: Rows, weights: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """For every vertex below k, in a component of such vertices that is below k as a whole: the
    weight of the lightest path from it to a vertex of k or more, both included. 0 for all others,
    and where no such vertex can be reached.

    Ways are lowered until nothing changes (Bellman and Ford), which is quick on such small
    components.
    """
    count = len(weights)
    forced = _forced(rows, weights, k)
    nowhere = np.int64(1) << 62
    ways = np.full(count, nowhere, np.int64)
    waiting = [np.int64(v) for v in range(count) if weights[v] >= k]
    for heavy in waiting:
        ways[heavy] = weights[heavy]
    while len(waiting) > 0:
        reached = [np.int64(0) for _ in range(0)]
        for near in waiting:
            for place in range(rows.starts[near], rows.starts[near + 1]):
                u = rows.neighbours[place]
                if forced[u] and ways[near] + weights[u] < ways[u]:
                    ways[u] = ways[near] + weights[u]
                    reached.append(np.int64(u))
        waiting = reached
    for v in range(count):
        if not forced[v] or ways[v] == nowhere:
            ways[v] = 0
    return ways


@kernel
def _forced(rows: Rows, weights: NDArray[np.int64], k: int) -> NDArray[np.bool_]:
    """Which light vertices are in a component of light vertices that is below k."""
    count = len(weights)
    forced = np.zeros(count, np.bool_)
    seen = np.zeros(count, np.bool_)
    part = np.empty(count, np.int64)
    for root in range(count):
        if seen[root] or weights[root] >= k:
            continue
        seen[root] = True
        part[0] = root
        head, filled = 0, 1
        total = np.int64(0)
        while head < filled:
            v = part[head]
            head += 1
            total += weights[v]
            for place in range(rows.starts[v], rows.starts[v + 1]):
                u = rows.neighbours[place]
                if not seen[u] and weights[u] < k:
                    seen[u] = True
                    part[filled] = u
                    filled += 1
        if total < k:
            forced[part[:filled]] = True
    return forced


@kernel
def lightest_superset(
    rows: Rows,
    weights: NDArray[np.int64],
    k: int,
    root: int,
    enough: int,
    most_steps: int,
    mark: NDArray[np.int8],
) -> tuple[int, bool, int]:
    """The lightest connected set with the root that weighs k or more, whether the search was
    finished, and its steps. A set of at most ``enough`` ends it; ``mark`` is as many zeros as there
    are vertices, and is so again afterwards.

    Sets grow by taking or leaving one neighbour after the other, as long as they are below k.
    """
    best = np.int64(1) << 62
    weight = weights[root]
    taken = [np.int64(root)]
    decided = [np.int64(root)]
    looked = [np.int64(0)]  # for each decision, the first one taken that may have a free neighbour
    mark[root] = TAKEN
    finished = weight >= k
    if finished:
        best = weight
    steps = 0
    while not finished and steps < most_steps:
        steps += 1
        u = np.int64(-1)
        place = looked[-1]
        while place < len(taken) and u < 0:
            v = taken[place]
            for at in range(rows.starts[v], rows.starts[v + 1]):
                steps += 1
                if mark[rows.neighbours[at]] == FREE:
                    u = np.int64(rows.neighbours[at])
                    break
            if u < 0:
                place += 1
        if u >= 0:
            decided.append(u)
            looked.append(place)
            if weight + weights[u] >= k:
                # No need to grow on: more is heavier still.
                best = min(best, weight + weights[u])
                finished = best <= enough
                mark[u] = LEFT
            else:
                mark[u] = TAKEN
                taken.append(u)
                weight += weights[u]
            continue
        while mark[decided[-1]] == LEFT:
            mark[decided.pop()] = FREE
            looked.pop()
        u = decided[-1]
        finished = u == root
        if not finished:
            mark[u] = LEFT
            taken.pop()
            weight -= weights[u]
    for u in decided:
        mark[u] = FREE
    return int(best), bool(finished), steps
