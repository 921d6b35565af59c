"""Borders of ranges as covey writes them. A codebook comes from anybody: a border that Python
reads, but that other programs read in another way or not at all, is refused."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

LONGEST = 100
"""Letters that a border has at most."""
# No leading zeros, no plus sign, no exponent below 30 digits: one number has one text.
PLAIN = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")
POWER = re.compile(r"-?[1-9](\.[0-9]+)?E[+-]([3-9][0-9]|[1-9][0-9]{2})")
"""Numbers of 30 digits or more before or behind the point."""
DAY = r"([0-9]{4}|[1-9][0-9]{4,6})-([0-9]{2})-([0-9]{2})"
TIME = r"( ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{0,8}[1-9])?)?"
DATES = re.compile(rf"{DAY}( \(BC\))?")
TIMESTAMPS = re.compile(rf"{DAY}( \(BC\))?{TIME}")
MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_border(kind: str, text: str) -> bool:
    """Whether a text is a border of a column that is read as ``kind``.

    >>> [is_border("integer", text) for text in ("20", "-3", "1E+37", "020", "1e1", "-0")]
    [True, True, True, False, False, False]
    >>> [is_border("date", text) for text in ("1930-10-01", "1930-9-1", "1930-02-30", "1930-zzz")]
    [True, False, False, False]
    """
    return (
        kind in BORDER_RULES
        and len(text) <= LONGEST
        # Python reads digits of all scripts as numbers, other programs do not.
        and text.isascii()
        and BORDER_RULES[kind](text)
    )


def _integer(text: str) -> bool:
    return _decimal(text) and "E-" not in text and ("." not in text or "E+" in text)


def _decimal(text: str) -> bool:
    found = PLAIN.fullmatch(text) or POWER.fullmatch(text)
    # -0 and -0.00 are zero with a sign, which covey does not write.
    return found is not None and not (text.startswith("-") and set(text) <= set("-0."))


def _number(text: str) -> bool:
    try:
        number = float(text)
    except ValueError:
        return False
    # A double may be written with its shortest digits and a small exponent, as 1e-07.
    written = _decimal(text) or (repr(number) == text and text != "-0.0")
    return math.isfinite(number) and written


def _coordinate(text: str) -> bool:
    try:
        number = float(text)
    except ValueError:
        return False
    return math.isfinite(number) and repr(number).removesuffix(".0") == text


def _date(text: str) -> bool:
    found = DATES.fullmatch(text)
    return found is not None and _is_day(found, text)


def _timestamp(text: str) -> bool:
    found = TIMESTAMPS.fullmatch(text)
    return found is not None and _is_day(found, text)


def _is_day(found: re.Match[str], text: str) -> bool:
    year, month, day = (int(found[at]) for at in (1, 2, 3))
    # There is no year 0: 1 BC comes before year 1.
    if not (year and 1 <= month <= len(MONTHS)):
        return False
    # The astronomical year, of which 0 (1 BC) is a leap year.
    year = 1 - year if "(BC)" in text else year
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= MONTHS[month - 1] + (leap and month == 2)


BORDER_RULES: dict[str, Callable[[str], bool]] = {
    "integer": _integer,
    "decimal": _decimal,
    "number": _number,
    "date": _date,
    "timestamp": _timestamp,
    "double": _coordinate,
}
"""By what a column is read as; ``double`` are coordinates."""
