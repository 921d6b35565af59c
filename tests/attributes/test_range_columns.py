"""Ranges in two columns: what is published, what is distinguished, and what comes back."""

from __future__ import annotations

import csv
import datetime as dt
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import covey
from covey import InvalidInput
from covey.attributes.range_columns import RangeColumns
from covey.codebook.lines import Entry
from covey.codebook.rows import range_entry
from covey.core.errors import InternalError
from covey.engine.protocol import Counted
from tests.release.tables import K, people, write


def columns(kind: str, *ranges: tuple[str | None, str | None, str]) -> RangeColumns:
    entries = [range_entry(at, "age", *ends) for at, ends in enumerate(ranges)]
    return RangeColumns.of_entries(entries, {"age": kind})


AGES = columns("integer", (None, "20", "< 20"), ("20", "40", "20-39"), ("40", None, ">= 40"))


def test_every_class_has_its_two_ends() -> None:
    texts = {"age": ["20-39", "< 20", ">= 40", "20-39"], "sex": ["f", "f", "m", "m"]}
    assert AGES.written(texts) == {
        "age_low": ["20", None, "40", "20"],
        "age_high": ["39", "19", None, "39"],
        "sex": ["f", "f", "m", "m"],
    }
    assert AGES.instead == {"age": ("age_low", "age_high")}
    assert AGES.written_kinds == {"age_low": "integer", "age_high": "integer"}


def test_a_third_column_says_which_sets_hold_records_without_a_value() -> None:
    """By it classes differ that have no ends: any value, none, and anything."""
    entries = [
        range_entry(0, "age", None, None, "any value"),
        range_entry(1, "age", None, "20", "< 20 or missing"),
        Entry(1, "age", "missing", None, None, None, "< 20 or missing"),
        Entry(2, "age", "missing", None, None, None, None),
        Entry(3, "age", "any", None, None, None, "*"),
    ]
    found = RangeColumns.of_entries(entries, {"age": "integer"})
    assert found.instead == {"age": ("age_low", "age_high", "age_missing")}
    assert found.written({"age": ["any value", "< 20 or missing", None, "*"]}) == {
        "age_low": [None, None, None, None],
        "age_high": [None, "19", None, None],
        "age_missing": ["no", "maybe", "yes", "maybe"],
    }
    # Without a word on missing values, that would be one class.
    with pytest.raises(InternalError, match="Two classes have the same ends"):
        columns("integer", (None, None, "any value")).written({"age": ["any value", None]})


def test_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(InvalidInput, match="there is a column 'age_high' already"):
        AGES.refuse_names(["age", "age_high"])


def test_numbers_beyond_all_types_stay_text() -> None:
    assert columns("integer", ("0", "1" * 30, "x")).written_kinds == {}
    assert columns("date", ("0044-01-01 (BC)", "0001-01-01", "x")).written_kinds == {}
    early = "12000-01-01 (BC) 10:00:00"
    assert columns("timestamp", (early, "0001-01-01", "x")).written_kinds == {}


def test_a_count_by_two_columns_is_one_by_texts() -> None:
    texts = {"age": [">= 40", "20-39", "< 20"]}
    written = AGES.written(texts)
    counted = Counted(
        ("age_low", "age_high"),
        (np.array(["20", "40"], dtype=object), np.array(["19", "39"], dtype=object)),
        (np.array([-1, 0, 1]), np.array([0, 1, -1])),
        np.array([5, 6, 7]),
    )
    found = AGES.as_texts(counted, texts, written)
    assert found.texts[0].tolist() == ["20-39", "< 20", ">= 40"]
    assert found.counts.tolist() == [6, 5, 7]
    ranks = (counted.ranks[0], np.array([0, 1, 1]))
    other = Counted(counted.columns, counted.values, ranks, counted.counts)
    with pytest.raises(InternalError, match="a class of its own"):
        AGES.as_texts(other, texts, written)


QUASI: dict[str, Any] = {
    "age": covey.Ordered(bands=10),
    "cost": covey.Ordered(),
    "town": covey.Labels(),
    "home": covey.Points(lat="lat", lon="lon"),
}


@pytest.mark.parametrize(
    ("names", "format_", "how"),
    [
        (["age"], "csv", {}),
        (["age", "town"], "parquet", {"recoding": "global"}),
        (["age", "cost"], "duckdb", {"suppress": 0.03, "tight": True}),
        (["home"], "csv", {"escape_formulas": True}),
        (["age", "home", "town"], "parquet", {"sensitive": {"zip": {"l": 2}}}),
    ],
)
def test_a_release_with_two_columns_holds(
    tmp_path: Path, names: list[str], format_: str, how: dict[str, Any]
) -> None:
    table = write(tmp_path / "in.csv", people())
    quasi = {name: QUASI[name] for name in names}
    drop = ["name"]
    release = covey.anonymize(
        table, k=K, quasi=quasi, drop=drop, columns="low-high", format=format_,
        out=tmp_path / "out", **how,
    )  # fmt: skip
    checked = covey.verify(release, against=table)
    assert checked.holds, str(checked)
    applied = covey.apply(release, table, out=tmp_path / "new", unknown="suppress")
    assert covey.verify(applied.folder, against=table, source=release).holds
    assert covey.verify(release, beside=[tmp_path / "out"]).checks


