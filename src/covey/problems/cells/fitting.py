"""The trees that nested recoding starts from, made from the data.

Ordered values are cut at the roundest border that leaves a third of the records on each side, and
so on. Labels that often share a class of a free answer are joined first. Places are cut as they
alone would be, areas are joined as on their map, and labels below a tree keep it: a node of many
children gets groups of these between itself and them.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.stop import Watch
from covey.problems.cells.axes import (
    AreaAxis,
    Axis,
    LabelAxis,
    OrderedAxis,
    PlaceAxis,
    TreeAxis,
    line_shares,
)
from covey.problems.cells.blocks import Block
from covey.problems.cells.hierarchy import Codes, Hierarchy
from covey.problems.cells.kinds import AT_POSITION, BY_COMPONENT, BY_MEMBERS, BY_MISSING
from covey.problems.cells.recode import Recoding
from covey.problems.cells.sets import ANY, MISSING

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem

LINKED = 512
"""Up to so many labels, the first tree follows from a free answer; of more, rare ones are joined
first."""

SEARCHED = 4096
"""A tree of more leaves stays as it is."""

BLOCKS = 4096
"""Rectangles of places, at most."""


@dataclass(frozen=True, eq=False)
class Cut:
    """How a node is cut: the kind of the cut, the column of the axis, its limits or its labels. The
    first side is the child ``first``, the second one the other; or there is a side for each
    component, by its ``keys``, for children in this order."""

    how: int
    column: int = 0
    low: int = 0
    high: int = 0
    labels: Codes | None = None
    first: int = -1
    keys: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Fitted:
    """The tree of an axis, as the search takes and changes it."""

    axis: Axis
    leaves: Codes
    parents: Codes

    def add_to(self, table: native.Nested, weight: float) -> None:
        raise NotImplementedError

    def hierarchy(self) -> Hierarchy:
        raise NotImplementedError

    def cut(self, hierarchy: Hierarchy, node: int) -> Cut:
        """How a node of the tree is cut into its children."""
        raise NotImplementedError

    def with_parents(self, parents: Codes) -> Fitted:
        return replace(self, parents=parents)


def fitted(
    problem: CellProblem, number: int, free: NDArray[np.int32] | None, watch: Watch
) -> Fitted:
    """The first tree of an axis; ``free`` are the classes of a free answer."""
    axis = problem.axes[number]
    if isinstance(axis, OrderedAxis):
        return OrderedTree.of(axis, problem.weights, problem.k)
    if isinstance(axis, LabelAxis):
        return LabelTree.of(axis, problem.weights, free)
    if isinstance(axis, AreaAxis) and axis.nesting is not None:
        return MapOfRegions.of(axis)
    return BlockTree.of(problem, number, watch)


# Ordered values.


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
        cuts = _cuts(records, roundness, k)
        missing = not there.all()
        bounds = sorted({0, axis.size, *cuts.values()})
        starts = np.array(bounds, dtype=np.int32)
        count = len(bounds) - 1
        leaf_of_rank = np.repeat(np.arange(count), np.diff(starts))
        leaves = np.where(there, leaf_of_rank[axis.codes], count).astype(np.int32)
        parents = _binary(count, cuts, {start: leaf for leaf, start in enumerate(bounds)})
        if missing:
            parents = _joined(parents, count)
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
        bottoms, tops = line_shares(self._axis.positions, self._axis.tops)
        low, high = bottoms[self.starts[:-1]] * weight, tops[self.starts[1:] - 1] * weight
        loss = high - low
        groups = np.zeros(len(self.parents) - len(self.round_after), dtype=np.int32)
        if self.missing:
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
            kind[self.count] = MISSING
            kind[int(np.argmin(self.parents))] = ANY
        first, last = _ends(self.parents, len(low))
        bounds = np.column_stack([low[first], high[last]]).astype(np.int32)
        none = np.zeros(0, dtype=np.int32)
        return Hierarchy(self.axis, self.leaves, self.parents, kind, bounds, none)

    def cut(self, hierarchy: Hierarchy, node: int) -> Cut:
        left, right = hierarchy.children[node]
        if hierarchy.kind[node] == ANY:
            return Cut(BY_MISSING, first=right)
        return Cut(AT_POSITION, low=int(hierarchy.bounds[left, 1]), first=left)


def _cuts(
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


def _joined(parents: Codes, leaves: int) -> Codes:
    """The same tree with one leaf more, and a root that joins it to the others."""
    moved = np.where(parents >= leaves, parents + 1, parents)
    root = len(parents) + 1
    moved[parents < 0] = root
    return np.concatenate([moved[:leaves], [root], moved[leaves:], [-1]]).astype(np.int32)


def _ends(parents: Codes, leaves: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first and the last leaf below every node."""
    first = np.full(len(parents), leaves, dtype=np.int64)
    last = np.full(len(parents), -1, dtype=np.int64)
    first[:leaves] = last[:leaves] = np.arange(leaves)
    for node in _upwards(parents):
        above = parents[node]
        if above >= 0:
            first[above] = min(first[above], first[node])
            last[above] = max(last[above], last[node])
    return first, last


