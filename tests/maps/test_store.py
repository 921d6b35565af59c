"""Graphs in files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely

from covey import InvalidInput
from covey.maps.areas import AreaMap
from covey.maps.islands import settle_islands
from covey.maps.polygons import Features, build_from_polygons
from covey.maps.store import read_graph, write_graph
from covey.regions.graph import Graph
from tests.maps import worlds


@pytest.fixture
def areas() -> AreaMap:
    shapes = np.array([*worlds.grid(2, 2), None, shapely.box(4, 0, 5, 1)], dtype=object)
    keys = ["02139", 'quo"te', "é", " ", "e", "0"]
    weights = np.array([3, 0, 2**53, 1, 0, 9])
    features = Features("map", keys, shapes, "EPSG:4326", weights, notes=("a note",))
    return settle_islands(build_from_polygons(features), "nearest")


def test_what_is_written_is_read_back(areas: AreaMap, tmp_path: Path) -> None:
    target = tmp_path / "graph.json"
    write_graph(areas, target)
    again = read_graph(target)
    assert again.keys == areas.keys
    assert again.weights is not None
    assert areas.weights is not None
    assert again.weights.tolist() == areas.weights.tolist()
    assert again.graph.edges.tolist() == areas.graph.edges.tolist()
    assert again.graph.lengths.tolist() == areas.graph.lengths.tolist()
    assert again.points is not None
    np.testing.assert_array_equal(again.points, areas.points)
    assert (again.crs, again.bridges, again.notes) == (areas.crs, areas.bridges, areas.notes)
    assert again.shapes is None


def test_the_same_areas_give_the_same_bytes(areas: AreaMap, tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    write_graph(areas, one)
    write_graph(read_graph(one), two)
    assert one.read_bytes() == two.read_bytes()
    lines = one.read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith('{"key"') for line in lines) == len(areas.keys)


def test_the_manual_s_example_is_one(tmp_path: Path) -> None:
    manual = Path(__file__).parents[2] / "docs" / "maps.md"
    (example,) = re.findall(r"```\n(\{.*?)```", manual.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "one.json").write_text(example)
    write_graph(read_graph(tmp_path / "one.json"), tmp_path / "two.json")
    assert (tmp_path / "two.json").read_text() == example


def test_areas_of_which_only_the_neighbours_are_known(tmp_path: Path) -> None:
    target = tmp_path / "graph.json"
    write_graph(AreaMap(["a", "b"], Graph.from_edges(2, [(0, 1)])), target)
    again = read_graph(target)
    assert (again.weights, again.points, again.crs) == (None, None, None)
    assert again.graph.edges.tolist() == [[0, 1]]


def edited(target: Path, **changes: Any) -> Path:
    whole: dict[str, Any] = {
        "format": "covey graph 1",
        "crs": None,
        "notes": [],
        "areas": [{"key": "a", "weight": 1}, {"key": "b", "weight": 2}],
        "borders": [["a", "b", 1.0]],
        "bridges": [],
    }
    target.write_text(json.dumps(whole | changes))
    return target


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "covey graph 7"}, "not a saved graph"),
        ({"borders": [["a", "c", 1.0]]}, "areas that it does not have: c"),
        ({"bridges": [["a", "x"]]}, "areas that it does not have: x"),
        ({"borders": [["a", "b", -1.0]]}, "0 or more"),
        ({"borders": [["a", "b"]]}, "something amiss"),
        ({"borders": None}, "something amiss"),
        ({"areas": [{"key": "a"}, {"key": "a"}]}, "more than once: a"),
        ({"areas": [{"key": "a", "weight": 1}, {"key": "b"}]}, "missing or not a number"),
        ({"areas": [{"key": "a", "weight": 1}, {"key": "b", "weight": -2}]}, "negative"),
        ({"areas": [{"key": "a"}, {"key": 7}]}, "a key is text"),
        ({"areas": [{"key": "a"}, {"key": "b", "point": [1]}]}, "something amiss"),
    ],
)
def test_a_file_that_somebody_broke(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    assert read_graph(edited(tmp_path / "whole.json")).keys == ["a", "b"]
    with pytest.raises(InvalidInput, match=message):
        read_graph(edited(tmp_path / "broken.json", **changes))


def test_what_is_no_graph(tmp_path: Path) -> None:
    for text in ("[1]", "{", "a,b\n1,2\n"):
        (tmp_path / "x.json").write_text(text)
        with pytest.raises(InvalidInput, match="not a saved graph"):
            read_graph(tmp_path / "x.json")
    with pytest.raises(InvalidInput, match="no file"):
        read_graph(tmp_path / "none.json")
