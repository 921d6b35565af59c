"""covey graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import shapely

from tests.conftest import Covey
from tests.io.maps import worlds
from tests.io.maps.formats import FORMATS, Fields

ZIPS = [f"0213{number}" for number in range(6)]


@pytest.fixture
def zips(tmp_path: Path) -> Path:
    """Five squares in a row of three and a row of two, and an island in the east."""
    shapes = worlds.grid(3, 2)
    shapes[5] = shapely.box(4, 1, 5, 2)
    fields: Fields = {"zip": ZIPS, "people": [5, 0, 7, 1, 2, 3]}
    return FORMATS["GeoJSON"](tmp_path, shapes, fields, "EPSG:4326")


@pytest.fixture
def nodes(tmp_path: Path) -> Path:
    file = tmp_path / "nodes.csv"
    rows = ["1,5,0,0", "2,3,1,0.2", "3,4,2.1,0", "4,1,1,-6"]
    file.write_text("id,weight,east,north\n" + "\n".join(rows) + "\n")
    return file


@pytest.fixture
def edges(tmp_path: Path) -> Path:
    file = tmp_path / "edges.csv"
    file.write_text("a,b\n1,2\n2,1\n3,3\n2,3\n")
    return file


def test_polygons_are_summed_up(covey: Covey, zips: Path) -> None:
    ran = covey("graph", "--areas", zips, "--key", "zip", "--weight", "people")
    assert ran.code == 0
    lines = dict(line.split(maxsplit=1) for line in ran.out.splitlines())
    assert lines["areas"] == "6"
    assert lines["borders"] == "5"
    assert lines["records"] == "18; 1 area without any"
    assert lines["connected"] == "no, 2 parts"
    assert lines["islands"] == "1: 02135"
    assert lines["planar"] == "yes"


def test_json_says_everything(covey: Covey, zips: Path) -> None:
    choice = ["--contiguity", "queen", "--islands", "nearest", "--json"]
    ran = covey("graph", "--areas", zips, "--key", "zip", *choice)
    answer = json.loads(ran.out)
    assert answer["areas"] == 6
    assert answer["borders"] == 8
    assert answer["components"] == 1
    assert answer["islands"] == [["02135"]]
    assert answer["bridges"] == [["02135", "02132"]]
    assert answer["neighbours"] == {"least": 1, "mean": 3.0, "most": 4}
    assert answer["tree_degree_at_least"] == 2
    assert answer["cut_areas"] == [{"key": "02132", "parts": 2}]
    assert answer["planar"] is True
    assert answer["records"] is None
    assert "1 island joined to the nearest area: 02135 to 02132" in answer["notes"]
    assert "note: 1 island joined" in ran.err


def test_a_saved_graph_is_the_same_graph(covey: Covey, zips: Path, tmp_path: Path) -> None:
    saved, again = tmp_path / "saved.json", tmp_path / "again.json"
    how = ["--key", "zip", "--weight", "people", "--islands", "nearest"]
    first = covey("graph", "--areas", zips, *how, "-o", saved, "--json")
    assert f"wrote {saved}" in first.err
    second = covey("graph", "--graph", saved, "-o", again, "--json")
    assert json.loads(first.out) == json.loads(second.out)
    assert saved.read_bytes() == again.read_bytes()


def test_records_of_a_table(covey: Covey, zips: Path, tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    people.write_text("zip,n\n02131,4\n02133,6\n")
    where = ["--areas", zips, "--key", "zip", "--table", people, "--column", "zip"]
    assert json.loads(covey("graph", *where, "--json").out)["records"] == 2
    ran = covey("graph", *where, "--count", "n", "--json")
    assert json.loads(ran.out)["records"] == 10
    assert "4 areas of the map have no records: 02130, 02132, 02134 and 1 more" in ran.err


def test_tables_of_areas_and_borders(covey: Covey, nodes: Path, edges: Path) -> None:
    ran = covey("graph", "--nodes", nodes, "--edges", edges, "--json")
    answer = json.loads(ran.out)
    assert (answer["areas"], answer["borders"], answer["records"]) == (4, 2, 13)
    assert "1 border of an area with itself left out" in ran.err
    assert "1 border that stood in the table before left out" in ran.err
    where = ["--x", "east", "--y", "north", "--islands", "nearest"]
    ran = covey("graph", "--nodes", nodes, "--edges", edges, *where, "--json")
    assert json.loads(ran.out)["bridges"] == [["4", "1"]]


@pytest.mark.parametrize(("contiguity", "borders"), [("delaunay", 5), ("gabriel", 4)])
def test_places(covey: Covey, nodes: Path, contiguity: str, borders: int) -> None:
    where = ["--nodes", nodes, "--x", "east", "--y", "north", "--contiguity", contiguity]
    assert json.loads(covey("graph", *where, "--json").out)["borders"] == borders


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_picture(covey: Covey, zips: Path, tmp_path: Path, ending: str) -> None:
    picture = tmp_path / f"map.{ending}"
    ran = covey("graph", "--areas", zips, "--key", "zip", "--plot", picture)
    assert ran.code == 0
    start = {"png": b"\x89PNG", "svg": b"<?xml"}[ending]
    assert picture.read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "given: none of them"),
        (["--areas", "MAP", "--nodes", "NODES"], "given: --areas and --nodes"),
        (["--areas", "MAP", "--key", "zipp"], "Did you mean 'zip'"),
        (["--areas", "MAP"], "Name it: --key FIELD"),
        (["--areas", "MAP", "--key", "zip", "--edges", "EDGES"], "--edges goes with --nodes"),
        (["--areas", "MAP", "--key", "zip", "--contiguity", "gabriel"], "by rook or queen"),
        (["--areas", "MAP", "--key", "zip", "--islands", "fail"], "at 02135"),
        (["--areas", "MAP", "--key", "zip", "--tolerance", "-1"], "0 or more"),
        (["--areas", "MAP", "--key", "zip", "--table", "NODES"], "--column"),
        (["--areas", "MAP", "--key", "zip", "--column", "id"], "--table, which is not given"),
        (
            ["--areas", "MAP", "--key", "zip", "--table", "NODES", "--column", "id"],
            "the map, which has, for example, '02130', '02131', '02132'",
        ),
        (
            ["--areas", "MAP", "--weight", "people", "--table", "NODES", "--column", "id"],
            "not from both",
        ),
        (["--nodes", "NODES"], "Add --edges"),
        (["--nodes", "NODES", "--x", "east"], "--x and --y, or --lat and --lon"),
        (["--nodes", "NODES", "--x", "east", "--y", "north", "--contiguity", "rook"], "--areas"),
        (["--nodes", "NODES", "--edges", "EDGES", "--prune", "2"], "Leave out --edges"),
        (["--nodes", "NODES", "--edges", "EDGES", "--islands", "nearest"], "has neither"),
        (
            ["--nodes", "NODES", "--edges", "EDGES", "-o", "graph.json", "--plot", "map.png"],
            "polygons or coordinates",
        ),
        (["--areas", "NODES", "--key", "id"], "A table of areas goes with --nodes"),
        (["--nodes", "NODES", "--edges", "EDGES", "-o", "map.csv"], "ending in .json"),
        (["--graph", "NODES"], "not a saved graph"),
        (["--graph", "NODES", "--key", "id"], "--key goes with --areas or --nodes"),
    ],
)
def test_bad_usage(
    covey: Covey,
    zips: Path,
    nodes: Path,
    edges: Path,
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(zips.parent)
    before = sorted(zips.parent.iterdir())
    files = {"MAP": zips, "NODES": nodes, "EDGES": edges}
    ran = covey("graph", *(files.get(argument, argument) for argument in arguments))
    assert ran.code == 2
    assert message in ran.err
    assert ran.out == ""
    assert sorted(zips.parent.iterdir()) == before


def test_an_input_is_never_overwritten(covey: Covey, zips: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    covey("graph", "--areas", zips, "--key", "zip", "-o", saved)
    ran = covey("graph", "--graph", saved, "-o", saved)
    assert ran.code == 2
    assert "the input itself" in ran.err


def test_tables_of_a_map_have_an_encoding(covey: Covey, tmp_path: Path) -> None:
    texts = {
        "nodes.csv": "id,weight\nGenève,3\nZürich,4\n",
        "edges.csv": "a,b\nGenève,Zürich\n",
        "people.csv": "town\nGenève\nZürich\nGenève\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.encode("latin-1"))
    nodes = ["--nodes", tmp_path / "nodes.csv", "--edges", tmp_path / "edges.csv"]
    assert "--encoding latin-1" in covey("graph", *nodes).err
    ran = covey("graph", *nodes, "--encoding", "latin-1", "--json")
    assert (ran.code, json.loads(ran.out)["areas"]) == (0, 2)
    graph = tmp_path / "graph.json"
    assert covey("graph", *nodes, "--encoding", "latin-1", "-o", graph).code == 0
    people = ["--table", tmp_path / "people.csv", "--column", "town", "--encoding", "latin-1"]
    ran = covey("solve", "regions", "--graph", graph, *people, "-k", 3, "--json")
    assert (ran.code, json.loads(ran.out)["classes"][0]["size"]) == (0, 3)
