"""Latitudes and longitudes as points in a plane, and cells back on the globe.

The plane is cut open along the meridian in the widest gap between the points, so that points on
both sides of the antimeridian stay neighbours. A pole is one place, whatever the longitude.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.columns.points import P

DECIMALS = 9
"""Of degrees: a tenth of a millimetre."""


def refuse_off_globe(points: P, names: tuple[str, str]) -> P:
    """Longitudes from -180 to 180 (those from 0 to 360 are turned into such) and latitudes from -90
    to 90, or an error."""
    lon, lat = points.x, points.y
    lon_name, lat_name = names
    notes = list(points.notes)
    if _looks_like(lat_name, "lon", "lng", "long") or _looks_like(lon_name, "lat"):
        notes.append(
            f"{lat_name!r} is read as latitudes and {lon_name!r} as longitudes: are they swapped?"
        )
    outside = np.abs(lat) > 90
    if outside.any():
        swapped = bool((np.abs(lon) <= 90).all())
        raise InvalidInput(
            f"A latitude lies from -90 to 90; {int(outside.sum()):,} in {lat_name!r} do"
            f" not{points.first(outside)}.",
            hint="Are latitude and longitude swapped?" if swapped else "Correct such rows.",
        )
    # Only if all lie there: a few above 180 among negative ones are errors.
    if lon.max() > 180 and lon.min() >= 0 and lon.max() <= 360:
        notes.append("longitudes from 0 to 360 were read as from -180 to 180")
        lon = np.where(lon > 180, lon - 360, lon)
    outside = np.abs(lon) > 180
    if outside.any():
        raise InvalidInput(
            f"Longitudes lie from -180 to 180, or all from 0 to 360; {int(outside.sum()):,} in"
            f" {lon_name!r} do not{points.first(outside)}.",
            hint="Correct such rows.",
        )
    return replace(points, x=lon, notes=tuple(notes))


def flattened(points: P) -> P:
    """x is the longitude, counted on beyond 180 where the points need it, y the latitude."""
    lon, lat = np.clip(points.x, -180, 180), np.clip(points.y, -90, 90)
    notes = list(points.notes)
    # Both are one meridian.
    lon = np.where(lon == 180, -180.0, lon)
    # At a pole longitudes say nothing, so they do not decide where the plane is cut.
    pole = np.abs(lat) == 90
    elsewhere = lon[~pole] if (~pole).any() else np.zeros(1)
    # If the widest gap ends at the least longitude, it lies at the antimeridian already.
    start = _widest_gap_ends_at(elsewhere)
    if start > elsewhere.min():
        notes.append(f"points reach across the antimeridian: longitudes are counted from {start}")
        lon = np.where(lon < start, lon + 360, lon)
        elsewhere = np.where(elsewhere < start, elsewhere + 360, elsewhere)
    if pole.any():
        rows = "row lies" if pole.sum() == 1 else "rows lie"
        notes.append(f"{int(pole.sum()):,} {rows} at a pole, one place for all longitudes")
        # In the middle of the others, so that no cell is stretched to reach it.
        lon = np.where(pole, np.median(elsewhere), lon)
        # Just below 90, so that no cut is made at the pole itself.
        lat = np.minimum(lat, np.nextafter(90, 0))
    return replace(points, x=lon, y=lat, notes=tuple(notes))


@dataclass(frozen=True, eq=False)
class Meridians:
    """Longitudes as counted on the plane, ascending, and the least and the greatest on the globe
    that each stands for. To count on beyond 180 rounds, and to count back does not undo that."""

    flat: NDArray[np.float64]
    least: NDArray[np.float64]
    greatest: NDArray[np.float64]

    @classmethod
    def of(cls, flat: NDArray[np.float64], lon: NDArray[np.float64]) -> Meridians:
        own, at = np.unique(flat, return_inverse=True)
        least, greatest = np.full(len(own), np.inf), np.full(len(own), -np.inf)
        np.minimum.at(least, at, lon)
        np.maximum.at(greatest, at, lon)
        return cls(own, least, greatest)

    def back(self, borders: NDArray[np.float64]) -> NDArray[np.float64]:
        """Borders beyond 180 as such below, between the same longitudes as before: above those on
        their west, not above those on their east."""
        # Counted back, a border may be rounded to the wrong side of a longitude beside it. So it is
        # moved between the longitudes that it lay between on the plane: the last one below it, at
        # east - 1, and the first one not below it, at east.
        found = np.round(borders - 360, DECIMALS)
        east = np.searchsorted(self.flat, borders)
        # What is appended is found by -1, where nothing lies on the west.
        counted_on = np.append(self.flat >= 180, False)
        west_of = counted_on[east - 1] & (east > 0)
        above = np.where(west_of, np.append(self.greatest, np.nan)[east - 1], -np.inf)
        found = np.maximum(found, np.nextafter(above, np.inf))
        result: NDArray[np.float64] = np.minimum(found, np.append(self.least, np.inf)[east])
        return result


def on_globe(cells: NDArray[np.float64], meridians: Meridians | None = None) -> NDArray[np.float64]:
    """Cells as west, south, east, north within -180 to 180 and -90 to 90.

    A cell that crosses the antimeridian has a west above its east. At the poles the border belongs
    to the cell; elsewhere the east and the north border do not.
    """
    west, south, east, north = cells.T.copy()
    # A cell goes around the globe once at most.
    east = np.minimum(east, west + 360)
    south, north = np.maximum(south, -90), np.minimum(north, 90)
    back = meridians.back if meridians is not None else lambda borders: borders - 360
    # A cell that begins at 180 begins at -180; one that ends at 180 ends there.
    west = np.where(west >= 180, back(west), np.maximum(west, -180))
    east = np.where(east > 180, back(east), east)
    return np.stack([west, south, east, north], axis=1)


def _widest_gap_ends_at(lon: NDArray[np.float64]) -> float:
    """The longitude at which the plane begins: the first after the widest gap without points."""
    around = np.unique(lon)
    # The last gap goes on around the globe, to the first longitude.
    gaps = np.diff(around, append=around[0] + 360)
    widest = int(np.argmax(gaps))
    return float(around[(widest + 1) % len(around)])


def _looks_like(name: str, *words: str) -> bool:
    lowered = name.casefold()
    return any(lowered == word or lowered.startswith(word) for word in words)
