"""Places, areas and labels below a tree, as the search sees them."""

from __future__ import annotations

import numpy as np

import covey
from covey.core.stop import Stop
from covey.problems.cells.grids.nested import NestedBlocks


def test_blocks_are_nodes_of_the_tree_of_cuts() -> None:
    axis = covey.TreeAxis([0, 1, 2, 3], 4, [4, 4, 5, 5, 6, 6, -1])
    problem = covey.CellProblem([axis], np.full(4, 3), 3)
    found = axis.grid_axis(problem, 0, 9, Stop(seconds=None).start())
    assert isinstance(found, NestedBlocks)
    assert [node.parent for node in found.nodes] == [-1, 0, 1, 1, 0, 4, 4]
    assert [node.loss for node in found.nodes] == [1, 0.5, 0, 0, 0.5, 0, 0]
    # The first pair stays together, the second is cut.
    root = found.blocks(np.array([0, 1, 1, 1, 2, 3, 4], dtype=np.int32))
    first, second = root.children
    assert first.rows.tolist() == [0, 1]
    assert not first.children
    assert [child.rows.tolist() for child in second.children] == [[2], [3]]
    whole = found.blocks(np.zeros(7, dtype=np.int32))
    assert not whole.children
