"""Cells as GeoJSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from covey.io.outputs.files import replacing


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
            # West, south, east and north, in this order.
            edges = [float(parts[number]) for parts in bounds.values()]
            own = zip(bounds, edges, strict=True)
            properties = "".join(f', "{name}": {edge!r}' for name, edge in own)
            name = f', "name": {json.dumps(names[number], ensure_ascii=False)}' if names else ""
            # Written by hand: cells are many, and json.dumps takes four times as long.
            file.write(
                ("," if number else "")
                + f'\n{{"type": "Feature", "properties": {{"class": {number + 1}, "size": {size}'
                + f'{name}{properties}}}, "geometry": {_geometry(*edges)}}}'
            )
        file.write("\n]}\n")


def _geometry(west: float, south: float, east: float, north: float) -> str:
    if west <= east:
        return f'{{"type": "Polygon", "coordinates": [{_ring(west, south, east, north)}]}}'
    halves = _ring(west, south, 180.0, north), _ring(-180.0, south, east, north)
    return f'{{"type": "MultiPolygon", "coordinates": [[{halves[0]}], [{halves[1]}]]}}'


def _ring(west: float, south: float, east: float, north: float) -> str:
    start = f"[{west}, {south}]"
    return f"[{start}, [{east}, {south}], [{east}, {north}], [{west}, {north}], {start}]"
