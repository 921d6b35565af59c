"""The sets of a column as a small frame."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import covey
from tests.release.tables import K, people, write


def test_ranges_are_in_their_order(tmp_path: Path) -> None:
    table = write(tmp_path / "in.csv", people())
    quasi: dict[str, Any] = {"age": covey.Ordered(bands=10), "town": covey.Labels()}
    release = covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=tmp_path / "out")
    found = release.sets("age")
    assert list(found.columns) == ["id", "set", "text", "low", "high", "missing"]
    assert str(found["low"].dtype) == "Int64"
    assert found["id"].tolist() == [*range(1, len(found) + 1)]
    # By where they begin, the open ones first, and of these by where they end.
    ends = [
        (-1 if pd.isna(low) else low, 999 if pd.isna(high) else high)
        for low, high, text in found[["low", "high", "text"]].itertuples(index=False)
        if isinstance(text, str) and text != "*"
    ]
    assert ends == sorted(ends)
    assert len(ends) > 3
    published = set(pd.read_csv(release.table, keep_default_na=False)["age"])
    assert {"" if text is None or pd.isna(text) else text for text in found["text"]} == published
    missing = found[found["missing"]]["text"].tolist()
    assert all(text is None or pd.isna(text) or text == "*" for text in missing)
    assert missing
    # The folder says the same.
    pd.testing.assert_frame_equal(covey.sets(tmp_path / "out", "age"), found)
    towns = covey.sets(tmp_path / "out", "town")
    pd.testing.assert_frame_equal(towns, release.sets("town"))
    assert towns["low"].isna().all()


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_a_frame_gives_one_of_its_own_library(make: Any) -> None:
    given = make({"age": [*range(60)]})
    found = covey.anonymize(given, k=20, quasi={"age": covey.Ordered(bands=10)}).sets("age")
    assert type(found) is type(given)
    rows = found.to_pylist() if make is pa.table else pl.DataFrame(found).to_dicts()
    assert [(row["text"], row["low"], row["high"]) for row in rows] == [
        ("< 20", None, 19),
        ("20-39", 20, 39),
        (">= 40", 40, None),
    ]


def test_a_column_that_is_not_recoded_is_refused(tmp_path: Path) -> None:
    table = write(tmp_path / "in.csv", {"age": [*range(60)], "x": ["a"] * 60})
    release = covey.anonymize(table, k=20, quasi={"age": covey.Ordered()}, out=tmp_path / "out")
    for given in (release, tmp_path / "out"):
        with pytest.raises(covey.InvalidInput, match="does not recode 'agee'"):
            covey.sets(given, "agee")


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_the_codebook_is_a_frame_with_a_line_for_every_value(make: Any) -> None:
    table = make({"age": [20, 21, 40, 41], "town": ["a", "b", "c", "d"]})
    quasi: dict[str, Any] = {"age": covey.Ordered(), "town": covey.Labels()}
    found = covey.anonymize(table, k=2, quasi=quasi).codebook_frame()
    assert isinstance(found, type(table))
    rows = nw.from_native(found, eager_only=True).rows(named=True)
    assert list(rows[0]) == ["set", "column", "holds", "value", "low", "high", "published"]
    assert {row["value"] for row in rows if row["column"] == "town"} == {"a", "b", "c", "d"}
    # A range has the same ends in both frames.
    release = covey.anonymize(table, k=2, quasi=quasi)
    sets = nw.from_native(release.sets("age"), eager_only=True).rows(named=True)
    ends = {row["set"]: [None if _gone(row[end]) else row[end] for end in ENDS] for row in sets}
    ranges = [row for row in rows if row["holds"] == "range"]
    assert ranges
    for row in ranges:
        own = [None if _gone(row[end]) else int(row[end]) for end in ENDS]
        assert own == ends[row["set"]]


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_an_ordered_table_sorts_by_value(make: Any) -> None:
    ages = [*range(60, 120), None, None, None]
    table = make({"age": ages, "size": ["small", "medium", "large"] * 21})
    quasi: dict[str, Any] = {
        "age": covey.Ordered(bands=10),
        "size": covey.Ordered(order=["small", "medium", "large"]),
    }
    release = covey.anonymize(table, k=3, quasi=quasi, shuffle=False)
    found = release.ordered_table()
    assert type(found) is type(table)
    sets = nw.from_native(release.sets("age"), eager_only=True).rows(named=True)
    place = {row["text"]: row["id"] for row in sets}
    frame = nw.from_native(found, eager_only=True)
    texts = frame.drop_nulls("age").sort("age")["age"].cast(nw.String).to_list()
    assert [place[text] for text in texts] == sorted(place[text] for text in texts)
    assert texts != sorted(texts), "as texts they would be in another order"
    assert frame["age"].null_count() == 3
    sizes = frame.schema["size"]
    assert isinstance(sizes, nw.Enum)
    assert [*sizes.categories] == ["small", "small to large", "medium", "large"]


def test_only_frames_of_pandas_and_polars_have_ordered_categories(tmp_path: Path) -> None:
    table = write(tmp_path / "in.csv", {"age": [*range(60)]})
    how: dict[str, Any] = {"k": 20, "quasi": {"age": covey.Ordered()}}
    for given in (
        covey.anonymize(table, out=tmp_path / "out", **how),
        covey.anonymize(pa.table({"age": [*range(60)]}), **how),
    ):
        with pytest.raises(covey.InvalidInput, match="of pandas or Polars"):
            given.ordered_table()


def test_ranges_are_intervals_of_pandas() -> None:
    days = pd.to_datetime([f"2024-{1 + at % 12:02}-03" for at in range(60)])
    ages: list[int | None] = [*range(20, 76), None, None, None, None]
    table = pd.DataFrame({"age": ages, "seen": days.date, "size": [1.5, 2.5] * 30})
    quasi: dict[str, Any] = {"age": covey.Ordered(bands=10), "seen": covey.Ordered()}
    release = covey.anonymize(table, k=4, quasi=quasi, shuffle=False)
    found = release.interval_table()
    for text, own in zip(release.table["age"], found["age"], strict=True):
        low, _, high = str(text).partition("-")
        if high:
            assert (own.left, own.right) == (int(low), int(high) + 1)
        elif text != "*" and not _gone(text):
            assert own.right == float("inf") or own.left == float("-inf")
    for was, own in zip(table["age"], found["age"], strict=True):
        assert (_gone(own) and _gone(was)) or was in own
    for day, own in zip(days, found["seen"], strict=True):
        assert _gone(own) or day in own
    assert found["seen"].notna().any()
    assert found["size"].equals(release.table["size"])
    assert release.table["age"].dtype != found["age"].dtype, "the release itself stays as it is"


@pytest.mark.parametrize(
    "values",
    [
        [dt.date(1500 + at, 1, 1) for at in range(60)],
        [2**60 + at for at in range(60)],
    ],
)
def test_ranges_that_pandas_cannot_hold_are_refused(values: list[Any]) -> None:
    table = pd.DataFrame({"when": values})
    release = covey.anonymize(table, k=20, quasi={"when": covey.Ordered()})
    with pytest.raises(covey.InvalidInput, match="cannot hold the ranges of 'when'"):
        release.interval_table()


def test_only_frames_of_pandas_have_intervals() -> None:
    release = covey.anonymize(
        pl.DataFrame({"age": [*range(60)]}), k=20, quasi={"age": covey.Ordered()}
    )
    with pytest.raises(covey.InvalidInput, match="a frame of pandas"):
        release.interval_table()


ENDS = ("low", "high")


def _gone(value: Any) -> bool:
    return bool(pd.isna(value))
