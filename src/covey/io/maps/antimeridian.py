"""Polygons across the antimeridian, cut there: what is east of it goes on at -180 degrees.

A ring that goes from 179 to -179 means the two degrees between them, not the 358 around the globe.
Read as a plane has it, such a polygon is stretched over the whole map, and borders everything.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

HALF, WHOLE = 180.0, 360.0
AT_POLE = 89.9
"""A line so near to a pole goes around it: a plane needs it, and the globe has it as a point."""
SAME = 1e-9
"""Longitudes that differ by less are one: turned by 360 degrees and back, the last digit may go."""
DIGITS = 9
"""Digits of the latitude where a segment is cut, so that both areas beside it have one place."""

Floats = NDArray[np.float64]


def cut_at_antimeridian(shapes: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Shapes in degrees of which none goes across, and which of them were cut. Longitudes from 180
    to 360 are those from -180 to 0.

    >>> from shapely import Polygon
    >>> fiji = Polygon([(179, -16), (-179, -16), (-179, -17), (179, -17)])
    >>> shapes, cut = cut_at_antimeridian(np.array([fiji], dtype=object))
    >>> shapes[0].bounds, shapes[0].area, cut.tolist()
    ((-180.0, -17.0, 180.0, -16.0), 2.0, [0])
    """
    import shapely

    parts, owner = shapely.get_parts(shapes, return_index=True)
    across = _across(parts)
    if not across.any():
        return shapes, np.zeros(0, dtype=np.int64)
    cut = np.unique(owner[across])
    found = np.array(shapes, dtype=object)
    # Only polygons that go across are cut; the others of such an area stay to the last digit.
    for place in cut.tolist():
        own = np.flatnonzero(owner == place)
        pieces = [_cut(parts[part]) if across[part] else [parts[part]] for part in own]
        found[place] = shapely.MultiPolygon([piece for several in pieces for piece in several])
    return found, cut


def _across(polygons: NDArray[Any]) -> NDArray[np.bool_]:
    """Which polygons have a ring that goes on at the other end of the map, or beyond it."""
    import shapely

    rings, polygon = shapely.get_rings(polygons, return_index=True)
    places, ring = shapely.get_coordinates(rings, return_index=True)
    # The coordinates of all rings follow each other: only steps within one ring are segments.
    inside = ring[:-1] == ring[1:]
    found = np.zeros(len(polygons), dtype=bool)
    found[polygon[ring[:-1][inside & (_turns(places) != 0)]]] = True
    found[polygon[ring[np.abs(places[:, 0]) > HALF + SAME]]] = True
    return found


def _turns(places: Floats) -> NDArray[np.int64]:
    """For every segment of a line how often it goes around the globe, if it is read as a plane has
    it: 0, or 1 to the east or to the west."""
    step = np.diff(places[:, 0])
    # Both ends lie at a pole: the line goes along the upper or lower edge of
    # the map, and crosses nothing.
    at_pole = np.minimum(np.abs(places[:-1, 1]), np.abs(places[1:, 1])) >= AT_POLE
    return np.where((np.abs(step) > HALF) & ~at_pole, np.rint(step / WHOLE), 0).astype(np.int64)


def _cut(polygon: Any) -> list[Any]:
    """The pieces of a polygon on both sides."""
    import shapely

    if (np.abs(shapely.get_coordinates(polygon)[:, 0]) == HALF).all():
        return [polygon]  # from one end of the map to the other: a band around the globe
    # Inside of an odd number of rings: around a pole the outer ring may be the smaller one.
    filled = [_filled(ring) for ring in shapely.get_rings(polygon)]
    return polygons_of(reduce(shapely.symmetric_difference, filled))


def _filled(ring: Any) -> Any:
    """What a ring encloses, in longitudes from -180 to 180."""
    import shapely

    places = shapely.get_coordinates(ring)
    # The ring is unrolled: after each crossing it goes on beyond 180 degrees, so that it is one
    # line in the plane.
    turns = np.concatenate([[0], -np.cumsum(_turns(places))])
    turned = _with_crossings(places + np.column_stack([turns * WHOLE, np.zeros(len(turns))]))
    if turns[-1] != 0:
        # Around a pole: the line goes to the pole at one end of the map, and back at the other.
        # The pole on the side of the ring is taken to be inside of it.
        pole = np.copysign(90.0, places[:, 1].mean())
        ends = [(turned[-1, 0], pole), (turned[0, 0], pole), turned[0]]
        turned = np.concatenate([turned, np.array(ends)])
    # GEOS does not cut polygons that are not valid.
    enclosed = shapely.make_valid(shapely.Polygon(turned))
    west, _, east, _ = shapely.bounds(enclosed)
    first, last = _sheet(west), _sheet(east)
    pieces = []
    # A sheet is one turn of 360 degrees. What lies on it is cut out,
    # and moved back to the first one.
    for sheet in range(first, last + 1):
        middle = sheet * WHOLE
        window = shapely.box(middle - HALF, -90, middle + HALF, 90)
        piece = shapely.intersection(enclosed, window)
        pieces += polygons_of(shapely.transform(piece, lambda at, by=middle: at - [by, 0]))
    # Turned and moved back, longitudes may differ from those of the neighbours in the last digit.
    own = np.unique(np.append(places[:, 0], [-HALF, HALF]))
    return shapely.transform(
        shapely.MultiPolygon(pieces),
        lambda at: np.column_stack([_snapped(at[:, 0], own), at[:, 1]]),
    )


def _sheet(longitude: float) -> int:
    """How often around the globe a longitude is."""
    return int(np.floor((longitude + HALF) / WHOLE))


def _with_crossings(places: Floats) -> Floats:
    """The line with a place where it crosses 180 degrees, or that and more turns."""
    # In turns, so that whole numbers are at the antimeridian.
    x = (places[:, 0] + HALF) / WHOLE
    low, high = np.minimum(x[:-1], x[1:]), np.maximum(x[:-1], x[1:])
    # The last whole number below the eastern end. A segment has at most one, except at a pole.
    between = np.ceil(high) - 1
    crossing = np.flatnonzero((between > low) & (between < high))
    # From west to east, whatever the direction of the ring: both sides of a border get one place.
    west = np.where(x[crossing] < x[crossing + 1], crossing, crossing + 1)
    east = 2 * crossing + 1 - west
    at = between[crossing] * WHOLE - HALF
    share = (at - places[west, 0]) / (places[east, 0] - places[west, 0])
    latitude = places[west, 1] + share * (places[east, 1] - places[west, 1])
    new = np.column_stack([at, latitude.round(DIGITS)])
    return np.insert(places, crossing + 1, new, axis=0)


def _snapped(longitudes: Floats, own: Floats) -> Floats:
    """The same longitudes to the last digit as the map has them."""
    after = np.searchsorted(own, longitudes).clip(1, len(own) - 1)
    below, above = own[after - 1], own[after]
    nearest = np.where(longitudes - below < above - longitudes, below, above)
    return np.where(np.abs(nearest - longitudes) <= SAME, nearest, longitudes)


def polygons_of(shape: Any) -> list[Any]:
    """The polygons in a shape; lines and points enclose nothing."""
    import shapely

    # Twice, for a collection may hold multipolygons.
    parts = shapely.get_parts(shapely.get_parts(shape))
    return [part for part in parts if part.geom_type == "Polygon" and part.area > 0]
