"""Polygons small enough to travel in a page: whole numbers on a grid, each after the one before."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput

GRID = 8192
"""The picture is so many steps wide or high: zoomed in eight times, a step is less than a pixel."""
CORNERS_AT_MOST = 250_000
"""More corners than this are thinned out, borders that are shared together: some 1.5 MB."""
SPREAD = 6


def packed(
    shapes: Mapping[str, Any],
    classes: int,
    degrees: bool,
    colours: tuple[int, ...] | None,
    *,
    as_map: bool = False,
) -> dict[str, Any]:
    """Width, height and the rings of every class: of each ring the first corner, then the steps
    from corner to corner, x and y in turn, y growing downwards. Areas of a map lie ``as_map``: true
    in size, what is far away in insets; rectangles of degrees stay rectangles."""
    import shapely

    found = _by_class(shapes, classes)
    west, low, east, high = shapely.total_bounds(found)
    # A map that names no coordinate system has units of its own.
    degrees = degrees and west >= -180 and east <= 180 and low >= -90 and high <= 90
    if degrees and as_map:
        from covey.io.maps.map_sheet import MapSheet

        found = MapSheet.of(found).shapes(found)
        found[shapely.is_missing(found)] = shapely.Polygon()
    elif degrees:
        # West to east shrinks towards the poles: right in the middle of the map.
        across = math.cos(math.radians((low + high) / 2))
        found = shapely.transform(found, lambda places: places * [across, 1.0])
    corner, scale = _frame(shapely.total_bounds(found))
    found = _thinned(found, scale)
    parts, owner = shapely.get_parts(found, return_index=True)
    rings, part = shapely.get_rings(parts, return_index=True)
    places, ring = shapely.get_coordinates(rings, return_index=True)
    grid = np.rint((places - corner) * scale).astype(np.int64)
    # Maps grow upwards, pictures downwards.
    grid[:, 1] = int(grid[:, 1].max(initial=0)) - grid[:, 1]
    listed: list[list[list[int]]] = [[] for _ in range(classes)]
    ends = np.searchsorted(ring, np.arange(len(rings) + 1))
    for number, (start, stop) in enumerate(pairwise(ends)):
        steps = _steps(grid[start:stop])
        # Two corners or fewer enclose nothing on this grid.
        if len(steps) > 4:
            listed[owner[part[number]]].append(steps)
    width, height = (int(side) for side in grid.max(axis=0))
    chosen = _colours(found) if colours is None else list(colours)
    return {"width": max(width, 1), "height": max(height, 1), "rings": listed, "colours": chosen}


def _by_class(shapes: Mapping[str, Any], classes: int) -> NDArray[Any]:
    import shapely
    from shapely.geometry import shape

    members: list[list[Any]] = [[] for _ in range(classes)]
    for at, feature in enumerate(shapes["features"], start=1):
        # One class may have several features, as a region of islands.
        number = (feature.get("properties") or {}).get("class", at)
        if not isinstance(number, int) or not 1 <= number <= classes:
            raise InvalidInput(
                f"A shape belongs to a class from 1 to {classes:,}; given: {number!r}.",
                given=number,
            )
        if feature.get("geometry"):
            members[number - 1].append(shape(feature["geometry"]))
    whole = [each[0] if len(each) == 1 else shapely.union_all(each) for each in members]
    # Filled afterwards: numpy would take collections of shapes for rows of an array.
    found = np.empty(classes, dtype=object)
    found[:] = whole
    # Places and lines have no inside to draw.
    found[shapely.get_dimensions(found) < 2] = shapely.Polygon()
    if shapely.is_empty(found).all():
        raise InvalidInput("None of the shapes is a polygon: there is nothing to draw.")
    return found


def _frame(bounds: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """The lower left corner, and grid steps per unit."""
    side = max(bounds[2] - bounds[0], bounds[3] - bounds[1])
    return bounds[:2], GRID / side if side > 0 else 1.0


def _thinned(shapes: NDArray[Any], scale: float) -> NDArray[Any]:
    """Fewer corners, with no gaps between neighbours, where there are too many."""
    import shapely

    # From half a grid step on, which nobody sees, doubled up to 64 steps.
    tolerance = 0.5 / scale
    while shapely.get_num_coordinates(shapes).sum() > CORNERS_AT_MOST and tolerance * scale < 64:
        simpler = shapely.coverage_simplify(shapes, tolerance)
        # What overlaps is no coverage, and may be lost: then it stays as it is.
        kept = shapely.is_valid(simpler) & ~shapely.is_empty(simpler)
        shapes = np.where(kept, simpler, shapes)
        tolerance *= 2
    return shapes


def _steps(corners: NDArray[np.int64]) -> list[int]:
    """Without corners that fall on the one before."""
    moved = np.ones(len(corners), dtype=bool)
    moved[1:] = (corners[1:] != corners[:-1]).any(axis=1)
    chosen = corners[moved]
    return np.concatenate([chosen[:1], np.diff(chosen, axis=0)]).ravel().astype(int).tolist()


def _colours(shapes: NDArray[Any]) -> list[int]:
    """Six colours used alike, and never the same for two that touch."""
    import shapely

    from covey.io.maps.colour import colours
    from covey.problems.regions.graph import Graph

    # Pairs that touch, each once. Colours are for neighbours alone.
    one, two = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    pairs = np.column_stack([one, two])[one < two]
    found: list[int] = colours(Graph.from_edges(len(shapes), pairs), SPREAD).tolist()
    return found
