"""Points among other quasi-identifiers: a set is a rectangle, published in two columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.atoms import MISSING_AS
from covey.codebook.rows import Entry
from covey.engine.protocol import Counted, Staged
from covey.io import globe
from covey.problems.cells.axes import PlaceAxis
from covey.problems.cells.narrow import new_codes, renumbered
from covey.problems.cells.sets import PlaceSets
from covey.problems.cells.single import SingleProblem, rectangle_sets
from covey.problems.rectangles.problem import RectangleProblem, around
from covey.release.cells.part import Narrowed, Part, left_anchor, settle
from covey.release.points import (
    at_pole,
    cell_entries,
    globe_notes,
    read_places,
    seam_of,
    write_rectangles,
)
from covey.release.question import Choices, in_words
from covey.release.roles import Points


@dataclass(frozen=True, eq=False, kw_only=True)
class PointPart(Part):
    """Ranks of both coordinates, and the coordinates of every rank, on the plane; ``lon`` are the
    longitudes of the combinations on the globe."""

    role: Points

    ranks: tuple[NDArray[np.int64], NDArray[np.int64]]
    coordinates: tuple[NDArray[np.float64], NDArray[np.float64]]
    lon: NDArray[np.float64] | None

    @property
    def shaped(self) -> bool:
        return True

    def axis(self, kept: NDArray[np.bool_]) -> PlaceAxis:
        x, y = (ranks[kept] for ranks in self.ranks)
        return PlaceAxis(x, y, *self.coordinates)

    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Any
    ) -> SingleProblem:
        ranks = [each[kept] for each in self.ranks]
        there = ranks[0] >= 0
        x, y = (values[own[there]] for values, own in zip(self.coordinates, ranks, strict=True))
        problem = RectangleProblem(x, y, k, counts[there], objective)
        items = np.full(len(there), -1, dtype=np.int64)
        items[there] = problem.rows
        return SingleProblem(problem, items)

    def sets_of(self, own: Any) -> PlaceSets:
        return rectangle_sets(own.cells, *self.coordinates)

    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        left = [np.where(records > 0, ranks, -1) for ranks in self.ranks]
        numbers = [
            renumbered(ranks, len(values))
            for ranks, values in zip(left, self.coordinates, strict=True)
        ]
        (x, y), (x_ranks, y_ranks) = self.coordinates, map(new_codes, numbers, left)
        coordinates = x[numbers[0] >= 0], y[numbers[1] >= 0]
        about = self.about if at_pole(coordinates[1]).any() else {}
        part = replace(self, coordinates=coordinates, about=about)
        anchor = left_anchor(self, records, numbers)
        return Narrowed(part.anchored(anchor, (x_ranks, y_ranks)), tuple(numbers))

    @property
    def codes_of(self) -> tuple[NDArray[np.int64], ...]:
        return self.ranks

    def anchored(
        self, anchor: tuple[int, ...] | None, codes: tuple[NDArray[np.int64], ...]
    ) -> PointPart:
        x, y = codes
        return replace(self, ranks=(x, y), anchor=anchor)

    def reading(self, sets: Any) -> dict[str, Any]:
        if self.anchor is None:
            return self.about
        x, y = _corner(sets, self.has_anchor(sets)) or self.anchor
        own = [np.array([at], dtype=np.int32) for at in (x, x, y, y)]
        west, south = self._cells(PlaceSets(np.zeros(1, dtype=np.int32), *own))[0, :2].tolist()
        return self.about | {MISSING_AS: [west, south]}

    def has_anchor(self, sets: Any) -> NDArray[np.bool_]:
        assert self.anchor is not None
        x, y = self.anchor
        across = (sets.x_low <= x) & (x <= sets.x_high)
        return np.asarray(across & (sets.y_low <= y) & (y <= sets.y_high))

    def told(self, records: NDArray[np.int64]) -> tuple[str, ...]:
        there = (self.ranks[0] >= 0) & ~self.missing
        x, y = (
            values[ranks[there]] for values, ranks in zip(self.coordinates, self.ranks, strict=True)
        )
        return (*super().told(records), *globe_notes(self.role, x, y, records[there]))

    def entries(self, sets: Any) -> list[Entry]:
        return cell_entries(self.role, self.columns, self._cells(sets))

    def write_shapes(
        self, sets: Any, sizes: Sequence[int], names: Sequence[str | None], target: Path
    ) -> tuple[str, ...]:
        cells = self._cells(sets)
        write_rectangles(self.role, cells, sizes[: len(cells)], names[: len(cells)], target)
        return ()

    def _cells(self, sets: Any) -> NDArray[np.float64]:
        if not len(self.coordinates[0]):
            return np.zeros((0, 4))
        x, y = (_borders(values) for values in self.coordinates)
        if self.role.globe and x[-1] - x[0] > 360:
            x[0] = seam_of(self.coordinates[0])
            x[-1] = x[0] + 360
        low, high = (x[sets.x_low], y[sets.y_low]), (x[sets.x_high + 1], y[sets.y_high + 1])
        cells = np.column_stack([*low, *high])
        return cells if self.lon is None else globe.on_globe(cells, self._meridians(self.lon))

    def _meridians(self, lon: NDArray[np.float64]) -> globe.Meridians:
        there = (self.ranks[0] >= 0) & ~self.missing
        return globe.Meridians.of(self.coordinates[0][self.ranks[0][there]], lon[there])


def _corner(sets: Any, has: NDArray[np.bool_]) -> tuple[int, int] | None:
    """The lower left corner of what the sets that have missing values have in common, which their
    borders tell anyway; None, if another set has this corner, too."""
    x, y = int(sets.x_low[has].max()), int(sets.y_low[has].max())
    across = (sets.x_low <= x) & (x <= sets.x_high)
    others = across & (sets.y_low <= y) & (y <= sets.y_high) & ~has
    return None if others.any() else (x, y)


def _borders(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """A round number between any two neighbours, and outside of the first and the last."""
    from covey.problems.rectangles.plane import round_between

    low, high = around(values)
    between = [round_between(a, b) for a, b in pairwise(values.tolist())]
    return np.array([low, *between, high])


def point_part(
    name: str, role: Points, staged: Staged, counted: Counted, choices: Choices
) -> PointPart:
    places = read_places(name, role, staged, counted)
    columns = role.columns(name)
    left_out, notes = settle(staged, counted, places.missing, in_words(columns), choices)
    ranks, coordinates = [], []
    for values in (places.x, places.y):
        own, found = np.unique(values, return_inverse=True)
        codes = np.full(len(counted), -1, dtype=np.int64)
        codes[~places.missing] = found
        ranks.append(codes)
        coordinates.append(own)
    lon = np.full(len(counted), np.nan)
    if places.lon is not None:
        lon[~places.missing] = places.lon
    return PointPart(
        name=name,
        role=role,
        columns=columns,
        left_out=left_out,
        missing=places.missing,
        notes=(*notes, *places.notes),
        about=places.about,
        ranks=(ranks[0], ranks[1]),
        coordinates=(coordinates[0], coordinates[1]),
        lon=None if places.lon is None else lon,
    )
