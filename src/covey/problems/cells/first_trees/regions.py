"""Areas of a map with nested regions: joined as these are."""

from __future__ import annotations

import numpy as np

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.problems.cells.axes import AreaAxis
from covey.problems.cells.first_trees.tree import Cut, Fitted, ends
from covey.problems.cells.hierarchy import Hierarchy
from covey.problems.cells.kinds import BY_COMPONENT, BY_MEMBERS, BY_MISSING
from covey.problems.cells.sets import ANY_SET, MISSING_SET, Codes


@dataclass(frozen=True, eq=False)
class RegionTree(Fitted):
    """The nested regions of a map: leaf i is the area ``nesting.order[i]``. The components of a map
    are joined at once, missing values to all of them."""

    count: int
    edge: Codes
    roots: Codes

    @classmethod
    def of(cls, axis: AreaAxis) -> RegionTree:
        nesting = axis.nesting
        assert nesting is not None
        count = axis.size
        joining = np.flatnonzero(nesting.split >= 0)
        length = nesting.high[joining] - nesting.low[joining]
        # From small regions to large ones: every region is joined after its parts.
        inner = joining[np.lexsort((nesting.low[joining], length))].astype(np.int32)
        missing = bool((axis.codes < 0).any())
        leaves = count + missing
        parents = np.full(leaves + len(inner), -1, dtype=np.int32)
        # For the first leaf of a region the node of the largest region so far that begins there.
        top = np.arange(count)
        for at, edge in enumerate(inner.tolist()):
            low, split = int(nesting.low[edge]), int(nesting.split[edge])
            node = leaves + at
            for part in (low, split):
                parents[top[part]] = node
            top[low] = node
        roots = np.flatnonzero(nesting.split < 0).astype(np.int32)
        several = [int(top[nesting.low[root]]) for root in roots.tolist()]
        whole = several[0]
        made = parents.tolist()
        # Nothing joins two components but the whole map.
        if len(several) > 1:
            whole = len(made)
            for node in several:
                made[node] = whole
            made.append(-1)
        if missing:
            made[count] = made[whole] = len(made)
            made.append(-1)
        known = axis.codes >= 0
        own = np.where(known, nesting.leaf[nesting.tree.place[axis.codes]], count).astype(np.int32)
        return cls(axis, own, np.array(made, dtype=np.int32), leaves, inner, roots)

    @property
    def _axis(self) -> AreaAxis:
        assert isinstance(self.axis, AreaAxis)
        return self.axis

    def add_to(self, table: native.Nested, weight: float) -> None:
        loss = np.clip(self.hierarchy().penalties, 0.0, 1.0) * weight
        table.add_fixed(self.leaves, self.parents, loss, self.count)

    def hierarchy(self) -> Hierarchy:
        nesting = self._axis.nesting
        assert nesting is not None
        first, last = ends(self.parents, self.count)
        bounds = np.column_stack([first, last + 1]).astype(np.int32)
        kind = np.zeros(len(self.parents), dtype=np.int32)
        if self.count > self._axis.size:
            kind[self.count - 1] = MISSING_SET
            kind[int(np.argmin(self.parents))] = ANY_SET
            # The leaf of missing values has no area.
            bounds = np.minimum(bounds, self._axis.size).astype(np.int32)
        return Hierarchy(self.axis, self.leaves, self.parents, kind, bounds, nesting.order)

    def cut(self, hierarchy: Hierarchy, node: int) -> Cut:
        nesting = self._axis.nesting
        assert nesting is not None
        children = hierarchy.children[node]
        if hierarchy.kind[node] == ANY_SET:
            return Cut(BY_MISSING, first=children[1])
        at = node - self.count
        if at >= len(self.edge):
            # The components in the order of their first leaves.
            roots = sorted(self.roots.tolist(), key=lambda root: int(nesting.low[root]))
            return Cut(BY_COMPONENT, keys=tuple(roots))
        place = int(self.edge[at])
        # The cut takes the subtree below the edge. Which child that is depends on the side of the
        # split on which its first area stands.
        below = int(nesting.leaf[place]) >= int(nesting.split[place])
        high = int(nesting.tree.end[place])
        return Cut(BY_MEMBERS, low=place, high=high, first=children[1] if below else children[0])
