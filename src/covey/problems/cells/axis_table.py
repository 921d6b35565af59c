"""Axes as compiled loops take them: columns of codes. A place is two ordered columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.problems.cells.axes import Axis
from covey.problems.cells.map_tree import MapTree


class Columns(NamedTuple):
    """``kinds`` of the columns; ``full_loss`` is the loss of a record whose value is fully
    generalized, ``scale`` that of one unit of width, one label or one area.

    Column c has ``sizes[c]`` codes. Its positions and tops (ordered) or the components of its
    tree's places (areas) are from ``at[c]`` on.
    """

    kinds: NDArray[np.int32]
    full_loss: NDArray[np.float64]
    scale: NDArray[np.float64]
    sizes: NDArray[np.int64]
    at: NDArray[np.int64]
    positions: NDArray[np.float64]
    tops: NDArray[np.float64]
    component: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class AxisTable:
    """Which columns an axis has."""

    axes: tuple[Axis, ...]

    @cached_property
    def trees(self) -> tuple[MapTree | None, ...]:
        """The tree of every axis that is a map."""
        return tuple(axis.map_tree for axis in self.axes)

    @cached_property
    def first(self) -> list[int]:
        """The first column of every axis."""
        widths = [len(axis.all_codes) for axis in self.axes]
        return [sum(widths[:number]) for number in range(len(widths))]

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        """The codes of every row and column; those of areas are places in the tree's order."""
        found = [codes for axis in self.axes for codes in axis.column_codes]
        return np.ascontiguousarray(np.stack(found, axis=1))

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        """The kind of every column."""
        found = [[axis.column_kind] * len(axis.all_codes) for axis in self.axes]
        return np.array([kind for own in found for kind in own], dtype=np.int32)

    def columns(self, weights: Sequence[float] | NDArray[np.float64]) -> Columns:
        """``weights`` are what a fully generalized value costs, for every axis."""
        full_loss: list[float] = []
        scale: list[float] = []
        sizes: list[int] = []
        at: list[int] = []
        # One array of each kind behind the other, with an empty one first: there may be no such
        # column.
        positions: list[NDArray[np.float64]] = [np.zeros(0)]
        tops: list[NDArray[np.float64]] = [np.zeros(0)]
        components: list[NDArray[np.int32]] = [np.zeros(0, dtype=np.int32)]
        for axis, tree, weight in zip(self.axes, self.trees, weights, strict=True):
            for line in axis.lines:
                at.append(sum(map(len, positions)))
                positions.append(line.positions)
                tops.append(line.tops)
                sizes.append(len(line.positions))
                low, high = line.ends
                # Both coordinates of a place share what the place is worth.
                share = weight / len(axis.lines)
                # All values at one position have no width to lose.
                scale.append(share / (high - low) if high > low else 0.0)
                full_loss.append(share)
            # Labels and areas. Labels have nothing in these arrays, so their place is never used.
            if not axis.lines:
                at.append(0 if tree is None else sum(map(len, components)))
                if tree is not None:
                    components.append(tree.component)
                sizes.append(axis.size)
                scale.append(weight / axis.size)
                full_loss.append(weight)
        return Columns(
            kinds=self.kinds,
            full_loss=np.array(full_loss, dtype=np.float64),
            scale=np.array(scale, dtype=np.float64),
            sizes=np.array(sizes, dtype=np.int64),
            at=np.array(at, dtype=np.int64),
            positions=np.concatenate(positions),
            tops=np.concatenate(tops),
            component=np.concatenate(components),
        )

    def native_columns(self, weights: Sequence[float] | NDArray[np.float64]) -> native.Columns:
        """The same as :meth:`columns`, for compiled loops."""
        own = self.columns(weights)
        none = [np.zeros(0, dtype=np.int32)]
        parents = [tree.parent for tree in self.trees if tree is not None]
        found = native.Columns(
            own.kinds,
            own.sizes,
            own.full_loss,
            own.scale,
            own.positions,
            np.concatenate(parents or none),
        )
        for axis, first in zip(self.axes, self.first, strict=True):
            axis.give_to(found, first)
        return found
