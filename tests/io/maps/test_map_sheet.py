"""How maps of the globe lie on a sheet."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

from covey.io.maps.map_sheet import GAP, LARGEST_INSET, MapSheet

MAINLAND = [shapely.box(x, 30, x + 5, 45) for x in range(-120, -70, 5)]
NORTH = [shapely.box(-165, 56, -140, 70), shapely.box(172, 52, 180, 53)]
CHAIN = shapely.MultiPolygon([NORTH[1], shapely.box(-180, 52, -164, 55.5)])
ISLAND = shapely.box(-158, 20, -156, 21)


def laid_out(*shapes: Any, insets: bool = True) -> tuple[MapSheet, Any]:
    array = np.array(shapes, dtype=object)
    found = MapSheet.of(array, insets=insets)
    return found, found.shapes(array)


def overlap(one: Any, other: Any) -> bool:
    return bool(one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3])


def test_sizes_are_true() -> None:
    low, high = shapely.box(0, 5, 10, 10), shapely.box(0, 55, 10, 60)
    _, (one, two) = laid_out(low, high, insets=False)
    on_globe = [np.sin(np.radians(b)) - np.sin(np.radians(a)) for a, b in ((5, 10), (55, 60))]
    assert one.area / two.area == pytest.approx(on_globe[0] / on_globe[1], rel=1e-3)


def test_far_parts_stand_in_frames_below_and_do_not_dwarf_the_rest() -> None:
    sheet, shapes = laid_out(*MAINLAND, NORTH[0], CHAIN, ISLAND)
    assert len(sheet.frames) == 1 + len(sheet.insets) == 3
    assert sheet.start == 172.0  # after the widest gap, with what lies behind the antimeridian
    main = shapely.total_bounds(shapes[: len(MAINLAND)])
    size = max(main[2] - main[0], main[3] - main[1])
    for inset in sheet.insets:
        assert not shapely.intersects(shapely.box(*inset), shapes[: len(MAINLAND)]).any()
        assert inset[2] - inset[0] <= (LARGEST_INSET + GAP) * size * 1.001
    north, island = sheet.insets
    assert not overlap(north, island)
    for inset, own in ((north, shapes[-3:-1]), (island, shapes[-1:])):
        bounds = shapely.total_bounds(own)
        assert inset[0] < bounds[0] < bounds[2] < inset[2]
        assert inset[1] < bounds[1] < bounds[3] < inset[3]


def test_what_was_cut_at_the_antimeridian_is_one_piece_again() -> None:
    _, shapes = laid_out(CHAIN)
    assert len(shapely.get_parts(shapes[0])) == 1


def test_a_map_in_one_place_has_no_insets() -> None:
    assert laid_out(*MAINLAND)[0].insets == ()
    assert laid_out(*MAINLAND, NORTH[0], ISLAND, insets=False)[0].insets == ()


def test_many_islands_are_drawn_as_they_lie() -> None:
    islands = [shapely.box(x, 0, x + 1, 1) for x in range(0, 100, 10)]
    assert laid_out(*islands)[0].insets == ()


@pytest.mark.parametrize(
    "box", [(-180, -90, 180, 84), (-10, -10, 10, 10), (0, 70, 60, 90), (5, -40, 6, -39)]
)
def test_north_is_above_in_every_projection(box: tuple[float, float, float, float]) -> None:
    west, south, east, north = box
    middle = (west + east) / 2
    sheet, _ = laid_out(shapely.box(*box))
    low, high = sheet.points(np.array([[middle, south], [middle, north]]))
    assert low[1] < high[1]
    left, right = sheet.points(np.array([[west, (south + north) / 2], [east, (south + north) / 2]]))
    assert left[0] < right[0]


def test_places_and_missing_shapes() -> None:
    sheet, shapes = laid_out(*MAINLAND, None, shapely.Polygon(), ISLAND)
    assert shapes[-3] is None
    assert shapes[-2] is None
    points = sheet.points(np.array([[-157.0, 20.5], [np.nan, np.nan], [-97.0, 40.0]]))
    assert shapes[-1].contains(shapely.Point(points[0]))
    assert np.isnan(points[1]).all()
    assert shapes[4].covers(shapely.Point(points[2]))


def test_of_a_mixture_only_polygons_are_drawn() -> None:
    line = shapely.MultiLineString([[(-100, 40), (-99, 41)]])
    _, shapes = laid_out(shapely.GeometryCollection([shapely.MultiPolygon(MAINLAND), line]))
    assert len(shapely.get_parts(shapes[0])) == len(MAINLAND)
