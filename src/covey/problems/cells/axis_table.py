"""Axes as compiled loops take them: columns of codes. A place is two ordered columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.problems.cells.axes import AreaAxis, Axis, LabelAxis, OrderedAxis, PlaceAxis
from covey.problems.cells.kinds import AREAS, LABELS, ORDERED
from covey.problems.cells.map_tree import MapTree


class Columns(NamedTuple):
    """``kinds`` of the columns and what each is worth: ``worth`` is the loss of a record whose
    value is fully generalized, ``scale`` that of one unit of width, one label or one area.

    Column c has its positions (ordered) or its tree (areas) from ``at[c]`` on, a tree's ``lowest``
    from ``lowest_at[c]`` on, ``sizes[c]`` numbers to a row.
    """

    kinds: NDArray[np.int32]
    worth: NDArray[np.float64]
    scale: NDArray[np.float64]
    sizes: NDArray[np.int64]
    at: NDArray[np.int64]
    positions: NDArray[np.float64]
    end: NDArray[np.int32]
    depth: NDArray[np.int32]
    component: NDArray[np.int32]
    lowest: NDArray[np.int32]
    lowest_at: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class AxisTable:
    """Which columns an axis has, and the tree of every axis that is a map."""

    axes: tuple[Axis, ...]
    trees: tuple[MapTree | None, ...]

    @classmethod
    def of(cls, axes: tuple[Axis, ...]) -> AxisTable:
        return cls(
            axes, tuple(MapTree.of(a.graph) if isinstance(a, AreaAxis) else None for a in axes)
        )

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

    def columns(self, weights: Sequence[float] | NDArray[np.float64]) -> Columns:
        """``weights`` are what a fully generalized value costs, for every axis."""
        kinds: list[int] = []
        worth: list[float] = []
        scale: list[float] = []
        sizes: list[int] = []
        at: list[int] = []
        lowest_at: list[int] = []
        positions: list[NDArray[np.float64]] = [np.zeros(0)]
        trees: list[MapTree] = []
        for axis, tree, weight in zip(self.axes, self.trees, weights, strict=True):
            if isinstance(axis, LabelAxis):
                kinds.append(LABELS)
                at.append(0)
                sizes.append(axis.size)
                scale.append(weight / axis.size)
                worth.append(weight)
            elif isinstance(axis, AreaAxis):
                assert tree is not None
                kinds.append(AREAS)
                at.append(sum(len(other.order) for other in trees))
                lowest_at[len(kinds) - 1 :] = [sum(other.lowest.size for other in trees)]
                trees.append(tree)
                sizes.append(len(tree.order))
                scale.append(weight / len(tree.order))
                worth.append(weight)
            else:
                lines = (
                    [axis.positions]
                    if isinstance(axis, OrderedAxis)
                    else [axis.x_positions, axis.y_positions]
                )
                for line in lines:
                    kinds.append(ORDERED)
                    at.append(sum(map(len, positions)))
                    positions.append(line)
                    sizes.append(len(line))
                    width = float(line[-1] - line[0]) if len(line) > 1 else 0.0
                    scale.append(weight / len(lines) / width if width > 0 else 0.0)
                    worth.append(weight / len(lines))
            lowest_at += [0] * (len(kinds) - len(lowest_at))
        none = [np.zeros(0, dtype=np.int32)]
        return Columns(
            np.array(kinds, dtype=np.int32),
            np.array(worth, dtype=np.float64),
            np.array(scale, dtype=np.float64),
            np.array(sizes, dtype=np.int64),
            np.array(at, dtype=np.int64),
            np.concatenate(positions),
            np.concatenate([tree.end for tree in trees] or none),
            np.concatenate([tree.depth for tree in trees] or none),
            np.concatenate([tree.component for tree in trees] or none),
            np.concatenate([tree.lowest.ravel() for tree in trees] or none),
            np.array(lowest_at, dtype=np.int64),
        )
