"""How a block is cut."""

from __future__ import annotations

import numpy as np

from covey.problems.cells.blocks import Block
from covey.problems.cells.grids.axis import cut_in_two
from covey.problems.cells.kinds import AT_POSITION


def test_rows_go_to_their_side() -> None:
    block = Block(2, np.array([1, 4, 6]))
    cut_in_two(block, 3, AT_POSITION, np.array([True, False, True]), low=7)
    assert (block.how, block.column, block.low) == (AT_POSITION, 3, 7)
    assert [child.rows.tolist() for child in block.children] == [[4], [1, 6]]
    assert all(child.axis == 2 and not child.children for child in block.children)
