"""Axes as compiled loops take them: columns of codes. A place is two ordered columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.problems.cells.axes import AreaAxis, Axis, LabelAxis, OrderedAxis, PlaceAxis, TreeAxis
from covey.problems.cells.kinds import AREAS, LABELS, ORDERED
from covey.problems.cells.map_tree import MapTree


class Columns(NamedTuple):
    """``kinds`` of the columns and what each is worth: ``worth`` is the loss of a record whose
    value is fully generalized, ``scale`` that of one unit of width, one label or one area.

    Column c has ``sizes[c]`` codes. Its positions and tops (ordered) or the components of its
    tree's places (areas) are from ``at[c]`` on.
    """

    kinds: NDArray[np.int32]
    worth: NDArray[np.float64]
    scale: NDArray[np.float64]
    sizes: NDArray[np.int64]
    at: NDArray[np.int64]
    positions: NDArray[np.float64]
    tops: NDArray[np.float64]
    component: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class AxisTable:
    """Which columns an axis has, and the tree of every axis that is a map."""

    axes: tuple[Axis, ...]
    trees: tuple[MapTree | None, ...]

    @classmethod
    def of(cls, axes: tuple[Axis, ...]) -> AxisTable:
        return cls(axes, tuple(map(_tree_of, axes)))

    @cached_property
    def first(self) -> list[int]:
        """The first column of every axis."""
        widths = [2 if isinstance(axis, PlaceAxis) else 1 for axis in self.axes]
        return [sum(widths[:number]) for number in range(len(widths))]

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        """The codes of every row and column; those of areas are places in the tree's order."""
        found: list[NDArray[np.int32]] = []
        for axis, tree in zip(self.axes, self.trees, strict=True):
            if isinstance(axis, PlaceAxis):
                found += [axis.x_codes, axis.y_codes]
            elif tree is not None:
                found.append(np.where(axis.codes >= 0, tree.place[axis.codes], np.int32(-1)))
            else:
                found.append(axis.codes)
        return np.ascontiguousarray(np.stack(found, axis=1))

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        """The kind of every column."""
        found: list[int] = []
        for axis in self.axes:
            if isinstance(axis, LabelAxis):
                found.append(LABELS)
            elif isinstance(axis, AreaAxis):
                found.append(AREAS)
            else:
                found += [ORDERED] * len(axis.all_codes)
        return np.array(found, dtype=np.int32)

    def columns(self, weights: Sequence[float] | NDArray[np.float64]) -> Columns:
        """``weights`` are what a fully generalized value costs, for every axis."""
        worth: list[float] = []
        scale: list[float] = []
        sizes: list[int] = []
        at: list[int] = []
        positions: list[NDArray[np.float64]] = [np.zeros(0)]
        tops: list[NDArray[np.float64]] = [np.zeros(0)]
        components: list[NDArray[np.int32]] = [np.zeros(0, dtype=np.int32)]
        for axis, tree, weight in zip(self.axes, self.trees, weights, strict=True):
            if isinstance(axis, OrderedAxis | PlaceAxis):
                lines = (
                    [(axis.positions, axis.tops)]
                    if isinstance(axis, OrderedAxis)
                    else [(line, line) for line in (axis.x_positions, axis.y_positions)]
                )
                for line, own_tops in lines:
                    at.append(sum(map(len, positions)))
                    positions.append(line)
                    tops.append(own_tops)
                    sizes.append(len(line))
                    width = float(own_tops[-1] - line[0]) if len(line) else 0.0
                    scale.append(weight / len(lines) / width if width > 0 else 0.0)
                    worth.append(weight / len(lines))
                continue
            at.append(0 if tree is None else sum(map(len, components)))
            if tree is not None:
                components.append(tree.component)
            sizes.append(axis.size)
            scale.append(weight / axis.size)
            worth.append(weight)
        return Columns(
            self.kinds,
            np.array(worth, dtype=np.float64),
            np.array(scale, dtype=np.float64),
            np.array(sizes, dtype=np.int64),
            np.array(at, dtype=np.int64),
            np.concatenate(positions),
            np.concatenate(tops),
            np.concatenate(components),
        )

    def native_columns(self, weights: Sequence[float] | NDArray[np.float64]) -> native.Columns:
        """The same as :meth:`columns`, for compiled loops."""
        own = self.columns(weights)
        none = [np.zeros(0, dtype=np.int32)]
        parents = [tree.parent for tree in self.trees if tree is not None]
        found = native.Columns(
            own.kinds,
            own.sizes,
            own.worth,
            own.scale,
            own.positions,
            np.concatenate(parents or none),
        )
        for axis, first in zip(self.axes, self.first, strict=True):
            if isinstance(axis, TreeAxis):
                found.give_tree(first, axis.parents, axis.ordered)
            if isinstance(axis, OrderedAxis):
                found.give_tops(first, axis.tops)
            nesting = axis.nesting if isinstance(axis, AreaAxis) else None
            if isinstance(axis, AreaAxis) and nesting is not None:
                measure = axis.measure[nesting.order]
                of_edges = nesting.leaf, nesting.split, nesting.low, nesting.high
                found.nest(first, *of_edges, measure)
        return found


def _tree_of(axis: Axis) -> MapTree | None:
    """The tree of an axis that is a map."""
    if not isinstance(axis, AreaAxis):
        return None
    return MapTree.of(axis.graph) if axis.nesting is None else axis.nesting.tree
