"""What no border joins to the rest."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
import shapely

from covey import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.islands import settle_islands
from covey.io.maps.polygons import Features, build_from_polygons
from covey.problems.regions.graph import Graph
from tests.io.maps import worlds
from tests.io.maps.worlds import neighbours


def archipelago() -> AreaMap:
    """A mainland of four squares; a small island of two close to d, an islet beyond it, one alone
    in the north west."""
    shapes = [
        *worlds.grid(2, 2),
        shapely.box(2.5, 1.2, 3, 1.8),
        shapely.box(3, 1.2, 3.5, 1.8),
        shapely.box(3.7, 1.2, 4, 1.8),
        shapely.box(-2, 1.2, -1, 1.8),
    ]
    return build_from_polygons(Features("map", list("abcdefgh"), np.array(shapes, dtype=object)))


def test_islands_are_listed() -> None:
    assert archipelago().islands() == [[4, 5], [6], [7]]


def test_islands_stay_by_themselves() -> None:
    areas = archipelago()
    assert settle_islands(areas, "own") is areas


def test_every_island_gets_one_bridge_to_its_nearest() -> None:
    areas = settle_islands(archipelago(), "nearest")
    # f and g are nearest to each other: they share a bridge, and go on together.
    assert set(areas.bridges) == {("f", "g"), ("h", "c"), ("e", "d")}
    assert set(areas.graph.components.tolist()) == {0}
    assert areas.graph.lengths[areas.bridged].tolist() == [0.0] * 3
    assert areas.islands() == [[4, 5], [6], [7]]
    assert "3 islands joined to the nearest area" in areas.notes[-1]


def test_the_same_by_places_alone() -> None:
    areas = settle_islands(replace(archipelago(), shapes=None), "nearest")
    assert set(areas.bridges) == {("f", "g"), ("h", "c"), ("e", "d")}


def test_islands_as_an_error() -> None:
    with pytest.raises(InvalidInput, match="3 islands besides its largest part, at e, g, h") as e:
        settle_islands(archipelago(), "fail")
    assert e.value.given == [["e", "f"], ["g"], ["h"]]
    bridged = settle_islands(archipelago(), "nearest")
    assert settle_islands(bridged, "fail") is bridged


@pytest.mark.parametrize("seed", range(8))
def test_bridges_are_the_shortest_ways_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shapes = worlds.voronoi(70, seed)[rng.random(70) < 0.35]
    areas = build_from_polygons(Features("map", list(map(str, range(len(shapes)))), shapes))
    before = areas.graph.components
    largest = np.bincount(before).argmax()
    settled = settle_islands(areas, "nearest")
    assert set(settled.graph.components.tolist()) == {0}
    bridged = {frozenset(map(int, pair)) for pair in settled.bridges}
    assert len(bridged) == len(settled.bridges) == before.max()
    for part in set(before.tolist()) - {int(largest)}:
        inside, outside = np.flatnonzero(before == part), np.flatnonzero(before != part)
        ways = {(a, b): shapes[a].distance(shapes[b]) for a, b in product(inside, outside)}
        shortest = min(ways.values())
        assert any(frozenset(pair) in bridged for pair, way in ways.items() if way == shortest)


def test_areas_without_a_place_cannot_be_joined() -> None:
    shapes = np.array([shapely.box(0, 0, 1, 1), None, shapely.box(5, 0, 6, 1)], dtype=object)
    areas = settle_islands(build_from_polygons(Features("map", ["a", "b", "c"], shapes)), "nearest")
    assert areas.bridges == (("c", "a"),)
    assert areas.notes[-1] == "1 area without a place not joined, assign or exclude: b"


def test_on_the_globe_east_is_nearer_than_it_looks() -> None:
    """At 60 degrees north 1.5 degrees of longitude are nearer than 1 of latitude."""
    shapes = shapely.box([0, 2.5, 0], [60, 60, 62], [1, 4, 2.5], [61, 62.5, 62.5])
    names = ["islet", "east", "north"]
    flat = build_from_polygons(Features("map", names, shapes))
    globe = build_from_polygons(Features("map", names, shapes, "EPSG:4326"))
    assert settle_islands(flat, "nearest").bridges == (("islet", "north"),)
    assert settle_islands(globe, "nearest").bridges == (("islet", "east"),)


def test_without_any_geometry_nothing_is_near() -> None:
    areas = AreaMap(["a", "b"], Graph.from_edges(2, []))
    with pytest.raises(InvalidInput, match="neither"):
        settle_islands(areas, "nearest")
    with pytest.raises(InvalidInput, match="own, nearest or fail"):
        settle_islands(areas, "drown")  # type: ignore[arg-type]
    joined = AreaMap(["a", "b"], Graph.from_edges(2, [(0, 1)]))
    assert neighbours(settle_islands(joined, "nearest").graph) == {(0, 1)}


@pytest.mark.parametrize("far", [1e200, -1e308])
def test_coordinates_without_distances_are_refused(far: float) -> None:
    """All would be infinitely far from each other, and none ever within reach."""
    points = np.array([[0.0, 0.0], [far, 0.0], [1.0, 1.0]])
    areas = AreaMap(list("abc"), Graph.from_edges(3, [(0, 2)]), points=points)
    with pytest.raises(InvalidInput, match="map has some beyond"):
        settle_islands(areas, "nearest")
    assert settle_islands(areas, "own") is areas


def test_one_place_far_away_changes_nothing_for_the_others() -> None:
    rng = np.random.default_rng(2)
    points = np.concatenate([rng.random((2000, 2)), [[1e12, 1e12]]])
    keys = [str(place) for place in range(2001)]
    alone = AreaMap(keys[:-1], Graph.from_edges(2000, []), points=points[:-1])
    areas = AreaMap(keys, Graph.from_edges(2001, []), points=points)
    joined = settle_islands(areas, "nearest").bridges
    assert set(settle_islands(alone, "nearest").bridges) <= set(joined)
    assert len(joined) == 2000
