"""Polygons across the antimeridian are cut there, not stretched over the map."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

from covey import InvalidInput
from covey.io.maps.antimeridian import cut_at_antimeridian
from covey.io.maps.polygons import Features, build_from_polygons
from tests.io.maps.worlds import neighbours

WEST, EAST = shapely.box(170, -20, 179, -10), shapely.box(-179, -20, -170, -10)
ACROSS = shapely.Polygon([(179, -20), (-179, -20), (-179, -10), (179, -10)])
FAR = shapely.box(-60, -25, -40, -5)


def cut(*shapes: Any) -> tuple[list[Any], list[int]]:
    found, which = cut_at_antimeridian(np.array(shapes, dtype=object))
    return found.tolist(), which.tolist()


def areas(*shapes: Any) -> Any:
    keys = [chr(ord("a") + number) for number in range(len(shapes))]
    return build_from_polygons(
        Features("the map", keys, np.array(shapes, dtype=object), "OGC:CRS84")
    )


def test_nothing_is_cut_where_nothing_crosses() -> None:
    shapes = [WEST, None, EAST]
    assert cut(*shapes) == (shapes, [])


def test_a_polygon_across_borders_what_is_beside_it_and_nothing_far_away() -> None:
    found = areas(WEST, ACROSS, EAST, FAR)
    assert neighbours(found.graph) == {(0, 1), (1, 2)}
    assert found.notes == ("1 area across the antimeridian cut there: b",)
    assert shapely.is_valid(found.shapes).all()


def test_corners_keep_their_last_digit() -> None:
    third = 179 + 1 / 3
    shape = shapely.Polygon([(third, 0), (-third, 0), (-third, 1), (third, 1)])
    (found,), _ = cut(shape)
    assert set(shapely.get_coordinates(found)[:, 0]) == {third, -third, 180.0, -180.0}


def test_a_hole_on_the_line_stays_a_hole() -> None:
    hole = [(179.5, -16), (-179.5, -16), (-179.5, -14), (179.5, -14)]
    (found,), _ = cut(shapely.Polygon(ACROSS.exterior, [hole]))
    assert found.area == pytest.approx(20 - 2)
    assert not shapely.contains_xy(found, 179.9, -15)
    assert not shapely.contains_xy(found, -179.9, -15)


def test_land_around_a_pole_reaches_it() -> None:
    """As Antarctica, whose ring has no other end than where it began."""
    ring = [(x, -70.0) for x in range(-180, 180, 10)]
    (found,), _ = cut(shapely.Polygon(ring))
    assert found.bounds == (-180, -90, 180, -70)
    assert found.area == pytest.approx(360 * 20)


def test_around_a_pole_the_outer_ring_may_be_the_smaller_one() -> None:
    coast = [(x, -70.0) for x in range(-180, 180, 10)]
    inner = [(x, -85.0) for x in range(-180, 180, 10)]
    (found,), _ = cut(shapely.Polygon(inner, [coast]))
    assert found.area == pytest.approx(360 * 15)


def test_a_band_around_the_globe_is_what_it_is() -> None:
    band = shapely.box(-180, -10, 180, 10)
    assert cut(band)[0] == [shapely.MultiPolygon([band])]


def test_a_line_along_the_pole_is_none_across() -> None:
    antarctica = shapely.box(-180, -90, 180, -70).segmentize(10)
    pole = shapely.Polygon([*((x, -70) for x in range(-180, 181, 10)), (180, -90), (-180, -90)])
    assert cut(antarctica, pole) == ([antarctica, pole], [])


def test_longitudes_from_0_to_360() -> None:
    found = areas(shapely.box(170, 0, 175, 5), shapely.box(175, 0, 185, 5), shapely.box(0, 0, 9, 5))
    assert neighbours(found.graph) == {(0, 1)}
    assert shapely.total_bounds(found.shapes).tolist() == [-180, 0, 180, 5]


def test_areas_on_both_sides_of_the_line_are_neighbours() -> None:
    west, east = shapely.box(170, 0, 180, 10), shapely.box(-180, 0, -170, 10)
    north = shapely.box(170, 10, 180, 20)
    assert neighbours(areas(west, east, north).graph) == {(0, 1), (0, 2)}
    assert neighbours(areas(west, shapely.box(-180, 5, -170, 25)).graph) == {(0, 1)}


def test_a_border_across_the_line_is_cut_at_one_place() -> None:
    """Read from both sides, in both directions."""
    north = shapely.Polygon([(179, 1 / 3), (-178, 0.7), (-178, 2), (179, 2)])
    south = shapely.Polygon([(-178, 0.7), (179, 1 / 3), (179, -1), (-178, -1)])
    (one, two), _ = cut(north, south)
    on_line = [
        {tuple(place) for place in shapely.get_coordinates(shape) if 0 < place[1] < 1}
        for shape in (one, two)
    ]
    assert on_line[0] == on_line[1]
    assert len(on_line[0]) == 4


def test_more_than_the_globe_is_refused() -> None:
    with pytest.raises(InvalidInput, match="degrees lie"):
        areas(shapely.box(-170, 0, 200, 5))
