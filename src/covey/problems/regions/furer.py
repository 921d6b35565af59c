"""The algorithm of Fürer and Raghavachari: a spanning tree whose degree is within 1 of the best.

Let d be the tree's degree. Vertices of degree d - 1 and d *block*: no border may be added at them.
A border between two parts of the tree without its blocking vertices closes a cycle. If a vertex of
degree d is on it, it loses a border of the cycle, and the tree is better. If only vertices of
degree d - 1 are, each of them could be relieved that way, so they block no longer and everything on
the cycle becomes one part. When no border joins two parts, no tree has a degree below d - 1: the
blocking vertices that are left have too many parts to hold together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.problems.regions.graph import Rows
from covey.problems.regions.repair import swap
from covey.problems.regions.traversal import rooted


@kernel
def lower_degree(
    rows: Rows, chosen: NDArray[np.bool_], degree: NDArray[np.int64], least: int
) -> None:
    """Improve the tree in place until its degree is ``least``, or proved to be within 1 of the
    best."""
    while degree.max() > least and _relieve_one(rows, chosen, degree):
        pass


@kernel
def _relieve_one(rows: Rows, chosen: NDArray[np.bool_], degree: NDArray[np.int64]) -> bool:
    """Lower some vertex of the largest degree by one, or say that it cannot be done."""
    count, d = len(degree), degree.max()
    _, parent = rooted(rows, chosen)
    depth = _depths(parent)
    part = np.arange(count)
    relief = np.full(count, -1, np.int64)  # the border that would relieve a vertex of degree d - 1
    for v in range(count):
        if parent[v] >= 0 and degree[v] < d - 1 and degree[parent[v]] < d - 1:
            _join(part, v, parent[v])
    again = True
    while again:
        again = False
        for e in range(len(rows.ends)):
            a, b = rows.ends[e]
            if chosen[e] or _blocks(a, degree, relief, d) or _blocks(b, degree, relief, d):
                continue
            if _part(part, a) == _part(part, b):
                continue
            worst = _worst_on_path(a, b, parent, depth, degree)
            if degree[worst] == d:
                _add(rows, chosen, degree, relief, e, worst, d)
                return True
            # All of the path becomes one part: what blocked on it can be relieved by e.
            while a != b:
                if depth[a] < depth[b]:
                    a, b = b, a
                for end in (a, parent[a]):
                    if degree[end] == d - 1 and relief[end] < 0:
                        relief[end] = e
                _join(part, a, parent[a])
                a = parent[a]
            again = True
    return False


@kernel
def _blocks(v: int, degree: NDArray[np.int64], relief: NDArray[np.int64], d: int) -> bool:
    return bool(degree[v] >= d or (degree[v] == d - 1 and relief[v] < 0))


@kernel
def _add(
    rows: Rows,
    chosen: NDArray[np.bool_],
    degree: NDArray[np.int64],
    relief: NDArray[np.int64],
    border: int,
    relieved: int,
    d: int,
) -> None:
    """Put the border into the tree and take one of ``relieved`` off the cycle, after relieving the
    border's own ends where they have degree d - 1. Reliefs happen in parts that do not touch."""
    waiting = [(border, relieved)]
    while len(waiting) > 0:
        e, w = waiting[-1]
        a, b = rows.ends[e]
        if degree[a] == d - 1 and relief[a] >= 0:
            waiting.append((relief[a], a))
            relief[a] = -1
        elif degree[b] == d - 1 and relief[b] >= 0:
            waiting.append((relief[b], b))
            relief[b] = -1
        else:
            waiting.pop()
            swap(rows, chosen, degree, _border_on_path(rows, chosen, a, b, w), e)


@kernel
def _border_on_path(rows: Rows, chosen: NDArray[np.bool_], a: int, b: int, w: int) -> int:
    """The border between w and the next vertex on the tree's path from a to b."""
    _, parent = rooted(rows, chosen)
    depth = _depths(parent)
    # Of the two borders of w on the path, the one met first from either end.
    while True:
        if depth[a] < depth[b]:
            a, b = b, a
        if w in (a, parent[a]):
            for place in range(rows.starts[a], rows.starts[a + 1]):
                if rows.neighbours[place] == parent[a]:
                    return int(rows.through[place])
        a = parent[a]


@kernel
def _worst_on_path(
    a: int, b: int, parent: NDArray[np.int32], depth: NDArray[np.int64], degree: NDArray[np.int64]
) -> int:
    worst = a if degree[a] > degree[b] else b
    while a != b:
        if depth[a] < depth[b]:
            a, b = b, a
        a = parent[a]
        if degree[a] > degree[worst]:
            worst = a
    return worst


@kernel
def _depths(parent: NDArray[np.int32]) -> NDArray[np.int64]:
    depth = np.full(len(parent), -1, np.int64)
    path = np.empty(len(parent), np.int64)
    for v in range(len(parent)):
        filled = 0
        while depth[v] < 0 and parent[v] >= 0:
            path[filled] = v
            filled += 1
            v = parent[v]
        if depth[v] < 0:
            depth[v] = 0
        base = depth[v]
        for place in range(filled - 1, -1, -1):
            base += 1
            depth[path[place]] = base
    return depth


@kernel
def _part(part: NDArray[np.int64], v: int) -> int:
    while part[v] != v:
        part[v] = part[part[v]]
        v = part[v]
    return v


@kernel
def _join(part: NDArray[np.int64], a: int, b: int) -> None:
    part[_part(part, a)] = _part(part, b)
