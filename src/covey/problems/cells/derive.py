"""From a tree of cuts to the sets of its classes: as they were cut, or shrunk to what occurs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import enlarged, kernel, wide
from covey.problems.cells.axes import AreaAxis, LabelAxis, PlaceAxis
from covey.problems.cells.columns import AREAS, LABELS, Layout
from covey.problems.cells.cuts import AT, COMPONENTS, LEAF, WITHIN, Nodes
from covey.problems.cells.cuts import MISSING as PARTED
from covey.problems.cells.sets import ANY, MISSING, MemberSets, OrderedSets, PlaceSets, Sets
from covey.problems.cells.walk import MapTree


@dataclass(frozen=True, eq=False)
class Members:
    """The rows of every class, withheld ones left out: class c has
    ``rows[starts[c]:starts[c + 1]]``."""

    rows: NDArray[np.int64]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, classes: NDArray[np.int32], count: int) -> Members:
        order = np.argsort(classes, kind="stable")
        withheld = int((classes < 0).sum())
        sizes = np.bincount(classes[order[withheld:]], minlength=count)
        return cls(order[withheld:], np.concatenate([[0], np.cumsum(sizes)]))

    @property
    def classes(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def kind(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        """MISSING or ANY for classes where all or some values are missing; 0 for others."""
        gone = codes[self.rows] < 0
        has_missing = np.logical_or.reduceat(gone, self.starts[:-1])
        has_present = np.logical_or.reduceat(~gone, self.starts[:-1])
        return np.where(has_missing, np.where(has_present, ANY, MISSING), 0).astype(np.int32)


def cut_sets(
    layout: Layout,
    nodes: Nodes,
    pool: NDArray[np.int32],
    members: Members,
    *,
    one_partition: bool,
) -> tuple[Sets, ...]:
    """The sets of every axis as the cuts made them.

    A class without missing values has none in its set, and a class inside of one component of a map
    has that at most, also where no cut said so; unless all classes are to have one partition.
    """
    leaves = np.flatnonzero((nodes.how == LEAF) & (nodes.number >= 0))
    leaf = np.empty(len(leaves), dtype=np.int64)
    leaf[nodes.number[leaves]] = leaves
    found: list[Sets] = []
    for axis, tree, first in zip(layout.axes, layout.trees, layout.first, strict=True):
        kind = members.kind(axis.codes)
        own = [first, first + 1] if isinstance(axis, PlaceAxis) else [first]
        ways = set(nodes.how[np.isin(nodes.column, own)].tolist())
        gone = axis.codes[members.rows] < 0
        if one_partition and PARTED not in ways and gone.any():
            kind = np.full_like(kind, ANY)
        if isinstance(axis, PlaceAxis):
            x = ranges(nodes, first, len(axis.x_positions))[leaf]
            y = ranges(nodes, first + 1, len(axis.y_positions))[leaf]
            found.append(_places(kind, np.concatenate([x, y], axis=1)))
        elif isinstance(axis, LabelAxis):
            every = np.concatenate([np.arange(axis.size, dtype=np.int32), pool])
            base = np.tile(np.array([0, axis.size], dtype=np.int32), (len(leaf), 1))
            runs = member_runs(nodes, first, LABELS, axis.size, leaf, base)
            found.append(_members(kind, every, *runs))
        elif isinstance(axis, AreaAxis):
            assert tree is not None
            base = _bases(tree, layout.codes[:, first], members)
            if one_partition and not ways & {WITHIN, COMPONENTS}:
                base[:] = 0, axis.size
            runs = member_runs(nodes, first, AREAS, 0, leaf, base)
            found.append(_members(kind, tree.order, *runs))
        else:
            found.append(_ordered(kind, ranges(nodes, first, axis.size)[leaf]))
    return tuple(found)


def tight_sets(layout: Layout, members: Members) -> tuple[Sets, ...]:
    """The smallest sets that hold what occurs in each class: ranges from least to greatest, labels
    that occur, and areas with those between them in the map's tree."""
    found: list[Sets] = []
    for axis, tree, first in zip(layout.axes, layout.trees, layout.first, strict=True):
        kind = members.kind(axis.codes)
        if isinstance(axis, PlaceAxis):
            pairs = [_extremes(codes, members) for codes in (axis.x_codes, axis.y_codes)]
            found.append(_places(kind, np.concatenate(pairs, axis=1)))
        elif isinstance(axis, LabelAxis | AreaAxis):
            codes = layout.codes[:, first] if tree is not None else axis.codes
            keys = members.classes * axis.size + codes[members.rows]
            keys = _distinct_numbers(keys[codes[members.rows] >= 0])
            owner, own = keys // axis.size, (keys % axis.size).astype(np.int32)
            starts = np.searchsorted(owner, np.arange(len(kind) + 1))
            if tree is not None:
                table = tree.lowest
                starts, own = hulls(starts, own, tree.parent, table.ravel(), tree.component)
                own = tree.order[own]
            none = np.zeros(len(starts), dtype=np.int64)
            low, high = starts[:-1].astype(np.int32), starts[1:].astype(np.int32)
            nothing = np.zeros((0, 2), dtype=np.int32)
            found.append(_members(kind, own, np.column_stack([low, high]), none, nothing))
        else:
            found.append(_ordered(kind, _extremes(axis.codes, members)))
    return tuple(found)


