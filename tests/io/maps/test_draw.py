"""Pictures of maps."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

from covey import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.draw import LAND, PALETTE, draw_graph, draw_regions
from covey.io.maps.islands import settle_islands
from covey.io.maps.polygons import Features, build_from_polygons
from covey.problems.regions.graph import Graph
from tests.io.maps import worlds


def area_map(count: int = 40, crs: str | None = "EPSG:4326") -> AreaMap:
    shapes = worlds.voronoi(count, 2)
    keys = [f"{number:05}" for number in range(count)]
    weights = np.arange(count, dtype=np.int64) * 100
    return build_from_polygons(Features("map", keys, shapes, crs, weights))


def colours_of(picture: Path) -> set[str]:
    pixels = (matplotlib.image.imread(picture)[..., :3] * 255).round().astype(int)
    found, counts = np.unique(pixels @ (1 << 16, 1 << 8, 1), return_counts=True)
    return {f"#{colour:06x}" for colour in found[counts > 500].tolist()}


@pytest.mark.parametrize("polygons", [True, False])
def test_few_regions_have_colours_and_weights_of_their_own(polygons: bool, tmp_path: Path) -> None:
    areas = area_map()
    classes = np.arange(40) // 10
    drawn = areas if polygons else replace(areas, shapes=None)
    draw_regions(drawn, classes, tmp_path / "map.png", "four regions")
    assert len(colours_of(tmp_path / "map.png") & set(PALETTE)) == 4
    draw_regions(drawn, classes, tmp_path / "map.svg", "four regions")
    text = (tmp_path / "map.svg").read_text()
    for words in ("four regions", "records per region", "1:  4,500", "4:  34,500"):
        assert f"<!-- {words} -->" in text


def test_of_many_regions_the_heaviest_are_named(tmp_path: Path) -> None:
    draw_regions(area_map(), np.arange(40), tmp_path / "map.svg")
    text = (tmp_path / "map.svg").read_text()
    assert "<!-- 40:  3,900 -->" in text
    assert "<!-- 1:  0 -->" not in text
    assert "largest 3,900" in text


def test_the_same_map_gives_the_same_bytes(tmp_path: Path) -> None:
    areas = settle_islands(area_map(), "nearest")
    for ending in ("png", "svg"):
        pictures = [tmp_path / f"{name}.{ending}" for name in ("one", "two", "three", "four")]
        draw_regions(areas, np.arange(40) // 4, pictures[0])
        draw_regions(areas, np.arange(40) // 4, pictures[1])
        draw_graph(areas, pictures[2])
        draw_graph(areas, pictures[3])
        assert pictures[0].read_bytes() == pictures[1].read_bytes()
        assert pictures[2].read_bytes() == pictures[3].read_bytes()
        assert pictures[0].read_bytes() != pictures[2].read_bytes()


def test_more_colours_than_the_palette_has(tmp_path: Path) -> None:
    points = np.random.default_rng(0).random((12, 2))
    every = Graph.from_edges(12, [(a, b) for a in range(12) for b in range(a)])
    areas = AreaMap([str(v) for v in range(12)], every, points=points)
    draw_regions(areas, np.arange(12), tmp_path / "map.svg")
    fills = re.findall(r"fill: (#[0-9a-f]{6})", (tmp_path / "map.svg").read_text())
    assert len(set(fills)) >= 12


def test_a_graph_shows_islands_and_bridges(tmp_path: Path) -> None:
    shapes = worlds.grid(3, 1)[[0, 2]]
    areas = build_from_polygons(Features("map", ["a", "b"], shapes))
    draw_graph(settle_islands(areas, "nearest"), tmp_path / "map.svg")
    text = (tmp_path / "map.svg").read_text()
    assert "<!-- 1 island -->" in text
    assert "<!-- 1 bridge -->" in text
    draw_graph(area_map(), tmp_path / "map.png")
    assert LAND in colours_of(tmp_path / "map.png")


def test_areas_at_one_place_and_areas_without_any(tmp_path: Path) -> None:
    points = np.array([(0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (np.nan, np.nan)])
    areas = AreaMap(["a", "b", "c", "d"], Graph.from_edges(4, [(0, 1), (1, 2)]), points=points)
    draw_regions(areas, [0, 0, 1, 1], tmp_path / "map.png")
    assert len(colours_of(tmp_path / "map.png") & set(PALETTE)) == 2
    draw_graph(areas, tmp_path / "graph.png")
    one = AreaMap(["a"], Graph.from_edges(1, []), points=points[:1])
    draw_regions(one, [0], tmp_path / "one.png")
    assert len(colours_of(tmp_path / "one.png") & set(PALETTE)) == 1


def test_without_geometry_there_is_no_picture(tmp_path: Path) -> None:
    areas = AreaMap(["a", "b"], Graph.from_edges(2, [(0, 1)]))
    with pytest.raises(InvalidInput, match="needs polygons or coordinates"):
        draw_graph(areas, tmp_path / "map.png")
    with pytest.raises(InvalidInput, match="needs polygons or coordinates"):
        draw_regions(areas, [0, 1], tmp_path / "map.png")
    assert list(tmp_path.iterdir()) == []
