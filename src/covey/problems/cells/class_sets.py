"""From a tree of cuts to the sets of its classes: as they were cut, or shrunk to what occurs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import enlarged, kernel
from covey.problems.cells.axes import AreaAxis, LabelAxis, PlaceAxis
from covey.problems.cells.axis_table import AxisTable
from covey.problems.cells.cut_tree import CutTree
from covey.problems.cells.distinct_sets import (
    distinct_numbers,
    ordered_sets,
    place_sets,
    run_sets_of,
)
from covey.problems.cells.kinds import (
    AREAS,
    AT_POSITION,
    BY_COMPONENT,
    BY_MEMBERS,
    BY_MISSING,
    LABELS,
    LEAF,
)
from covey.problems.cells.map_tree import MapTree, hulls
from covey.problems.cells.sets import ANY, MISSING, Sets


@dataclass(frozen=True, eq=False)
class ClassRows:
    """The rows of every class, withheld ones left out: class c has
    ``rows[starts[c]:starts[c + 1]]``."""

    rows: NDArray[np.int64]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, classes: NDArray[np.int32], count: int) -> ClassRows:
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
    axis_table: AxisTable,
    nodes: CutTree,
    pool: NDArray[np.int32],
    members: ClassRows,
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
    for axis, tree, first in zip(axis_table.axes, axis_table.trees, axis_table.first, strict=True):
        kind = members.kind(axis.codes)
        own = [first, first + 1] if isinstance(axis, PlaceAxis) else [first]
        ways = set(nodes.how[np.isin(nodes.column, own)].tolist())
        gone = axis.codes[members.rows] < 0
        if one_partition and BY_MISSING not in ways and gone.any():
            kind = np.full_like(kind, ANY)
        if isinstance(axis, PlaceAxis):
            x = ranges(nodes, first, len(axis.x_positions))[leaf]
            y = ranges(nodes, first + 1, len(axis.y_positions))[leaf]
            found.append(place_sets(kind, np.concatenate([x, y], axis=1)))
        elif isinstance(axis, LabelAxis):
            every = np.concatenate([np.arange(axis.size, dtype=np.int32), pool])
            base = np.tile(np.array([0, axis.size], dtype=np.int32), (len(leaf), 1))
            runs = member_runs(nodes, first, LABELS, axis.size, leaf, base)
            found.append(run_sets_of(kind, every, *runs))
        elif isinstance(axis, AreaAxis):
            assert tree is not None
            base = _bases(tree, axis_table.codes[:, first], members)
            if one_partition and not ways & {BY_MEMBERS, BY_COMPONENT}:
                base[:] = 0, axis.size
            runs = member_runs(nodes, first, AREAS, 0, leaf, base)
            found.append(run_sets_of(kind, tree.order, *runs))
        else:
            found.append(ordered_sets(kind, ranges(nodes, first, axis.size)[leaf]))
    return tuple(found)


def tight_sets(axis_table: AxisTable, members: ClassRows) -> tuple[Sets, ...]:
    """The smallest sets that hold what occurs in each class: ranges from least to greatest, labels
    that occur, and areas with those between them in the map's tree."""
    found: list[Sets] = []
    for axis, tree, first in zip(axis_table.axes, axis_table.trees, axis_table.first, strict=True):
        kind = members.kind(axis.codes)
        if isinstance(axis, PlaceAxis):
            pairs = [_extremes(codes, members) for codes in (axis.x_codes, axis.y_codes)]
            found.append(place_sets(kind, np.concatenate(pairs, axis=1)))
        elif isinstance(axis, LabelAxis | AreaAxis):
            codes = axis_table.codes[:, first] if tree is not None else axis.codes
            keys = members.classes * axis.size + codes[members.rows]
            keys = distinct_numbers(keys[codes[members.rows] >= 0])
            owner, own = keys // axis.size, (keys % axis.size).astype(np.int32)
            starts = np.searchsorted(owner, np.arange(len(kind) + 1))
            if tree is not None:
                table = tree.lowest
                starts, own = hulls(starts, own, tree.parent, table.ravel(), tree.component)
                own = tree.order[own]
            none = np.zeros(len(starts), dtype=np.int64)
            low, high = starts[:-1].astype(np.int32), starts[1:].astype(np.int32)
            nothing = np.zeros((0, 2), dtype=np.int32)
            found.append(run_sets_of(kind, own, np.column_stack([low, high]), none, nothing))
        else:
            found.append(ordered_sets(kind, _extremes(axis.codes, members)))
    return tuple(found)


def _bases(tree: MapTree, codes: NDArray[np.int32], members: ClassRows) -> NDArray[np.int32]:
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


def _extremes(codes: NDArray[np.int32], members: ClassRows) -> NDArray[np.int32]:
    own = codes[members.rows]
    low = np.minimum.reduceat(np.where(own < 0, np.iinfo(np.int32).max, own), members.starts[:-1])
    return np.column_stack([low, np.maximum.reduceat(own, members.starts[:-1])])


@kernel
def ranges(nodes: CutTree, column: int, size: int) -> NDArray[np.int32]:
    """The first and the last rank of every node on an ordered column."""
    count = len(nodes.how)
    bounds = np.empty((count, 2), np.int32)
    bounds[0, 0] = 0
    bounds[0, 1] = size - 1
    for v in range(1, count):
        above = nodes.parent[v]
        bounds[v, 0] = bounds[above, 0]
        bounds[v, 1] = bounds[above, 1]
        if nodes.how[above] == AT_POSITION and nodes.column[above] == column:
            if v == nodes.first[above]:
                bounds[v, 1] = nodes.low[above]
            else:
                bounds[v, 0] = nodes.low[above] + 1
    return bounds


@kernel
def member_runs(
    nodes: CutTree,
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
        # From the leaf up: the first side taken is the run, whatever was cut above it. Second sides
        # passed before that lose the runs that went to the first sides.
        v = leaves[c]
        taken = False
        begin = used
        while v > 0:
            above = nodes.parent[v]
            if nodes.column[above] == column and nodes.how[above] == BY_MEMBERS:
                low = nodes.low[above] + shift
                high = nodes.high[above] + shift
                if v == nodes.first[above]:
                    if not taken:
                        found[c, 0] = low
                        found[c, 1] = high
                        taken = True
                        if kind == LABELS:
                            # A cut lists its labels one by one, none of which a cut above took.
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
            # Subtrees are nested or disjoint: what lies outside of the run, or inside of another
            # run that is gone, changes nothing.
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
