"""Regions as shapes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import shapely

from covey import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.dissolve import dissolve, write_regions
from covey.io.maps.polygons import Features, build_from_polygons
from tests.io.maps import worlds
from tests.io.maps.worlds import Shapes


def area_map(shapes: Shapes, crs: str | None = None) -> AreaMap:
    keys = [str(number) for number in range(len(shapes))]
    weights = np.arange(len(shapes), dtype=np.int64)
    return build_from_polygons(Features("map", keys, shapes, crs, weights))


@pytest.mark.parametrize("shake", [0.0, 0.0005])
def test_regions_cover_what_their_areas_cover(shake: float) -> None:
    shapes = worlds.voronoi(60, 1)
    if shake:
        shapes = worlds.repaired(worlds.shaken(shapes, shake, 1))
    classes = np.arange(60) % 4
    regions = dissolve(area_map(shapes), classes)
    for number, region in enumerate(regions):
        assert region.is_valid
        expected = shapely.union_all(shapes[classes == number])
        assert region.symmetric_difference(expected).area < 1e-9


def test_areas_that_overlap() -> None:
    squares = shapely.box([0, 1, 0.5], [0, 1, 0.5], [2, 3, 1.5], [2, 3, 1.5])
    (region,) = dissolve(area_map(squares), [0, 0, 0])
    assert region.equals(shapely.union_all(squares))
    twice = np.array([shapely.box(0, 0, 1, 1)] * 2)
    (region,) = dissolve(area_map(twice), [0, 0])
    assert region.equals(twice[0])


def test_an_area_in_no_class_is_in_no_region() -> None:
    left, right = dissolve(area_map(worlds.grid(3, 1)), [0, -1, 1])
    assert left.equals(shapely.box(0, 0, 1, 1))
    assert right.equals(shapely.box(2, 0, 3, 1))


def test_a_class_without_shapes() -> None:
    shapes = np.array([shapely.box(0, 0, 1, 1), None], dtype=object)
    assert dissolve(area_map(shapes), [0, 1])[1] is None


def features(file: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(file.read_text())["features"]
    return found


def test_geojson_has_class_size_and_number_of_areas(tmp_path: Path) -> None:
    target = tmp_path / "regions.geojson"
    areas = area_map(worlds.grid(3, 2), "EPSG:4326")
    assert write_regions(areas, [0, 0, 1, 0, 1, 1], target, {"name": ["west", "ost"]}) == ()
    first, second = features(target)
    assert first["properties"] == {"class": 1, "size": 4, "areas": 3, "name": "west"}
    assert second["properties"] == {"class": 2, "size": 11, "areas": 3, "name": "ost"}
    outlines = [shapely.geometry.shape(feature["geometry"]) for feature in (first, second)]
    assert [outline.area for outline in outlines] == [3.0, 3.0]
    assert all(outline.exterior.is_ccw for outline in outlines)
    again = tmp_path / "again.geojson"
    write_regions(areas, [0, 0, 1, 0, 1, 1], again, {"name": ["west", "ost"]})
    assert again.read_bytes() == target.read_bytes()


def test_a_projected_map_is_written_in_degrees(tmp_path: Path) -> None:
    target = tmp_path / "regions.geojson"
    shapes = shapely.box([500_000], [5_200_000], [501_000], [5_201_000])
    write_regions(area_map(shapes, "EPSG:25832"), [0], target)
    west, south, _, _ = shapely.geometry.shape(features(target)[0]["geometry"]).bounds
    assert (west, south) == pytest.approx((9.0, 46.95), abs=0.01)


def test_a_map_without_a_system_is_written_as_it_is(tmp_path: Path) -> None:
    target = tmp_path / "regions.geojson"
    (note,) = write_regions(area_map(worlds.grid(2, 1, 1000.0)), [0, 0], target)
    assert "coordinate system is not known" in note
    assert shapely.geometry.shape(features(target)[0]["geometry"]).area == 2_000_000


def test_without_polygons_there_are_no_regions(tmp_path: Path) -> None:
    areas = replace(area_map(worlds.grid(2, 1)), shapes=None)
    with pytest.raises(InvalidInput, match="this map has none"):
        write_regions(areas, [0, 0], tmp_path / "regions.geojson")
    assert list(tmp_path.iterdir()) == []
