"""Few regions of a map, any two of which are nested or apart: the same ones serve every class."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.problems.cells.map_tree import MapTree
from covey.problems.cells.sets import Codes
from covey.problems.regions.graph import Graph


@dataclass(frozen=True, eq=False)
class Nesting:
    """A hierarchy of regions: areas are joined to pairs, these to larger regions, and so on, until
    every component of the map is one.

    The areas are leaves, in such an order that every region is a run of them. By place of the
    map's ``tree``: ``leaf[p]`` is the number of its area; the border above it joins the leaves from
    ``low[p]`` to ``split[p]`` - 1 to those up to ``high[p]`` - 1. A root has a ``split`` of -1, and
    the run of its component.
    """

    tree: MapTree
    leaf: Codes
    split: Codes
    low: Codes
    high: Codes

    @classmethod
    def of(cls, graph: Graph, weights: NDArray[np.int64], groups: Codes | None = None) -> Nesting:
        """Regions of similar ``weights`` and short borders; areas of one group, such as a state,
        are joined first.

        >>> path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
        >>> nesting = Nesting.of(path, np.array([5, 1, 1, 1]), np.array([0, 0, 1, 1], np.int32))
        >>> [nesting.order[low:high].tolist() for low, high in nesting.runs.tolist()]
        [[0, 1], [2, 3], [0, 1, 2, 3]]
        """
        own = np.zeros(graph.count, dtype=np.int32) if groups is None else groups
        if len(weights) != graph.count or len(own) != graph.count:
            raise InvalidInput(
                f"There are {graph.count:,} areas, but {len(weights):,} weights and {len(own):,}"
                " groups for them."
            )
        found = native.nested(
            graph.edges, graph.lengths, np.ascontiguousarray(weights, dtype=np.int64), own
        )
        return cls(MapTree(*found[:3]), *found[3:])

    @cached_property
    def order(self) -> Codes:
        """The area of every leaf."""
        found = np.empty(len(self.leaf), dtype=np.int32)
        found[self.leaf] = self.tree.order
        return found

    @property
    def runs(self) -> Codes:
        """All regions of two areas or more, as runs of leaves, small ones first."""
        found = np.column_stack([self.low, self.high])[self.split >= 0]
        return found[np.lexsort([found[:, 0], found[:, 1] - found[:, 0]])]

    def around(self, low: Codes, high: Codes) -> Codes:
        """The runs of the least regions with the leaves ``low`` to ``high`` of one component."""
        found = np.column_stack([low, high + np.int32(1)]).astype(np.int32)
        # A sparse table, as in Hierarchy: of two overlapping runs of 2^level splits the edge that
        # joins most leaves is the one whose region holds all.
        several = np.flatnonzero(low < high)
        length = high[several] - low[several]
        level = np.frexp(length.astype(np.float64))[1] - 1
        one = self._longest[level, low[several] + 1]
        other = self._longest[level, high[several] - (1 << level) + 1]
        edge = np.where(self._length[one] >= self._length[other], one, other)
        found[several, 0], found[several, 1] = self.low[edge], self.high[edge]
        return found

    def within(self, edges: Codes, runs: Codes) -> NDArray[np.bool_]:
        """Whether each edge of the tree joins two areas of the run that stands beside it."""
        inside = (runs[:, 0] <= self.low[edges]) & (self.high[edges] <= runs[:, 1])
        return np.asarray(inside & (self.split[edges] >= 0))

    @cached_property
    def _length(self) -> Codes:
        """The leaves that every edge joins; none for roots."""
        return np.where(self.split >= 0, self.high - self.low, 0).astype(np.int32)

    @cached_property
    def _longest(self) -> NDArray[np.int64]:
        """Row l has the edge that joins the most leaves among 2^l splits from each leaf on."""
        n = len(self.leaf)
        # A root joins nothing, and stands where a component begins.
        row = np.full(n, int(np.argmin(self.split)), dtype=np.int64)
        edges = np.flatnonzero(self.split >= 0)
        row[self.split[edges]] = edges
        rows, half = [row], 1
        while 2 * half <= n:
            # The last entries stand for runs that would reach beyond the end, and are never asked
            # for.
            later = np.append(rows[-1][half:], rows[-1][-half:])
            rows.append(np.where(self._length[rows[-1]] >= self._length[later], rows[-1], later))
            half *= 2
        return np.stack(rows)
