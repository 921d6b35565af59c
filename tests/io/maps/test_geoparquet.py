"""GeoParquet: the column of shapes, its system, its encoding."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely

from covey import InvalidInput
from covey.io.maps.files import read_polygons
from tests.io.maps import worlds
from tests.io.maps.formats import geoparquet

FIELDS = {"zip": ["02139", "é 4"]}


def made(folder: Path, crs: str | None = "EPSG:4326") -> Path:
    return geoparquet(folder, worlds.grid(2, 1), FIELDS, crs)


@pytest.mark.parametrize(
    ("crs", "expected"), [("EPSG:4326", "OGC:CRS84"), ("EPSG:25832", "EPSG:25832"), (None, None)]
)
def test_a_system_that_is_not_said_is_longitude_and_latitude(
    tmp_path: Path, crs: str | None, expected: str | None
) -> None:
    found = read_polygons(made(tmp_path, crs), "zip")
    assert (found.keys, found.crs) == (FIELDS["zip"], expected)
    assert shapely.equals(found.shapes, worlds.grid(2, 1)).all()


def test_shapes_in_another_encoding_than_wkb(tmp_path: Path) -> None:
    file = made(tmp_path)
    file.write_bytes(file.read_bytes().replace(b'"encoding": "WKB"', b'"encoding": "WKX"'))
    with pytest.raises(InvalidInput, match="covey reads WKB"):
        read_polygons(file, "zip")


def test_an_entry_that_does_not_name_the_shapes(tmp_path: Path) -> None:
    file = made(tmp_path)
    file.write_bytes(file.read_bytes().replace(b'"primary_column"', b'"primary_folumn"'))
    with pytest.raises(InvalidInput, match="does not say which column has the shapes"):
        read_polygons(file, "zip")
