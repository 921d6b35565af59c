"""An attribute as the search for a grid sees it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.problems.cells.blocks import Block


class GridAxis:
    """An attribute as the search sees it: its values in bundles, which are never split."""

    def add_to(self, grid: native.Grid, weight: float) -> None:
        raise NotImplementedError

    def blocks(self, of: NDArray[np.int32]) -> Block:
        """The cuts that make the blocks, ``of[i]`` being that of bundle i."""
        raise NotImplementedError


def cut_in_two(
    block: Block,
    column: int,
    how: int,
    side: NDArray[np.bool_],
    low: int = 0,
    labels: NDArray[np.int32] | None = None,
) -> None:
    """Cut a block in two; ``side`` is True for the rows of the second child."""
    block.how, block.column, block.low = how, column, low
    if labels is not None:
        block.labels = labels
    # Side 0 is False: the rows that the cut takes.
    block.children = tuple(Block(block.axis, block.rows[side == second]) for second in range(2))
