"""A map as a rooted tree, its areas in the tree's order: a subtree is a run of that order."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InternalError
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
        from covey._native.cells import spanning

        return cls(*spanning(graph.native.starts, graph.native.neighbours))

    @cached_property
    def place(self) -> NDArray[np.int32]:
        """Where each area stands in the order."""
        place = np.empty(len(self.order), dtype=np.int32)
        place[self.order] = np.arange(len(self.order), dtype=np.int32)
        return place

    @cached_property
    def component(self) -> NDArray[np.int32]:
        """For every place the root of its component, as a place."""
        # Components are runs of the order, each from its root on: the last root seen is a place's
        # own.
        found = np.where(self.parent < 0, np.arange(len(self.parent)), 0)
        return np.maximum.accumulate(found).astype(np.int32)

    @cached_property
    def degree(self) -> int:
        """The most neighbours that an area has in the tree."""
        children = np.bincount(self.parent[self.parent >= 0], minlength=len(self.parent))
        return int((children + (self.parent >= 0)).max())

    def refuse_unless_spanning(self, graph: Graph) -> None:
        """Check that the tree's edges are borders, and its runs its subtrees."""
        from covey._native.cells import runs_are_subtrees

        n = graph.count
        if not np.array_equal(np.sort(self.order), np.arange(n)):
            raise InternalError("The tree of a map does not have every area once.")
        places = np.arange(n)
        # Parents stand before their children, so there is no cycle.
        if (self.parent >= places).any() or (self.parent < -1).any():
            raise InternalError("An area stands before its parent in the tree of a map.")
        below = np.flatnonzero(self.parent >= 0)
        ends = np.sort(np.column_stack([self.order[below], self.order[self.parent[below]]]), axis=1)
        known = graph.edges[:, 0].astype(np.int64) * n + graph.edges[:, 1]
        if not np.isin(ends[:, 0].astype(np.int64) * n + ends[:, 1], known).all():
            raise InternalError("The tree of a map crosses where there is no border.")
        if not runs_are_subtrees(self.parent, self.end):
            raise InternalError("The runs of a map's tree are not its subtrees.")
