"""Values that are text, read as a kind in Python: for engines that have no safe cast.

Each function takes what people write, such as ``007``, and gives the text that
``covey.engine.ranking`` defines, ``7``; None where it is no value of the kind. It reads what
DuckDB reads by ``covey.io.kinds``: the tests hold the two against each other.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Callable, Mapping, Sequence

from covey.io.keys import NUMERIC, are_codes, wrong_kind
from covey.io.kinds import CODE, KINDS, ORDERED, Kind

PLACES = 18
"""Decimal places of a decimal that is text."""
DIGITS = 15
"""Digits of a number that every double holds."""
_PATTERNS = {name: re.compile(kind.pattern) for name, kind in KINDS.items()}
_CODE = re.compile(CODE)


def read_text(kind: str, text: str) -> str | None:
    """
    >>> read_text("integer", "+007"), read_text("decimal", "-.5"), read_text("number", "1e7")
    ('7', '-0.500000000000000000', '10000000.0')
    >>> read_text("date", "2024-02-30"), read_text("timestamp", "2024-05-31T12:30:00.250")
    (None, '2024-05-31 12:30:00.25')
    """
    return _READ[kind](text) if _PATTERNS[kind].fullmatch(text) else None


def _integer(text: str) -> str:
    return str(int(text))


def _decimal(text: str) -> str:
    # By letters, since no context of Python's Decimal may round here.
    whole, _, places = text.lstrip("+-").partition(".")
    whole = whole.lstrip("0") or "0"
    found = f"{whole}.{places.ljust(PLACES, '0')}"
    # What is left without zeros and the point is empty for zero, which has no sign.
    return f"-{found}" if text[0] == "-" and found.strip("0.") else found


def _double(text: str) -> str | None:
    value = float(text)
    # + 0.0 makes 0.0 of -0.0.
    return repr(value + 0.0) if math.isfinite(value) else None


def _number(text: str) -> str | None:
    """Only what a double holds to the last digit, or two values might become one."""
    found = _double(text)
    if found is None:
        return None
    own = _digits(text)
    return found if len(own) <= DIGITS or own == _digits(repr(float(text))) else None


def _digits(text: str) -> str:
    """The digits that count."""
    return re.sub(r"[^0-9]", "", text.lower().partition("e")[0]).strip("0")


def _date(text: str) -> str | None:
    year, month, day = map(int, text.split("-"))
    try:
        # The year 0, which is 1 BC, is a leap year, as is the year 4.
        dt.date(year or 4, month, day)
    except ValueError:
        return None
    return text if year else f"0001{text[4:]} (BC)"


def _timestamp(text: str) -> str | None:
    day = _date(text[:10])
    clock = text[11:] or "00:00"
    try:
        # HH:MM:SS.ffffff has 15 letters.
        time = dt.time.fromisoformat(clock if "." not in clock else clock.ljust(15, "0"))
    except ValueError:
        return None
    if day is None:
        return None
    fraction = f".{time.microsecond:06}".rstrip("0") if time.microsecond else ""
    return f"{day} {time.isoformat('seconds')}{fraction}"


_READ: Mapping[str, Callable[[str], str | None]] = {
    "integer": _integer,
    "decimal": _decimal,
    "number": _number,
    "double": _double,
    "date": _date,
    "timestamp": _timestamp,
}


def read_texts(
    name: str, column: str, kind: str, texts: Sequence[str], counts: Sequence[int]
) -> tuple[str, list[str]]:
    """Which kind ``ordered`` turns out to be, and the distinct texts of a column as values of it.
    ``counts`` are the records of each, for a refusal; which value it is is not said."""
    tried: list[tuple[int, int, Kind]] = []
    # In the order of ORDERED, so that 7 is a whole number before it is a decimal.
    for at, each in enumerate(ORDERED if kind == "ordered" else (KINDS[kind],)):
        found = [read_text(each.name, text) for text in texts]
        values = [text for text in found if text is not None]
        if len(values) == len(texts):
            # Whoever names the kind has said that leading zeros mean nothing.
            if kind == "ordered" and each.name in NUMERIC:
                _refuse_codes(name, column, texts, counts)
            return each.name, values
        others = sum(n for text, n in zip(found, counts, strict=True) if text is None)
        tried.append((others, at, each))
    # The kind that the fewest records are not of; of equals the one that was tried first.
    others, _, nearest = min(tried, key=lambda one: one[:2])
    raise wrong_kind(name, column, kind, others, nearest)


def _refuse_codes(name: str, column: str, texts: Sequence[str], counts: Sequence[int]) -> None:
    pairs = zip(texts, counts, strict=True)
    codes = sum(count for text, count in pairs if _CODE.fullmatch(text))
    if codes:
        raise are_codes(name, column, codes)
