"""covey generate."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import covey as library
from covey.io.maps.edges import read_edges, read_nodes
from covey.research.hard_problems.matching import ThreeDimensionalMatching
from covey.research.reductions.regions import HardRegions
from covey.research.tight.families import FAMILIES
from tests.conftest import Covey
from tests.io.from_path import from_path

TRIPLES = "x,y,z\n1,1,1\n1,2,2\n2,2,2\n"


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as lines:
        return list(csv.DictReader(lines))


def answer(folder: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((folder / "answer.json").read_text())
    return told


@pytest.fixture
def triples(tmp_path: Path) -> Path:
    file = tmp_path / "triples.csv"
    file.write_text(TRIPLES)
    return file


@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        (["labels", "--random", "3,40,1", "--plant"], {"values.csv", "solution.csv"}),
        (["labels", "--from", "partition", "--random", "7,90,1", "--answer", "no"], {"values.csv"}),
        (["regions", "--random", "2,3,1", "--plant"], {"nodes.csv", "edges.csv", "solution.csv"}),
        (["rectangles", "--random", "2,4,1", "--answer", "no"], {"points.csv"}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_folder_holds_the_instance_its_answer_and_a_picture(
    covey: Covey, tmp_path: Path, arguments: list[str], files: set[str]
) -> None:
    ran = covey("generate", *arguments, "-o", tmp_path / "one")
    assert ran.code == 0, ran.err
    found = {file.name: file.read_bytes() for file in (tmp_path / "one").iterdir()}
    assert set(found) == files | {"answer.json", "picture.png"}
    assert found["picture.png"].startswith(b"\x89PNG")
    told = answer(tmp_path / "one")
    assert told["answer"] == ("yes" if "solution.csv" in files else "no")
    assert told["known"] == ("planted" if "--plant" in arguments else "searched")
    assert (told["solution"] is None) == (told["answer"] == "no")
    assert f"answer    {told['answer']}" in ran.out
    # The same seed, the same bytes.
    assert covey("generate", *arguments, "-o", tmp_path / "two").code == 0
    assert {file.name: file.read_bytes() for file in (tmp_path / "two").iterdir()} == found


@pytest.mark.parametrize("lift", [0, 3])
@pytest.mark.parametrize("wanted", ["yes", "no"])
def test_covey_solves_the_labels_to_what_the_answer_says(
    covey: Covey, tmp_path: Path, wanted: str, lift: int
) -> None:
    out = tmp_path / "out"
    how = ["--random", "3,40,2", "--answer", wanted, "--lift", lift, "--no-picture"]
    assert covey("generate", "labels", *how, "-o", out).code == 0
    told = answer(out)
    assert told["k"] == told["optimum_if_yes"] == 40 * (3 * lift + 1)
    solved = covey("solve", "labels", out / "values.csv", "-k", told["k"], "--json")
    cost = json.loads(solved.out)["cost"]
    assert cost == told["k"] if wanted == "yes" else cost >= told["least_if_no"]


def test_regions_are_read_back_as_they_were(covey: Covey, tmp_path: Path, triples: Path) -> None:
    out = tmp_path / "out"
    ran = covey("generate", "regions", "--triples", triples, "--no-picture", "-o", out, "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out) == answer(out)
    assert answer(out)["solution"] == [[1, 1, 1], [2, 2, 2]]
    source = ThreeDimensionalMatching(2, [(0, 0, 0), (0, 1, 1), (1, 1, 1)])
    hard = HardRegions.from_matching(source)
    areas = from_path(read_edges)(out / "edges.csv", from_path(read_nodes)(out / "nodes.csv"))
    assert areas.weights is not None
    assert areas.weights.tolist() == hard.problem.weights.tolist()
    assert areas.graph.edges.tolist() == hard.problem.graph.edges.tolist()
    assert set(Counter(row["class"] for row in rows(out / "solution.csv")).values()) == {3}
    files = ["--nodes", out / "nodes.csv", "--edges", out / "edges.csv"]
    solved = covey("solve", "regions", *files, "-k", 3, "--method", "tree", "--json")
    assert json.loads(solved.out)["cost"] >= 3


def test_rectangles_are_read_back_as_they_were(covey: Covey, tmp_path: Path, triples: Path) -> None:
    out = tmp_path / "out"
    ran = covey("generate", "rectangles", "--triples", triples, "--no-picture", "-o", out)
    assert ran.code == 0, ran.err
    command = next(line for line in ran.out.splitlines() if line.startswith("solve"))
    solved = covey(*command.split()[2:], "--json")
    assert solved.code == 0, solved.err
    told = json.loads(solved.out)
    assert told["cost"] >= 3
    records = sum(int(row["count"]) for row in rows(out / "points.csv"))
    assert told["input"]["records"] == records
    sizes: Counter[str] = Counter()
    for row in rows(out / "solution.csv"):
        sizes[row["class"]] += int(row["count"])
    assert set(sizes.values()) == {3}
    assert sum(sizes.values()) == records


def test_elements_beyond_those_in_the_file_make_it_a_no(
    covey: Covey, tmp_path: Path, triples: Path
) -> None:
    more = ["--triples", triples, "--elements", 3, "--no-picture"]
    assert covey("generate", "regions", *more, "-o", tmp_path / "out").code == 0
    assert answer(tmp_path / "out")["answer"] == "no"


def test_only_a_hard_instance_is_overwritten(covey: Covey, tmp_path: Path, triples: Path) -> None:
    out = tmp_path / "out"
    make = ["generate", "labels", "--random", "2,13,0", "--no-picture", "-o"]
    assert covey(*make, out).code == 0
    first = answer(out)
    refused = covey(*make, out)
    assert refused.code == 2
    assert "exists already" in refused.err
    # Also where the search for the answer would be given up: that is not begun.
    assert "exists already" in covey("generate", "labels", "--random", "50,100,0", "-o", out).err
    other = ["generate", "regions", "--triples", triples, "--no-picture", "--overwrite", "-o", out]
    assert covey(*other).code == 0
    assert answer(out) != first
    assert not (out / "values.csv").exists()
    diary = tmp_path / "home"
    diary.mkdir()
    (diary / "diary.txt").write_text("mine")
    refused = covey(*make, diary, "--overwrite")
    assert refused.code == 2
    assert "not a hard instance" in refused.err
    (diary / "answer.json").write_text('{"life": 42}')
    refused = covey(*make, diary, "--overwrite")
    assert refused.code == 2
    assert "its answer.json is not one of covey" in refused.err
    (diary / "answer.json").write_text((out / "answer.json").read_text())
    refused = covey(*make, diary, "--overwrite")
    assert refused.code == 2
    assert "something else as well: diary.txt" in refused.err
    assert (diary / "diary.txt").read_text() == "mine"
    inside = out / "triples.csv"
    inside.write_text(TRIPLES)
    refused = covey(*[inside if part == triples else part for part in other])
    assert refused.code == 2
    assert "never changes its input" in refused.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "out", "triples.csv"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["labels", "--from", "3dm", "--random", "3,6,1"], "have no neighbours"),
        (["regions", "--from", "partition", "--random", "3,6,1"], "Take --from 3dm"),
        (["regions", "--from", "sat", "--random", "3,6,1"], "Unknown source 'sat'"),
        (["regions"], "name one of the two"),
        (["regions", "--random", "3,6,1", "--triples", "t.csv"], "name one of the two"),
        (["regions", "--random", "3,6"], "three whole numbers"),
        (["regions", "--random", "3,6,x"], "three whole numbers"),
        (["regions", "--random", "3,6,-1"], "A seed is"),
        (["regions", "--random", "2,9,1"], "8 different triples"),
        (["regions", "--random", "3,2,1", "--plant"], "at least 3 triples"),
        (["rectangles", "--random", "2,5,1", "--answer", "no"], "at most 4 triples"),
        (["rectangles", "--random", "3,5,1", "--elements", "4"], "about the file of --triples"),
        (["rectangles", "--random", "100,1000,1", "--plant"], "at most 20,000"),
        (["labels", "--random", "3,40,1", "--lift", "-1"], "The lift is"),
        (
            ["labels", "--from", "partition", "--random", "5,9,1", "--lift", "1"],
            "3-partition alone",
        ),
        (["labels", "--random", "3,8,1"], "No three whole numbers"),
        (["regions", "--triples", "none.csv"], "none.csv"),
    ],
)
def test_bad_usage_is_refused_in_words(
    covey: Covey, tmp_path: Path, arguments: list[str], message: str
) -> None:
    ran = covey("generate", *arguments, "--no-picture", "-o", tmp_path / "out")
    assert ran.code == 2
    assert message in " ".join(ran.err.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "more", "message"),
    [
        ("a,b,c\n1,1,1\n", [], "There are: a, b, c"),
        ("x,y\n1,1\n", [], "'z'"),
        ("x,y,z\n", [], "no rows"),
        (
            "x,y,z\n1,1,one\n",
            [],
            "row 1 below the header: 'z' is a whole number; this one is 'one'",
        ),
        ("x,y,z\n1,1,1\n1,,2\n", [], "row 2 below the header: 'y' is a whole number; this one is"),
        ("x,y,z\n1,1,-1\n", [], "'z' is a whole number"),
        ("x,y,z\n1,1,0\n", [], "element 0 in z; they run from 1 to 1"),
        ("x,y,z\n1,1,3\n", ["--elements", "2"], "element 3 in z; they run from 1 to 2"),
        ("x,y,z\n1,1,1\n1,1,1\n", [], "Triple 2 stood before"),
        ("x,y,z\n1,1,1\n", ["--elements", "0"], "positive whole number"),
        ("x,y,z\n1,1,1\n", ["--plant"], "--random"),
        ("x,y,z\n1,1,99999999\n", [], "At most 10,000 elements"),
    ],
)
def test_bad_triples_are_refused_in_words(
    covey: Covey, tmp_path: Path, text: str, more: list[str], message: str
) -> None:
    file = tmp_path / "triples.csv"
    file.write_text(text)
    out = tmp_path / "out"
    ran = covey("generate", "rectangles", "--triples", file, *more, "--no-picture", "-o", out)
    assert ran.code == 2
    assert message in " ".join(ran.err.split())
    assert not out.exists()


@pytest.mark.parametrize(
    ("source", "text", "message"),
    [
        ("3-partition", "weight\n3\n3\n", "3n weights"),
        ("3-partition", "weight\n3\n3\n9\n", "below half"),
        ("partition", "weight\n3\n4\n", "no whole half"),
        ("partition", "count\n3\n4\n", "'weight'"),
        ("partition", "weight\n3\n2.5\n", "is '2.5'"),
    ],
)
def test_bad_weights_are_refused_in_words(
    covey: Covey, tmp_path: Path, source: str, text: str, message: str
) -> None:
    file = tmp_path / "weights.csv"
    file.write_text(text)
    more = ["--no-picture", "-o", tmp_path / "out"]
    ran = covey("generate", "labels", "--from", source, "--weights", file, *more)
    assert ran.code == 2
    assert message in " ".join(ran.err.split())


def test_weights_come_from_a_file(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "weights.csv"
    file.write_text("weight\n8\n7\n6\n5\n4\n")
    out = tmp_path / "out"
    how = ["--from", "partition", "--weights", file, "--no-picture", "-o", out]
    assert covey("generate", "labels", *how).code == 0
    assert answer(out)["solution"] == [[6, 5, 4], [8, 7]]
    assert answer(out)["gap"] == "2"


def test_there_are_no_hard_intervals(tmp_path: Path) -> None:
    known = library.draw_source(library.Partition, 5, 9, seed=0)
    with pytest.raises(library.InvalidInput, match="none are hard"):
        library.generate("intervals", known, tmp_path / "out")


@pytest.mark.parametrize("name", [family.name for family in FAMILIES])
def test_a_tight_example_can_be_solved_by_the_command_that_is_printed(
    covey: Covey, tmp_path: Path, name: str
) -> None:
    ran = covey("generate", "tight", name, "-k", 10, "-o", tmp_path / "tight", "--json")
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert told == json.loads((tmp_path / "tight" / "tight.json").read_text())
    again = covey("generate", "tight", name, "-k", 10, "-o", tmp_path / "tight", "--overwrite")
    (command,) = (line for line in again.out.splitlines() if line.startswith("solve "))
    solved = json.loads(covey(*command.split()[2:], "--json").out)
    assert solved["k"] == 10
    if told["start"] is None:
        assert solved["cost"] == told["cost"]


def test_the_tight_examples_are_listed(covey: Covey) -> None:
    listed = covey("generate", "tight").out
    assert [line.split()[0] for line in listed.splitlines()] == [f.name for f in FAMILIES]
    assert len(json.loads(covey("generate", "tight", "--json").out)) == len(FAMILIES)


@pytest.mark.parametrize("arguments", [["-k", "5"], ["labels-two"], ["labels-to", "-o", "x"]])
def test_a_tight_example_needs_a_name_that_exists_and_a_folder(
    covey: Covey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert covey("generate", "tight", *arguments).code == 2
