"""Places, areas and labels below a tree: the search chooses nodes of a tree of cuts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.core.stop import Watch
from covey.problems.cells.blocks import Block
from covey.problems.cells.grids.axis import GridAxis
from covey.problems.cells.grids.extents import Extent
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.recode import Recoding


class _Node(NamedTuple):
    block: Block
    parent: int
    loss: float


@dataclass(frozen=True, eq=False)
class NestedBlocks(GridAxis):
    """Places, areas and labels below a tree: the blocks are nodes of the tree of cuts that the
    attribute alone has."""

    number: int
    column: int
    nodes: list[_Node]
    rows: int

    @classmethod
    def of(
        cls, problem: CellProblem, number: int, most: int, whole: Extent, watch: Watch
    ) -> NestedBlocks:
        """At most so many blocks; ``whole`` is what the root covers."""
        # The attribute as the only one: these are the nodes that the search may choose from.
        alone = Recoding(CellProblem([problem.axes[number]], problem.weights, problem.k))
        alone.run(watch, most)
        column = problem.axis_table.first[number]
        return cls(number, column, list(_depth_first(alone.roots[0], whole)), len(problem.weights))

    def add_to(self, grid: native.Grid, weight: float) -> None:
        codes = np.zeros(self.rows, dtype=np.int32)
        for at, node in enumerate(self.nodes):
            if not node.block.children:
                codes[node.block.rows] = at
        parents = np.array([node.parent for node in self.nodes], dtype=np.int32)
        grid.add_nested(codes, parents, np.array([node.loss for node in self.nodes]), weight)

    def blocks(self, of: NDArray[np.int32]) -> Block:
        made = [self._copied(node.block) for node in self.nodes]
        for at in reversed(range(len(self.nodes))):
            # A node whose first child is of the same block is whole.
            # Nodes stand in preorder, so the first child comes right behind its node.
            if self.nodes[at].block.children and of[at + 1] == of[at]:
                made[at] = Block(self.number, self.nodes[at].block.rows)
        for at, node in enumerate(self.nodes):
            # A node that was made whole has no cut any more, and takes no children.
            if node.parent >= 0 and made[node.parent].how:
                made[node.parent].children += (made[at],)
        return made[0]

    def _copied(self, block: Block) -> Block:
        column = self.column + block.column
        return Block(
            self.number,
            block.rows,
            block.how,
            column,
            block.low,
            block.high,
            block.labels,
            block.keys,
        )


def _depth_first(root: Block, extent: Extent) -> Iterator[_Node]:
    waiting, count = [(root, -1, extent)], 0
    while waiting:
        block, parent, covered = waiting.pop()
        yield _Node(block, parent, covered.loss)
        if block.children:
            parts = zip(block.children, covered.children(block), strict=True)
            waiting += reversed([(child, count, part) for child, part in parts])
        count += 1
