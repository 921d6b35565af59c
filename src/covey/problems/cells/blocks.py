"""Blocks of global recoding: one tree of cuts for each attribute, and the cells that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.problems.cells.cut_tree import CutTree, empty_tree
from covey.problems.cells.kinds import LEAF

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem, CellSolution


@dataclass
class Block:
    """Rows with the same block on an axis, and the cut that splits them; a child for each side, or
    none for a side without rows."""

    axis: int
    rows: NDArray[np.int64]
    how: int = LEAF
    column: int = 0
    low: int = 0
    high: int = 0
    labels: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    keys: tuple[int, ...] = (0, 0)
    children: tuple[Block, ...] = ()


def combined(problem: CellProblem, roots: Sequence[Block]) -> CellSolution:
    """The classes are the combinations of blocks that have k records. What is in smaller ones is
    withheld."""
    from covey.problems.cells.problem import CellSolution

    nodes, pool, leaf = assembled(roots, len(problem.weights))
    records = np.zeros(len(nodes.how), dtype=np.int64)
    np.add.at(records, leaf, problem.weights)
    # A leaf below k has no class number: what is in it is withheld.
    used = np.flatnonzero(records >= problem.k)
    number = np.full(len(nodes.how), -1, dtype=np.int32)
    number[used] = np.arange(len(used))
    nodes = nodes._replace(number=number)
    return CellSolution(
        number[leaf], records[used], problem.axis_table, nodes, pool, one_partition=True
    )


def numbered(keys: NDArray[Any], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct keys, all below ``size``, and the place of each key among them: as numpy.unique,
    without sorting, unless there may be far more keys than there are."""
    # A mask over all keys that there may be is quicker than sorting, unless most of it would be
    # empty.
    if size > 8 * len(keys) + 1024:
        found, place = np.unique(keys, return_inverse=True)
        return found.astype(np.int64), place
    occurs = np.zeros(size, dtype=bool)
    occurs[keys] = True
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[keys]


def assembled(
    roots: Sequence[Block], rows: int
) -> tuple[CutTree, NDArray[np.int32], NDArray[np.int64]]:
    """One tree of cuts out of one tree for each axis, each grown on the leaves of the one before;
    the labels that are taken; the leaf of every row. Sides without rows are leaves, too."""
    leaf = np.zeros(rows, dtype=np.int64)
    parents, keys = [np.array([-1])], [np.array([0])]
    cuts: list[tuple[NDArray[np.int64], int, Block, int]] = []
    used, taken = 1, 0
    # A tree for one axis after the other: the list is taken from its end.
    waiting = list(reversed(roots))
    while waiting:
        block = waiting.pop()
        if not block.children:
            continue
        sides = len(block.keys)
        # Every leaf so far that has rows of the block gets the same cut: all classes use one
        # partition.
        cells, place = np.unique(leaf[block.rows], return_inverse=True)
        cuts.append((cells, used, block, taken))
        taken += len(block.labels)
        parents.append(np.repeat(cells, sides))
        keys.append(np.tile(np.array(block.keys), len(cells)))
        for side, child in enumerate(block.children):
            # Rows of blocks ascend, so those of a child are found in those of the block.
            inside = np.searchsorted(block.rows, child.rows)
            leaf[child.rows] = used + place[inside] * sides + side
        used += sides * len(cells)
        waiting += reversed(block.children)
    nodes = empty_tree(used)
    nodes.parent[:] = np.concatenate(parents)
    nodes.key[:] = np.concatenate(keys)
    for cells, first, block, at in cuts:
        labels = len(block.labels)
        nodes.column[cells] = block.column
        nodes.how[cells] = block.how
        # A cut of labels names a run of the pool, any other cut has its limits.
        nodes.low[cells] = at if labels else block.low
        nodes.high[cells] = at + labels if labels else block.high
        nodes.first[cells] = first + len(block.keys) * np.arange(len(cells))
        nodes.children[cells] = len(block.keys)
    pool = np.concatenate([np.zeros(0, np.int32), *(block.labels for _, _, block, _ in cuts)])
    return nodes, pool, leaf
