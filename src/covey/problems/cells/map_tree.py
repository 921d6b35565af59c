"""A map as a rooted tree, its areas in the tree's order: a subtree is a run of that order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InternalError
from covey.core.jit import enlarged, kernel, wide
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
    # -2: not visited yet. Breadth first, so that the trees are shallow and cuts have many edges.
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
    # Children stand after their parents in the queue: backwards, every subtree is complete.
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
    # Every area takes the next free place of its parent's run, and leaves room for its subtree:
    # the places are in depth-first order, without recursion.
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


@kernel
def hulls(
    starts: NDArray[np.int64],
    places: NDArray[np.int32],
    parent: NDArray[np.int32],
    lowest: NDArray[np.int32],
    component: NDArray[np.int32],
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The places of every class and all that are on the ways between them; the whole map for a
    class in several components."""
    n = len(parent)
    found = np.empty(max(64, len(places)), np.int32)
    ends = np.zeros(len(starts), np.int64)
    seen = np.full(n, -1, np.int32)
    used = 0
    for c in range(len(starts) - 1):
        begin = starts[c]
        end = starts[c + 1]
        if begin < end:
            first = places[begin]
            top = first
            if component[first] != component[places[end - 1]]:
                top = -1
            elif end - begin > 1:
                top = least_between(lowest, n, first + 1, places[end - 1])
            # From every place up to the top, until a place that this class has already.
            for i in range(begin, end if top >= 0 else begin):
                p = places[i]
                while seen[p] != c:
                    seen[p] = c
                    if used == len(found):
                        found = enlarged(found, 2 * used)
                    found[used] = p
                    used += 1
                    if p == top:
                        break
                    p = parent[p]
            if top < 0:
                if used + n > len(found):
                    found = enlarged(found, 2 * (used + n))
                for p in range(n):
                    found[used + p] = p
                used += n
        ends[c + 1] = used
    return ends, found[:used].copy()


@kernel
def least_between(lowest: NDArray[np.int32], width: int, low: int, high: int) -> int:
    """The least of a row's numbers from low to high, both included, by the table of ``MapTree``."""
    level = 0
    length = (high - low + 1) >> 1
    # The logarithm, rounded down, in four steps at most for lengths below 2^32.
    for step in (16, 8, 4, 2, 1):
        if length >> step:
            length >>= step
            level += step
    level += length > 0
    row = level * width
    return wide(min(lowest[row + low], lowest[row + high - (1 << level) + 1]))


@kernel
def joined_by_tree(
    places: NDArray[np.int32] | NDArray[np.int64],
    count: int,
    lowest: NDArray[np.int32],
    width: int,
    depth: NDArray[np.int32],
) -> int:
    """How many places the least subtree has that joins the first ``count`` places, which ascend.

    From each place on, only the way up to where it meets the way from the place before is new.
    """
    joined = 1
    for i in range(1, count):
        link = least_between(lowest, width, places[i - 1] + 1, places[i])
        joined += depth[places[i]] - depth[link]
    if count > 1:
        top = least_between(lowest, width, places[0] + 1, places[count - 1])
        joined += depth[places[0]] - depth[top]
    return joined