def _upwards(parents: Codes) -> list[int]:
    """All nodes, each after its children."""
    left = np.bincount(parents[parents >= 0], minlength=len(parents))
    found, waiting = [], np.flatnonzero(left == 0).tolist()
    while waiting:
        node = waiting.pop()
        found.append(node)
        above = int(parents[node])
        if above >= 0:
            left[above] -= 1
            if not left[above]:
                waiting.append(above)
    return found


# Labels.


@dataclass(frozen=True, eq=False)
class LabelTree(Fitted):
    """Every label is a leaf. ``groups`` are the given nodes whose children inner nodes group."""

    groups: Codes

    @classmethod
    def of(
        cls, axis: LabelAxis, weights: NDArray[np.int64], free: NDArray[np.int32] | None
    ) -> LabelTree:
        records = np.zeros(axis.size, dtype=np.int64)
        np.add.at(records, axis.codes, weights)
        if isinstance(axis, TreeAxis):
            parents, groups = _refined(axis.parents, records, axis.ordered)
        else:
            pairs = _rare_first(records)
            if free is not None and 2 < axis.size <= LINKED:
                pairs = _linked(_together(axis, weights, free), records)
            parents = _of_pairs(axis.size, pairs)
            groups = np.zeros(len(parents) - axis.size, dtype=np.int32)
        return cls(axis, axis.codes, parents, groups)

    @property
    def size(self) -> int:
        assert isinstance(self.axis, LabelAxis)
        return self.axis.size

    def add_to(self, table: native.Nested, weight: float) -> None:
        in_order = isinstance(self.axis, TreeAxis) and self.axis.ordered
        if self.size > SEARCHED or in_order:
            # The search would group siblings that are no neighbours.
            sets = self.hierarchy()
            loss = sets.penalties * weight
            order = _place_of(sets.order)
            table.add_fixed(order[self.leaves], _reordered(self.parents, order), loss, self.size)
            return
        sizes = np.ones(self.size, dtype=np.int64)
        table.add_labels(self.leaves, self.parents, sizes, self.groups, weight)

    def hierarchy(self) -> Hierarchy:
        kind = np.zeros(len(self.parents), dtype=np.int32)
        none = np.zeros((len(self.parents), 2), dtype=np.int32)
        bare = Hierarchy(self.axis, self.leaves, self.parents, kind, none, self.leaves[:0])
        return _with_runs(bare, self.size)

    def cut(self, hierarchy: Hierarchy, node: int) -> Cut:
        left, _ = hierarchy.children[node]
        low, high = hierarchy.bounds[left]
        return Cut(BY_MEMBERS, labels=np.sort(hierarchy.order[low:high]), first=left)


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


