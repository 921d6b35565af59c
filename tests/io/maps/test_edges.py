"""Areas and borders from two tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.io.maps import edges as module
from covey.io.maps.areas import AreaMap
from covey.io.maps.edges import Nodes, open_edges
from tests.io.from_path import from_path
from tests.io.maps.worlds import neighbours

read_nodes = from_path(module.read_nodes)


def read_edges(path: Path, nodes: Nodes, columns: tuple[str, str] | None = None) -> AreaMap:
    with open_edges(path) as table:
        return module.read_edges(table, nodes, columns)


def table(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text)
    return file


@pytest.fixture
def nodes(tmp_path: Path) -> Path:
    return table(tmp_path, "nodes.csv", "id,weight,name\n02139,5,x\n02138,0,y\n00501,7,z\n")


def test_areas_and_borders(nodes: Path, tmp_path: Path) -> None:
    edges = table(tmp_path, "edges.csv", "a,b\n02139,02138\n00501,02138\n")
    areas = read_edges(edges, read_nodes(nodes))
    assert areas.keys == ["02139", "02138", "00501"]
    assert neighbours(areas.graph) == {(0, 1), (1, 2)}
    assert areas.weights is not None
    assert areas.weights.tolist() == [5, 0, 7]
    assert areas.notes == ()


def test_columns_by_other_names(tmp_path: Path) -> None:
    nodes = table(tmp_path, "nodes.csv", "code;people\n1;3\n2;4\n")
    edges = table(tmp_path, "edges.csv", "from;to;why\n1;2;road\n")
    areas = read_edges(edges, read_nodes(nodes, "code", "people"))
    assert neighbours(areas.graph) == {(0, 1)}
    assert read_edges(edges, read_nodes(nodes, "code"), ("to", "from")).weights is None


def test_loops_and_doubled_borders_are_left_out_and_said(nodes: Path, tmp_path: Path) -> None:
    rows = "02139,02138\n02138,02139\n02139,02138\n02139,02139\n"
    areas = read_edges(table(tmp_path, "edges.csv", "a,b\n" + rows), read_nodes(nodes))
    assert neighbours(areas.graph) == {(0, 1)}
    assert areas.notes == (
        "1 border of an area with itself left out",
        "2 borders that stood in the table before left out",
    )


def test_no_borders_at_all(nodes: Path, tmp_path: Path) -> None:
    areas = read_edges(table(tmp_path, "edges.csv", "a,b\n"), read_nodes(nodes))
    assert areas.graph.count == 3
    assert len(areas.islands()) == 2


def test_borders_of_unknown_areas(nodes: Path, tmp_path: Path) -> None:
    rows = "02139,2138\n501,02138\n9,8\n02139,\n"
    edges = table(tmp_path, "edges.csv", "a,b\n" + rows)
    with pytest.raises(InvalidInput, match="4 borders of areas") as caught:
        read_edges(edges, read_nodes(nodes))
    assert "2138, 501, 9 and 2 more" in str(caught.value)
    assert "02139, 02138, 00501" in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("a,1\na,2\n", "1 stand more than once: a"),
        ("a,1\n,2\n", "without a code"),
        ("a,1\nb,\n", "missing or not a number for 1 area: b"),
        ("a,1\nb,-3\n", r"negative for 1 area: b \(-3\)"),
        ("a,1.5\nb,3\n", r"not whole for 1 area: a \(1.5\)"),
        ("a,1\nb,1e300\n", "beyond 2.53 for 1 area: b"),
        ("a,1\nb,many\n", "missing or not a number for 1 area: b"),
    ],
)
def test_areas_that_are_refused(rows: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=message):
        read_nodes(table(tmp_path, "nodes.csv", "id,weight\n" + rows))


def test_tables_without_the_columns(nodes: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no column 'zip'"):
        read_nodes(nodes, "zip")
    edges = table(tmp_path, "edges.csv", "a\n1\n")
    with pytest.raises(InvalidInput, match="a border is a pair of areas in two columns"):
        read_edges(edges, read_nodes(nodes))
