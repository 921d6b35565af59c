"""Labels of which the common ones stay whole, from a table to a release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import covey
from tests.attributes.test_trees import frame


def published(people: Any, k: int, **how: Any) -> dict[str | None, int]:
    release = covey.anonymize(people, k=k, quasi={"v": covey.KeepCommon()}, **how)
    counts = release.table["v"].value_counts()
    return dict(zip(counts["v"].to_list(), counts["count"].to_list(), strict=True))


def test_common_labels_stay_whole_where_rare_ones_can_be_grouped() -> None:
    """Without it, the rare labels would be spread over common ones, for a smaller largest class."""
    people = frame(flu=11, gout=7, mumps=7, ulcer=5)
    assert published(people, 10) == {"flu": 11, "rare": 19}
    free = covey.anonymize(people, k=10, quasi={"v": covey.Labels()})
    assert max(free.table["v"].value_counts()["count"]) == 16


def test_rare_labels_in_several_classes_are_named() -> None:
    people = frame(flu=20, gout=6, mumps=5, ulcer=7, burn=4)
    assert published(people, 10) == {"flu": 20, "rare: burn, ulcer": 11, "rare: gout, mumps": 11}


def test_rare_labels_of_fewer_than_k_join_the_lightest_common_one() -> None:
    people = frame(flu=20, cold=12, gout=3, mumps=2)
    assert published(people, 10) == {"flu": 20, "cold, rare": 17}


@pytest.mark.parametrize(("none", "expected"), [(30, {None: 30, "rare": 12}), (4, {"rare": 16})])
def test_missing_is_common_or_rare_like_any_label(
    none: int, expected: dict[str | None, int], tmp_path: Path
) -> None:
    people = frame(flu=20, gout=7, mumps=5, none=none)
    assert published(people, 10) == {"flu": 20, **expected}
    table, out = tmp_path / "t.csv", tmp_path / "out"
    people.write_csv(table)
    covey.anonymize(table, k=10, quasi={"v": covey.KeepCommon()}, out=out)
    assert covey.verify(out, against=table).holds


def test_missing_values_that_are_left_out_are_not_counted() -> None:
    people = frame(flu=20, cold=12, gout=7, mumps=2, none=30)
    assert published(people, 10, missing="suppress") == {"flu": 20, "cold, rare": 21}


def test_in_cells_no_set_mixes_a_common_label_with_some_rare_ones(tmp_path: Path) -> None:
    labels = ["flu"] * 40 + ["cold"] * 30 + ["gout"] * 4 + ["mumps"] * 3 + ["ulcer"] * 4
    ages = [(7 * at * at) % 50 for at in range(len(labels))]
    table, out = tmp_path / "t.csv", tmp_path / "out"
    pl.DataFrame({"v": labels, "age": ages}).write_csv(table)
    quasi = {"v": covey.KeepCommon(), "age": covey.Ordered()}
    release = covey.anonymize(table, k=10, quasi=quasi, out=out)
    assert covey.verify(out, against=table).holds
    sets = set(pl.read_csv(out / "table.csv")["v"])
    assert {"flu", "cold"} <= sets
    assert sets <= {"flu", "cold", "rare", "cold, rare", "flu, rare", "cold, flu", "any value"}
    said = [note for note in release.plan.notes if "common label" in note]
    assert bool(said) == any("," in each or each == "any value" for each in sets)


def test_new_records_are_recoded(tmp_path: Path) -> None:
    table, out, again = tmp_path / "t.csv", tmp_path / "out", tmp_path / "again"
    frame(flu=20, gout=7, mumps=5).write_csv(table)
    covey.anonymize(table, k=10, quasi={"v": covey.KeepCommon()}, out=out)
    frame(flu=12, gout=11, mumps=9).write_csv(tmp_path / "new.csv")
    covey.apply(out, tmp_path / "new.csv", out=again)
    assert set(pl.read_csv(again / "table.csv")["v"]) == {"flu", "rare"}


def test_there_is_no_order() -> None:
    with pytest.raises(covey.InvalidInput, match="have no order"):
        covey.KeepCommon(ordered=True)


def test_withheld_labels_leave_no_trace(tmp_path: Path) -> None:
    table, out = tmp_path / "t.csv", tmp_path / "out"
    frame(flu=30, cold=30, gout=1, mumps=1).write_csv(table)
    covey.anonymize(table, k=10, quasi={"v": covey.KeepCommon()}, out=out, suppress=0.05)
    for file in out.iterdir():
        assert not any(label in file.read_bytes() for label in (b"gout", b"mumps", b";rare")), file
    assert covey.verify(out, against=table).holds
