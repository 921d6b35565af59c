"""From a tree of cuts to the sets of its classes: as they were cut, or shrunk to what occurs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.problems.cells.axes import Axis
from covey.problems.cells.axes.cut_classes import CutClasses
from covey.problems.cells.axis_table import AxisTable
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.cut_tree import CutTree, cut_path
from covey.problems.cells.kinds import LEAF
from covey.problems.cells.sets import Sets


class TreeOfCuts(NamedTuple):
    """A tree of cuts, and the labels that they took. ``one_partition``: all classes are to have one
    partition of every axis."""

    nodes: CutTree
    pool: NDArray[np.int32]
    one_partition: bool


def cut_sets(axis_table: AxisTable, cuts: TreeOfCuts, members: ClassRows) -> tuple[Sets, ...]:
    """The sets of every axis as the cuts made them.

    A class without missing values has none in its set, and a class inside of one component of a map
    has that at most, also where no cut said so; unless all classes are to have one partition.
    """
    return tuple(axis.cut_sets(cut) for axis, cut in _by_axis(axis_table, cuts, members))


def tight_sets(
    axis_table: AxisTable, members: ClassRows, cuts: TreeOfCuts | None = None
) -> tuple[Sets, ...]:
    """The smallest sets that hold what occurs in each class: ranges from least to greatest, labels
    that occur, areas with those between them in the map's tree, and what lies below children of one
    node of a tree. On a map with nested regions it is the least of these, as long as none of the
    ``cuts`` goes through it."""
    if cuts is None:
        return tuple(axis.tight_sets(members, None) for axis in axis_table.axes)
    by_axis = _by_axis(axis_table, cuts, members)
    return tuple(axis.tight_sets(members, cut) for axis, cut in by_axis)


def _by_axis(
    axis_table: AxisTable, cuts: TreeOfCuts, members: ClassRows
) -> Iterator[tuple[Axis, CutClasses]]:
    """Every axis with what the cuts left to each class on it."""
    nodes = cuts.nodes
    leaf = _leaves(nodes)
    # Made once, and followed for every axis.
    path = cut_path(nodes, axis_table.kinds, cuts.pool)
    for axis, first in zip(axis_table.axes, axis_table.first, strict=True):
        columns = range(first, first + len(axis.all_codes))
        ways = frozenset(nodes.how[np.isin(nodes.column, columns)].tolist())
        yield (
            axis,
            CutClasses(
                path=path,
                leaf=leaf,
                pool=cuts.pool,
                column=first,
                ways=ways,
                members=members,
                one_partition=cuts.one_partition,
            ),
        )


def _leaves(nodes: CutTree) -> NDArray[np.int64]:
    """The leaf of every class."""
    leaves = np.flatnonzero((nodes.how == LEAF) & (nodes.number >= 0))
    found = np.empty(len(leaves), dtype=np.int64)
    found[nodes.number[leaves]] = leaves
    return found
