"""Points among other quasi-identifiers: a set is a rectangle, published in two columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.cells.axes import PlaceAxis
from covey.engine.protocol import Counted, Staged
from covey.rectangles.problem import around
from covey.release.cells.part import Part, settle
from covey.release.codebook import Entry
from covey.release.points import cell_entries, read_places, seam_of, write_rectangles
from covey.release.question import Choices, in_words
from covey.release.roles import Points
from covey.table import globe


@dataclass(frozen=True, eq=False, kw_only=True)
class PointPart(Part):
    """Ranks of both coordinates, and the coordinates of every rank, on the plane."""

    role: Points

    ranks: tuple[NDArray[np.int64], NDArray[np.int64]]
    coordinates: tuple[NDArray[np.float64], NDArray[np.float64]]
    meridians: globe.Meridians | None

    @property
    def shaped(self) -> bool:
        return True

    def axis(self, kept: NDArray[np.bool_]) -> PlaceAxis:
        x, y = (ranks[kept] for ranks in self.ranks)
        return PlaceAxis(x, y, *self.coordinates)

    def entries(self, sets: Any) -> list[Entry]:
        return cell_entries(self.role, self.columns, self._cells(sets))

    def write_shapes(
        self, sets: Any, sizes: Sequence[int], names: Sequence[str | None], target: Path
    ) -> tuple[str, ...]:
        cells = self._cells(sets)
        write_rectangles(self.role, cells, sizes[: len(cells)], names[: len(cells)], target)
        return ()

    def _cells(self, sets: Any) -> NDArray[np.float64]:
        x, y = (_borders(values) for values in self.coordinates)
        if self.role.globe and x[-1] - x[0] > 360:
            x[0] = seam_of(self.coordinates[0])
            x[-1] = x[0] + 360
        low, high = (x[sets.x_low], y[sets.y_low]), (x[sets.x_high + 1], y[sets.y_high + 1])
        cells = np.column_stack([*low, *high])
        return globe.on_globe(cells, self.meridians) if self.role.globe else cells


def _borders(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """A round number between any two neighbours, and outside of the first and the last."""
    from covey.rectangles.plane import round_between

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
    return PointPart(
        name=name,
        role=role,
        columns=columns,
        left_out=left_out,
        notes=(*notes, *places.notes),
        about=places.about,
        ranks=(ranks[0], ranks[1]),
        coordinates=(coordinates[0], coordinates[1]),
        meridians=places.meridians,
    )
