"""From a table of places, in the plane or on the globe, to areas with their neighbours."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from covey.maps.areas import AreaMap
from covey.maps.centroids import LONG, Proximity, build_from_points
from covey.maps.edges import read_nodes
from covey.maps.systems import LONGITUDE_LATITUDE
from covey.table.globe import flattened, refuse_off_globe
from covey.table.points import read_points


def read_places(
    path: Path,
    columns: tuple[str, str],
    key: str | None = None,
    weight: str | None = None,
    proximity: Proximity = "delaunay",
    *,
    globe: bool = False,
    long: float = LONG,
) -> AreaMap:
    """Areas at the coordinates in two columns: x and y, or longitude and latitude (``globe``).

    On the globe the neighbours are those on the plane with longitudes as long as they are at the
    map's middle latitude.
    """
    nodes = read_nodes(path, key, weight)
    given = read_points(path, *columns)
    notes: tuple[str, ...] = ()
    if globe:
        given = flattened(refuse_off_globe(given, columns))
        notes = given.notes
    points = np.column_stack([given.x, given.y])
    flat = points.copy()
    if globe:
        flat[:, 0] *= np.cos(np.radians((given.y.min() + given.y.max()) / 2))
    graph, more = build_from_points(flat, proximity, long)
    crs = LONGITUDE_LATITUDE if globe else None
    return AreaMap(nodes.keys, graph, nodes.weights, None, points, crs, (), (*notes, *more))
