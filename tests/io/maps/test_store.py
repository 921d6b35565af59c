"""Graphs in files."""

from __future__ import annotations

import contextlib
import json
import re
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

import covey
from covey import Infeasible, InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.islands import settle_islands
from covey.io.maps.polygons import Features, build_from_polygons
from covey.io.maps.problem import region_problem
from covey.io.maps.store import read_graph, write_graph
from covey.problems.regions.graph import Graph
from tests.effort import cases
from tests.io.maps import worlds


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
    manual = Path(__file__).parents[3] / "docs" / "reference" / "maps.md"
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
        ({"borders": [["a", "b"]]}, "with an error"),
        ({"borders": None}, "with an error"),
        ({"areas": [{"key": "a"}, {"key": "a"}]}, "more than once: a"),
        ({"areas": [{"key": "a", "weight": 1}, {"key": "b"}]}, "missing or not a number"),
        ({"areas": [{"key": "a", "weight": 1}, {"key": "b", "weight": -2}]}, "negative"),
        ({"areas": [{"key": "a"}, {"key": 7}]}, "a key is text"),
        ({"areas": [{"key": "a"}, {"key": "b", "point": [1]}]}, "with an error"),
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


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"crs": {"a": 1}}, "crs is text"),
        ({"crs": 4326}, "crs is text"),
        ({"notes": "abc"}, "notes are a list"),
        ({"notes": [1]}, "notes are a list"),
        ({"areas": [{"key": "a", "point": [1, 2, 3, 4]}, {"key": "b", "point": [1, 2, 3, 4]}]},
         "a point is two numbers"),
        ({"areas": [{"key": "a", "point": [[1, 2]]}, {"key": "b", "point": [[1, 2]]}]},
         "a point is two numbers"),
        ({"areas": [{"key": "a", "point": 1}, {"key": "b", "point": 2}]}, "a point is two numbers"),
        ({"areas": [{"key": "a", "point": [1, 2]}, {"key": "b", "point": [1, float("inf")]}]},
         "a point is two numbers"),
        ({"borders": [["a", "b", float("nan")]]}, "0 or more"),
        ({"borders": [["a", "b", 1.7e308], ["b", "a", 1.7e308]]}, "lengths of borders are finite"),
        ({"areas": [{"key": "a", "weight": 10**30}, {"key": "b", "weight": 1}]}, "beyond 2"),
        ({"areas": [{"key": "a", "weight": 10**400}, {"key": "b", "weight": 1}]}, "with an error"),
        ({"areas": [{"key": ["a"]}, {"key": "b"}]}, "with an error"),
        ({"areas": ["a", "b"]}, "with an error"),
        ({"areas": []}, "no areas"),
    ],
)  # fmt: skip
def test_what_no_map_has_is_refused(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=message):
        read_graph(edited(tmp_path / "broken.json", **changes))


def test_deep_nesting_is_no_graph(tmp_path: Path) -> None:
    deep = '{"format": "covey graph 1", "crs": null, "areas": ' + "[" * 100_000
    (tmp_path / "deep.json").write_text(deep)
    with pytest.raises(InvalidInput, match="saved graph"):
        read_graph(tmp_path / "deep.json")


ODD = st.one_of(
    st.none(), st.booleans(), st.floats(), st.text(max_size=3), st.just([]), st.just({}),
    st.sampled_from([-1, 0, 2**31, 2**53, 2**63, 10**30, 10**400]),
    st.just([[[]]]),
)  # fmt: skip


@st.composite
def mostly(draw: st.DrawFn, right: st.SearchStrategy[Any]) -> Any:
    return draw(ODD if draw(st.integers(0, 29)) == 0 else right)


@st.composite
def saved_graphs(draw: st.DrawFn) -> dict[str, Any]:
    """Mostly right, so that some are read."""
    keys = "abcdef"[: draw(st.integers(1, 6))]
    key, number = mostly(st.sampled_from(keys)), mostly(st.integers(0, 9))
    place = mostly(st.lists(mostly(st.floats(-9, 9)), min_size=2, max_size=2))
    area = {"key": key, "weight": number} | draw(st.sampled_from([{}, {"point": place}]))
    areas = [{name: draw(own) for name, own in area.items()} | {"key": one} for one in keys]
    whole: dict[str, Any] = {
        "format": "covey graph 1",
        "crs": draw(st.sampled_from([None, None, "EPSG:4326", "?"])),
        "notes": [],
        "areas": areas,
        "borders": draw(st.lists(st.tuples(key, key, number), max_size=8)),
        "bridges": draw(st.lists(st.tuples(key, key), max_size=2)),
    }
    if draw(st.integers(0, 9)) == 0:
        whole[draw(st.sampled_from(sorted(whole)))] = draw(ODD)
    return whole


@settings(max_examples=cases(400, quick=120), deadline=None, derandomize=True)
@given(stored=saved_graphs())
def test_a_saved_graph_is_refused_or_can_be_solved(stored: dict[str, Any]) -> None:
    """Nothing in a file leads the compiled loops out of their arrays."""
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(InvalidInput, Infeasible):
        path = Path(folder) / "graph.json"
        text = json.dumps(stored)
        path.write_text(text)
        areas = settle_islands(read_graph(path), "nearest" if "point" in text else "own")
        count = len(areas.keys)
        assert areas.graph.count == count
        assert areas.points is None or areas.points.shape == (count, 2)
        result = covey.solve(region_problem(areas, 2).problem, "tree")
        assert result.certificate.holds(result.problem)