def test_the_columns_stand_where_the_range_stood_and_are_of_its_kind(tmp_path: Path) -> None:
    table = write(tmp_path / "in.csv", {"a": [*"xy"] * 30, "age": [*range(60)], "z": [1.5] * 60})
    how: dict[str, Any] = {"k": 20, "columns": "low-high", "shuffle": False}
    quasi = {"age": covey.Ordered(bands=10)}
    release = covey.anonymize(table, quasi=quasi, format="parquet", out=tmp_path / "p", **how)
    file = str(release.table)
    with duckdb.connect() as connection:
        described = connection.execute(f"DESCRIBE SELECT * FROM '{file}'").fetchall()
        rows = connection.execute(f"SELECT DISTINCT age_low, age_high FROM '{file}'").fetchall()
    assert [(row[0], row[1]) for row in described][:3] == [
        ("a", "VARCHAR"),
        ("age_low", "BIGINT"),
        ("age_high", "BIGINT"),
    ]
    assert sorted(rows, key=str) == [(20, 39), (40, None), (None, 19)]
    assert any("both included" in note for note in release.notes)


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
@pytest.mark.parametrize("shuffle", [None, True])
def test_frames_come_back_with_values(make: Any, shuffle: bool | None) -> None:
    days = [dt.date(2024, 1, 1) + dt.timedelta(days=at) for at in range(120)]
    numbers = [*range(120)]
    given = make({"n": numbers, "seen": days, "x": [at / 4 for at in numbers], "y": ["a"] * 120})
    quasi: dict[str, Any] = {"n": covey.Ordered(), "seen": covey.Ordered(bands="month")}
    quasi["x"] = covey.Ordered()
    how: dict[str, Any] = {"columns": "low-high", "shuffle": shuffle, "tight": True}
    found = covey.anonymize(given, k=20, quasi=quasi, **how).table
    assert type(found) is type(given)
    names = list(found.column_names if make is pa.table else found.columns)
    assert names == ["n_low", "n_high", "seen_low", "seen_high", "x_low", "x_high", "y"]
    rows = found.to_pylist() if make is pa.table else pl.DataFrame(found).to_dicts()
    lows = {row["seen_low"] for row in rows if row["seen_low"] is not None}
    assert lows
    assert {low.day for low in lows} == {1}
    whole = [row["n_low"] for row in rows if row["n_low"] is not None]
    assert whole == [int(low) for low in whole]


def test_records_without_a_value_can_be_counted_and_a_change_is_found(tmp_path: Path) -> None:
    ages: list[Any] = [*range(60), *[None] * 5]
    table = write(tmp_path / "in.csv", {"age": ages})
    how: dict[str, Any] = {"quasi": {"age": covey.Ordered()}, "columns": "low-high"}
    for k, words in ((5, {"no", "yes"}), (20, {"no", "maybe"})):
        release = covey.anonymize(table, k=k, out=tmp_path / f"out{k}", **how)
        rows = pd.read_csv(release.table, dtype=str)
        assert set(rows["age_missing"]) == words
        assert (rows["age_missing"] != "no").sum() >= 5
        assert covey.verify(release, against=table).holds
    applied = covey.apply(release, table, out=tmp_path / "new")
    assert set(pd.read_csv(applied.table, dtype=str)["age_missing"]) == words
    rows["age_missing"] = "no"
    rows.to_csv(release.table, index=False)
    failed = [check.claim for check in covey.verify(release).checks if check.held is False]
    assert "its classes are those of the codebook, in their sizes" in failed


def test_a_changed_end_is_found(tmp_path: Path) -> None:
    table = write(tmp_path / "in.csv", {"age": [*range(60)]})
    release = covey.anonymize(
        table, k=20, quasi={"age": covey.Ordered()}, columns="low-high", out=tmp_path / "out"
    )
    file = Path(release.table)
    with file.open(newline="") as lines:
        rows = [*csv.reader(lines)]
    at = next(number for number, row in enumerate(rows) if row[0].isdigit() and row[1].isdigit())
    for change in ("1", "x"):
        other = [*rows]
        other[at] = [change, rows[at][1]]
        file.write_text("".join(",".join(row) + "\n" for row in other))
        failed = [check.claim for check in covey.verify(release).checks if check.held is False]
        assert "its classes are those of the codebook, in their sizes" in failed
    file.write_text("".join(f"{row[0]}\n" for row in rows))
    failed = [check.claim for check in covey.verify(release).checks if check.held is False]
    assert "the table has the recoded columns" in failed
