"""Regions as shapes: the areas of each class united."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.errors import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.systems import to_longitude_latitude
from covey.io.outputs.files import replacing

DIGITS = 7
"""Digits of a degree that are written: about a centimetre."""


def dissolve(areas: AreaMap, classes: ArrayLike) -> NDArray[Any]:
    """One polygon or multipolygon per class, in the map's own coordinates; None for a class of
    areas without shapes. ``classes`` are numbered from 0; an area of class -1 is in none."""
    return dissolve_sets(areas, members_of(classes))


def members_of(classes: ArrayLike) -> list[NDArray[np.int64]]:
    """The areas of every class.

    >>> [areas.tolist() for areas in members_of([1, 0, -1, 1])]
    [[1], [0, 3]]
    """
    numbers = np.asarray(classes, dtype=np.int64)
    order = np.argsort(numbers, kind="stable")
    # Areas of class -1 are sorted to the front, before the first bound.
    bounds = np.searchsorted(numbers[order], np.arange(int(numbers.max(initial=-1)) + 2))
    return [order[a:b] for a, b in pairwise(bounds)]


def dissolve_sets(areas: AreaMap, members: Sequence[NDArray[np.int64]]) -> NDArray[Any]:
    """The same for sets of areas, which may overlap."""
    import shapely

    shapes = require_shapes(areas)
    united = np.full(len(members), None, dtype=object)
    for number, own in enumerate(members):
        parts = shapes[own]
        parts = parts[~shapely.is_missing(parts)]
        if len(parts):
            united[number] = _united(parts)
    return united


def write_regions(
    areas: AreaMap,
    classes: ArrayLike,
    target: Path,
    extra: dict[str, list[Any]] | None = None,
) -> tuple[str, ...]:
    """The dissolved regions as GeoJSON, in longitudes and latitudes, with class (from 1), size and
    number of areas, and ``extra`` properties; returns what the user should know."""
    members = members_of(classes)
    sizes = None
    if areas.weights is not None:
        sizes = [int(areas.weights[own].sum()) for own in members]
    return write_sets(areas, members, sizes, target, extra)


def write_sets(
    areas: AreaMap,
    members: Sequence[NDArray[np.int64]],
    sizes: Sequence[int] | None,
    target: Path,
    extra: dict[str, list[Any]] | None = None,
) -> tuple[str, ...]:
    """The same for sets of areas, which may overlap, with their sizes."""
    import shapely

    shapes = dissolve_sets(areas, members)
    notes: tuple[str, ...] = ()
    if areas.crs is None:
        notes = (
            f"{target} has the map's own coordinates, because its coordinate system is not known",
        )
    else:
        shapes = to_longitude_latitude(shapes, areas.crs)
    # Outer rings go counterclockwise, as RFC 7946 asks.
    shapes = shapely.orient_polygons(shapes)
    with replacing(target) as file:
        file.write('{"type": "FeatureCollection", "features": [')
        for number, shape in enumerate(shapes):
            properties: dict[str, Any] = {"class": number + 1}
            if sizes is not None:
                properties["size"] = sizes[number]
            properties["areas"] = len(members[number])
            properties.update({name: values[number] for name, values in (extra or {}).items()})
            feature = {
                "type": "Feature",
                "properties": properties,
                "geometry": None if shape is None else _geometry(shape, areas.crs is not None),
            }
            file.write(("," if number else "") + "\n" + json.dumps(feature, ensure_ascii=False))
        file.write("\n]}\n")
    return notes


def _united(parts: NDArray[Any]) -> Any:
    """The union. If the parts do not overlap, the quick way is right: its result is used only if it
    is valid and has the area of all parts."""
    import shapely

    try:
        whole = shapely.coverage_union_all(parts)
    except shapely.errors.GEOSException:
        return _polygons(shapely.union_all(parts))
    area = float(shapely.area(parts).sum())
    fits = shapely.is_valid(whole) and abs(float(whole.area) - area) <= 1e-9 * area
    return _polygons(whole if fits else shapely.union_all(parts))


def _polygons(shape: Any) -> Any:
    """As a polygon if it is one, with its rings in a fixed order."""
    import shapely

    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    # GEOS may begin a ring anywhere; the same regions give the same bytes.
    return shapely.normalize(parts[0] if len(parts) == 1 else shapely.multipolygons(parts))


def _geometry(shape: Any, degrees: bool) -> dict[str, Any]:
    from shapely.geometry import mapping

    described: dict[str, Any] = mapping(shape)
    if degrees:
        described["coordinates"] = _rounded(described["coordinates"])
    return described


def _rounded(part: Any) -> Any:
    if isinstance(part, float):
        return round(part, DIGITS)
    return [_rounded(inner) for inner in part]


def require_shapes(areas: AreaMap) -> NDArray[Any]:
    """The polygons, or an error: better before a long search than after it."""
    if areas.shapes is None:
        raise InvalidInput(
            "Shapes of regions are made of polygons; this map has none.",
            hint="Give the polygons with --areas, or write a .csv file instead.",
        )
    return areas.shapes
