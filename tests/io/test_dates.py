"""Texts that are dates."""

from __future__ import annotations

import datetime as dt

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.io.dates import hold_dates, is_date, sql_is_date

FORMS = (
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%d.%m.%Y",
    "%m/%d/%Y",
    "%d-%m-%Y",
    "%d.%m.%y",
    "%m/%d/%y",
    "%Y%m%d",
)
NAMED = ("%d %b %Y", "%d-%B-%Y", "%b %d, %Y", "%B %d %Y", "%d. %B %Y")
TIMES = ("", " %H:%M", "T%H:%M:%S", " %H:%M:%S.%f", "T%H:%M:%S+02:00")
NO_DATES = (
    "", "1979", "1979-03", "12:30", "1.2.10", "10.0.12.7", "1979-13-01", "32.01.1979", "19791301",
    "12345678", "03-12", "00.00.0000", "2024-05-31x", "x 1979-03-12", "12 Foo 1979", "1979-03-12 8",
)  # fmt: skip


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("form", FORMS + NAMED)
def test_dates_as_people_and_programs_write_them(form: str, time: str) -> None:
    for moment in (
        dt.datetime(1979, 3, 12, 8, 5),
        dt.datetime(2024, 12, 31),
        dt.datetime(1900, 1, 1),
    ):
        assert is_date(moment.strftime(form + time))


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_no_date(text: str) -> None:
    assert not is_date(text)


@given(st.lists(st.text("0123456789-/. TJanm:", max_size=22) | st.dates().map(str), max_size=20))
def test_duckdb_sees_the_same_dates(texts: list[str]) -> None:
    with duckdb.connect() as connection:
        asked = f"SELECT {sql_is_date('t')} FROM (SELECT unnest(?::VARCHAR[]) AS t)"
        found = [row[0] for row in connection.execute(asked, [texts]).fetchall()]
    assert found == list(map(is_date, texts))


def test_a_column_of_dates_has_almost_only_dates() -> None:
    assert hold_dates(["1979-03-12"] * 9 + [" unknown", " "])
    assert not hold_dates(["1979-03-12"] * 8 + ["unknown"])
    assert not hold_dates(["", " "])
    assert not hold_dates([])
