"""Places, and areas of a map without nested regions: cut as the attribute alone would be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.core.stop import Watch
from covey.problems.cells.axes import AreaAxis, PlaceAxis
from covey.problems.cells.blocks import Block
from covey.problems.cells.first_trees.tree import Cut, Fitted, ends
from covey.problems.cells.hierarchy import Hierarchy
from covey.problems.cells.kinds import AT_POSITION, BY_COMPONENT, BY_MISSING
from covey.problems.cells.recode import Recoding
from covey.problems.cells.sets import ANY_SET, MISSING_SET, Codes

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem

Kind = TypeVar("Kind", PlaceAxis, AreaAxis)
Covered = Callable[[Kind, Codes, Sequence[Block], Codes], tuple[Codes, Codes]]
"""From an axis, the parents and blocks of all nodes, and the kinds of their sets: an order of
members and the bounds of every node, as :class:`Hierarchy` has them."""

BLOCKS = 4096
"""Blocks that are leaves, at most."""


@dataclass(frozen=True, eq=False)
class BlockTree(Fitted):
    """The tree of cuts that the attribute alone would have: leaves are blocks that it does not
    cut. ``blocks`` are those of all nodes."""

    count: int
    blocks: tuple[Block, ...]
    made: Hierarchy

    @classmethod
    def of(
        cls, problem: CellProblem, axis: Kind, covered: Covered[Kind], watch: Watch
    ) -> BlockTree:
        """``covered`` finds what each node covers."""
        from covey.problems.cells.problem import CellProblem

        # The axis as the only one, and without requirements: a first tree knows of nothing else.
        alone = Recoding(CellProblem([axis], problem.weights, problem.k))
        alone.run(watch, BLOCKS)
        found = _preorder(alone.roots[0])
        is_leaf = np.array([not block.children for block, _ in found])
        count = int(is_leaf.sum())
        # Leaves have the first numbers, as in Hierarchy, in the order of the tree.
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
        order, bounds = covered(axis, parents, blocks, kind)
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
    # By identity: blocks hold arrays, and are not compared.
    number = {id(block): node for node, block in enumerate(blocks)}
    waiting, found = [int(np.argmin(parents))], []
    while waiting:
        node = waiting.pop()
        for at, child in enumerate(blocks[node].children):
            found.append((number[id(child)], node, at))
            waiting.append(number[id(child)])
    return found


def of_rectangles(
    axis: PlaceAxis, parents: Codes, blocks: Sequence[Block], kind: Codes
) -> tuple[Codes, Codes]:
    """The rectangle of every node, as ranks; kinds are set where values are missing."""
    bounds = np.zeros((len(parents), 4), dtype=np.int32)
    root = int(np.argmin(parents))
    bounds[root] = 0, len(axis.x_positions) - 1, 0, len(axis.y_positions) - 1
    if axis.has_missing:
        kind[root] = ANY_SET
    for node, above, at in _downwards(parents, blocks):
        cut = blocks[above]
        bounds[node] = bounds[above]
        if cut.how == BY_MISSING:
            kind[node] = MISSING_SET if at == 0 else 0
        else:
            assert cut.how == AT_POSITION
            # The columns are those of the axis alone: 0 for x, 1 for y. The first side ends at the
            # position of the cut, the second one begins behind it.
            side = 2 * cut.column
            bounds[node, side + 1 if at == 0 else side] = cut.low + at
    return np.zeros(0, dtype=np.int32), bounds


def of_areas(
    axis: AreaAxis, parents: Codes, blocks: Sequence[Block], kind: Codes
) -> tuple[Codes, Codes]:
    """The areas of every node, as runs of an order; kinds are set where values are missing."""
    tree = axis.map_tree
    count = sum(not block.children for block in blocks)
    root = int(np.argmin(parents))
    places: list[NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)] * len(parents)
    places[root] = np.arange(axis.size)
    if axis.has_missing:
        kind[root] = ANY_SET
    for node, above, at in _downwards(parents, blocks):
        cut, own = blocks[above], places[above]
        if cut.how == BY_MISSING:
            kind[node] = MISSING_SET if at == 0 else 0
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
    first, last = ends(parents, count)
    bounds = np.column_stack([bounds[first, 0], bounds[last, 1]]).astype(np.int32)
    rest = np.setdiff1d(places[root], np.concatenate(order))
    all_places = np.concatenate([*order, rest])
    # A node that nothing was cut off has all areas, also those of components without records.
    for node, own in enumerate(places):
        if len(own) == axis.size:
            bounds[node] = 0, len(all_places)
    return tree.order[all_places].astype(np.int32), bounds
