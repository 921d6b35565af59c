"""Generated maps: small worlds with known neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Shapes = NDArray[Any]


def grid(width: int, height: int, size: float = 1.0) -> Shapes:
    """Squares, row by row."""
    columns, rows = np.meshgrid(np.arange(width) * size, np.arange(height) * size)
    x, y = columns.ravel(), rows.ravel()
    return np.asarray(shapely.box(x, y, x + size, y + size))


def voronoi(count: int, seed: int) -> Shapes:
    """A map of cells that share their borders to the last digit, in a random order."""
    rng = np.random.default_rng(seed)
    window = shapely.box(0, 0, 1, 1)
    cells = shapely.get_parts(shapely.voronoi_polygons(shapely.multipoints(rng.random((count, 2)))))
    return shared_to_the_last_digit(shapely.intersection(cells, window))


def winding(shapes: Shapes, step: float, swing: float) -> Shapes:
    """The same map with borders that wind, of many corners."""

    def move(places: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = places.T
        waves = np.sin(y * 23 / step / 7) + np.sin(x * 31 / step / 7)
        return places + swing * np.column_stack([waves, np.cos(x * 19 / step / 7)])

    return shared_to_the_last_digit(shapely.transform(shapely.segmentize(shapes, step), move))


def shared_to_the_last_digit(shapes: Shapes) -> Shapes:
    return np.asarray(shapely.transform(shapes, lambda places: places.round(9)))


def shaken(shapes: Shapes, by: float, seed: int) -> Shapes:
    """Every corner of every area moved on its own, so that slivers and gaps arise."""
    rng = np.random.default_rng(seed)
    moved = []
    for shape in shapes:
        rings = [np.asarray(ring.coords)[:-1] for ring in (shape.exterior, *shape.interiors)]
        bent = [ring + rng.uniform(-by, by, ring.shape) for ring in rings]
        moved.append(shapely.Polygon(bent[0], bent[1:]))
    return np.array(moved, dtype=object)


def neighbours(graph: Any) -> set[tuple[int, int]]:
    return {(int(a), int(b)) for a, b in graph.edges}


def repaired(shapes: Shapes) -> Shapes:
    """Polygons that crossed themselves when they were shaken, mended."""
    return np.asarray(shapely.make_valid(shapes))