def _bases(tree: MapTree, codes: NDArray[np.int32], members: Members) -> NDArray[np.int32]:
    """The run of the component that a class is in, or the whole map where it is in several."""
    places = codes[members.rows]
    roots = np.where(places >= 0, tree.component[places], -1)
    least = np.where(places >= 0, roots, len(tree.order))
    low = np.minimum.reduceat(least, members.starts[:-1])
    high = np.maximum.reduceat(roots, members.starts[:-1])
    one = low == high
    base = np.zeros((len(low), 2), dtype=np.int32)
    base[:, 1] = len(tree.order)
    base[one, 0] = low[one]
    base[one, 1] = tree.end[low[one]]
    return base


def _extremes(codes: NDArray[np.int32], members: Members) -> NDArray[np.int32]:
    own = codes[members.rows]
    low = np.minimum.reduceat(np.where(own < 0, np.iinfo(np.int32).max, own), members.starts[:-1])
    return np.column_stack([low, np.maximum.reduceat(own, members.starts[:-1])])


def _ordered(kind: NDArray[np.int32], bounds: NDArray[np.int32]) -> OrderedSets:
    of_class, unique = _distinct(kind, bounds)
    return OrderedSets(of_class, unique[:, 0], unique[:, 1])


def _places(kind: NDArray[np.int32], bounds: NDArray[np.int32]) -> PlaceSets:
    of_class, unique = _distinct(kind, bounds)
    return PlaceSets(of_class, *(unique[:, column] for column in range(4)))


