"""The classes of grown trees, their sizes and their loss."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel, wide
from covey.problems.cells.axis_table import Columns
from covey.problems.cells.cut_tree import CutTree
from covey.problems.cells.kinds import AREAS, ORDERED
from covey.problems.cells.map_tree import joined_by_tree
from covey.problems.cells.rows import Rows
from covey.problems.cells.scoring.histogram import Scratch, histogram
from covey.problems.cells.scoring.score import size_loss


@kernel
def classes_of(
    nodes: CutTree, leaves: NDArray[np.int64], rows: Rows, count: int
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The class of each of so many rows, classes being numbered as the leaves are, and their sizes;
    -1 where a row is in no leaf."""
    classes = np.full(count, -1, np.int32)
    sizes = np.zeros(len(leaves), np.int64)
    for c in range(len(leaves)):
        for i in range(nodes.begin[leaves[c]], nodes.end[leaves[c]]):
            classes[rows.ids[i]] = c
            sizes[c] += rows.weights[i]
    return classes, sizes


@kernel
def leaf_losses(
    nodes: CutTree,
    leaves: NDArray[np.int64],
    rows: Rows,
    columns: Columns,
    scratch: Scratch,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The records of every leaf, and their loss with sets shrunk to what occurs."""
    sizes = np.zeros(len(leaves), np.int64)
    lost = np.zeros(len(leaves), np.float64)
    for c in range(len(leaves)):
        begin = wide(nodes.begin[leaves[c]])
        end = wide(nodes.end[leaves[c]])
        for i in range(begin, end):
            sizes[c] += rows.weights[i]
        for column in range(len(columns.kinds)):
            lost[c] += sizes[c] * extent(rows, columns, column, begin, end, scratch)
    return sizes, lost


@kernel
def extent(
    rows: Rows, columns: Columns, column: int, begin: int, end: int, scratch: Scratch
) -> float:
    """The loss of a record on one column, in a cell that is shrunk to what occurs."""
    distinct, missing = histogram(rows, column, begin, end, scratch)
    if distinct == 0:
        return 0.0
    if missing > 0:
        return float(columns.worth[column])
    at = columns.at[column]
    first = scratch.values[0]
    last = scratch.values[distinct - 1]
    if columns.kinds[column] == ORDERED:
        width = columns.positions[at + last] - columns.positions[at + first]
        return float(width * columns.scale[column])
    if columns.kinds[column] != AREAS:
        return float(size_loss(distinct) * columns.scale[column])
    if columns.component[at + first] != columns.component[at + last]:
        return float(columns.worth[column])
    table = columns.lowest[columns.lowest_at[column] :]
    depth = columns.depth[at : at + columns.sizes[column]]
    joined = joined_by_tree(scratch.values, distinct, table, columns.sizes[column], depth)
    return float(size_loss(joined) * columns.scale[column])
