"""Borders of generated maps, against shapely on every pair."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
import shapely

import covey
from covey.io.maps.borders import RUN, build_borders, usual_tolerance
from tests.io.maps import worlds
from tests.io.maps.worlds import Shapes, neighbours


def sharing(shapes: Shapes, at_least: float = 0.0) -> set[tuple[int, int]]:
    """Pairs with a common border, by shapely on each."""
    return {
        (a, b)
        for a, b in combinations(range(len(shapes)), 2)
        if shapes[a].boundary.intersection(shapes[b].boundary).length > at_least
    }


def test_rook_and_queen_on_a_grid() -> None:
    squares = worlds.grid(3, 2)
    rook = {(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)}
    assert neighbours(build_borders(squares)) == rook
    corners = {(0, 4), (1, 3), (1, 5), (2, 4)}
    assert neighbours(build_borders(squares, "queen")) == rook | corners


@pytest.mark.parametrize("tolerance", [None, 0.0, 1e-6])
def test_lengths_are_those_of_the_shared_borders(tolerance: float | None) -> None:
    graph = build_borders(worlds.grid(2, 2, 5.0), "queen", tolerance)
    by_pair = dict(zip(map(tuple, graph.edges.tolist()), graph.lengths.tolist(), strict=True))
    assert by_pair == pytest.approx(
        {(0, 1): 5, (0, 2): 5, (1, 3): 5, (2, 3): 5, (0, 3): 0, (1, 2): 0}
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_map_that_fits_together_has_the_borders_that_shapely_finds(seed: int) -> None:
    shapes = worlds.voronoi(60, seed)
    graph = build_borders(shapes)
    assert neighbours(graph) == sharing(shapes)
    for (a, b), length in zip(graph.edges.tolist(), graph.lengths.tolist(), strict=True):
        shared = shapes[a].boundary.intersection(shapes[b].boundary).length
        assert length == pytest.approx(shared, abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_slivers_and_gaps_change_no_neighbours(seed: int) -> None:
    shapes = worlds.winding(worlds.voronoi(80, seed), 0.02, 0.002)
    tolerance = usual_tolerance(shapes)
    shaken = worlds.repaired(worlds.shaken(shapes, tolerance / 4, seed))
    assert not neighbours(build_borders(shaken, tolerance=0.0))
    certain = sharing(shapes, at_least=(RUN + 3) * tolerance)
    possible = sharing(shapes)
    found = neighbours(build_borders(shaken))
    assert certain <= found <= possible
    assert len(certain) > 0.9 * len(possible)
    assert neighbours(build_borders(shaken, "queen")) >= possible


@pytest.mark.parametrize("seed", range(3))
def test_what_runs_within_reach_is_measured_as_shapely_does(seed: int) -> None:
    tolerance = 0.01
    shapes = worlds.repaired(worlds.shaken(worlds.voronoi(30, seed), 0.004, seed))
    graph = build_borders(shapes, tolerance=tolerance)
    found = dict(zip(map(tuple, graph.edges.tolist()), graph.lengths.tolist(), strict=True))
    for a, b in combinations(range(len(shapes)), 2):
        there, back = (
            one.boundary.intersection(two.boundary.buffer(tolerance, quad_segs=64)).length
            for one, two in ((shapes[a], shapes[b]), (shapes[b], shapes[a]))
        )
        expected = (there + back) / 2
        if expected > (RUN + 0.1) * tolerance:
            assert found[a, b] == pytest.approx(expected, rel=1e-3)
        elif expected < (RUN - 0.1) * tolerance and not shapes[a].overlaps(shapes[b]):
            assert (a, b) not in found


def test_a_long_side_against_two_short_ones() -> None:
    """A corner in the middle of the other's side is no obstacle."""
    shapes = np.array([shapely.box(0, 0, 2, 1), shapely.box(0, 1, 1, 2), shapely.box(1, 1, 2, 2)])
    assert neighbours(build_borders(shapes)) == {(0, 1), (0, 2), (1, 2)}


def test_steps_too_short_to_be_seen() -> None:
    """Numbers next to 0 lie closer together than those next to 1."""
    tiny = 1e-200
    left = shapely.Polygon([(-1, 0), (0, 0), (tiny, 0.4), (2 * tiny, 0.4), (0, 1), (-1, 1)])
    right = shapely.Polygon([(1, 0), (1e-5, 0), (1e-5, 1), (1, 1)])
    assert neighbours(build_borders(np.array([left, right]))) == {(0, 1)}


