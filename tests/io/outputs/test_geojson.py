"""Cells as GeoJSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shapely.geometry import shape

from covey.io.outputs.geojson import write_cells


def written(folder: Path, *cells: tuple[float, ...], names: list[str | None] | None = None) -> Any:
    edges = [list(edge) for edge in zip(*cells, strict=True)]
    bounds = dict(zip(("west", "south", "east", "north"), edges, strict=True))
    write_cells(folder / "cells.geojson", bounds, [7] * len(cells), names)
    return json.loads((folder / "cells.geojson").read_text())["features"]


def test_a_cell_has_its_number_its_size_and_its_bounds(tmp_path: Path) -> None:
    one, two = written(tmp_path, (0, 1, 2, 3), (2.5, 1, 4, 3), names=['a "b"', None])
    assert one["properties"] == {
        "class": 1,
        "size": 7,
        "name": 'a "b"',
        "west": 0.0,
        "south": 1.0,
        "east": 2.0,
        "north": 3.0,
    }
    assert shape(one["geometry"]).bounds == (0, 1, 2, 3)
    assert two["properties"]["name"] is None
    assert "name" not in written(tmp_path, (0, 1, 2, 3))[0]["properties"]


def test_a_cell_across_the_antimeridian_is_two_polygons(tmp_path: Path) -> None:
    (cell,) = written(tmp_path, (170, -5, -160, 5))
    found = shape(cell["geometry"])
    assert sorted(part.bounds for part in found.geoms) == [(-180, -5, -160, 5), (170, -5, 180, 5)]
    assert found.area == pytest.approx(300)
