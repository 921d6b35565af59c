"""Values of ordered columns and their borders, as what they are compared by."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

LOOKS = 20
"""Values that are looked at to find the place of a border among them."""


def _time(text: str) -> tuple[int, str]:
    """A date or a time: as texts they are in order within a year, but that may have five digits or
    lie before Christ, and some have a midnight that others leave out.

    >>> _time("0044-03-15 (BC)") < _time("9999-12-31") < _time("10000-01-01 00:00:00")
    True
    """
    year, _, rest = text.removesuffix(" (BC)").partition("-")
    number = 1 - int(year) if text.endswith("(BC)") else int(year)
    return number, rest if len(rest) > 5 else f"{rest} 00:00:00"


ORDINALS: dict[str, Callable[[str], Any]] = {
    "integer": Decimal,
    "decimal": Decimal,
    "number": float,
    "date": _time,
    "timestamp": _time,
}


def values_below(
    values: NDArray[Any], borders: Sequence[Any], ordinal: Callable[[str], Any]
) -> NDArray[np.int64]:
    """How many of the values, which are in their order, are below each border.

    >>> values_below(np.array(["3", "5", "10"], dtype=object), [5, 7, 1], int).tolist()
    [1, 2, 0]
    """
    texts = values.tolist()
    if len(borders) * LOOKS < len(texts):
        found = (bisect_left(texts, border, key=ordinal) for border in borders)
    else:
        ordinals = [ordinal(text) for text in texts]
        found = (bisect_left(ordinals, border) for border in borders)
    return np.fromiter(found, np.int64, len(borders))


def numbers_of(texts: NDArray[Any]) -> NDArray[np.float64]:
    """Borders as numbers, NaN where there is none."""
    found = (np.nan if text is None else float(text) for text in texts.tolist())
    return np.fromiter(found, np.float64, len(texts))