def _distinct(
    kind: NDArray[np.int32], rows: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The number of each row among the distinct ones; rows of a special kind keep that instead."""
    of_class = kind.copy()
    named = np.flatnonzero(kind == 0)
    of_class[named], unique = distinct_rows(rows[named])
    return of_class, unique


def distinct_rows(rows: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The number of each row among the distinct ones, and these."""
    unique, number = np.unique(rows, axis=0, return_inverse=True)
    return number.ravel(), np.ascontiguousarray(unique, dtype=np.int32)


def distinct_members(
    order: NDArray[np.int32],
    runs: NDArray[np.int32],
    rest: NDArray[np.int64],
    without: NDArray[np.int32],
) -> MemberSets:
    """Runs of an order without others, as those of :class:`MemberSets`, each distinct set once."""
    return _members(np.zeros(len(runs), dtype=np.int32), order, runs, rest, without)


def _members(
    kind: NDArray[np.int32],
    order: NDArray[np.int32],
    base: NDArray[np.int32],
    rest: NDArray[np.int64],
    without: NDArray[np.int32],
) -> MemberSets:
    """Equal sets are told by a sum of random numbers, one for each member."""
    random = scrambled(np.arange(order.max(initial=0) + 1, dtype=np.int32))
    sizes = (base[:, 1] - base[:, 0]).astype(np.int64)
    if len(without) == 0 and int(sizes.sum()) <= len(order):
        mark = sums_of_runs(order, random, base)
    else:
        sums = np.concatenate([[np.uint64(0)], np.cumsum(random[order], dtype=np.uint64)])
        mark = sums[base[:, 1]] - sums[base[:, 0]]
        owner = np.repeat(np.arange(len(base)), np.diff(rest))
        np.subtract.at(mark, owner, sums[without[:, 1]] - sums[without[:, 0]])
        np.subtract.at(sizes, owner, (without[:, 1] - without[:, 0]).astype(np.int64))
    named = np.flatnonzero(kind == 0)
    _, chosen, number = np.unique(mark[named], return_index=True, return_inverse=True)
    of_class = kind.copy()
    of_class[named] = number.ravel()
    kept = named[chosen]
    many = np.diff(rest)[kept]
    starts = np.concatenate([[0], np.cumsum(many)])
    places = np.repeat(rest[kept] - starts[:-1], many) + np.arange(starts[-1])
    return MemberSets(
        of_class, sizes[kept], order, base[kept, 0], base[kept, 1], starts, without[places]
    )


def scrambled(numbers: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Numbers as good as random, the same for the same number (SplitMix64)."""
    z = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: NDArray[np.uint64] = z ^ (z >> np.uint64(31))
    return mixed


def _distinct_numbers(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Ascending. np.unique looks them up in a table first, which takes longer than to sort them."""
    numbers = np.sort(numbers)
    first = np.ones(len(numbers), dtype=bool)
    first[1:] = numbers[1:] != numbers[:-1]
    return numbers[first]


@kernel
def sums_of_runs(
    order: NDArray[np.int32], random: NDArray[np.uint64], runs: NDArray[np.int32]
) -> NDArray[np.uint64]:
    sums = np.zeros(len(runs), np.uint64)
    for c in range(len(runs)):
        for place in range(runs[c, 0], runs[c, 1]):
            sums[c] += random[order[place]]
    return sums


@kernel
def ranges(nodes: Nodes, column: int, size: int) -> NDArray[np.int32]:
    """The first and the last rank of every node on an ordered column."""
    count = len(nodes.how)
    bounds = np.empty((count, 2), np.int32)
    bounds[0, 0] = 0
    bounds[0, 1] = size - 1
    for v in range(1, count):
        above = nodes.parent[v]
        bounds[v, 0] = bounds[above, 0]
        bounds[v, 1] = bounds[above, 1]
        if nodes.how[above] == AT and nodes.column[above] == column:
            if v == nodes.first[above]:
                bounds[v, 1] = nodes.low[above]
            else:
                bounds[v, 0] = nodes.low[above] + 1
    return bounds


@kernel
def member_runs(
    nodes: Nodes,
    column: int,
    kind: int,
    shift: int,
    leaves: NDArray[np.int64],
    base: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    """The run that the last cut took for each leaf, and the runs that later cuts took out of it.

    ``base`` is the run of a leaf that no cut took anything for; runs of cuts are ``shift`` further.
    """
    found = base.copy()
    rest = np.zeros(len(leaves) + 1, np.int64)
    lows = np.empty(64, np.int32)
    highs = np.empty(64, np.int32)
    used = 0
    for c in range(len(leaves)):
        v = leaves[c]
        taken = False
        begin = used
        while v > 0:
            above = nodes.parent[v]
            if nodes.column[above] == column and nodes.how[above] == WITHIN:
                low = nodes.low[above] + shift
                high = nodes.high[above] + shift
                if v == nodes.first[above]:
                    if not taken:
                        found[c, 0] = low
                        found[c, 1] = high
                        taken = True
                        if kind == LABELS:
                            break
                else:
                    if used == len(lows):
                        lows = enlarged(lows, 2 * used)
                        highs = enlarged(highs, 2 * used)
                    lows[used] = low
                    highs[used] = high
                    used += 1
            v = above
        if kind == AREAS:
            # What lies outside of the run, or inside of another run that is gone, counts no more.
            own_lows = lows[begin:used].copy()
            own_highs = highs[begin:used].copy()
            last = found[c, 0]
            used = begin
            for i in np.argsort(own_lows):
                if own_lows[i] >= last and own_highs[i] <= found[c, 1]:
                    lows[used] = own_lows[i]
                    highs[used] = own_highs[i]
                    last = own_highs[i]
                    used += 1
        rest[c + 1] = used
    without = np.empty((used, 2), np.int32)
    for i in range(used):
        without[i, 0] = lows[i]
        without[i, 1] = highs[i]
    return found, rest, without


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
