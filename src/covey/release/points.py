"""Points: classes are rectangles, published as a range in each of the two columns."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.engine.protocol import Counted, Staged
from covey.errors import InvalidInput
from covey.rectangles.problem import RectangleProblem
from covey.release.codebook import Entry, range_entry
from covey.release.names import number_text
from covey.release.question import (
    Choices,
    Question,
    in_words,
    refuse_empty,
    settle_missing,
)  # fmt: skip
from covey.release.roles import Points
from covey.table import globe
from covey.table.geojson import write_cells
from covey.table.points import Points as Places


@dataclass(frozen=True, eq=False)
class PointQuestion(Question):
    shaped = True

    role: Points = None  # type: ignore[assignment]

    def entries(self, solution: Any) -> list[Entry]:
        found = []
        for number, (west, south, east, north) in enumerate(self._cells(solution).tolist()):
            sides = {self.role.across: (west, east), self.role.along: (south, north)}
            for column in self.columns:
                low, high = map(number_text, sides[column])
                # A pole belongs to the cell that reaches it.
                closed = self.role.globe and column == self.role.along and high == "90"
                text = f"[{low}, {high}{']' if closed else ')'}"
                found.append(range_entry(number, column, low, high, text))
        return found

    def write_shapes(self, solution: Any, names: Any, target: Path) -> tuple[str, ...]:
        edges = ("west", "south", "east", "north")
        if not self.role.globe:
            edges = ("x_low", "y_low", "x_high", "y_high")
        bounds = dict(zip(edges, self._cells(solution).T.tolist(), strict=True))
        write_cells(target, bounds, solution.sizes.tolist(), names)
        return ()

    def _cells(self, solution: Any) -> NDArray[np.float64]:
        cells: NDArray[np.float64] = solution.cells
        return globe.on_globe(cells) if self.role.globe else cells


def build_points(
    name: str, role: Points, staged: Staged, counted: Counted, choices: Choices
) -> PointQuestion:
    across, along = counted.numbers(role.across), counted.numbers(role.along)
    # Half a place is none: the other half must not be published either.
    missing = np.isnan(across) | np.isnan(along)
    columns = role.columns(name)
    settled = settle_missing(staged, counted, missing, in_words(columns), choices)
    items = np.where(missing, settled.item, 0)
    refuse_empty(staged, items, columns)
    counts = counted.counts[~missing]
    x, y = across[~missing], along[~missing]
    notes: tuple[str, ...] = ()
    about: dict[str, Any] = {}
    if role.globe:
        x, y, notes = on_plane(role, x, y, counts, staged.name)
        about = _settle_poles(x, along[~missing])
    problem = RectangleProblem(x, y, choices.k, counts, choices.objective)
    items[~missing] = problem.rows
    return PointQuestion(
        name, columns, problem, items, settled.records, (*settled.notes, *notes), about, role
    )


def on_plane(
    role: Points,
    lon: NDArray[np.float64],
    lat: NDArray[np.float64],
    counts: NDArray[np.int64],
    where: str,
) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[str, ...]]:
    """Degrees as points in a plane, and what the user should know."""
    limits = ((role.lat, lat, -90, 90), (role.lon, lon, -180, 360))
    for column, values, low, high in limits:
        outside = (values < low) | (values > high)
        if outside.any():
            swapped = column == role.lat and bool((np.abs(lon) <= 90).all())
            raise InvalidInput(
                f"{where}: degrees in {column!r} lie from {low} to {high}; those of"
                f" {int(counts[outside].sum()):,} records do not.",
                hint="Are latitude and longitude swapped?" if swapped else "Mend such rows first.",
                given=column,
            )
    if lon.min() < 0 and lon.max() > 180:
        raise InvalidInput(
            f"{where}: longitudes in {role.lon!r} lie from -180 to 180, or all from 0 to 360;"
            " these are both.",
            hint="Mend such rows first.",
        )
    places = Places(None, lon, lat, counts)  # type: ignore[arg-type]
    flat = globe.flattened(globe.refuse_off_globe(places, (role.lon or "", role.lat or "")))
    return flat.x.copy(), flat.y, flat.notes


def _settle_poles(x: NDArray[np.float64], lat: NDArray[np.float64]) -> dict[str, Any]:
    """At a pole all longitudes are one place: a round one, which the certificate names."""
    pole = np.abs(lat) == 90
    if not pole.any():
        return {}
    x[pole] = np.floor(x[pole])
    return {"pole": float(x[pole][0] - 360 * (x[pole][0] >= 180))}
