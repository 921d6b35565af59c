"""Ordered values: cut at the roundest border that leaves a third of the records on each side."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.problems.cells.axes import OrderedAxis
from covey.problems.cells.axes.ordered import line_shares
from covey.problems.cells.first_trees.tree import SEARCHED, Cut, Fitted, ends
from covey.problems.cells.hierarchy import Hierarchy
from covey.problems.cells.kinds import AT_POSITION, BY_MISSING
from covey.problems.cells.sets import ANY_SET, MISSING_SET, Codes


@dataclass(frozen=True, eq=False)
class OrderedTree(Fitted):
    """Leaf i has the ranks ``starts[i]`` to ``starts[i + 1]`` - 1; missing values are a leaf after
    the last, which the root alone joins to the others."""

    starts: Codes
    round_after: NDArray[np.bool_]
    missing: bool

    @classmethod
    def of(cls, axis: OrderedAxis, weights: NDArray[np.int64], k: int) -> OrderedTree:
        there = axis.codes >= 0
        records = np.zeros(axis.size, dtype=np.int64)
        np.add.at(records, axis.codes[there], weights[there])
        roundness = axis.borders
        cuts = _round_cuts(records, roundness, k)
        missing = not there.all()
        bounds = sorted({0, axis.size, *cuts.values()})
        starts = np.array(bounds, dtype=np.int32)
        count = len(bounds) - 1
        leaf_of_rank = np.repeat(np.arange(count), np.diff(starts))
        leaves = np.where(there, leaf_of_rank[axis.codes], count).astype(np.int32)
        parents = _binary(count, cuts, {start: leaf for leaf, start in enumerate(bounds)})
        if missing:
            parents = _with_missing(parents, count)
        # The borders between leaves. Wide nodes may only end at those of them that are round.
        inner = roundness[starts[1:-1]]
        wide = np.append(inner >= _coarse(inner, count), True)
        return cls(
            axis,
            leaves,
            parents,
            starts,
            np.append(wide, np.ones(int(missing), dtype=bool)),
            missing,
        )

    @property
    def count(self) -> int:
        """The leaves with values."""
        return len(self.starts) - 1

    def add_to(self, table: native.Nested, weight: float) -> None:
        bottoms, tops = line_shares(self._axis.line)
        low, high = bottoms[self.starts[:-1]] * weight, tops[self.starts[1:] - 1] * weight
        loss = high - low
        groups = np.zeros(len(self.parents) - len(self.round_after), dtype=np.int32)
        if self.missing:
            # Missing values lie beyond the last value, and lose nothing by themselves. The root
            # that joins them is a group of its own, so that no rotation moves them among the
            # values.
            low, high = np.append(low, weight), np.append(high, weight)
            loss = np.append(loss, 0.0)
            groups[-1] = 1
        if len(low) > SEARCHED:
            loss = self.hierarchy().penalties * weight
            table.add_fixed(self.leaves, self.parents, loss, len(low))
            return
        table.add_ordered(self.leaves, self.parents, low, high, loss, self.round_after, groups)

    @property
    def _axis(self) -> OrderedAxis:
        assert isinstance(self.axis, OrderedAxis)
        return self.axis

    def hierarchy(self) -> Hierarchy:
        kind = np.zeros(len(self.parents), dtype=np.int32)
        low = np.append(self.starts[:-1], [0] * self.missing)
        high = np.append(self.starts[1:] - 1, [0] * self.missing)
        if self.missing:
            kind[self.count] = MISSING_SET
            kind[int(np.argmin(self.parents))] = ANY_SET
        first, last = ends(self.parents, len(low))
        bounds = np.column_stack([low[first], high[last]]).astype(np.int32)
        none = np.zeros(0, dtype=np.int32)
        return Hierarchy(self.axis, self.leaves, self.parents, kind, bounds, none)

    def cut(self, hierarchy: Hierarchy, node: int) -> Cut:
        left, right = hierarchy.children[node]
        if hierarchy.kind[node] == ANY_SET:
            # Missing values are the last leaf, and so the second child, but the first side of the
            # cut.
            return Cut(BY_MISSING, first=right)
        return Cut(AT_POSITION, low=int(hierarchy.bounds[left, 1]), first=left)


def _round_cuts(
    records: NDArray[np.int64], roundness: NDArray[np.int32], k: int
) -> dict[tuple[int, int], int]:
    """Where every range of ranks is cut: at the roundest border that leaves a third of its records
    on both sides, else at the one nearest to the middle. What has fewer than k records is never
    published by itself, and not cut; nor is it cut where no border may be."""
    before = np.concatenate([[0], np.cumsum(records)])
    found: dict[tuple[int, int], int] = {}
    waiting = [(0, len(records))]
    while waiting:
        begin, end = waiting.pop()
        total = int(before[end] - before[begin])
        own = roundness[begin + 1 : end]
        if end - begin < 2 or total < k or not (own >= 0).any():
            continue
        # Three times the distance from the middle, twice: whole numbers all the way.
        uneven = np.abs(2 * (before[begin + 1 : end] - before[begin]) - total)
        level = np.where(3 * uneven <= total, own, -1)
        # Never, as long as there is another: at least one border of the range may be cut.
        level[own < 0] = -2
        at = begin + 1 + int(np.lexsort([uneven, -level])[0])
        found[begin, end] = at
        waiting += [(begin, at), (at, end)]
    return found


def _coarse(levels: NDArray[np.int32], leaves: int) -> int:
    """The least roundness that only one border in four has, at most; any, if there is none."""
    for level in np.unique(levels):
        many = int((levels >= level).sum())
        if 2 <= many <= leaves // 4:
            return int(level)
    return -1


def _binary(leaves: int, cuts: dict[tuple[int, int], int], leaf_of: dict[int, int]) -> Codes:
    """The parents of the ranges that are cut; a range that is not is a leaf."""
    number = {run: leaves + at for at, run in enumerate(cuts)}
    parents = np.full(leaves + len(cuts), -1, dtype=np.int32)
    for (begin, end), at in cuts.items():
        for part in ((begin, at), (at, end)):
            parents[number.get(part, leaf_of[part[0]])] = number[begin, end]
    return parents


def _with_missing(parents: Codes, leaves: int) -> Codes:
    """The same tree with one leaf more, and a root that joins it to the others."""
    moved = np.where(parents >= leaves, parents + 1, parents)
    root = len(parents) + 1
    moved[parents < 0] = root
    return np.concatenate([moved[:leaves], [root], moved[leaves:], [-1]]).astype(np.int32)
