"""One tree of cuts, put together from cuts at the top and from trees that go on below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.problems.cells.cut_tree import CutTree, empty_tree
from covey.problems.cells.kinds import BY_MEMBERS, LABELS, LEAF

if TYPE_CHECKING:
    from covey.problems.cells.axis_table import AxisTable
    from covey.problems.cells.problem import CellSolution


class Grafting:
    """A tree of cuts over some rows, which grows from its root down: every leaf is cut once, or
    gets a tree of its own. ``kinds`` are those of the columns."""

    root = 0

    def __init__(self, rows: int, kinds: NDArray[np.int32]) -> None:
        self._kinds = kinds
        self._parts: list[tuple[NDArray[np.int64], CutTree]] = []
        """Trees with the numbers of their nodes. The first node of each is a leaf of another."""
        self._pool: list[NDArray[np.int32]] = []
        self._classes = np.full(rows, -1, dtype=np.int32)
        self._sizes: list[NDArray[np.int64]] = []
        self._nodes, self._labels, self._numbers = 1, 0, 0

    def cut(
        self, node: int, column: int, how: int, low: int, high: int, labels: NDArray[np.int32]
    ) -> tuple[int, int]:
        """Cut a leaf in two, and return both sides. ``labels`` are what a cut of labels takes."""
        first = self._nodes
        if len(labels):
            low, high = self._labels, self._labels + len(labels)
            self._pool.append(labels)
            self._labels = high
        # A tree of its own: the leaf, which becomes a cut, and both sides.
        part = empty_tree(3)
        part.column[0], part.how[0], part.low[0], part.high[0] = column, how, low, high
        part.first[0], part.children[0] = first, 2
        part.parent[:] = node
        self._parts.append((np.array([node, first, first + 1]), part))
        self._nodes += 2
        return first, first + 1

    def adopt(self, tree: CutTree, pool: NDArray[np.int32]) -> NDArray[np.int64]:
        """Cut as a tree does, of which nothing is left but its cuts; the leaf that each of its
        classes was."""
        places = self._add(self.root, tree, pool)
        leaves = np.flatnonzero((tree.how == LEAF) & (tree.number >= 0))
        found = np.empty(len(leaves), dtype=np.int64)
        found[tree.number[leaves]] = places[leaves]
        return found

    def graft(
        self,
        node: int,
        tree: CutTree,
        pool: NDArray[np.int32],
        rows: NDArray[np.int64],
        classes: NDArray[np.int32],
        sizes: NDArray[np.int64],
    ) -> None:
        """Let a tree go on from a leaf. It is of the leaf's ``rows``, whose ``classes`` are -1
        where they are withheld."""
        self._add(node, tree, pool)
        part = self._parts[-1][1]
        leaves = tree.how == LEAF
        # Classes are numbered through all trees, in the order in which they are grafted.
        part.number[leaves] = np.where(tree.number < 0, -1, self._numbers + tree.number)[leaves]
        self._classes[rows] = np.where(classes < 0, -1, self._numbers + classes)
        self._sizes.append(sizes)
        self._numbers += len(sizes)

    def _add(self, node: int, tree: CutTree, pool: NDArray[np.int32]) -> NDArray[np.int64]:
        """The nodes that those of a tree become; the first one is the leaf that it goes on from."""
        count = len(tree.how)
        # The root of the grafted tree is the leaf that it goes on from, so it takes one number
        # less.
        places = np.arange(self._nodes - 1, self._nodes - 1 + count)
        places[0] = node
        inner = tree.how != LEAF
        takes_labels = (tree.how == BY_MEMBERS) & (self._kinds[tree.column] == LABELS)
        # Cuts of labels name a run of the pool, which now stands behind the pools before it.
        moved = np.where(takes_labels, self._labels, 0)
        part = empty_tree(count)
        part.column[:], part.how[:], part.key[:] = tree.column, tree.how, tree.key
        part.low[:], part.high[:] = tree.low + moved, tree.high + moved
        part.parent[:] = places[tree.parent]
        part.first[inner] = places[tree.first[inner]]
        part.children[:] = tree.children
        self._parts.append((places, part))
        self._pool.append(pool)
        self._labels += len(pool)
        self._nodes += count - 1
        return places

    def solution(self, axis_table: AxisTable) -> CellSolution:
        from covey.problems.cells.problem import CellSolution

        nodes = empty_tree(self._nodes)
        nodes.parent[self.root] = -1
        for places, part in self._parts:
            for name, whole, own in zip(CutTree._fields, nodes, part, strict=True):
                # Where the first node hangs is known from the tree above it.
                from_own = 1 if name in ("parent", "key") else 0
                whole[places[from_own:]] = own[from_own:]
        pool = np.concatenate([np.zeros(0, np.int32), *self._pool])
        return CellSolution(self._classes, np.concatenate(self._sizes), axis_table, nodes, pool)
