"""The tree of nested sets that an axis has in nested recoding, and the sets that classes take."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.problems.cells.axes import Axis
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.sets import Codes, Sets


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """A tree whose nodes are sets of the axis's values, any two of which are nested or apart.

    leaves
        The leaf of every row.
    parents
        Those of the leaves, then of the inner nodes; -1 for the root.
    kind
        Of every node: 0, or MISSING_SET or ANY_SET, where it is one of these special sets.
    bounds
        Of every node what it has: the first and the last rank, both included, for both coordinates
        of places; for labels and areas where its run of ``order`` begins and ends.
    """

    axis: Axis
    leaves: Codes
    parents: Codes
    kind: Codes
    bounds: Codes
    order: Codes

    @property
    def leaf_count(self) -> int:
        """Leaves are the nodes that are no parent."""
        # A leaf is nobody's parent.
        return len(self.parents) - len(np.unique(self.parents[self.parents >= 0]))

    def around(self, members: ClassRows) -> Codes:
        """The least node around what occurs in each class."""
        # Leaves by their places in the tree's order, in which every node is a run. So the first and
        # the last place of a class tell the least node around it.
        own = self._ranked[0][self.leaves[members.rows]]
        low = np.minimum.reduceat(own, members.starts[:-1])
        return self._joining(low, np.maximum.reduceat(own, members.starts[:-1]))

    def without_each(self, members: ClassRows) -> Codes:
        """For every row of a class the least node around the others; for a class of one row, its
        own."""
        own = self._ranked[0][self.leaves[members.rows]]
        begin, end = members.starts[:-1], members.starts[1:]
        # In each class from the first place to the last: without one row, the least node changes
        # only if that was the only one at an end.
        ascending = own[np.lexsort((own, members.classes))]
        low, high = ascending[begin], ascending[end - 1]
        next_low = ascending[np.minimum(begin + 1, end - 1)]
        next_high = ascending[np.maximum(end - 2, begin)]
        of = members.classes
        low = np.where(own == low[of], next_low[of], low[of])
        high = np.where(own == high[of], next_high[of], high[of])
        return self._joining(np.minimum(low, high), high)

    @cached_property
    def penalties(self) -> NDArray[np.float64]:
        """The normalized certainty penalty of every node."""
        return self.axis.penalties(self.node_sets)

    @property
    def node_sets(self) -> Sets:
        """Every node as a set of its own, or a special one."""
        numbers = np.arange(len(self.parents), dtype=np.int32)
        of = np.where(self.kind < 0, self.kind, numbers).astype(np.int32)
        return self.axis.sets_of_nodes(of, self.bounds, self.order)

    def _joining(self, low: Codes, high: Codes) -> Codes:
        """The least nodes with the places from low to high, both included."""
        _, leaf_at, joining = self._ranked
        found = leaf_at[low].copy()
        several = np.flatnonzero(low < high)
        length = (high - low)[several]
        # Two overlapping runs of 2^level gaps cover the whole (a sparse table): the least node
        # around both is that of lower rank, without walking up the tree.
        level = np.frexp(length.astype(np.float64))[1] - 1
        one = joining[level, low[several]]
        other = joining[level, high[several] - (1 << level)]
        # The smaller rank is nearer to the root, so it is the ancestor of the other.
        found[several] = self._preorder[np.minimum(one, other)]
        return found

    def sets_of(self, members: ClassRows) -> Sets:
        """The sets of classes: each the least node around what occurs in it."""
        nodes = self.around(members)
        return self.axis.sets_of_bounds(self.kind[nodes], self.bounds[nodes], self.order)

    @cached_property
    def children(self) -> list[list[int]]:
        """Of every node, in the order of their first leaves."""
        found: list[list[int]] = [[] for _ in self.parents]
        seen = np.zeros(len(self.parents), dtype=bool)
        parents = self.parents.tolist()
        # From every leaf up to the first node that was seen: each node is met once, by its first
        # leaf.
        for leaf in range(self.leaf_count):
            node = leaf
            while node >= 0 and not seen[node]:
                seen[node] = True
                if parents[node] >= 0:
                    found[parents[node]].append(node)
                node = parents[node]
        return found

    @cached_property
    def _preorder(self) -> Codes:
        """The nodes, each before its children."""
        waiting, found = [int(np.argmin(self.parents))], []
        while waiting:
            node = waiting.pop()
            found.append(node)
            waiting += reversed(self.children[node])
        return np.array(found, dtype=np.int32)

    @cached_property
    def _ranked(self) -> tuple[Codes, Codes, NDArray[np.int64]]:
        """The place of every leaf, the leaf at every place, and for runs of 2^l gaps between
        neighbours the rank of the least node around them: ancestors have lower ranks."""
        leaf_at = self._preorder[self._preorder < self.leaf_count]
        place = np.empty(len(leaf_at), dtype=np.int32)
        place[leaf_at] = np.arange(len(leaf_at), dtype=np.int32)
        # Entry g is about the gap between the places g and g + 1. A tree of one leaf has none, but
        # tables need a column.
        gaps = np.zeros(max(len(leaf_at) - 1, 1), dtype=np.int64)
        first = np.full(len(self.parents), len(leaf_at), dtype=np.int64)
        first[leaf_at] = place[leaf_at]
        for node in self._preorder[::-1].tolist():
            if self.parents[node] >= 0:
                first[self.parents[node]] = min(first[self.parents[node]], first[node])
        for rank, node in enumerate(self._preorder.tolist()):
            for child in self.children[node][1:]:
                # The least node around two neighbouring leaves is the one whose children they are
                # below.
                gaps[first[child] - 1] = rank
        rows, half = [gaps], 1
        while 2 * half <= len(gaps):
            # The last entries have no run of full length, and are never asked for: anything may
            # stand there.
            later = np.append(rows[-1][half:], rows[-1][-half:])
            rows.append(np.minimum(rows[-1], later))
            half *= 2
        return place, leaf_at, np.stack(rows)
