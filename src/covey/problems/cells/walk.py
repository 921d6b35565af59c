"""A map as a rooted tree, its areas in the tree's order: a subtree is a run of that order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InternalError
from covey.core.jit import kernel
from covey.problems.regions.graph import Graph


@dataclass(frozen=True, eq=False)
class MapTree:
    """A spanning tree of every component. Place p has the area ``order[p]``, its parent is at place
    ``parent[p]`` (-1 for roots), its subtree is at the places p to ``end[p]`` - 1.

    Without some of its own subtrees, a subtree is connected: the way up from every area that is
    left is left, too.
    """

    order: NDArray[np.int32]
    parent: NDArray[np.int32]
    end: NDArray[np.int32]

    @classmethod
    def of(cls, graph: Graph) -> MapTree:
        return cls(*spanning(graph.starts, graph.neighbours))

    @cached_property
    def place(self) -> NDArray[np.int32]:
        """Where each area stands in the order."""
        place = np.empty(len(self.order), dtype=np.int32)
        place[self.order] = np.arange(len(self.order), dtype=np.int32)
        return place

    @cached_property
    def component(self) -> NDArray[np.int32]:
        """For every place the root of its component, as a place."""
        found = np.where(self.parent < 0, np.arange(len(self.parent)), 0)
        return np.maximum.accumulate(found).astype(np.int32)

    @cached_property
    def degree(self) -> int:
        """The most neighbours that an area has in the tree."""
        children = np.bincount(self.parent[self.parent >= 0], minlength=len(self.parent))
        return int((children + (self.parent >= 0)).max())

    @cached_property
    def depth(self) -> NDArray[np.int32]:
        return depths(self.parent)

    @cached_property
    def lowest(self) -> NDArray[np.int32]:
        """Row l has the least parent of 2^l places from each place on: what is lowest between two
        places is where their ways up meet."""
        rows = [self.parent]
        while 2 ** len(rows) <= len(self.parent):
            half = 2 ** (len(rows) - 1)
            before = rows[-1]
            rows.append(before.copy())
            np.minimum(before[:-half], before[half:], out=rows[-1][:-half])
        return np.ascontiguousarray(np.stack(rows))

    def refuse_unless_spanning(self, graph: Graph) -> None:
        """The tree trusts nobody: its edges are borders, its runs are its subtrees."""
        n = graph.count
        if not np.array_equal(np.sort(self.order), np.arange(n)):
            raise InternalError("The tree of a map does not have every area once.")
        places = np.arange(n)
        if (self.parent >= places).any() or (self.parent < -1).any():
            raise InternalError("An area stands before its parent in the tree of a map.")
        below = np.flatnonzero(self.parent >= 0)
        ends = np.sort(np.column_stack([self.order[below], self.order[self.parent[below]]]), axis=1)
        known = graph.edges[:, 0].astype(np.int64) * n + graph.edges[:, 1]
        if not np.isin(ends[:, 0].astype(np.int64) * n + ends[:, 1], known).all():
            raise InternalError("The tree of a map crosses where there is no border.")
        if not runs_are_subtrees(self.parent, self.end):
            raise InternalError("The runs of a map's tree are not its subtrees.")


@kernel
def spanning(
    starts: NDArray[np.int64], neighbours: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Breadth-first trees, their areas in depth-first order."""
    n = len(starts) - 1
    above = np.full(n, -2, np.int32)
    queue = np.empty(n, np.int32)
    size = np.ones(n, np.int32)
    filled = 0
    for root in range(n):
        if above[root] != -2:
            continue
        above[root] = -1
        queue[filled] = root
        head = filled
        filled += 1
        while head < filled:
            v = queue[head]
            head += 1
            for at in range(starts[v], starts[v + 1]):
                u = neighbours[at]
                if above[u] == -2:
                    above[u] = v
                    queue[filled] = u
                    filled += 1
    for i in range(n - 1, -1, -1):
        v = queue[i]
        if above[v] >= 0:
            size[above[v]] += size[v]
    order = np.empty(n, np.int32)
    parent = np.empty(n, np.int32)
    end = np.empty(n, np.int32)
    place = np.empty(n, np.int32)
    free = np.empty(n, np.int32)
    used = 0
    for i in range(n):
        v = queue[i]
        if above[v] < 0:
            p = used
            used += size[v]
            parent[p] = -1
        else:
            p = free[above[v]]
            free[above[v]] += size[v]
            parent[p] = place[above[v]]
        place[v] = p
        free[v] = p + 1
        order[p] = v
        end[p] = p + size[v]
    return order, parent, end


@kernel
def depths(parent: NDArray[np.int32]) -> NDArray[np.int32]:
    depth = np.zeros(len(parent), np.int32)
    for p in range(len(parent)):
        if parent[p] >= 0:
            depth[p] = depth[parent[p]] + 1
    return depth


@kernel
def runs_are_subtrees(parent: NDArray[np.int32], end: NDArray[np.int32]) -> bool:
    n = len(parent)
    if len(end) != n:
        return False
    size = np.ones(n, np.int32)
    for p in range(n - 1, -1, -1):
        if end[p] != p + size[p]:
            return False
        if parent[p] >= 0:
            size[parent[p]] += size[p]
    # A run as long as its subtree is the subtree if every place of it hangs inside the run.
    for p in range(n):
        above = parent[p]
        if above >= 0 and not (above < p and end[p] <= end[above]):
            return False
    return True
