"""From a table of places, in the plane or on the globe, to areas with their neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey.io.columns.points import read_points
from covey.io.columns.table import Table
from covey.io.globe import flattened, refuse_off_globe
from covey.io.maps.areas import AreaMap
from covey.io.maps.centroids import LONG, Proximity, build_from_points
from covey.io.maps.edges import read_nodes
from covey.io.maps.systems import LONGITUDE_LATITUDE


def read_places(
    table: Table,
    columns: tuple[str, str],
    key: str | None = None,
    weight: str | None = None,
    proximity: Proximity = "delaunay",
    *,
    globe: bool = False,
    long: float = LONG,
    others: Sequence[str] = (),
) -> AreaMap:
    """Areas at the coordinates in two columns: x and y, or longitude and latitude (``globe``).

    On the globe the neighbours are those on the plane with longitudes as long as they are at the
    map's middle latitude.
    """
    nodes = read_nodes(table, key, weight, others)
    points, crs, notes = read_points_of(table, columns, globe)
    flat = points.copy()
    if globe:
        flat[:, 0] *= np.cos(np.radians((points[:, 1].min() + points[:, 1].max()) / 2))
    graph, more = build_from_points(flat, proximity, long)
    return AreaMap(
        keys=nodes.keys,
        graph=graph,
        weights=nodes.weights,
        points=points,
        crs=crs,
        fields=nodes.fields,
        notes=(*notes, *more),
    )


def read_points_of(
    table: Table, columns: tuple[str, str], globe: bool
) -> tuple[NDArray[np.float64], str | None, tuple[str, ...]]:
    """The places of a table's rows, their coordinate system, and what to know about them. Beyond
    the antimeridian longitudes are counted on, so that neighbours stay together."""
    given = read_points(table, *columns)
    if globe:
        given = flattened(refuse_off_globe(given, columns))
    points = np.column_stack([given.x, given.y])
    return points, LONGITUDE_LATITUDE if globe else None, given.notes
