"""Dates in formats of their own: what fits is what Python reads, and becomes the same date."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.core.errors import InvalidInput
from covey.io.date_formats import USUAL, DateFormat
from tests.duck import fetch

TIMES = st.datetimes(dt.datetime(1000, 1, 1), dt.datetime(2999, 12, 31)).map(
    lambda time: time.replace(microsecond=0)
)


def iso(text: str, format_: DateFormat) -> str:
    query = f"SELECT {format_.to_iso('$text')}"
    ((found,),) = fetch(query, {"text": text})
    return str(found)


@given(TIMES, st.sampled_from(USUAL))
def test_what_python_writes_in_a_format_is_read_as_the_same_time(
    time: dt.datetime, format_: DateFormat
) -> None:
    text = time.strftime(format_.text)
    meant = dt.datetime.strptime(text, format_.text)
    assert re.fullmatch(format_.pattern, text)
    assert dt.datetime.fromisoformat(iso(text, format_)) == meant


@given(st.text("0123456789./", min_size=6, max_size=10))
def test_no_text_is_taken_for_another_date_than_python_reads(text: str) -> None:
    format_ = DateFormat("%d.%m.%Y")
    try:
        expected = dt.datetime.strptime(text, format_.text).date().isoformat()
    except ValueError:
        expected = "?"
    assert iso(text, format_) == expected


@pytest.mark.parametrize("text", ["16.02.86", "31.02.1986", "16.02.1986x", "1986-02-16", "?"])
def test_what_is_written_otherwise_is_no_date(text: str) -> None:
    assert iso(text, DateFormat("%d.%m.%Y")) == "?"


def test_a_day_or_month_may_have_one_digit() -> None:
    assert iso("2.2.1941", DateFormat("%d.%m.%Y")) == "1941-02-02"


def test_what_stands_between_is_taken_to_the_letter() -> None:
    format_ = DateFormat("(%d) [%m] 100%% %Y")
    assert iso("(16) [2] 100% 1986", format_) == "1986-02-16"
    assert iso("(16) 2 100% 1986", format_) == "?"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("%d.%m.%y %Y", "each once"),
        ("%d.%1925m.%y", "%1"),
        ("%d.%m", "each once"),
        ("%d.%m.%Y %d", "each once"),
        ("%m %b %d %Y", "each once"),
        ("%d.%m.%Y %Q", "%Q"),
        ("%d.%m.%Y %", "made of"),
        ("%d.%m.%Y %I:%M", "%p"),
        ("", "each once"),
    ],
)
def test_a_format_that_does_not_say_the_date_is_refused(text: str, word: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(word)):
        DateFormat(text)


@pytest.mark.parametrize(
    ("format_", "text", "date"),
    [
        ("%d.%m.%y", "31.12.49", "2049-12-31"),
        ("%d.%m.%y", "1.1.69", "1969-01-01"),
        ("%d.%m.%1925y", "31.12.49", "1949-12-31"),
        ("%d.%m.%1925y", "31.12.24", "2024-12-31"),
        ("%1900y/%m/%d", "00/2/16", "1900-02-16"),
        ("%1900y/%m/%d", "00/2/29", "?"),
        ("%d.%m.%1925y", "31.12.1949", "?"),
    ],
)
def test_two_digits_are_one_of_a_hundred_years(format_: str, text: str, date: str) -> None:
    assert iso(text, DateFormat(format_)) == date
