"""From a tree of cuts to the sets of its classes: as they were cut, or shrunk to what occurs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey._native import trees as native_trees
from covey.problems.cells.axes import AreaAxis, LabelAxis, PlaceAxis, TreeAxis
from covey.problems.cells.axis_table import AxisTable
from covey.problems.cells.cut_tree import CutTree, cut_path
from covey.problems.cells.distinct_sets import (
    distinct_numbers,
    ordered_sets,
    place_sets,
    run_sets_of,
)
from covey.problems.cells.kinds import (
    AREAS,
    BY_COMPONENT,
    BY_MEMBERS,
    BY_MISSING,
    LABELS,
    LEAF,
)
from covey.problems.cells.map_tree import MapTree
from covey.problems.cells.nested_sets import Runs, nested_sets
from covey.problems.cells.sets import ANY, MISSING, MemberSets, Sets


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
    leaf = _leaves(nodes)
    path = cut_path(nodes, axis_table.kinds, pool)
    found: list[Sets] = []
    for axis, tree, first in zip(axis_table.axes, axis_table.trees, axis_table.first, strict=True):
        kind = members.kind(axis.codes)
        own = [first, first + 1] if isinstance(axis, PlaceAxis) else [first]
        ways = set(nodes.how[np.isin(nodes.column, own)].tolist())
        gone = axis.codes[members.rows] < 0
        if one_partition and BY_MISSING not in ways and gone.any():
            kind = np.full_like(kind, ANY)
        if isinstance(axis, PlaceAxis):
            x = path.ranges(first, len(axis.x_positions))[leaf]
            y = path.ranges(first + 1, len(axis.y_positions))[leaf]
            found.append(place_sets(kind, np.concatenate([x, y], axis=1)))
        elif isinstance(axis, LabelAxis):
            every = np.concatenate([np.arange(axis.size, dtype=np.int32), pool])
            base = np.tile(np.array([0, axis.size], dtype=np.int32), (len(leaf), 1))
            runs = path.member_runs(first, LABELS, axis.size, leaf, base)
            sets = run_sets_of(kind, every, *runs)
            if isinstance(axis, TreeAxis):
                # A cut leaves the labels that do not occur in a cell on one of its sides.
                blocks = sets.of_class if one_partition else np.arange(len(kind))
                sets = _along(axis, members, blocks)
            found.append(sets)
        elif isinstance(axis, AreaAxis):
            assert tree is not None
            base = _bases(tree, axis_table.codes[:, first], members)
            if one_partition and not ways & {BY_MEMBERS, BY_COMPONENT}:
                base[:] = 0, axis.size
            runs = path.member_runs(first, AREAS, 0, leaf, base)
            found.append(run_sets_of(kind, tree.order, *runs))
        else:
            found.append(ordered_sets(kind, path.ranges(first, axis.size)[leaf]))
    return tuple(found)


def tight_sets(
    axis_table: AxisTable,
    members: ClassRows,
    cuts: tuple[CutTree, NDArray[np.int32]] | None = None,
) -> tuple[Sets, ...]:
    """The smallest sets that hold what occurs in each class: ranges from least to greatest, labels
    that occur, areas with those between them in the map's tree, and what lies below children of one
    node of a tree. On a map with nested regions it is the least of these, as long as none of the
    ``cuts``, a tree and the labels that they took, goes through it."""
    found: list[Sets] = []
    for axis, tree, first in zip(axis_table.axes, axis_table.trees, axis_table.first, strict=True):
        kind = members.kind(axis.codes)
        if isinstance(axis, PlaceAxis):
            pairs = [_extremes(codes, members) for codes in (axis.x_codes, axis.y_codes)]
            found.append(place_sets(kind, np.concatenate(pairs, axis=1)))
        elif isinstance(axis, TreeAxis):
            found.append(_along(axis, members, np.arange(len(kind))))
        elif isinstance(axis, LabelAxis | AreaAxis):
            codes = axis_table.codes[:, first] if tree is not None else axis.codes
            keys = members.classes * axis.size + codes[members.rows]
            keys = distinct_numbers(keys[codes[members.rows] >= 0])
            owner, own = keys // axis.size, (keys % axis.size).astype(np.int32)
            starts = np.searchsorted(owner, np.arange(len(kind) + 1))
            if isinstance(axis, AreaAxis) and axis.nesting is not None and cuts is not None:
                runs = _cut_runs(axis_table, first, axis.nesting.tree, cuts, members)
                found.append(nested_sets(axis.nesting, kind, starts, own, runs))
                continue
            if tree is not None:
                # The areas between those of a class keep its region connected.
                starts, own = native.hulls(tree.parent, starts, own)
                own = tree.order[own]
            none = np.zeros(len(starts), dtype=np.int64)
            low, high = starts[:-1].astype(np.int32), starts[1:].astype(np.int32)
            nothing = np.zeros((0, 2), dtype=np.int32)
            found.append(run_sets_of(kind, own, np.column_stack([low, high]), none, nothing))
        else:
            found.append(ordered_sets(kind, _extremes(axis.codes, members)))
    return tuple(found)


def _along(axis: TreeAxis, members: ClassRows, blocks: NDArray[np.integer[Any]]) -> MemberSets:
    """The smallest sets along a tree that hold what occurs in each block; ``blocks`` are those of
    the classes."""
    count = int(blocks.max()) + 1
    keys = blocks.astype(np.int64)[members.classes] * axis.size + axis.codes[members.rows]
    keys = distinct_numbers(keys)
    owner, own = keys // axis.size, (keys % axis.size).astype(np.int32)
    starts = np.searchsorted(owner, np.arange(count + 1)).astype(np.int64)
    starts, own = native_trees.hulls(axis.parents, axis.size, axis.ordered, starts, own)
    runs = np.column_stack([starts[:-1], starts[1:]]).astype(np.int32)[blocks]
    nothing = np.zeros((0, 2), dtype=np.int32)
    none = np.zeros(len(blocks) + 1, dtype=np.int64)
    return run_sets_of(np.zeros(len(blocks), dtype=np.int32), own, runs, none, nothing)


def _leaves(nodes: CutTree) -> NDArray[np.int64]:
    """The leaf of every class."""
    leaves = np.flatnonzero((nodes.how == LEAF) & (nodes.number >= 0))
    found = np.empty(len(leaves), dtype=np.int64)
    found[nodes.number[leaves]] = leaves
    return found


def _cut_runs(
    axis_table: AxisTable,
    column: int,
    tree: MapTree,
    cuts: tuple[CutTree, NDArray[np.int32]],
    members: ClassRows,
) -> Runs:
    """What the cuts of a map left to every class."""
    nodes, pool = cuts
    path = cut_path(nodes, axis_table.kinds, pool)
    base = _bases(tree, axis_table.codes[:, column], members)
    return path.member_runs(column, AREAS, 0, _leaves(nodes), base)


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
