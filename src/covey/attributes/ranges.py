"""What a range is called: whole numbers by the first and the last, whole days, months, quarters and
years by what a calendar calls them, and all others by their borders."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from covey.codebook.texts import ANY_NUMBER

TO = " to "
WHOLE = re.compile(r"-?[0-9]+")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Both are written as days where a border has no time of day.
IN_TIME = ("date", "timestamp")
ONE_DAY = dt.timedelta(days=1)


def range_text(low: str | None, high: str | None, kind: str) -> str:
    """From low up to, but not including, high; None for no border. ``kind`` is what the values are.

    >>> range_text("38", "43", "integer"), range_text("39", "40", "integer")
    ('38-42', '39')
    >>> range_text("-5", "0", "integer"), range_text("2.5", "3", "decimal")
    ('-5 to -1', '[2.5, 3)')
    >>> range_text(None, "20", "integer"), range_text("2024-01-01", None, "date")
    ('< 20', '>= 2024')
    >>> range_text("2024-03-01", "2024-08-01", "date")
    '2024-03 to 2024-07'
    """
    if low is None and high is None:
        return ANY_NUMBER
    # An open end, as the outermost sets have: there is no first or last value to name.
    if low is None or high is None:
        return f"< {_called(str(high), kind)}" if low is None else f">= {_called(low, kind)}"
    # A border of a whole number may have an exponent, 1E+37, and is written as it is then.
    if kind == "integer" and WHOLE.fullmatch(low) and WHOLE.fullmatch(high):
        return _whole_numbers(int(low), int(high) - 1)
    days = (_day(low), _day(high)) if kind in IN_TIME else (None, None)
    if days[0] is not None and days[1] is not None:
        return _whole_days(days[0], days[1])
    return f"[{low}, {high})"


def last_of(high: str, kind: str) -> str | None:
    """The last whole value below a border: a number, or a day. None, if values are not whole, or
    the border is not written out.

    >>> last_of("43", "integer"), last_of("2024-03-01", "date"), last_of("43", "decimal")
    ('42', '2024-02-29', None)
    """
    if kind == "integer":
        return str(int(high) - 1) if WHOLE.fullmatch(high) else None
    day = _day(high) if kind == "date" else None
    return None if day is None or day == dt.date.min else str(day - ONE_DAY)


def range_ends(low: str | None, high: str | None, kind: str) -> tuple[str | None, str | None]:
    """The two ends of a range as values: both belong to it where values are whole numbers or days,
    else the upper one does not.

    >>> range_ends("38", "43", "integer"), range_ends("2.5", None, "decimal")
    (('38', '42'), ('2.5', None))
    """
    last = None if high is None else last_of(high, kind)
    return low, high if last is None else last


def _whole_numbers(first: int, last: int) -> str:
    if first == last:
        return str(first)
    # A second minus would be read as one more dash.
    return f"{first}{TO if first < 0 else '-'}{last}"


def _whole_days(first: dt.date, end: dt.date) -> str:
    """By the coarsest of years, quarters, months and days that begin at both borders."""
    called = next(called for begins, called in UNITS if begins(first) and begins(end))
    ends = called(first), called(end - ONE_DAY)
    return ends[0] if ends[0] == ends[1] else TO.join(ends)


Unit = tuple[Callable[[dt.date], bool], Callable[[dt.date], str]]

UNITS: tuple[Unit, ...] = (
    (lambda day: (day.month, day.day) == (1, 1), lambda day: f"{day.year:04}"),
    (
        lambda day: day.month % 3 == 1 and day.day == 1,
        lambda day: f"{day.year:04}-Q{(day.month + 2) // 3}",
    ),
    (lambda day: day.day == 1, lambda day: f"{day.year:04}-{day.month:02}"),
    (lambda day: True, str),
)
"""Years, quarters, months and days: whether one begins with a day, and what that of a day is
called."""


def _called(border: str, kind: str) -> str:
    """A border by itself: the year or the month that begins there, if one does."""
    day = _day(border) if kind in IN_TIME else None
    if day is None:
        return border
    # A quarter or a day by itself is no better to read than the border: 2024-04-01.
    year, _, month, _ = UNITS
    return next((called(day) for begins, called in (year, month) if begins(day)), border)


def _day(text: str) -> dt.date | None:
    """The day that begins at a border; None, if it is within a day or no year from 1 to 9999."""
    return dt.date.fromisoformat(text) if DAY.fullmatch(text) else None
