"""Maps in files of every kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pyproj
import pytest
import shapely

from covey import InvalidInput
from covey.io.maps.files import from_frame, read_polygons
from covey.io.maps.polygons import build_from_polygons
from tests.io.maps import worlds
from tests.io.maps.formats import FORMATS, by_gdal
from tests.io.maps.worlds import neighbours

CODES = ["02139", "02138", "00501", "é 4", "02140", "10001"]

FIELDS: dict[str, list[Any]] = {"zip": CODES, "people": [5, 0, 7, 1, 2, 3]}


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_gives_the_same_areas(kind: str, tmp_path: Path) -> None:
    shapes = worlds.grid(3, 2)
    file = FORMATS[kind](tmp_path, shapes, FIELDS, "EPSG:4326")
    features = read_polygons(file, "zip", "people")
    assert features.keys == CODES
    assert features.weights is not None
    assert features.weights.tolist() == FIELDS["people"]
    assert shapely.equals(features.shapes, shapes).all()
    areas = build_from_polygons(features)
    assert areas.crs in ("EPSG:4326", "OGC:CRS84")
    assert areas.notes == ()
    assert neighbours(areas.graph) == {(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)}
    assert areas.position("00501") == 2


@pytest.mark.parametrize("kind", ["GeoPackage", "Shapefile", "GeoParquet"])
def test_a_projected_map_keeps_its_system_and_its_lengths(kind: str, tmp_path: Path) -> None:
    shapes = shapely.transform(worlds.grid(3, 2, 1000.0), lambda p: p + 500_000)
    areas = build_from_polygons(
        read_polygons(FORMATS[kind](tmp_path, shapes, FIELDS, "EPSG:25832"), "zip")
    )
    assert areas.crs == "EPSG:25832"
    assert areas.graph.lengths.tolist() == [1000.0] * 7
    assert areas.weights is None


@pytest.mark.parametrize("kind", ["GeoPackage", "Shapefile", "GeoParquet"])
def test_a_map_without_a_system_is_flat(kind: str, tmp_path: Path) -> None:
    file = FORMATS[kind](tmp_path, worlds.grid(3, 2), FIELDS, None)
    if kind != "GeoParquet":
        assert "names no coordinate system" in read_polygons(file, "zip").notes[0]
    areas = build_from_polygons(read_polygons(file, "zip"))
    assert areas.crs is None
    assert areas.graph.lengths.tolist() == [1.0] * 7


def test_the_key_is_found_where_there_is_no_choice(tmp_path: Path) -> None:
    file = FORMATS["GeoJSON"](tmp_path, worlds.grid(3, 2), {"zip": CODES}, "EPSG:4326")
    assert read_polygons(file).keys == CODES
    file = FORMATS["GeoPackage"](tmp_path, worlds.grid(3, 2), FIELDS, "EPSG:4326")
    with pytest.raises(InvalidInput, match="There are: zip, people"):
        read_polygons(file)


def test_numbers_as_codes_are_said(tmp_path: Path) -> None:
    file = by_gdal("geojson")(tmp_path, worlds.grid(2, 1), {"zip": [2139, 2138]}, "EPSG:4326")
    features = read_polygons(file, "zip")
    assert features.keys == ["2139", "2138"]
    assert "a leading zero, if there was one, is lost" in features.notes[0]


def test_text_that_looks_like_a_date_stays_text(tmp_path: Path) -> None:
    codes = ["2024-01-02", "2024-01-03"]
    file = by_gdal("geojson")(tmp_path, worlds.grid(2, 1), {"zip": codes}, "EPSG:4326")
    assert read_polygons(file, "zip").keys == codes


def test_layers_are_named(tmp_path: Path) -> None:
    file = tmp_path / "map.gpkg"
    for layer, size in (("zips", 1.0), ("tracts", 2.0)):
        pyogrio.raw.write(
            file,
            shapely.to_wkb(worlds.grid(2, 1, size)),
            [np.array(["a", "b"], dtype=object)],
            ["zip"],
            layer=layer,
            geometry_type="Polygon",
            crs="EPSG:4326",
            append=layer == "tracts",
        )
    with pytest.raises(InvalidInput, match="2 layers: zips, tracts") as refused:
        read_polygons(file, "zip")
    assert refused.value.choices == ((("--layer", "zips"),), (("--layer", "tracts"),))
    with pytest.raises(InvalidInput, match="Did you mean 'tracts'"):
        read_polygons(file, "zip", layer="tract")
    assert read_polygons(file, "zip", layer="tracts").shapes[0].area == 4.0


@pytest.mark.parametrize("kind", ["GeoPackage", "GeoParquet"])
def test_fields_that_are_not_there(kind: str, tmp_path: Path) -> None:
    file = FORMATS[kind](tmp_path, worlds.grid(3, 2), FIELDS, "EPSG:4326")
    with pytest.raises(InvalidInput, match="Did you mean 'zip'"):
        read_polygons(file, "zipp")
    with pytest.raises(InvalidInput, match="Did you mean 'people'"):
        read_polygons(file, "zip", "peeple")
    with pytest.raises(InvalidInput, match="no layer 'other'"):
        read_polygons(file, "zip", layer="other")


def test_keys_that_stand_twice(tmp_path: Path) -> None:
    codes = ["a", "b", "a", "c"]
    fields = {"zip": codes, "state": ["x"] * 4, "name": ["k", "l", "m", "n"]}
    file = by_gdal("geojson")(tmp_path, worlds.grid(4, 1), fields, "EPSG:4326")
    with pytest.raises(InvalidInput, match=r"1 stand more than once: a\.") as refused:
        read_polygons(file, "zip")
    assert refused.value.remedy == (("--key", "name"),)


def geojson(target: Path, *features: tuple[Any, Any]) -> Path:
    rows = [
        {"type": "Feature", "properties": {"zip": key, "n": n}, "geometry": None}
        for key, n in features
    ]
    for number, row in enumerate(rows):
        row["geometry"] = shapely.geometry.mapping(shapely.box(number, 0, number + 1, 1))
    target.write_text(json.dumps({"type": "FeatureCollection", "features": rows}))
    return target


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ((1, None), "missing or not a number for 1 area: b"),
        ((1, -2), r"negative for 1 area: b \(-2\)"),
        ((1.5, 2), r"not whole for 1 area: a \(1.5\)"),
        (("x", "3"), "missing or not a number for 1 area: a"),
    ],
)
def test_weights_that_are_none(weights: tuple[Any, Any], message: str, tmp_path: Path) -> None:
    file = geojson(tmp_path / "m.geojson", ("a", weights[0]), ("b", weights[1]))
    with pytest.raises(InvalidInput, match=message):
        read_polygons(file, "zip", "n")


def test_an_area_without_a_code(tmp_path: Path) -> None:
    file = geojson(tmp_path / "m.geojson", ("a", 1), (None, 1))
    with pytest.raises(InvalidInput, match="1 area without a code in 'zip', the first at"):
        read_polygons(file, "zip")


def test_what_is_no_map(tmp_path: Path) -> None:
    broken = tmp_path / "broken.geojson"
    broken.write_text('{"type": "FeatureColl')
    with pytest.raises(InvalidInput, match="cannot be read as a map"):
        read_polygons(broken, "zip")
    with pytest.raises(InvalidInput, match="no file"):
        read_polygons(tmp_path / "none.gpkg", "zip")
    empty = tmp_path / "empty.geojson"
    empty.write_text('{"type": "FeatureCollection", "features": []}')
    with pytest.raises(InvalidInput, match=r"empty\.geojson has no"):
        read_polygons(empty, "zip")
    plain = tmp_path / "plain.parquet"
    from covey.io.reading import connect

    with connect() as connection:
        connection.execute(f"COPY (SELECT '1' AS zip) TO '{plain}' (FORMAT parquet)")
    with pytest.raises(InvalidInput, match="Parquet without shapes"):
        read_polygons(plain, "zip")


class Frame:
    """What covey uses of a geopandas GeoDataFrame."""

    crs = pyproj.CRS("EPSG:25832")

    def __init__(self) -> None:
        self.geometry = self

    def to_wkb(self) -> list[bytes]:
        return list(shapely.to_wkb(worlds.grid(3, 2)))

    @property
    def columns(self) -> list[str]:
        return list(FIELDS)

    def __getitem__(self, name: str) -> list[Any]:
        return FIELDS[name]


def test_a_frame_with_shapes() -> None:
    features = from_frame(Frame(), "zip", "people")
    assert features.keys == CODES
    assert features.crs == "EPSG:25832"
    assert features.weights is not None
    assert features.weights.sum() == 18


@pytest.mark.parametrize(("size", "north"), [(975.0, "below"), (500_000.0, "above")])
def test_a_map_for_web_pages_is_turned_upright(size: float, north: str, tmp_path: Path) -> None:
    """TopoJSON cannot say that its places are those on a screen, where y counts downwards."""
    boxes = [[0.0, 0.0, size, size / 2], [0.0, size / 2, size, size]]
    arcs = [[[w, s], [e, s], [e, n], [w, n], [w, s]] for w, s, e, n in boxes]
    areas = [
        {"type": "Polygon", "id": key, "arcs": [[at]]} for at, key in enumerate(("low", "high"))
    ]
    layer = {"type": "GeometryCollection", "geometries": areas}
    file = tmp_path / "map.topojson"
    file.write_text(json.dumps({"type": "Topology", "objects": {"a": layer}, "arcs": arcs}))
    found = read_polygons(file, "id")
    low, high = shapely.get_y(shapely.centroid(found.shapes))
    assert (low > high) == (north == "below")
    assert ("turned upright" in found.notes[0]) == (north == "below")
