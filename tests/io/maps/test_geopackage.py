"""Of a GeoPackage plain tables are read; whatever else the file defines is never asked."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import shapely

from covey import InvalidInput
from covey.io.maps.files import read_polygons
from tests.io.maps import worlds
from tests.io.maps.formats import by_gdal

FIELDS = {"zip": ["02139", "02138"]}


def geopackage(folder: Path, *statements: str, crs: str | None = "EPSG:4326") -> Path:
    file = by_gdal("gpkg")(folder, worlds.grid(2, 1), FIELDS, crs)
    with closing(sqlite3.connect(file)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()
    return file


def with_shapes(folder: Path, *blobs: bytes) -> Path:
    """Other shapes in the first rows."""
    file = geopackage(folder)
    with closing(sqlite3.connect(file)) as database:
        for (name,) in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'map'"
        ).fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        for row, blob in enumerate(blobs, 1):
            database.execute("UPDATE map SET geom = ? WHERE fid = ?", (blob, row))
        database.commit()
    return file


TURN_INTO_A_VIEW = (
    "ALTER TABLE {table} RENAME TO hidden",
    "CREATE VIEW {table} AS SELECT {columns} FROM hidden",
)


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("map", "fid, geom, load_extension('x') AS zip"),
        ("map", "fid, geom, zip"),
        ("gpkg_contents", "table_name, data_type, load_extension('x') AS identifier"),
        ("gpkg_geometry_columns", "*"),
        ("gpkg_spatial_ref_sys", "*"),
    ],
)
def test_views_are_not_asked(tmp_path: Path, table: str, columns: str) -> None:
    drop = [
        "DROP TRIGGER IF EXISTS trigger_insert_feature_count_map",
        "DROP TRIGGER IF EXISTS trigger_delete_feature_count_map",
        "PRAGMA legacy_alter_table = ON",
    ]
    view = [part.format(table=table, columns=columns) for part in TURN_INTO_A_VIEW]
    file = geopackage(tmp_path, *drop, *view)
    with pytest.raises(InvalidInput, match=f"'{table}' is not a plain table"):
        read_polygons(file, "zip")


def test_computed_columns_call_no_functions(tmp_path: Path) -> None:
    computed = "ALTER TABLE map ADD COLUMN code TEXT AS (upper(zip))"
    file = geopackage(tmp_path, computed)
    assert read_polygons(file, "zip").keys == FIELDS["zip"]
    with pytest.raises(InvalidInput, match="no field 'code'"):
        read_polygons(file, "code")


def test_virtual_tables_are_no_layers(tmp_path: Path) -> None:
    file = geopackage(
        tmp_path,
        "CREATE VIRTUAL TABLE other USING fts5(zip, geom)",
        "INSERT INTO gpkg_contents (table_name, data_type, last_change)"
        " VALUES ('other', 'features', '2024-01-01T00:00:00Z')",
        "INSERT INTO gpkg_geometry_columns VALUES ('other', 'geom', 'POLYGON', 4326, 0, 0)",
    )
    with pytest.raises(InvalidInput, match="'other' is not a plain table"):
        read_polygons(file, "zip", layer="other")


def test_tables_without_shapes_are_no_layers(tmp_path: Path) -> None:
    file = geopackage(
        tmp_path,
        "CREATE TABLE people (id INTEGER PRIMARY KEY, zip TEXT)",
        "INSERT INTO gpkg_contents (table_name, data_type, last_change)"
        " VALUES ('people', 'attributes', '2024-01-01T00:00:00Z')",
    )
    assert read_polygons(file).keys == FIELDS["zip"]


def test_changes_beside_the_file_are_not_left_out(tmp_path: Path) -> None:
    file = geopackage(tmp_path)
    file.with_name("map.gpkg-wal").write_bytes(b"something")
    with pytest.raises(InvalidInput, match=r"changes to it are still in map\.gpkg-wal"):
        read_polygons(file, "zip")


@pytest.mark.parametrize(
    ("crs", "expected"),
    [
        ("EPSG:25832", "EPSG:25832"),
        ("ESRI:102003", "ESRI:102003"),
        ("OGC:CRS84", "OGC:CRS84"),
        (None, None),
    ],
)
def test_systems_of_other_authorities(
    tmp_path: Path, crs: str | None, expected: str | None
) -> None:
    assert read_polygons(geopackage(tmp_path, crs=crs), "zip").crs == expected


@pytest.mark.parametrize(("number", "expected"), [(0, "OGC:CRS84"), (-1, None), (12345, None)])
def test_systems_that_are_not_defined(tmp_path: Path, number: int, expected: str | None) -> None:
    change = f"UPDATE gpkg_geometry_columns SET srs_id = {number}"
    assert read_polygons(geopackage(tmp_path, change), "zip").crs == expected


@pytest.mark.parametrize("box", ["", "xy", "xyz"])
def test_shapes_with_boxes_of_all_sizes(tmp_path: Path, box: str) -> None:
    flags = {"": 1, "xy": 3, "xyz": 5}[box]
    head = b"GP\0" + bytes([flags]) + (4326).to_bytes(4, "little") + bytes(16 * len(box))
    file = with_shapes(tmp_path, *(head + shape for shape in shapely.to_wkb(worlds.grid(2, 1))))
    assert shapely.equals(read_polygons(file, "zip").shapes, worlds.grid(2, 1)).all()


@pytest.mark.parametrize(
    "blob",
    [
        *[b"", b"GP", b"XX\0\1\0\0\0\0", b"GP\0\x21\0\0\0\0", b"GP\0\x0b\0\0\0\0"],
        # The header is sound, and what follows is no shape: not an area without one.
        *[b"GP\0\1\0\0\0\0", b"GP\0\1\0\0\0\0\1\3"],
    ],
)
def test_damaged_shapes_are_refused(tmp_path: Path, blob: bytes) -> None:
    with pytest.raises(InvalidInput, match="has shapes that"):
        read_polygons(with_shapes(tmp_path, blob), "zip")


def test_numbers_stay_numbers(tmp_path: Path) -> None:
    file = by_gdal("gpkg")(
        tmp_path, worlds.grid(2, 1), {"zip": ["a", "b"], "n": [np.int64(3), np.int64(4)]}, None
    )
    features = read_polygons(file, "n", "n")
    assert features.keys == ["3", "4"]
    assert features.weights is not None
    assert features.weights.tolist() == [3, 4]
