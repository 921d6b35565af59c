"""Ordered values: bundles are ranges of ranks, which the search cuts at borders."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.core.errors import InternalError
from covey.problems.cells.axes import OrderedAxis
from covey.problems.cells.axes.ordered import line_shares
from covey.problems.cells.blocks import Block
from covey.problems.cells.grids.axis import GridAxis, cut_in_two
from covey.problems.cells.kinds import AT_POSITION, BY_MISSING


@dataclass(frozen=True, eq=False)
class OrderedBundles(GridAxis):
    """``first`` and ``last`` are the ranks at which the bundles begin and end."""

    axis: OrderedAxis
    number: int
    column: int
    bundle: NDArray[np.int32]
    first: NDArray[np.int64]
    last: NDArray[np.int64]

    @classmethod
    def of(
        cls, axis: OrderedAxis, number: int, column: int, weights: NDArray[np.int64], most: int
    ) -> OrderedBundles:
        records = np.zeros(axis.size, dtype=np.int64)
        present = axis.codes >= 0
        np.add.at(records, axis.codes[present], weights[present])
        bundle = np.arange(axis.size)
        if axis.size > most:
            # Bundles of about equal records; a value with more than that is one of its own.
            before = np.cumsum(records) - records
            share = before * most // max(1, int(records.sum()))
            bundle = np.cumsum(np.diff(share, prepend=share[0]) > 0)
        first = np.flatnonzero(np.diff(bundle, prepend=-1))
        last = np.append(first[1:], axis.size) - 1
        return cls(axis, number, column, bundle.astype(np.int32), first, last)

    def add_to(self, grid: native.Grid, weight: float) -> None:
        codes = np.where(self.axis.codes < 0, np.int32(-1), self.bundle[self.axis.codes])
        low, high = line_shares(self.axis.line)
        grid.add_ordered(codes, low[self.first], high[self.last], weight)

    def blocks(self, of: NDArray[np.int32]) -> Block:
        rows, codes = np.arange(len(self.axis.codes)), self.axis.codes
        root = top = Block(self.number, rows)
        has_missing = bool((codes < 0).any())
        # The last entry is the block of missing values.
        together = of[:-1] == of[-1]
        if has_missing and together.any():
            if not together.all():
                raise InternalError("Missing values are in one block with some others.")
            return root
        if has_missing:
            cut_in_two(root, self.column, BY_MISSING, codes >= 0)
            top = root.children[1]
        # The last rank of every bundle after which another block begins.
        borders = self.last[np.flatnonzero(np.diff(of[:-1]))]
        self._cut_at(top, borders)
        return root

    def _cut_at(self, block: Block, borders: NDArray[np.int64]) -> None:
        """The middle border first, so that the tree is shallow."""
        waiting = [(block, borders)]
        while waiting:
            block, borders = waiting.pop()
            if not len(borders):
                continue
            middle = len(borders) // 2
            low = int(borders[middle])
            cut_in_two(block, self.column, AT_POSITION, self.axis.codes[block.rows] > low, low)
            waiting += zip(block.children, (borders[:middle], borders[middle + 1 :]), strict=True)
