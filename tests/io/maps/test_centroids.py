"""Neighbours of places."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import networkx
import numpy as np
import pytest
from numpy.typing import NDArray

from covey import InvalidInput
from covey.io.maps.centroids import build_from_points
from covey.io.maps.places import read_places
from tests.io.from_path import from_path
from tests.io.maps.worlds import neighbours


def gabriel(points: NDArray[np.float64]) -> set[tuple[int, int]]:
    """Pairs with no third place in the circle between them, one by one."""
    found = set()
    for a, b in combinations(range(len(points)), 2):
        middle, radius = (points[a] + points[b]) / 2, np.linalg.norm(points[a] - points[b]) / 2
        others = np.delete(points, [a, b], axis=0)
        if (np.linalg.norm(others - middle, axis=1) >= radius).all():
            found.add((a, b))
    return found


def delaunay(points: NDArray[np.float64]) -> set[tuple[int, int]]:
    """Sides of triangles with no place in the circle through their corners, one by one."""
    found: set[tuple[int, int]] = set()
    for corners in combinations(range(len(points)), 3):
        a, b, c = points[list(corners)]
        matrix = 2 * np.array([b - a, c - a])
        centre = np.linalg.solve(matrix, [b @ b - a @ a, c @ c - a @ a])
        others = np.delete(points, corners, axis=0)
        if (np.linalg.norm(others - centre, axis=1) > np.linalg.norm(a - centre)).all():
            found.update(combinations(corners, 2))
    return found


@pytest.mark.parametrize("seed", range(5))
def test_both_graphs_are_what_they_are_by_definition(seed: int) -> None:
    points = np.random.default_rng(seed).random((25, 2))
    triangles, _ = build_from_points(points, "delaunay", 0)
    assert neighbours(triangles) == delaunay(points)
    circles, _ = build_from_points(points, "gabriel", 0)
    assert neighbours(circles) == gabriel(points)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("proximity", ["delaunay", "gabriel"])
def test_pruning_takes_long_edges_and_never_disconnects(seed: int, proximity: str) -> None:
    rng = np.random.default_rng(seed)
    # Two towns and a hamlet far off.
    points = np.concatenate([rng.normal(0, 1, (60, 2)), rng.normal(40, 2, (60, 2)), [(99, -50)]])
    whole, _ = build_from_points(points, proximity, 0)  # type: ignore[arg-type]
    graph, notes = build_from_points(points, proximity)  # type: ignore[arg-type]
    assert neighbours(graph) <= neighbours(whole)
    left_out = len(whole.edges) - len(graph.edges)
    assert left_out > 3 or proximity == "gabriel"
    assert [note.split(" edge")[0] for note in notes] == [str(left_out)] * (left_out > 0)
    assert networkx.is_connected(networkx.Graph(graph.edges.tolist()))
    between = [(a, b) for a, b in graph.edges.tolist() if (a < 60) != (b < 60) and b != 120]
    assert len(between) <= 1


@pytest.mark.parametrize("proximity", ["delaunay", "gabriel"])
def test_places_on_a_line_and_places_that_coincide(proximity: str) -> None:
    line = np.array([(0.0, 0.0), (3.0, 3.0), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0)])
    graph, notes = build_from_points(line, proximity)  # type: ignore[arg-type]
    assert neighbours(graph) == {(0, 2), (1, 2), (2, 3), (3, 4)}
    assert notes == ("2 areas lie at the place of another: neighbours in a row",)
    for few in (1, 2):
        graph, _ = build_from_points(line[:few], proximity)  # type: ignore[arg-type]
        assert len(graph.edges) == few - 1
    graph, _ = build_from_points(line[2:], proximity)  # type: ignore[arg-type]
    assert neighbours(graph) == {(0, 1), (1, 2)}


def test_a_grid_s_four_corners_count_as_gabriel_neighbours_only_along_its_lines() -> None:
    x, y = np.meshgrid(np.arange(4.0), np.arange(3.0))
    points = np.column_stack([x.ravel(), y.ravel()])
    graph, _ = build_from_points(points, "gabriel", 0)
    straight = {
        (a, b) for a, b in graph.edges.tolist() if np.ptp(points[[a, b]], axis=0).sum() == 1
    }
    assert len(straight) == 4 * 2 + 3 * 3


@pytest.mark.parametrize(("proximity", "long"), [("rook", 3.0), ("delaunay", -1.0)])
def test_choices_that_are_none(proximity: str, long: float) -> None:
    with pytest.raises(InvalidInput, match="given: "):
        build_from_points(np.zeros((2, 2)), proximity, long)  # type: ignore[arg-type]


def test_places_on_the_globe_across_the_antimeridian(tmp_path: Path) -> None:
    file = tmp_path / "towns.csv"
    file.write_text(
        "id,weight,lat,lon\n007,3,-17,179.5\n008,4,-17,-179.5\n009,5,-18,179.6\n010,6,-18,-179.4\n"
    )
    areas = from_path(read_places)(file, ("lon", "lat"), globe=True)
    assert areas.keys == ["007", "008", "009", "010"]
    assert areas.crs == "OGC:CRS84"
    assert {(0, 1), (2, 3), (0, 2), (1, 3)} <= neighbours(areas.graph)
    assert "antimeridian" in areas.notes[0]


def test_distances_on_the_globe_are_those_of_the_latitude(tmp_path: Path) -> None:
    """At 60 degrees north two degrees of longitude are one of latitude: what looks oblong is a
    square, and its diagonals are as long as each other."""
    file = tmp_path / "towns.csv"
    rows = ["0,59.5,10", "1,59.5,12", "2,60.5,10", "3,60.5,12", "4,60,11.4"]
    file.write_text("id,lat,lon\n" + "\n".join(rows) + "\n")
    areas = from_path(read_places)(file, ("lon", "lat"), proximity="gabriel", globe=True)
    assert {(0, 1), (0, 2), (2, 3), (0, 4), (1, 4)} <= neighbours(areas.graph)
    assert areas.weights is None
