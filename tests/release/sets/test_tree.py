"""The sets of a release's column as a tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from covey.io.trees.hierarchy import to_text
from covey.io.trees.read import read_tree
from covey.io.trees.taxonomy import ROOT
from covey.release.sets.tree import set_tree
from tests.release.tables import K, people, roles, write

QUASI = {"zip": covey.Labels(), "age": covey.Ordered()}


def released(tmp_path: Path, quasi: dict[str, Any] = QUASI, **how: Any) -> Path:
    table = write(tmp_path / "people.csv", people())
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=tmp_path / "out", **how)
    return tmp_path / "out"


def test_every_published_label_has_its_way_up(tmp_path: Path) -> None:
    out = released(tmp_path, recoding="nested")
    tree = set_tree(out, "zip")
    assert set(tree.labels) == set(people()["zip"])
    assert all(tree.path(label)[-1] == ROOT for label in tree.labels)


def test_a_tree_is_used_again(tmp_path: Path) -> None:
    out = released(tmp_path, recoding="nested")
    file = tmp_path / "tree.csv"
    file.write_text(to_text(set_tree(out, "zip")), encoding="utf-8")
    again = read_tree(file).tree
    assert set(again.labels) == set(set_tree(out, "zip").labels)
    covey.anonymize(
        tmp_path / "people.csv",
        k=K,
        quasi={"zip": covey.Tree(file), "age": covey.Ordered()},
        drop=["name"],
        recoding="nested",
        out=tmp_path / "next",
    )
    assert covey.verify(tmp_path / "next").holds


def test_an_ordered_column_has_ranges_for_leaves(tmp_path: Path) -> None:
    out = released(tmp_path, recoding="nested")
    tree = set_tree(out, "age")
    assert tree.labels[0].startswith("< ")
    assert tree.labels[-1].startswith(">= ")
    assert len(tree.names) > len(tree.labels) > 2


def test_the_sets_of_global_recoding_are_side_by_side(tmp_path: Path) -> None:
    out = released(tmp_path, recoding="global")
    assert set_tree(out, "age").depth == 1


def test_sets_that_overlap_make_no_tree(tmp_path: Path) -> None:
    out = released(tmp_path)
    with pytest.raises(covey.InvalidInput, match="overlap") as error:
        set_tree(out, "age")
    assert 'recoding="nested"' in str(error.value)


def test_what_has_no_tree_is_refused(tmp_path: Path) -> None:
    known = roles(tmp_path)
    out = released(tmp_path, dict([known["points"], known["labels"]]), recoding="nested")
    with pytest.raises(covey.InvalidInput, match="rectangles"):
        set_tree(out, "place")
    with pytest.raises(covey.InvalidInput, match="an empty name"):
        set_tree(out, "town")
    with pytest.raises(covey.InvalidInput, match="no quasi-identifier"):
        set_tree(out, "cost")


def test_missing_values_are_in_no_tree(tmp_path: Path) -> None:
    columns = {name: list(values) for name, values in people().items()}
    columns["zip"][0], columns["age"][1] = None, None
    table = write(tmp_path / "people.csv", columns)
    out = tmp_path / "out"
    quasi = {"zip": covey.Code(), "age": covey.Ordered()}
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=out, recoding="nested")
    for column in quasi:
        assert "or missing" in (out / "codebook.csv").read_text()
        assert not any("missing" in name for name in set_tree(out, column).names)
