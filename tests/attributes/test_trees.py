"""Labels below a tree, from a table to codes and to a release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import covey
from covey.io.trees.read import tree_of
from tests.attributes.tables import coded

HIERARCHY = (
    "BA;Under;Higher;*\nSome;Under;Higher;*\nMA;Grad;Higher;*\nPhD;Grad;Higher;*\nHS;School;Low;*\n"
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    file = tmp_path / "education.csv"
    file.write_text(HIERARCHY)
    return file


def frame(**counts: int) -> Any:
    values = [None if name == "none" else name for name, n in counts.items() for _ in range(n)]
    return pl.DataFrame({"v": values})


def test_sets_are_named_by_the_tree(tree: Path) -> None:
    people = frame(BA=9, Some=2, MA=3, PhD=3, HS=12)
    release = covey.anonymize(people, k=5, quasi={"v": covey.Tree(tree)})
    assert set(release.table["v"]) == {"Under", "Grad", "HS"}


def test_few_missing_values_count_as_a_label_of_the_smallest_branch(tree: Path) -> None:
    people = frame(BA=9, MA=3, PhD=4, HS=20, none=2)
    release = covey.anonymize(people, k=5, quasi={"v": covey.Tree(tree)})
    assert set(release.table["v"]) == {"HS", "BA", "Grad or missing"}


def test_many_missing_values_are_a_child_of_the_root(tree: Path) -> None:
    people = frame(BA=9, HS=3, none=5)
    release = covey.anonymize(people, k=5, quasi={"v": covey.Tree(tree)})
    assert set(release.table["v"]) == {"BA", "(missing), HS"}


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("recoding", ["local", "nested"])
def test_missing_codes_do_not_keep_the_others_from_being_cut(
    recoding: Any, ordered: bool, tmp_path: Path
) -> None:
    """Every age has a few of them. All codes begin alike, so that missing ones and a single branch
    are all that lies below the root."""
    rng = np.random.default_rng(1)
    codes = [f"0{branch}{town:02d}{end}" for branch in "012" for town in range(3) for end in "05"]
    rows = [
        {"age": age, "zip": code}
        for age in range(20)
        for code in [*rng.choice(codes, 200).tolist(), None, None]
    ]
    table = tmp_path / "t.csv"
    pl.DataFrame(rows).write_csv(table)
    quasi = {"age": covey.Ordered(), "zip": covey.Code(ordered=ordered)}
    out = tmp_path / "out"
    release = covey.anonymize(table, k=5, quasi=quasi, recoding=recoding, out=out)
    published = pl.read_csv(release.table, infer_schema=False)["zip"].to_list()
    assert not {"any value", "*"} & set(published)
    assert published.count(None) == 40
    assert covey.verify(out, against=table).holds


def test_labels_that_the_tree_lacks_are_refused_or_left_out(tree: Path) -> None:
    people = frame(BA=9, HS=12, Diploma=3, Course=1)
    with pytest.raises(covey.InvalidInput, match="2 labels that the tree lacks") as refused:
        covey.anonymize(people, k=5, quasi={"v": covey.Tree(tree)})
    assert refused.value.shown == (
        "'Course' in row 25 below the header",
        "'Diploma' in row 22 below the header",
    )
    assert refused.value.remedy == (("--unmapped", "suppress"),)
    release = covey.anonymize(people, k=5, quasi={"v": covey.Tree(tree)}, unmapped="suppress")
    assert len(release.table) == 21
    assert any("2 labels of 'v' that the tree lacks: 4 records" in note for note in release.notes)
    people.write_csv(tree.parent / "t.csv")
    out = tree.parent / "out"
    quasi = {"v": covey.Tree(tree)}
    covey.anonymize(tree.parent / "t.csv", k=5, quasi=quasi, out=out, unmapped="suppress")
    assert covey.verify(out, against=tree.parent / "t.csv").holds
    with pytest.raises(covey.Infeasible):
        covey.anonymize(frame(x=9), k=2, quasi={"v": covey.Tree(tree)}, unmapped="suppress")


def test_a_label_that_is_an_inner_node_is_refused(tree: Path) -> None:
    with pytest.raises(covey.InvalidInput, match="other labels of the tree are below"):
        covey.anonymize(frame(BA=9, Under=12), k=5, quasi={"v": covey.Tree(tree)})


def test_labels_of_the_tree_that_nobody_has_are_named_to_the_owner_only(
    tree: Path, tmp_path: Path
) -> None:
    people = frame(BA=9, HS=12)
    people.write_csv(tmp_path / "t.csv")
    out = tmp_path / "out"
    release = covey.anonymize(tmp_path / "t.csv", k=5, quasi={"v": covey.Tree(tree)}, out=out)
    assert "3 labels of the tree of 'v' that no published record has: 'Some', 'MA', 'PhD'" in str(
        release.notes
    )
    for file in out.iterdir():
        assert b"PhD" not in file.read_bytes(), file


def test_withheld_labels_leave_no_trace_in_the_tree(tree: Path, tmp_path: Path) -> None:
    people = frame(BA=30, HS=30, PhD=1)
    people.write_csv(tmp_path / "t.csv")
    out = tmp_path / "out"
    quasi = {"v": covey.Tree(tree)}
    covey.anonymize(tmp_path / "t.csv", k=5, quasi=quasi, out=out, suppress=0.05)
    assert all(b"PhD" not in file.read_bytes() for file in out.iterdir())
    found = covey.verify(out, against=tmp_path / "t.csv")
    assert found.holds
    assert any(check.held is None and "withheld" in check.found for check in found.checks)


def test_the_problem_has_the_part_of_the_tree_above_the_labels(tree: Path, tmp_path: Path) -> None:
    frame(BA=9, Some=4, HS=12).write_csv(tmp_path / "t.csv")
    found, _ = coded(tmp_path / "t.csv", {"v": covey.Tree(tree)}, k=5)
    assert found.single is not None
    own: Any = found.single.own
    assert own.weights.tolist() == [9, 12, 4]
    # *, Higher, Low, School, Under: by their names.
    assert own.parents.tolist() == [7, 6, 7, -1, 3, 3, 5, 4]


def test_what_a_tree_may_be(tree: Path) -> None:
    for given in (tree, str(tree), tree_of(HIERARCHY, "tree")):
        assert covey.Tree(given).loaded().tree.labels == ["BA", "Some", "MA", "PhD", "HS"]
    with pytest.raises(covey.InvalidInput, match="path of a file; given: int"):
        covey.Tree(7)
    with pytest.raises(covey.InvalidInput, match="this one is no file"):
        covey.Tree(tree_of(HIERARCHY, "tree")).moved(str)
    with pytest.raises(covey.InvalidInput, match="There is no tree"):
        covey.anonymize(frame(BA=9), k=2, quasi={"v": covey.Tree("none.csv")})


def test_codes_are_grouped_by_what_they_begin_with(tmp_path: Path) -> None:
    codes = ["02139"] * 4 + ["02138"] * 3 + ["02140"] * 2 + ["02211"] * 9 + ["90210"] * 7
    table = tmp_path / "t.csv"
    pl.DataFrame({"zip": codes}).write_csv(table)
    out = tmp_path / "out"
    covey.anonymize(table, k=5, quasi={"zip": covey.Code()}, out=out)
    published = set(pl.read_csv(out / "table.csv", infer_schema_length=0)["zip"])
    assert published == {"021**", "02211", "90210"}
    assert covey.verify(out, against=table).holds
    with pytest.raises(covey.InvalidInput, match="1 code that is empty, has a star"):
        covey.anonymize(pl.DataFrame({"zip": ["4*", "42"] * 5}), k=2, quasi={"zip": covey.Code()})


SCHOOL = "Preschool;School;*\nHS;School;*\nBA;College;*\nSome;College;*\nPhD;College;*\n"


def test_siblings_are_in_the_order_of_the_file(tmp_path: Path) -> None:
    """Some and BA are neighbours, and so are BA and PhD in the other order: PhD goes to the one
    that is beside it."""
    counts = {"Preschool": 2, "HS": 30, "BA": 20, "Some": 30, "PhD": 3, "none": 6}
    file, table, out = tmp_path / "tree.csv", tmp_path / "t.csv", tmp_path / "out"
    frame(**counts).write_csv(table)
    for hierarchy, expected in (
        (SCHOOL, {"School", "BA", "College: PhD, Some", None}),
        (SCHOOL.replace("BA", "b").replace("Some", "BA").replace("b;", "Some;"), None),
    ):
        file.write_text(hierarchy)
        quasi = {"v": covey.Tree(file, ordered=True)}
        covey.anonymize(table, k=5, quasi=quasi, out=out, overwrite=True)
        found = set(pl.read_csv(out / "table.csv")["v"])
        assert found == (expected or {"School", "Some", "College: BA, PhD", None})
        assert covey.verify(out, against=table).holds
    file.write_text(SCHOOL)
    found = set(covey.anonymize(frame(**counts), k=5, quasi={"v": covey.Tree(file)}).table["v"])
    assert "College: BA, PhD" in found, "the lightest takes it, wherever it stands"


def test_an_order_is_true_or_false(tree: Path) -> None:
    odd: Any = "yes"
    with pytest.raises(covey.InvalidInput, match="ordered is true or false"):
        covey.Tree(tree, ordered=odd)
    with pytest.raises(covey.InvalidInput, match="ordered is true or false"):
        covey.Code(ordered=odd)
    with pytest.raises(covey.InvalidInput, match="'ordered' is not of type str"):
        covey.Tree.from_dict("v", {"tree": "f.csv", "ordered": "yes"})


def test_codes_in_order(tmp_path: Path) -> None:
    codes = ["11"] * 9 + ["12"] * 2 + ["13"] * 7 + ["14"] * 3
    people = pl.DataFrame({"zip": codes})
    found = covey.anonymize(people, k=4, quasi={"zip": covey.Code(ordered=True)})
    assert set(found.table["zip"]) == {"1*: 11, 12", "1*: 13, 14"}
    free = covey.anonymize(people, k=4, quasi={"zip": covey.Code()})
    assert set(free.table["zip"]) == {"11", "13", "1*: 12, 14"}
