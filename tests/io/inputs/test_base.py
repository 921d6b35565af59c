"""Columns by their names, and rows for people."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.io.inputs.base import ROWS_PER_FILE, Staging, place, refuse_twins


def test_a_column_stands_where_it_stands() -> None:
    assert place("in.csv", ["a", "b"], "b", "a label") == 1


@pytest.mark.parametrize(
    ("columns", "column", "message"),
    [
        (["age", "town"], "agee", r"has no column 'agee' \(a label\)\.\nDid you mean 'age'"),
        (["age", "town"], "age, town", "Give them one by one"),
        (["age", "age"], "age", "has 2 columns named 'age'"),
    ],
)
def test_a_column_that_is_none_or_two(columns: list[str], column: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        place("in.csv", columns, column, "a label")


def test_capitals_make_no_other_column() -> None:
    refuse_twins("in.csv", ["a", "b"])
    with pytest.raises(InvalidInput, match="two columns of one name: 'Age' and 'age'"):
        refuse_twins("in.csv", ["Age", "b", "age"])
    with pytest.raises(InvalidInput, match=r"of one name: 'age', columns 1 and 2\."):
        refuse_twins("in.csv", ["age", "age"])


def test_rows_are_numbered_below_the_header_and_by_file() -> None:
    one = Staging("given", ("a",), "rowid", "seen")
    assert one.where(2) == "row 3 below the header"
    assert Staging("given", ("a",), "rowid", "seen", header=False).where(2) == "row 3"
    files = (Path("a.parquet"), Path("b.parquet"))
    many = Staging("given", ("a",), "rowid", "seen", files=files)
    assert many.where(ROWS_PER_FILE + 4) == "row 5 of b.parquet"
    parts = ((Path("a.csv"), 3), (Path("b.csv"), 0), (Path("c.csv"), 2))
    through = Staging("given", ("a",), "rowid", "seen", parts=parts)
    assert [through.where(row) for row in (2, 3)] == [
        "row 3 below the header of a.csv",
        "row 1 below the header of c.csv",
    ]
    alone = Staging("given", ("a",), "rowid", "seen", parts=parts[:1])
    assert alone.where(2) == "row 3 below the header"


def test_a_fingerprint_is_made_once_and_on_demand() -> None:
    asked = []

    def seen() -> str:
        asked.append(1)
        return "sha256:1"

    staging = Staging("given", ("a",), "rowid", seen)
    assert not asked
    assert staging.fingerprint == staging.fingerprint == "sha256:1"
    assert len(asked) == 1
