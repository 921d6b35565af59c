"""Texts that Python reads are those that DuckDB reads."""

from __future__ import annotations

from functools import cache
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from covey import InvalidInput
from covey.engine.texts import read_text, read_texts
from covey.io.keys import WrongKind
from covey.io.kinds import KINDS
from tests.effort import cases

WRITTEN = [
    "0", "-0", "+7", "007", "-12", "9" * 38, "1" * 39, "1.", ".5", "-.5", "1.50", "12345678.9",
    "1e7", "1E-400", "1e400", "0.1", "0.30000000000000004", "0.1000000000000000055", "12.5.6",
    "9007199254740993", "9007199254740993.0", "1234567890123456789.5", "-0.0", "x", "1,5", "٣",
    "2024-02-29", "2023-02-29", "2024-5-1", "0000-01-01", "0000-02-29", "0001-01-01", "9999-12-31",
    "2024-13-01", "2024-05-31 12:30", "2024-05-31T12:30:00.250", "2024-05-31 25:00",
    "2024-05-31 12:30:00.000001", "2024-05-31 12:60", "2024-05-31 23:59:59.999999", "nan", "inf",
]  # fmt: skip


@cache
def database() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


def as_duckdb_reads(kind: str, text: str) -> Any:
    known = KINDS[kind]
    ((found,),) = (
        database()
        .execute(
            f"SELECT CASE WHEN {known.fits('t')} THEN CAST({known.cast('t')} AS VARCHAR) END"
            " FROM (SELECT CAST(? AS VARCHAR) AS t)",
            [text],
        )
        .fetchall()
    )
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", WRITTEN)
def test_a_text_is_read_as_duckdb_reads_it(kind: str, text: str) -> None:
    assert read_text(kind, text) == as_duckdb_reads(kind, text)


@given(
    st.sampled_from(sorted(KINDS)),
    st.from_regex(r"[+-]?[0-9]{0,20}\.?[0-9]{0,19}([eE][+-]?[0-9]{1,3})?", fullmatch=True)
    | st.dates().map(str)
    | st.datetimes().map(str),
)
@settings(max_examples=cases(300, quick=100))
def test_any_text_is_read_as_duckdb_reads_it(kind: str, text: str) -> None:
    assert read_text(kind, text) == as_duckdb_reads(kind, text)


def test_a_column_is_of_the_first_kind_that_all_of_it_is() -> None:
    assert read_texts("t", "c", "ordered", ["7", "10"], [1, 1]) == ("integer", ["7", "10"])
    kind, texts = read_texts("t", "c", "ordered", ["7", "1.5"], [1, 1])
    assert (kind, texts[1]) == ("decimal", "1.500000000000000000")
    with pytest.raises(WrongKind, match="3 of its values are not whole numbers") as raised:
        read_texts("t", "c", "ordered", ["7", "Ann"], [1, 3])
    assert "Ann" not in str(raised.value)
    with pytest.raises(InvalidInput, match="leading zeros"):
        read_texts("t", "c", "ordered", ["007", "8"], [2, 1])
    assert read_texts("t", "c", "integer", ["007", "8"], [2, 1]) == ("integer", ["7", "8"])
