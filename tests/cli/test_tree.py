from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from covey.cli.tree import LINES, outline
from covey.io.trees.common import from_counts
from covey.io.trees.taxonomy import Links
from tests.conftest import Covey

JSON = '{"All": {"Under": ["BA", "Some"], "Grad": ["MA"], "HS": {}}}'
ARX = "BA;Under;All\nSome;Under;All\nMA;Grad;All\nHS;HS;All\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "education.json"
    path.write_text(JSON)
    return path


def test_a_tree_is_described_and_written_as_a_hierarchy(
    covey: Covey, tmp_path: Path, file: Path
) -> None:
    ran = covey("tree", file, "-o", tmp_path / "arx.csv")
    assert ran.code == 0, ran.err
    assert ran.out == "education.json: 4 labels below 3 inner nodes, in 2 levels below 'All'\n"
    assert (tmp_path / "arx.csv").read_text() == ARX
    found = json.loads(covey("tree", tmp_path / "arx.csv", "--json").out)
    assert (found["labels"], found["nodes"], found["levels"], found["root"]) == (4, 7, 2, "All")


def test_nothing_is_written_over_the_tree_itself_or_from_a_bad_one(
    covey: Covey, tmp_path: Path, file: Path
) -> None:
    arx = tmp_path / "arx.csv"
    arx.write_text(ARX)
    assert covey("tree", arx, "-o", arx).code == 2
    file.write_text('{"a": {"b": {"a": {}}}}')
    assert covey("tree", file, "-o", tmp_path / "new.csv").code == 2
    assert not (tmp_path / "new.csv").exists()


def test_labels_are_solved_compared_and_released_along_a_tree(
    covey: Covey, tmp_path: Path, file: Path
) -> None:
    table = tmp_path / "people.csv"
    rows = ["BA"] * 9 + ["Some"] * 2 + ["MA"] * 6 + ["HS"] * 12
    table.write_text("v\n" + "\n".join(rows) + "\n")
    ran = covey("solve", "trees", table, "--column", "v", "--tree", file, "-k", 5, "--json",
                "-o", tmp_path / "classes.csv")  # fmt: skip
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert [each["name"] for each in found["classes"]] == ["HS", "MA", "Under"]
    assert (tmp_path / "classes.csv").read_text() == (
        "value,count,class,name\nBA,9,3,Under\nHS,12,1,HS\nMA,6,2,MA\nSome,2,3,Under\n"
    )
    ran = covey("compare", "trees", table, "--column", "v", "--tree", file, "-k", 5)
    assert ran.code == 0, ran.err
    assert "nodes" in ran.out
    out, job = tmp_path / "out", tmp_path / "job.toml"
    how = ("-k", 5, "--tree", f"v={file}", "--save-job", job)
    assert covey("anonymize", table, *how, "-o", out).code == 0
    assert "Under" in (out / "table.csv").read_text()
    again = tmp_path / "again"
    assert covey("anonymize", job, "-o", again).code == 0
    assert (again / "codebook.csv").read_text() == (out / "codebook.csv").read_text()
    assert covey("verify", out, "--against", table).code == 0
    assert covey("apply", out, table, "-o", tmp_path / "new").code == 0


@pytest.mark.parametrize("given", ["v", "v=", "=tree.csv"])
def test_a_tree_needs_a_column_and_a_file(covey: Covey, tmp_path: Path, given: str) -> None:
    table = tmp_path / "people.csv"
    table.write_text("v\n" + "a\n" * 9)
    ran = covey("anonymize", table, "-k", 5, "--tree", given, "-o", tmp_path / "out")
    assert ran.code == 2
    assert "--tree diagnosis=icd10.csv" in ran.err


def test_the_tree_of_distances_is_shown_and_written(covey: Covey, tmp_path: Path) -> None:
    file, written = tmp_path / "d.csv", tmp_path / "h.csv"
    file.write_text("BA,MA,1\nBA,None,9\nMA,None,9\n")
    shown = covey("tree", file, "--distances", "-o", written).out
    assert shown.splitlines()[1:] == ["*: None", "  BA and 1 more within 1: BA, MA"]
    assert "MA;BA and 1 more within 1;*" in written.read_text()
    assert covey("tree", written).out.startswith("h.csv: 3 labels below 2 inner nodes")


def test_many_nodes_are_not_all_shown() -> None:
    tree = from_counts([str(at) for at in range(3)], [9, 1, 1], 5, "t")
    assert list(outline(tree)) == ["*: 0", "  rare: 1, 2"]
    links = Links("t")
    for at in range(LINES):
        links.add(f"label {at}", f"node {at}", "t")
    lines = list(outline(links.tree()))
    assert len(lines) == LINES + 1
    assert lines[-1] == "... and 1 more nodes at least; -o writes all of them"


def test_the_options_of_labels_with_meaning(covey: Covey, tmp_path: Path) -> None:
    table, tree, far = tmp_path / "t.csv", tmp_path / "tree.csv", tmp_path / "d.csv"
    labels = ["BA"] * 9 + ["MA"] * 3 + ["None"] * 4 + ["PhD"] * 2
    table.write_text("v\n" + "".join(f"{label}\n" for label in labels))
    tree.write_text("None;*\nBA;*\nMA;*\nPhD;*\n")
    names = sorted(set(labels))
    rows = [f"{a},{b},{1 + (a == 'None' or b == 'None')}\n" for a in names for b in names if a < b]
    far.write_text("".join(rows))
    out = tmp_path / "out"
    for option, given, expected in (
        ("--tree", f"v={tree}:ordered", {"None", "BA", "MA, PhD"}),
        ("--keep-common", "v", {"BA", "None", "rare"}),
        ("--distances", f"v={far}", {"BA", "MA, PhD", "None"}),
    ):
        job = tmp_path / f"{option}.toml"
        how = (option, given, "--overwrite", "--save-job", job)
        ran = covey("anonymize", table, "-k", 4, *how, "-o", out)
        assert ran.code == 0, ran.err
        assert set(pl.read_csv(out / "table.csv")["v"]) == expected
        assert covey("verify", out, "--against", table).code == 0
        again = tmp_path / f"again{option}"
        assert covey("anonymize", job, "-o", again).code == 0
        assert (again / "codebook.csv").read_text() == (out / "codebook.csv").read_text()
    assert covey("anonymize", table, "-k", 4, "--distances", "v", "-o", out).code == 2
    kept = covey("solve", "labels", table, "--column", "v", "-k", 4, "--keep-common").out
    assert "classes      3, with 4 to 9 records each" in kept
    ordered = ("solve", "trees", table, "--column", "v", "--tree", tree, "-k", 4, "--ordered")
    assert "promised beforehand: optimal" in covey(*ordered).out


def test_the_sets_of_a_release_are_a_tree(covey: Covey, tmp_path: Path) -> None:
    table, out = tmp_path / "people.csv", tmp_path / "out"
    rows = [f"{age},{work}" for age in range(20, 60) for work in "abcde" for _ in range(2)]
    table.write_text("age,work\n" + "\n".join(rows) + "\n")
    how = ("-k", 6, "--ordered", "age", "--label", "work", "--recoding", "nested")
    ran = covey("anonymize", table, *how, "-o", out)
    assert ran.code == 0, ran.err
    ran = covey("tree", out, "--column", "work", "-o", tmp_path / "work.csv")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("out: 5 labels below ")
    assert covey("tree", tmp_path / "work.csv").code == 0
    ran = covey("tree", out)
    assert ran.code == 2
    assert "--column" in ran.err