def test_a_hole_and_the_area_in_it() -> None:
    around = shapely.box(0, 0, 3, 3).difference(shapely.box(1, 1, 2, 2))
    graph = build_borders(np.array([around, shapely.box(1, 1, 2, 2)]))
    assert graph.lengths.tolist() == [4.0]


def test_an_enclave_that_nobody_cut_out() -> None:
    graph = build_borders(np.array([shapely.box(0, 0, 3, 3), shapely.box(1, 1, 2, 2)]))
    assert neighbours(graph) == {(0, 1)}
    assert graph.lengths.tolist() == [4.0]


def test_a_deep_overlap_is_a_border() -> None:
    graph = build_borders(np.array([shapely.box(0, 0, 2, 1), shapely.box(1.7, 0.3, 4, 2)]))
    assert neighbours(graph) == {(0, 1)}


def test_parts_of_one_area_are_one_area() -> None:
    two = shapely.multipolygons([shapely.box(1, 0, 2, 1), shapely.box(5, 0, 6, 1)])
    shapes = np.array([shapely.box(0, 0, 1, 1), two, shapely.box(6, 0, 7, 1)], dtype=object)
    assert neighbours(build_borders(shapes)) == {(0, 1), (1, 2)}


def test_a_building_among_counties_has_borders_drawn_twice() -> None:
    small, gap = 0.02, 0.00003
    hole = shapely.box(5, 5, 5 + small, 5 + small)
    counties = list(worlds.grid(3, 3, 10.0))
    counties[0] = counties[0].difference(hole.buffer(gap, join_style="mitre"))
    graph = build_borders(np.array([*counties, hole], dtype=object))
    assert (0, 9) in neighbours(graph)


def test_the_usual_tolerance_does_not_join_areas_that_are_apart() -> None:
    apart = np.array([shapely.box(0, 0, 1, 1), shapely.box(1.01, 0, 2, 1)])
    assert not neighbours(build_borders(apart, "queen"))
    assert neighbours(build_borders(apart, tolerance=0.02)) == {(0, 1)}


def test_areas_without_a_shape_have_no_neighbours() -> None:
    shapes = np.array([shapely.box(0, 0, 1, 1), None, shapely.box(1, 0, 2, 1)], dtype=object)
    assert neighbours(build_borders(shapes, "queen")) == {(0, 2)}
    assert build_borders(np.array([None, None], dtype=object)).count == 2


def test_lengths_on_the_globe_are_metres_at_their_latitude() -> None:
    for south in (0.0, 60.0, -60.0):
        north = south + 0.02
        middle = south + 0.01
        shapes = shapely.box([10, 10], [south, middle], [10.1, 10.1], [middle, north])
        (along,) = build_borders(shapes, geographic=True).lengths
        expected = 0.1 * 111_195.08 * np.cos(np.radians(middle))
        assert along == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("gap_in_metres", [3.0, 300.0])
def test_a_gap_on_the_globe_is_forgiven_by_metres(gap_in_metres: float) -> None:
    """North of Oslo a degree of longitude is half as long as one of latitude."""
    gap = gap_in_metres / (111_195 * np.cos(np.radians(60)))
    shapes = shapely.box([10, 10.2 + gap], [60, 60], [10.2, 10.4], [60.1, 60.1])
    assert not neighbours(build_borders(shapes, tolerance=0.9 * gap_in_metres, geographic=True))
    assert neighbours(build_borders(shapes, tolerance=1.1 * gap_in_metres, geographic=True))


@pytest.mark.parametrize("tolerance", [-1.0, float("nan"), float("inf")])
def test_tolerances_that_are_none(tolerance: float) -> None:
    with pytest.raises(covey.InvalidInput, match="0 or more"):
        build_borders(worlds.grid(1, 2), tolerance=tolerance)


def test_an_unknown_contiguity() -> None:
    with pytest.raises(covey.InvalidInput, match="rook or queen"):
        build_borders(worlds.grid(1, 2), "bishop")  # type: ignore[arg-type]
