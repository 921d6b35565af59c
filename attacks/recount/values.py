"""Values in their order, and whether two of them are the same."""

from __future__ import annotations

import datetime as dt
import math
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

KINDS = ("integer", "decimal", "number", "date", "timestamp")


def ordinal(kind: str, value: Any) -> Any:
    """Something to compare by; None for a missing value.

    >>> ordinal("integer", " 007 "), ordinal("date", "2024-05-31") < ordinal("date", "2024-06-01")
    (Fraction(7, 1), True)
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if kind in ("date", "timestamp"):
        return moment(value)
    if kind == "number":
        return float(value)
    return exact(value)


def exact(value: Any) -> Fraction:
    return Fraction(value.strip() if isinstance(value, str) else value)


def moment(value: Any) -> tuple[int, ...]:
    """A date or a time, by its parts: years may have five digits."""
    if isinstance(value, dt.datetime):
        return (*value.timetuple()[:6], value.microsecond)
    if isinstance(value, dt.date):
        return (*value.timetuple()[:3], 0, 0, 0, 0)
    day, _, time = str(value).strip().replace("T", " ").partition(" ")
    year, month, date = map(int, day.split("-"))
    hour, minute, second, *_ = [*time.split(":"), "0", "0", "0"] if time else ["0", "0", "0"]
    whole, _, rest = second.partition(".")
    return year, month, date, int(hour), int(minute), int(whole or 0), int(f"{rest:0<6}"[:6])


def number(value: Any) -> float | None:
    """A coordinate; None for a missing one."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    found = float(value)
    return None if math.isnan(found) else found


def text(value: Any) -> str | None:
    """A value as labels are compared.

    >>> text(7), text(True), text("02139")
    ('7', 'true', '02139')
    """
    if value is None or isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)


def alike(one: Any, other: Any) -> bool:
    """Whether two formats say the same: text, numbers and times are compared as what they are.

    >>> alike(Decimal("1.50"), 1.5), alike("a", "A"), alike(dt.date(2024, 5, 31), "2024-05-31")
    (True, False, True)
    """
    if one is None or other is None:
        return one is other
    if type(one) is type(other):
        return bool(one == other) or (one != one and other != other)
    if text(one) == text(other):
        return True
    for reading in (_number_or_none, _moment_or_none):
        both = reading(one), reading(other)
        if None not in both:
            return bool(both[0] == both[1])
    return False


def plain(value: Any) -> Any:
    """Something that equal values of one format have in common, whatever type they are read as."""
    if isinstance(value, bool | str | None):
        return value
    if isinstance(value, int | float | Decimal):
        return "number", float(value)
    return ("moment", moment(value)) if isinstance(value, dt.date) else value


def _number_or_none(value: Any) -> Any:
    if isinstance(value, dt.date):
        return None
    try:
        return float(Decimal(str(value)))
    except (InvalidOperation, ValueError, OverflowError):
        return None


def _moment_or_none(value: Any) -> Any:
    try:
        return moment(value)
    except (ValueError, TypeError):
        return None
