"""A map is given in one of several ways, and in no mixture of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from covey import InvalidInput
from covey.core.caller import by_command
from covey.io.maps.read import read_areas

NODES = "id,cases,x,y\na,3,0,0\nb,4,1,0\nc,5,0,1\n"


@pytest.fixture
def nodes(tmp_path: Path) -> Path:
    file = tmp_path / "nodes.csv"
    file.write_text(NODES)
    return file


def test_a_table_of_areas_with_borders_or_with_places(nodes: Path, tmp_path: Path) -> None:
    edges = tmp_path / "edges.csv"
    edges.write_text("a,b\na,b\n")
    bordering = read_areas(nodes=nodes, edges=edges, key="id", weight="cases", x="x", y="y")
    assert bordering.graph.edges.tolist() == [[0, 1]]
    assert bordering.points is not None
    near = read_areas(nodes=nodes, key="id", x="x", y="y")
    assert len(near.graph.edges) >= 2
    assert near.weights is None


def test_records_are_counted_from_a_table(nodes: Path, tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("zip\na\na\nc\n")
    found = read_areas(nodes=nodes, key="id", x="x", y="y", table=table, column="zip")
    assert found.weights is not None
    assert found.weights.tolist() == [2, 0, 1]


def test_groups_come_from_a_column_of_the_table(nodes: Path, tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("zip,state\na,X\na,X\nc,Y\n")
    how: dict[str, Any] = {"nodes": nodes, "key": "id", "x": "x", "y": "y"}
    found = read_areas(**how, table=table, column="zip", others=["column:state"])
    assert found.fields["column:state"][::2] == ["X", "Y"]
    with pytest.raises(InvalidInput, match="a column of the table, which is not given"):
        read_areas(**how, others=["column:state"])


PLACES: dict[str, Any] = {"x": "x", "y": "y"}


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({}, "given: none of them"),
        ({"areas": "m.gpkg", "nodes": "n.csv"}, "given: --areas and --nodes"),
        ({"areas": "m.gpkg", "edges": "e.csv"}, "--edges goes with --nodes, not with --areas"),
        ({"graph_file": "g.json", "key": "id"}, "--key goes with --areas or --nodes"),
        ({"graph_file": "g.json", "others": ["state"]}, "no other fields than records"),
        ({"areas": "m.gpkg", "column": "zip"}, "columns of --table, which is not given"),
        ({"areas": "m.gpkg", "table": "t.csv"}, "Which column of t.csv has the areas' codes"),
        (
            {"areas": "m.gpkg", "table": "t.csv", "column": "zip", "weight": "n"},
            "from --table or from --weight, not from both",
        ),
        ({"areas": "m.gpkg", "contiguity": "gabriel"}, "by rook or queen; given: gabriel"),
        ({"nodes": "", **PLACES, "contiguity": "rook"}, "by delaunay or gabriel; given: rook"),
        ({"nodes": "", "x": "x"}, "Name both columns of one kind"),
        ({"nodes": ""}, "does not say which are neighbours"),
        ({"nodes": "", "edges": "e.csv", "prune": 2.0}, "--contiguity and --prune are for places"),
    ],
)
def test_what_does_not_go_together(how: dict[str, Any], message: str, nodes: Path) -> None:
    if how.get("nodes") == "":
        how = how | {"nodes": nodes}
    with by_command(), pytest.raises(InvalidInput, match=message):
        read_areas(**how)
