"""From polygons, wherever they were read, to areas with their neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import listed, plural
from covey.io.maps.antimeridian import cut_at_antimeridian, polygons_of
from covey.io.maps.areas import AreaMap
from covey.io.maps.borders import Contiguity, build_borders
from covey.io.maps.systems import is_geographic, refuse_off_globe

POLYGON, MULTIPOLYGON = 3, 6


@dataclass(frozen=True, eq=False)
class Features:
    """What a map file holds, before neighbours are found. ``seen`` is the fingerprint
    of all files that were read."""

    where: str
    keys: list[str]
    shapes: NDArray[Any]
    crs: str | None = None
    weights: NDArray[np.int64] | None = None
    fields: Mapping[str, list[str | None]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    seen: str = ""


def build_from_polygons(
    features: Features, contiguity: Contiguity = "rook", tolerance: float | None = None
) -> AreaMap:
    """Areas with the borders of :func:`covey.io.maps.borders.build_borders`."""
    import shapely

    geographic = is_geographic(features.crs)
    features = on_one_sheet(features) if geographic else features
    shapes, notes = repaired(features)
    graph = build_borders(shapes, contiguity, tolerance, geographic=geographic)
    # Unlike a centroid, this always lies inside of the area.
    middles = shapely.point_on_surface(shapes)
    points = np.column_stack([shapely.get_x(middles), shapely.get_y(middles)])
    return AreaMap(
        keys=features.keys,
        graph=graph,
        weights=features.weights,
        shapes=shapes,
        points=points,
        crs=features.crs,
        fields=features.fields,
        notes=(*features.notes, *notes),
        seen=features.seen,
    )


def on_one_sheet(features: Features) -> Features:
    """The same shapes in degrees from -180 to 180, those across the antimeridian cut there."""
    # What cuts them takes finite polygons only, so these come first.
    _refuse_other_kinds(features, features.shapes)
    _refuse_infinite(features, features.shapes)
    refuse_off_globe(features.shapes, features.where)
    shapes, cut = cut_at_antimeridian(features.shapes)
    if not len(cut):
        return features
    names = listed(features.keys[place] for place in cut)
    note = f"{plural(len(cut), 'area')} across the antimeridian cut there: {names}"
    return replace(features, shapes=shapes, notes=(*features.notes, note))


def repaired(features: Features) -> tuple[NDArray[Any], tuple[str, ...]]:
    """Valid polygons, None where there is no shape, and what was mended."""
    import shapely

    shapes = np.array(features.shapes, dtype=object)
    shapes[shapely.is_empty(shapes)] = None
    notes = []
    _refuse_other_kinds(features, shapes)
    _refuse_infinite(features, shapes)
    broken = np.flatnonzero(~shapely.is_missing(shapes) & ~shapely.is_valid(shapes))
    if len(broken):
        shapes[broken] = [_polygonal(shape) for shape in shapely.make_valid(shapes[broken])]
        have = "area has an invalid polygon" if len(broken) == 1 else "areas have invalid polygons"
        names = listed(features.keys[place] for place in broken)
        notes.append(f"{len(broken):,} {have}, repaired: {names}")
    without = np.flatnonzero(shapely.is_missing(shapes))
    if len(without) == len(shapes):
        raise InvalidInput(f"{features.where} has no area with a shape.")
    if len(without):
        have = "area has no shape and so" if len(without) == 1 else "areas have no shape and so"
        names = listed(features.keys[place] for place in without)
        notes.append(f"{len(without):,} {have} no neighbours: {names}")
    return shapes, tuple(notes)


def _refuse_other_kinds(features: Features, shapes: NDArray[Any]) -> None:
    import shapely

    kinds = shapely.get_type_id(shapes)
    other = np.flatnonzero((kinds >= 0) & (kinds != POLYGON) & (kinds != MULTIPOLYGON))
    if len(other):
        first = other[0]
        raise InvalidInput(
            f"{features.where}: areas are polygons; {plural(len(other), 'area')} of another kind,"
            f" the first is {features.keys[first]}, a {shapes[first].geom_type}.",
            hint="For areas that are only places, use a table with their coordinates (--nodes).",
        )


def _refuse_infinite(features: Features, shapes: NDArray[Any]) -> None:
    import shapely

    places, owner = shapely.get_coordinates(shapes, return_index=True)
    bad = np.unique(owner[~np.isfinite(places).all(axis=1)]).tolist()
    if bad:
        names = listed(features.keys[place] for place in bad)
        raise InvalidInput(
            f"{features.where}: coordinates are finite numbers; those of"
            f" {plural(len(bad), 'area')} are not: {names}.",
            hint="Correct or leave out these areas first.",
        )


def _polygonal(shape: Any) -> Any:
    """The polygons of what make_valid returned; lines and points enclose nothing."""
    import shapely

    flat = polygons_of(shape)
    return shapely.multipolygons(flat) if flat else None
