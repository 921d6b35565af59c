"""What a block of places, areas or labels below a tree covers, and the share that is lost by it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.problems.cells.axes import AreaAxis, PlaceAxis, TreeAxis
from covey.problems.cells.axes.ordered import line_shares
from covey.problems.cells.blocks import Block
from covey.problems.cells.kinds import AT_POSITION, BY_COMPONENT, BY_MISSING


class Extent:
    """What a block of a nested attribute covers, as it was cut."""

    loss: float

    def children(self, block: Block) -> Sequence[Extent]:
        raise NotImplementedError


class NoValue(Extent):
    """Missing values alone lose nothing."""

    loss = 0.0


@dataclass(frozen=True)
class Rectangle(Extent):
    """The ranks of both coordinates, as pairs of the first and the last."""

    axis: PlaceAxis
    ranks: tuple[tuple[int, int], tuple[int, int]]
    mixed: bool

    @classmethod
    def of(cls, axis: PlaceAxis) -> Rectangle:
        ends = (0, len(axis.x_positions) - 1), (0, len(axis.y_positions) - 1)
        return cls(axis, ends, axis.has_missing)

    @property
    def loss(self) -> float:  # type: ignore[override]
        if self.mixed:
            return 1.0
        lines = map(line_shares, self.axis.lines)
        widths = (
            tops[high] - shares[low]
            for (shares, tops), (low, high) in zip(lines, self.ranks, strict=True)
        )
        return float(sum(widths)) / 2

    def children(self, block: Block) -> Sequence[Extent]:
        if block.how == BY_MISSING:
            return NoValue(), Rectangle(self.axis, self.ranks, mixed=False)
        assert block.how == AT_POSITION
        parts = []
        for side in range(2):
            ranks = list(self.ranks)
            low, high = ranks[block.column]
            ranks[block.column] = (low, block.low) if side == 0 else (block.low + 1, high)
            parts.append(Rectangle(self.axis, (ranks[0], ranks[1]), mixed=False))
        return parts


@dataclass(frozen=True)
class Region(Extent):
    """Areas, as places in the order of the map's tree; ``measure`` is what is lost of each."""

    places: NDArray[np.int64]
    component: NDArray[np.int32]
    measure: NDArray[np.float64]
    mixed: bool

    @classmethod
    def of(cls, axis: AreaAxis) -> Region:
        tree = axis.map_tree
        measure = axis.measure[tree.order] / axis.extent
        return cls(np.arange(axis.size), tree.component, measure, axis.has_missing)

    @property
    def loss(self) -> float:  # type: ignore[override]
        if self.mixed:
            return 1.0
        # A single area is published as it is, and loses nothing.
        return float(self.measure[self.places].sum()) if len(self.places) > 1 else 0.0

    def _part(self, taken: NDArray[np.bool_]) -> Region:
        return Region(self.places[taken], self.component, self.measure, mixed=False)

    def children(self, block: Block) -> Sequence[Extent]:
        if block.how == BY_MISSING:
            return NoValue(), self._part(self.places >= 0)
        if block.how == BY_COMPONENT:
            own = self.component[self.places]
            return [self._part(own == key) for key in block.keys]
        taken = (self.places >= block.low) & (self.places < block.high)
        return self._part(taken), self._part(~taken)


@dataclass(frozen=True)
class Branches(Extent):
    """Labels below some children of one node of a tree."""

    labels: NDArray[np.int64]
    size: int

    @classmethod
    def of(cls, axis: TreeAxis) -> Branches:
        return cls(np.arange(axis.size), axis.size)

    @property
    def loss(self) -> float:  # type: ignore[override]
        return len(self.labels) / self.size if len(self.labels) > 1 else 0.0

    def children(self, block: Block) -> Sequence[Extent]:
        taken = np.isin(self.labels, block.labels)
        parts = self.labels[taken], self.labels[~taken]
        return [Branches(labels, self.size) for labels in parts]
