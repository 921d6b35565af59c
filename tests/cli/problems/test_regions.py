"""Areas and their records on the command line: from polygons, from tables, from both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import shapely

from tests.cli.tables import map_options
from tests.conftest import Covey


def field(towns: Path, name: str) -> dict[str, object]:
    features = json.loads(towns.read_text())["features"]
    return {feature["properties"]["zip"]: feature["properties"][name] for feature in features}


def test_a_map_of_polygons(covey: Covey, towns: Path, tmp_path: Path) -> None:
    ran = covey("solve", "regions", *map_options(towns), "-k", "15", "-o", tmp_path / "out.csv")
    assert ran.code == 0
    assert "regions: 25 areas" in ran.out
    assert "1 island joined to the nearest area: 00024" in ran.err
    rows = (tmp_path / "out.csv").read_text().splitlines()
    assert rows[0] == "id,weight,class"
    assert rows[1].startswith("00000,")
    sizes: dict[str, int] = {}
    for row in rows[1:]:
        _, weight, number = row.split(",")
        sizes[number] = sizes.get(number, 0) + int(weight)
    assert min(sizes.values()) >= 15


def test_dissolved_shapes_and_a_picture(covey: Covey, towns: Path, tmp_path: Path) -> None:
    shapes, picture = tmp_path / "out.geojson", tmp_path / "out.svg"
    arguments = [*map_options(towns), "-k", "15", "-o", shapes, "--plot", picture]
    ran = covey("solve", "regions", *arguments)
    assert ran.code == 0
    features = json.loads(shapes.read_text())["features"]
    assert sum(feature["properties"]["areas"] for feature in features) == 25
    assert min(feature["properties"]["size"] for feature in features) >= 15
    area = sum(shapely.geometry.shape(feature["geometry"]).area for feature in features)
    assert area == pytest.approx(25)
    before = shapes.read_bytes(), picture.read_bytes()
    assert covey("solve", "regions", *arguments).code == 0
    assert before == (shapes.read_bytes(), picture.read_bytes())


def test_json_names_areas_bridges_and_proof(covey: Covey, towns: Path) -> None:
    ran = covey("solve", "regions", *map_options(towns), "-k", "15", "--json")
    answer = json.loads(ran.out)
    assert answer["problem"] == "regions"
    assert answer["input"]["bridges"] == [["00024", "00005"]]
    assert any("00000" in part["members"] for part in answer["classes"])
    assert answer["certificate"]["words"]


def test_nodes_and_edges(covey: Covey, tmp_path: Path) -> None:
    (tmp_path / "nodes.csv").write_text("id,weight\n01,5\n02,5\n03,5\n04,5\n")
    (tmp_path / "edges.csv").write_text("a,b\n01,02\n02,01\n02,02\n02,03\n03,04\n")
    ran = covey(
        "solve", "regions", "--nodes", tmp_path / "nodes.csv", "--edges", tmp_path / "edges.csv",
        "-k", "10", "--json",
    )  # fmt: skip
    answer = json.loads(ran.out)
    assert [part["members"] for part in answer["classes"]] == [["01", "02"], ["03", "04"]]
    assert "1 border of an area with itself left out" in ran.err
    assert "1 border that stood in the table before left out" in ran.err


def test_two_thresholds_and_states(covey: Covey, towns: Path) -> None:
    ran = covey(
        "solve", "regions", *map_options(towns), "-k", "10", "--population", "people",
        "--min-population", "2000", "--within", "state", "--json",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    states, people = field(towns, "state"), field(towns, "people")
    for part in json.loads(ran.out)["classes"]:
        assert len({states[key] for key in part["members"]}) == 1
        assert sum(people[key] for key in part["members"]) >= 2000  # type: ignore[misc]


def test_states_that_are_crossed_only_if_they_must(covey: Covey, tmp_path: Path) -> None:
    (tmp_path / "nodes.csv").write_text("id,weight,state\na,5,N\nb,5,N\nc,1,S\nd,1,T\n")
    (tmp_path / "edges.csv").write_text("a,b\na,b\nb,c\nc,d\n")
    arguments = ["--nodes", tmp_path / "nodes.csv", "--edges", tmp_path / "edges.csv", "-k", "5"]
    never = covey("solve", "regions", *arguments, "--within", "state")
    assert never.code == 3
    needed = covey("solve", "regions", *arguments, "--within", "state", "--cross", "if-needed")
    assert needed.code == 0
    assert "cannot reach the thresholds alone" in needed.err


def test_trees_by_name(covey: Covey, towns: Path) -> None:
    arguments = ["solve", "regions", *map_options(towns), "-k", "15", "--method", "tree"]
    assert covey(*arguments, "--tree", "search").code == 0
    ran = covey(*arguments, "--tree", "hamiltonian")
    assert ran.code == 2
    assert "4-connected" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (["--islands", "own", "-k", "15"], 3, "joins 00024 to other areas"),
        (["--islands", "fail", "-k", "15"], 2, "00024"),
        (["-k", "1000000"], 3, "fewer than k"),
        (["-k", "0"], 2, "k"),
        (["-k", "15", "--population", "people"], 2, "--min-population"),
        (["-k", "15", "--population", "peple", "--min-population", "9"], 2, "people"),
        (["-k", "15", "--population", "state", "--min-population", "9"], 2, "not a number"),
        (["-k", "15", "--within", "county"], 2, "no field 'county'"),
        (["-k", "15", "--method", "kd"], 2, "Unknown method"),
        (["-k", "15", "-o", "out.txt"], 2, ".csv or .geojson"),
    ],
)
def test_bad_input(covey: Covey, towns: Path, arguments: list[str], code: int, text: str) -> None:
    ran = covey("solve", "regions", *map_options(towns), *arguments)
    assert (ran.code, text in ran.err) == (code, True), ran.err
    assert ran.out == ""


def test_a_map_without_records(covey: Covey, towns: Path) -> None:
    ran = covey("solve", "regions", "--areas", towns, "--key", "zip", "-k", "5")
    assert ran.code == 2
    assert "--weight" in ran.err


def test_no_overlap_between_table_and_map(covey: Covey, towns: Path, tmp_path: Path) -> None:
    table = tmp_path / "patients.csv"
    table.write_text("zip\n" + "\n".join(f"{number}" for number in range(900, 990)) + "\n")
    ran = covey(
        "solve", "regions", "--areas", towns, "--key", "zip", "--table", table, "--column", "zip",
        "-k", "5",
    )  # fmt: skip
    assert ran.code == 2
    assert "900" not in ran.err, "codes of the table go to no log"
    assert "shown in a terminal only" in ran.err
    assert "'00000', '00001', '00002'" in ran.err


def test_empty_islands_are_left_out(covey: Covey, tmp_path: Path) -> None:
    (tmp_path / "nodes.csv").write_text("id,weight\na,5\nb,5\nc,0\n")
    (tmp_path / "edges.csv").write_text("a,b\na,b\n")
    ran = covey(
        "solve", "regions", "--nodes", tmp_path / "nodes.csv", "--edges", tmp_path / "edges.csv",
        "-k", "5",
    )  # fmt: skip
    assert ran.code == 0
    assert "1 area on islands without any record left out: c" in ran.err


def test_codes_are_read_as_the_table_writes_them(covey: Covey, towns: Path, tmp_path: Path) -> None:
    """Marks of missing codes, and blanks around codes and names."""
    codes = list(field(towns, "zip"))
    table = tmp_path / "table.csv"
    table.write_text("id, zip\n" + "".join(f"{at}, {code}\n" for at, code in enumerate(codes * 3)))
    arguments = ["graph", "--areas", towns, "--key", "zip", "--table", table, "--column", "zip"]
    assert "--trim" in covey(*arguments).err
    ran = covey(*arguments, "--trim", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["records"] == 3 * len(codes)


@pytest.mark.parametrize("missing", [1, 2])
def test_codes_that_are_missing_join_the_area_of_fewest_records(
    covey: Covey, tmp_path: Path, missing: int
) -> None:
    """Of those that have any: c has none."""
    (tmp_path / "nodes.csv").write_text("id\na\nb\nc\n")
    (tmp_path / "edges.csv").write_text("a,b\na,b\nb,c\n")
    table, out = tmp_path / "t.csv", tmp_path / "out.csv"
    table.write_text(f"zip,n\na,9\nb,4\n,{missing}\n")
    how = ["--nodes", tmp_path / "nodes.csv", "--edges", tmp_path / "edges.csv", "-k", 3]
    counted = ["--table", table, "--column", "zip", "--count", "n"]
    ran = covey("solve", "regions", *how, *counted, "-o", out)
    assert ran.code == 0, ran.err
    assert [line.split(",")[1] for line in out.read_text().splitlines()[1:]] == [
        "9",
        f"{4 + missing}",
        "0",
    ]


def test_records_of_excluded_areas_are_none_that_missing_codes_join(
    covey: Covey, tmp_path: Path
) -> None:
    (tmp_path / "nodes.csv").write_text("id\na\nb\n")
    (tmp_path / "edges.csv").write_text("a,b\na,b\n")
    table = tmp_path / "t.csv"
    table.write_text("zip,n\na,9\nb,0\n,1\n")
    ran = covey(
        *("solve", "regions", "--nodes", tmp_path / "nodes.csv", "--edges", tmp_path / "edges.csv"),
        *("--table", table, "--column", "zip", "--count", "n", "-k", 3, "--exclude", "a"),
    )
    assert (ran.code, "no record has a value in 'zip'" in ran.err) == (2, True), ran.err
