"""Points of a table as places on a plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import refuse_without_values
from covey.core.count_notes import CountNote
from covey.core.errors import InvalidInput
from covey.engine.protocol import Counted, Staged
from covey.io import globe
from covey.io.columns.points import Places

if TYPE_CHECKING:
    from covey.attributes.points import Points


class PlacesRead(NamedTuple):
    """The places on a plane of the combinations that have one, and which have none; ``lon`` are the
    longitudes as they are on the globe."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    missing: NDArray[np.bool_]
    notes: tuple[str, ...]
    about: dict[str, Any]
    lon: NDArray[np.float64] | None = None


def read_places(name: str, role: Points, staged: Staged, counted: Counted) -> PlacesRead:
    across, along = counted.numbers(role.across), counted.numbers(role.along)
    # Half a place is no place: the other half must not be published either.
    missing = np.isnan(across) | np.isnan(along)
    x, y = across[~missing], along[~missing]
    if not len(x):
        refuse_without_values(staged, ~missing, role.columns(name))
    if not role.globe:
        # -0.0 is the same place as 0.0.
        return PlacesRead(x + 0.0, y + 0.0, missing, (), {})
    # Longitudes on the globe are kept beside the plane's: counting on beyond 180 rounds them.
    lon = np.where(x >= 180, x - 360, x)
    x, y, notes = on_plane(role, x, y, counted.counts[~missing], staged.name)
    pole = _settle_poles(x, along[~missing])
    # All points at a pole share one longitude on the globe as well.
    lon = np.where(np.abs(along[~missing]) == 90, pole.get("pole", 0.0), lon)
    return PlacesRead(x, y, missing, notes, pole, lon)


def at_pole(y: NDArray[np.float64]) -> NDArray[np.bool_]:
    """On the plane the north pole is just below 90."""
    found: NDArray[np.bool_] = np.abs(y) >= np.nextafter(90, 0)
    return found


def globe_notes(
    role: Points, x: NDArray[np.float64], y: NDArray[np.float64], records: NDArray[np.int64]
) -> tuple[str, ...]:
    """What the user should know of published places on the globe, without the longitude of one."""
    if not role.globe or not len(x):
        return ()
    notes: list[str] = []
    if x.max() >= 180:
        notes.append("points reach across the antimeridian: longitudes are counted on beyond 180")
    there = int(records[at_pole(y)].sum())
    if there:
        words = "at a pole, one place for all longitudes"
        notes.append(CountNote(there, "record", words, ("lies", "lie")))
    return tuple(notes)


def on_plane(
    role: Points,
    lon: NDArray[np.float64],
    lat: NDArray[np.float64],
    counts: NDArray[np.int64],
    where: str,
) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[str, ...]]:
    """Degrees as points in a plane, and what the user should know."""
    # Longitudes may be written from -180 to 180 or from 0 to 360: both are allowed here, and a mix
    # of them is refused below.
    limits = ((role.lat, lat, -90, 90), (role.lon, lon, -180, 360))
    for column, values, low, high in limits:
        outside = (values < low) | (values > high)
        if outside.any():
            # Only if all longitudes would do as latitudes.
            swapped = column == role.lat and bool((np.abs(lon) <= 90).all())
            raise InvalidInput(
                f"{where}: degrees in {column!r} lie from {low} to {high}; those of"
                f" {int(counts[outside].sum()):,} records do not.",
                hint="Are latitude and longitude swapped?" if swapped else "Correct such rows.",
                given=column,
            )
    if lon.min() < 0 and lon.max() > 180:
        raise InvalidInput(
            f"{where}: longitudes in {role.lon!r} lie from -180 to 180, or all from 0 to 360;"
            " these are both.",
            hint="Correct such rows.",
        )
    places = globe.refuse_off_globe(Places(lon, lat, counts), (role.lon or "", role.lat or ""))
    flat = globe.flattened(places)
    # A copy, because `_settle_poles` writes into it.
    return flat.x.copy(), flat.y, places.notes


def _settle_poles(x: NDArray[np.float64], lat: NDArray[np.float64]) -> dict[str, Any]:
    """At a pole all longitudes are one place: a round one, which the certificate names."""
    pole = np.abs(lat) == 90
    if not pole.any():
        return {}
    # The longitude there is the median of all others: rounded, it is nobody's own.
    x[pole] = np.floor(x[pole])
    # As it is on the globe, not counted on.
    return {"pole": float(x[pole][0] - 360 * (x[pole][0] >= 180))}


def seam_of(x: NDArray[np.float64]) -> float:
    """Where points reach around the globe, the outermost borders would overlap on the other side:
    they are one meridian there, a round one in the gap without points."""
    from covey.problems.rectangles.plane import round_between

    # The gap without points reaches from the last point, a turn earlier, to the first.
    return float(round_between(float(x.max()) - 360, float(x.min())))
