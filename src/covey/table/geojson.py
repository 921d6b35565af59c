"""Cells as GeoJSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from covey.table.write import replacing

Ring = list[tuple[float, float]]


def write_cells(
    target: Path,
    bounds: dict[str, list[Any]],
    sizes: list[int],
    names: Sequence[str | None] | None = None,
) -> None:
    """A feature per cell, with its class, size and bounds, and its name, if it has one. A cell
    across the antimeridian is two polygons, as RFC 7946 asks."""
    with replacing(target) as file:
        file.write('{"type": "FeatureCollection", "features": [')
        for number, size in enumerate(sizes):
            edges = {name: float(parts[number]) for name, parts in bounds.items()}
            name = {"name": names[number]} if names else {}
            feature = {
                "type": "Feature",
                "properties": {"class": number + 1, "size": size, **name, **edges},
                "geometry": _geometry(*edges.values()),
            }
            file.write(("," if number else "") + "\n" + json.dumps(feature))
        file.write("\n]}\n")


def _geometry(west: float, south: float, east: float, north: float) -> dict[str, Any]:
    if west <= east:
        return {"type": "Polygon", "coordinates": [_ring(west, south, east, north)]}
    halves = [_ring(west, south, 180.0, north), _ring(-180.0, south, east, north)]
    return {"type": "MultiPolygon", "coordinates": [[half] for half in halves]}


def _ring(west: float, south: float, east: float, north: float) -> Ring:
    return [(west, south), (east, south), (east, north), (west, north), (west, south)]
