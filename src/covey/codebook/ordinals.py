"""Values of ordered columns and their borders, as what they are compared by."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

BC = " (BC)"
"""Behind a day before the year 1."""
LOOKS = 20
"""Values that are looked at to find the place of a border among them."""


def _time(text: str) -> tuple[int, str]:
    """A date or a time: as texts they are in order within a year, but that may have five digits or
    lie before Christ, and some have a midnight that others leave out.

    >>> _time("0044-03-15 (BC)") < _time("9999-12-31") < _time("10000-01-01 00:00:00")
    True
    >>> _time("0044-03-15 (BC) 10:00:00") < _time("0044-03-16 (BC)") < _time("0043-01-01 (BC)")
    True
    """
    # The mark is behind the day, before the time of day.
    year, _, rest = text.replace(BC, "", 1).partition("-")
    number = 1 - int(year) if BC in text else int(year)
    return number, rest if len(rest) > 5 else f"{rest} 00:00:00"


ORDINALS: dict[str, Callable[[str], Any]] = {
    "integer": Decimal,
    "decimal": Decimal,
    "number": float,
    "date": _time,
    "timestamp": _time,
}


def ordinals_of(texts: Sequence[str], kind: str) -> NDArray[Any]:
    """What texts of a kind are compared by: numbers that the machine compares, if all of them fit,
    else objects.

    >>> ordinals_of(["3", "10"], "integer"), ordinals_of(["1E+37"], "integer")
    (array([ 3, 10]), array([Decimal('1E+37')], dtype=object))
    """
    if kind == "number":
        return np.fromiter(map(float, texts), np.float64, len(texts))
    if kind == "integer":
        try:
            return np.fromiter(map(int, texts), np.int64, len(texts))
        except (ValueError, OverflowError):
            pass  # a number with an exponent, or one of more than 18 digits
    return _objects(texts, kind)


def values_below(values: NDArray[Any], borders: Sequence[str], kind: str) -> NDArray[np.int64]:
    """How many of the values, which are in their order, are below each border.

    >>> values_below(np.array(["3", "5", "10"], dtype=object), ["5", "7", "1"], "integer").tolist()
    [1, 2, 0]
    """
    texts, ordinal = values.tolist(), ORDINALS[kind]
    # Few borders: a binary search reads some values of each, and not all values.
    if len(borders) * LOOKS < len(texts):
        found = (bisect_left(texts, ordinal(border), key=ordinal) for border in borders)
        return np.fromiter(found, np.int64, len(borders))
    own, ends = ordinals_of(texts, kind), ordinals_of(borders, kind)
    # One fits the machine and the other does not: both are compared as objects then.
    if own.dtype != ends.dtype:
        own, ends = _objects(texts, kind), _objects(borders, kind)
    return np.searchsorted(own, ends)


def _objects(texts: Sequence[str], kind: str) -> NDArray[Any]:
    return np.fromiter(map(ORDINALS[kind], texts), dtype=object, count=len(texts))


def numbers_of(texts: NDArray[Any]) -> NDArray[np.float64]:
    """Borders as numbers, NaN where there is none."""
    found = (np.nan if text is None else float(text) for text in texts.tolist())
    return np.fromiter(found, np.float64, len(texts))