def _rare_first(records: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Pairs of nodes that are joined, the two lightest first (Huffman 1952)."""
    heap = [(int(weight), leaf) for leaf, weight in enumerate(records)]
    heapq.heapify(heap)
    found: list[tuple[int, int]] = []
    while len(heap) > 1:
        (light, one), (heavy, other) = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, (light + heavy, len(records) + len(found)))
        found.append((one, other))
    return found


def _neighbours(records: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Pairs of nodes that are joined, each a run of what has these records; both of a pair have
    about as many, or, if that is all the same, are about as long."""
    found: list[tuple[int, int]] = []
    before = np.append(0, np.cumsum(records))

    def join(low: int, high: int) -> int:
        if high - low == 1:
            return low
        places = np.arange(low + 1, high)
        uneven = np.abs(2 * before[places] - before[low] - before[high])
        off_middle = np.abs(2 * places - low - high)
        middle = int(places[np.lexsort((off_middle, uneven))[0]])
        found.append((join(low, middle), join(middle, high)))
        return len(records) + len(found) - 1

    join(0, len(records))
    return found


def _together(
    axis: LabelAxis, weights: NDArray[np.int64], classes: NDArray[np.int32]
) -> NDArray[np.float64]:
    """How many records of each label are in classes with each other label."""
    kept = classes >= 0
    pairs = classes[kept].astype(np.int64) * axis.size + axis.codes[kept]
    keys, number = np.unique(pairs, return_inverse=True)
    records = np.zeros(len(keys))
    np.add.at(records, number, weights[kept])
    found = np.zeros((axis.size, axis.size))
    owner, label = keys // axis.size, keys % axis.size
    starts = np.flatnonzero(np.append(True, owner[1:] != owner[:-1]))
    for own in np.split(np.arange(len(keys)), starts[1:]):
        found[np.ix_(label[own], label[own])] += records[own][:, None]
    return found


def _linked(together: NDArray[np.float64], records: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Pairs of nodes that are joined, those first whose labels share most classes on average."""
    least = np.minimum.outer(records, records)
    alike = (together + together.T) / np.maximum(least, 1)
    np.fill_diagonal(alike, -1.0)
    size = len(records)
    node, many = list(range(size)), np.ones(size)
    found = []
    for step in range(size - 1):
        one, other = sorted(divmod(int(np.argmax(alike)), size))
        found.append((node[one], node[other]))
        node[one] = size + step
        mean = (many[one] * alike[one] + many[other] * alike[other]) / (many[one] + many[other])
        gone = alike[one] < 0
        alike[one] = alike[:, one] = np.where(gone | (alike[other] < 0), -1.0, mean)
        alike[one, one] = -1.0
        alike[other] = alike[:, other] = -1.0
        many[one] += many[other]
    return found


def _of_pairs(leaves: int, pairs: Sequence[tuple[int, int]]) -> Codes:
    parents = np.full(leaves + len(pairs), -1, dtype=np.int32)
    for at, pair in enumerate(pairs):
        parents[list(pair)] = leaves + at
    return parents


def _refined(
    given: Codes, records: NDArray[np.int64], ordered: bool = False
) -> tuple[Codes, Codes]:
    """A tree of two children each, whose nodes are those of the given one, or have some children of
    one of its nodes, neighbours if siblings are ``ordered``; and of every inner node that node."""
    leaves = len(records)
    weight = np.zeros(len(given), dtype=np.int64)
    weight[:leaves] = records
    # The node of the new tree that stands for each given one, and the parents of all.
    stands = list(range(leaves)) + [-1] * (len(given) - leaves)
    children: list[list[int]] = [[] for _ in given]
    parents: list[int] = [-1] * leaves
    groups: list[int] = []
    first, _ = _ends(given, leaves)
    join = _neighbours if ordered else _rare_first
    for node in _upwards(given):
        own = sorted(children[node], key=lambda child: int(first[child]))
        if own:
            weight[node] = sum(weight[child] for child in own)
            nodes = [stands[child] for child in own]
            for one, other in join(weight[own]):
                parents[nodes[one]] = parents[nodes[other]] = len(parents)
                nodes.append(len(parents))
                parents.append(-1)
                groups.append(node)
            stands[node] = nodes[-1]
        # A given node without labels below it is none of the new tree.
        if given[node] >= 0 and stands[node] >= 0:
            children[int(given[node])].append(node)
    return np.array(parents, dtype=np.int32), np.array(groups, dtype=np.int32)


# Areas.


@dataclass(frozen=True, eq=False)
class MapOfRegions(Fitted):
    """The nested regions of a map: leaf i is the area ``nesting.order[i]``. The components of a map
    are joined at once, missing values to all of them."""

    count: int
    edge: Codes
    roots: Codes

    @classmethod
    def of(cls, axis: AreaAxis) -> MapOfRegions:
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
        first, last = _ends(self.parents, self.count)
        bounds = np.column_stack([first, last + 1]).astype(np.int32)
        kind = np.zeros(len(self.parents), dtype=np.int32)
        if self.count > self._axis.size:
            kind[self.count - 1] = MISSING
            kind[int(np.argmin(self.parents))] = ANY
            bounds = np.minimum(bounds, self._axis.size).astype(np.int32)
        return Hierarchy(self.axis, self.leaves, self.parents, kind, bounds, nesting.order)

    def cut(self, hierarchy: Hierarchy, node: int) -> Cut:
        nesting = self._axis.nesting
        assert nesting is not None
        children = hierarchy.children[node]
        if hierarchy.kind[node] == ANY:
            return Cut(BY_MISSING, first=children[1])
        at = node - self.count
        if at >= len(self.edge):
            # The components in the order of their first leaves.
            roots = sorted(self.roots.tolist(), key=lambda root: int(nesting.low[root]))
            return Cut(BY_COMPONENT, keys=tuple(roots))
        place = int(self.edge[at])
        below = int(nesting.leaf[place]) >= int(nesting.split[place])
        high = int(nesting.tree.end[place])
        return Cut(BY_MEMBERS, low=place, high=high, first=children[1] if below else children[0])


# Places, and maps without nested regions.


@dataclass(frozen=True, eq=False)
class BlockTree(Fitted):
    """The tree of cuts that the attribute alone would have: leaves are blocks that it does not
    cut. ``blocks`` are those of all nodes."""

    count: int
    blocks: tuple[Block, ...]
    made: Hierarchy

    @classmethod
    def of(cls, problem: CellProblem, number: int, watch: Watch) -> BlockTree:
        from covey.problems.cells.problem import CellProblem

        axis = problem.axes[number]
        alone = Recoding(CellProblem([axis], problem.weights, problem.k))
        alone.run(watch, BLOCKS)
        found = _preorder(alone.roots[0])
        is_leaf = np.array([not block.children for block, _ in found])
        count = int(is_leaf.sum())
        node = np.empty(len(found), dtype=np.int32)
        node[is_leaf] = np.arange(count)
        node[~is_leaf] = count + np.arange(len(found) - count)
        parents = np.empty(len(found), dtype=np.int32)
        leaves = np.empty(len(axis.codes), dtype=np.int32)
        blocks: list[Block] = [alone.roots[0]] * len(found)
        for at, (block, above) in enumerate(found):
            parents[node[at]] = -1 if above < 0 else node[above]
            blocks[int(node[at])] = block
            if not block.children:
                leaves[block.rows] = node[at]
        kind = np.zeros(len(parents), dtype=np.int32)
        order = np.zeros(0, dtype=np.int32)
        if isinstance(axis, PlaceAxis):
            bounds = _rectangles(axis, parents, blocks, kind)
        else:
            assert isinstance(axis, AreaAxis)
            order, bounds = _areas(axis, alone, parents, blocks, kind, count)
        made = Hierarchy(axis, leaves, parents, kind, bounds, order)
        return cls(axis, leaves, parents, count, tuple(blocks), made)

    def add_to(self, table: native.Nested, weight: float) -> None:
        loss = np.clip(self.made.penalties, 0.0, 1.0) * weight
        table.add_fixed(self.leaves, self.parents, loss, self.count)

    def hierarchy(self) -> Hierarchy:
        return self.made

    def cut(self, hierarchy: Hierarchy, node: int) -> Cut:
        block, children = self.blocks[node], hierarchy.children[node]
        if block.how == BY_COMPONENT:
            return Cut(BY_COMPONENT, keys=block.keys)
        return Cut(block.how, block.column, block.low, block.high, first=children[0])


def _preorder(root: Block) -> list[tuple[Block, int]]:
    """All blocks, each before its children, with the number of its parent."""
    found: list[tuple[Block, int]] = []
    waiting = [(root, -1)]
    while waiting:
        block, above = waiting.pop()
        waiting += [(child, len(found)) for child in reversed(block.children)]
        found.append((block, above))
    return found


def _downwards(parents: Codes, blocks: Sequence[Block]) -> list[tuple[int, int, int]]:
    """Every node but the root, after its parent, and which of its parent's children it is."""
    number = {id(block): node for node, block in enumerate(blocks)}
    waiting, found = [int(np.argmin(parents))], []
    while waiting:
        node = waiting.pop()
        for at, child in enumerate(blocks[node].children):
            found.append((number[id(child)], node, at))
            waiting.append(number[id(child)])
    return found


def _rectangles(axis: PlaceAxis, parents: Codes, blocks: Sequence[Block], kind: Codes) -> Codes:
    """The rectangle of every node, as ranks; kinds are set where values are missing."""
    bounds = np.zeros((len(parents), 4), dtype=np.int32)
    root = int(np.argmin(parents))
    bounds[root] = 0, len(axis.x_positions) - 1, 0, len(axis.y_positions) - 1
    if (axis.codes < 0).any():
        kind[root] = ANY
    for node, above, at in _downwards(parents, blocks):
        cut = blocks[above]
        bounds[node] = bounds[above]
        if cut.how == BY_MISSING:
            kind[node] = MISSING if at == 0 else 0
        else:
            assert cut.how == AT_POSITION
            side = 2 * cut.column
            bounds[node, side + 1 if at == 0 else side] = cut.low + at
    return bounds


def _areas(
    axis: AreaAxis,
    alone: Recoding,
    parents: Codes,
    blocks: Sequence[Block],
    kind: Codes,
    count: int,
) -> tuple[Codes, Codes]:
    """The areas of every node, as runs of an order; kinds are set where values are missing."""
    (tree,) = alone.axis_table.trees
    assert tree is not None
    root = int(np.argmin(parents))
    places: list[NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)] * len(parents)
    places[root] = np.arange(axis.size)
    if (axis.codes < 0).any():
        kind[root] = ANY
    for node, above, at in _downwards(parents, blocks):
        cut, own = blocks[above], places[above]
        if cut.how == BY_MISSING:
            kind[node] = MISSING if at == 0 else 0
            places[node] = own[:0] if at == 0 else own
        elif cut.how == BY_COMPONENT:
            places[node] = own[tree.component[own] == cut.keys[at]]
        else:
            # Nobody is in the other components: a region that is cut lies in one.
            own = own[tree.component[own] == tree.component[cut.low]]
            inside = (own >= cut.low) & (own < cut.high)
            places[node] = own[inside] if at == 0 else own[~inside]
    # Components without records are in no block: they are in the order, and in no run of a part.
    order: list[NDArray[np.int64]] = []
    bounds = np.zeros((len(parents), 2), dtype=np.int32)
    written = 0
    for node in range(count):
        bounds[node] = written, written + len(places[node])
        written += len(places[node])
        order.append(places[node])
    first, last = _ends(parents, count)
    bounds = np.column_stack([bounds[first, 0], bounds[last, 1]]).astype(np.int32)
    rest = np.setdiff1d(places[root], np.concatenate(order))
    all_places = np.concatenate([*order, rest])
    for node, own in enumerate(places):
        if len(own) == axis.size:
            bounds[node] = 0, len(all_places)
    return tree.order[all_places].astype(np.int32), bounds
