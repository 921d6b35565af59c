"""Labels: those that often share a class are joined first; a given tree is kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.problems.cells.axes import LabelAxis, TreeAxis
from covey.problems.cells.first_trees.joining import linked, of_pairs, rare_first, refined, together
from covey.problems.cells.first_trees.tree import SEARCHED, Cut, Fitted
from covey.problems.cells.hierarchy import Hierarchy
from covey.problems.cells.kinds import BY_MEMBERS
from covey.problems.cells.sets import Codes

LINKED = 512
"""Up to so many labels, the first tree follows from a free answer; of more, rare ones are joined
first."""


@dataclass(frozen=True, eq=False)
class LabelTree(Fitted):
    """Every label is a leaf. ``groups`` are the given nodes whose children inner nodes group.
    ``in_order``: only neighbours may be joined."""

    groups: Codes

    in_order: bool = False

    @classmethod
    def joined(
        cls, axis: LabelAxis, weights: NDArray[np.int64], free: NDArray[np.int32] | None
    ) -> LabelTree:
        """The tree that the records make; ``free`` are the classes of a free answer."""
        records = _records(axis, weights)
        pairs = rare_first(records)
        if free is not None and 2 < axis.size <= LINKED:
            pairs = linked(together(axis, weights, free), records)
        parents = of_pairs(axis.size, pairs)
        groups = np.zeros(len(parents) - axis.size, dtype=np.int32)
        return cls(axis, axis.codes, parents, groups)

    @classmethod
    def given(cls, axis: TreeAxis, weights: NDArray[np.int64]) -> LabelTree:
        """The tree above the labels, with children of one node joined to pairs."""
        parents, groups = refined(axis.parents, _records(axis, weights), axis.ordered)
        return cls(axis, axis.codes, parents, groups, axis.ordered)

    @property
    def size(self) -> int:
        return self.axis.size

    def add_to(self, table: native.Nested, weight: float) -> None:
        if self._fixed:
            # A tree that stays as it is must have its leaves numbered along it, which labels are
            # not.
            sets = self.hierarchy()
            loss = sets.penalties * weight
            order = _place_of(sets.order)
            table.add_fixed(order[self.leaves], _reordered(self.parents, order), loss, self.size)
            return
        sizes = np.ones(self.size, dtype=np.int64)
        table.add_labels(self.leaves, self.parents, sizes, self.groups, weight)

    @property
    def _fixed(self) -> bool:
        """Whether the tree stays as it is: it is large, or the search would group siblings that are
        no neighbours."""
        return self.size > SEARCHED or self.in_order

    def with_parents(self, parents: Codes) -> Fitted:
        # A fixed tree was handed over with its leaves in another order: those parents are not ours.
        return self if self._fixed else super().with_parents(parents)

    def own_nodes(self, nodes: Codes) -> Codes:
        if not self._fixed:
            return nodes
        inner = np.arange(self.size, len(self.parents), dtype=np.int32)
        return np.concatenate([self.hierarchy().order, inner])[nodes]

    def hierarchy(self) -> Hierarchy:
        kind = np.zeros(len(self.parents), dtype=np.int32)
        none = np.zeros((len(self.parents), 2), dtype=np.int32)
        bare = Hierarchy(self.axis, self.leaves, self.parents, kind, none, self.leaves[:0])
        return _with_runs(bare, self.size)

    def cut(self, hierarchy: Hierarchy, node: int) -> Cut:
        # Every inner node has two children. The cut takes the labels of the first.
        left, _ = hierarchy.children[node]
        low, high = hierarchy.bounds[left]
        return Cut(BY_MEMBERS, labels=np.sort(hierarchy.order[low:high]), first=left)


def _records(axis: LabelAxis, weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of each label."""
    found = np.zeros(axis.size, dtype=np.int64)
    np.add.at(found, axis.codes, weights)
    return found


def _with_runs(bare: Hierarchy, leaves: int) -> Hierarchy:
    """The hierarchy whose nodes are runs of an order of its leaves."""
    order: list[int] = []
    bounds = np.zeros((len(bare.parents), 2), dtype=np.int32)
    preorder = bare._preorder.tolist()
    for node in preorder:
        bounds[node, 0] = len(order)
        if node < leaves:
            order.append(node)
            bounds[node, 1] = len(order)
    for node in reversed(preorder):
        if bare.children[node]:
            bounds[node, 1] = bounds[bare.children[node][-1], 1]
    return replace(bare, bounds=bounds, order=np.array(order, dtype=np.int32))


def _place_of(order: Codes) -> Codes:
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return place


def _reordered(parents: Codes, place: Codes) -> Codes:
    """The same tree with its leaves in another order."""
    found = parents.copy()
    found[place] = parents[: len(place)]
    return found
