"""What a range of an ordered column is called, derived from its borders by rules of its own."""

from __future__ import annotations

import re
from calendar import monthrange

from covey.codebook.texts import ANY_NUMBER

DIGITS = re.compile(r"(-?)([0-9]+)")
DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")

Day = tuple[int, int, int]


def range_name(low: str | None, high: str | None, kind: str) -> str:
    """
    >>> range_name("18", "20", "integer"), range_name("2023-11-01", "2024-02-01", "timestamp")
    ('18-19', '2023-11 to 2024-01')
    """
    if low is None:
        return ANY_NUMBER if high is None else f"< {_border(high, kind)}"
    if high is None:
        return f">= {_border(low, kind)}"
    numbers = [DIGITS.fullmatch(border) for border in (low, high)]
    if kind == "integer" and all(numbers):
        return _counted(int(low), int(high))
    begin, end = (_as_day(border, kind) for border in (low, high))
    if begin is None or end is None:
        return f"[{low}, {high})"
    return _dated(begin, end)


def range_pair(low: str | None, high: str | None, kind: str) -> tuple[str | None, str | None]:
    """The ends of a range in two columns: the upper one is the last value, where values are whole.

    >>> range_pair("18", "20", "integer"), range_pair(None, "2024-03-01", "date")
    (('18', '19'), (None, '2024-02-29'))
    """
    # Upper borders are exclusive in the codebook, and the last value is published.
    if high is not None and kind == "integer" and DIGITS.fullmatch(high):
        return low, f"{int(high) - 1}"
    day = None if high is None or kind != "date" else _as_day(high, kind)
    # The day before 0001-01-01 cannot be written.
    return low, high if day in (None, (1, 1, 1)) else _written(_before(day or (1, 1, 1)))


def _counted(low: int, end: int) -> str:
    if end - low == 1:
        return f"{low}"
    return f"{low}-{end - 1}" if low >= 0 else f"{low} to {end - 1}"


def _dated(begin: Day, end: Day) -> str:
    year, month, day = end
    # The coarsest unit that both ends fit is named: years, then quarters, months and days.
    if begin[1:] == end[1:] == (1, 1):
        names = f"{begin[0]:04}", f"{year - 1:04}"
    elif begin[2] == day == 1:
        # Months from that of the year 0 on: the last one is the month before the end.
        months = begin[0] * 12 + begin[1] - 1, year * 12 + month - 2
        if months[0] % 3 == 0 and (months[1] + 1) % 3 == 0:
            quarters = [f"{at // 12:04}-Q{at % 12 // 3 + 1}" for at in months]
            names = quarters[0], quarters[1]
        else:
            single = [f"{at // 12:04}-{at % 12 + 1:02}" for at in months]
            names = single[0], single[1]
    else:
        names = _written(begin), _written(_before(end))
    return names[0] if names[0] == names[1] else " to ".join(names)


def _border(text: str, kind: str) -> str:
    day = _as_day(text, kind)
    # A border at the first of a month or year is written as that month or year.
    if day is None or day[2] != 1:
        return text
    return text[:4] if day[1] == 1 else text[:7]


def _as_day(text: str, kind: str) -> Day | None:
    found = DATE.fullmatch(text)
    if found is None or kind not in ("date", "timestamp"):
        return None
    return int(found[1]), int(found[2]), int(found[3])


def _before(day: Day) -> Day:
    year, month, number = day
    if number > 1:
        return year, month, number - 1
    year, month = (year, month - 1) if month > 1 else (year - 1, 12)
    return year, month, monthrange(year, month)[1]


def _written(day: Day) -> str:
    return f"{day[0]:04}-{day[1]:02}-{day[2]:02}"
