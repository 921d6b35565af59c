"""Labels: frequent ones are searched one by one, rare ones in bundles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.problems.cells.axes import LabelAxis
from covey.problems.cells.blocks import Block
from covey.problems.cells.grids.axis import GridAxis, cut_in_two
from covey.problems.cells.kinds import BY_MEMBERS


@dataclass(frozen=True, eq=False)
class LabelBundles(GridAxis):
    axis: LabelAxis
    number: int
    column: int
    bundle: NDArray[np.int32]

    @classmethod
    def of(
        cls, axis: LabelAxis, number: int, column: int, weights: NDArray[np.int64], most: int
    ) -> LabelBundles:
        bundle = np.arange(axis.size)
        if axis.size > most:
            records = np.zeros(axis.size, dtype=np.int64)
            np.add.at(records, axis.codes, weights)
            order = np.argsort(-records, kind="stable")
            # The more frequent half of the bundles are single labels. The others share the rest.
            place = np.arange(axis.size)
            shared = most // 2 + (place - most // 2) * (most - most // 2) // (axis.size - most // 2)
            bundle[order] = np.where(place < most // 2, place, shared)
        return cls(axis, number, column, bundle.astype(np.int32))

    def add_to(self, grid: native.Grid, weight: float) -> None:
        grid.add_labels(self.bundle[self.axis.codes], np.bincount(self.bundle), weight)

    def blocks(self, of: NDArray[np.int32]) -> Block:
        codes = self.axis.codes
        # One group after the other is cut off, and what is left goes on in the second child.
        root = block = Block(self.number, np.arange(len(codes)))
        group = of[self.bundle]
        occurring = np.unique(group[codes])
        # Labels that no row has would stay with the last group: it is cut off, too.
        for number in occurring if len(np.unique(group)) > len(occurring) else occurring[:-1]:
            labels = np.flatnonzero(group == number).astype(np.int32)
            side = group[codes[block.rows]] != number
            cut_in_two(block, self.column, BY_MEMBERS, side, labels=labels)
            block = block.children[1]
        return root
