"""Polygons as they come: broken, empty, in another system."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

from covey import InvalidInput
from covey.io.maps.polygons import Features, build_from_polygons
from tests.io.maps import worlds
from tests.io.maps.worlds import neighbours


def features(shapes: list[Any], crs: str | None = None) -> Features:
    keys = [chr(ord("a") + number) for number in range(len(shapes))]
    return Features("the map", keys, np.array(shapes, dtype=object), crs)


def test_a_bow_tie_is_repaired_and_said() -> None:
    bow_tie = shapely.Polygon([(1, 0), (2, 1), (2, 0), (1, 1)])
    areas = build_from_polygons(features([shapely.box(0, 0, 1, 1), bow_tie]))
    assert areas.notes == ("1 area has an invalid polygon, repaired: b",)
    assert areas.shapes is not None
    assert shapely.is_valid(areas.shapes).all()
    assert neighbours(areas.graph) == {(0, 1)}


def test_of_a_repaired_shape_only_what_encloses_something_is_kept() -> None:
    spike = shapely.Polygon([(0, 0), (1, 0), (1, 1), (5, 5), (1, 1), (0, 1)])
    line = shapely.Polygon([(7, 0), (8, 0), (7, 0)])
    areas = build_from_polygons(features([spike, line]))
    assert areas.shapes is not None
    assert shapely.area(areas.shapes[0]) == 1.0
    assert areas.shapes[0].geom_type == "MultiPolygon"
    assert areas.shapes[1] is None
    assert areas.notes[1] == "1 area has no shape and so no neighbours: b"


def test_empty_and_missing_shapes_are_areas_by_themselves() -> None:
    shapes = [shapely.box(0, 0, 1, 1), shapely.Polygon(), None, shapely.box(1, 0, 2, 1)]
    areas = build_from_polygons(features(shapes))
    assert areas.notes == ("2 areas have no shape and so no neighbours: b, c",)
    assert areas.islands() == [[1], [2]]
    assert areas.points is not None
    assert np.isnan(areas.points[:, 0]).tolist() == [False, True, True, False]
    with pytest.raises(InvalidInput, match="no area with a shape"):
        build_from_polygons(features([None]))


def test_points_are_no_areas() -> None:
    with pytest.raises(InvalidInput, match="the first is b, a Point"):
        build_from_polygons(features([shapely.box(0, 0, 1, 1), shapely.Point(0, 0)]))


def test_coordinates_that_are_no_numbers() -> None:
    endless = shapely.from_wkt("POLYGON ((0 0, 1 0, inf 1, 0 0))")
    with pytest.raises(InvalidInput, match="those of 1 area are not: b"):
        build_from_polygons(features([shapely.box(0, 0, 1, 1), endless]))


def test_degrees_that_are_none() -> None:
    shapes = list(worlds.grid(2, 1, 500_000.0))
    with pytest.raises(InvalidInput, match="said to be in longitudes and latitudes"):
        build_from_polygons(features(shapes, "EPSG:4326"))
    assert len(build_from_polygons(features(shapes, "EPSG:3857")).graph.edges) == 1


def test_a_system_that_nobody_knows() -> None:
    with pytest.raises(InvalidInput, match="coordinate system is not known"):
        build_from_polygons(features(list(worlds.grid(2, 1)), "EPSG:123456789"))
