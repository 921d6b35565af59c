"""Borders of intervals: the roundest value between two neighbours.

A border that is somebody's own value would give it away, and [41233.17, 52108.42) reads badly.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_FLOOR, Decimal, InvalidOperation, localcontext
from itertools import pairwise
from typing import Any

# Digits with which decimals are divided: more than the LONGEST letters of a border.
DIGITS = 120
# Numbers that `_plain` handles; longer ones and those with an exponent go to `_decimal`.
PLAIN = re.compile(r"-?[0-9]{1,14}(\.[0-9]{1,14})?")
STARTS: tuple[tuple[str, Any], ...] = (
    ("month", 1),
    ("day", 1),
    ("hour", 0),
    ("minute", 0),
    ("second", 0),
    ("microsecond", 0),
)
"""The parts of a time below the year, and what each begins with."""


def round_cut(kind: str, below: str, above: str) -> str:
    """The roundest value that is above ``below`` and at most ``above``, as text.

    >>> round_cut("integer", "17", "25"), round_cut("integer", "29", "30")
    ('20', '30')
    >>> round_cut("decimal", "41233.17", "41233.89"), round_cut("date", "1979-03-02", "1981-07-09")
    ('41233.5', '1981-01-01')
    """
    if kind in ("date", "timestamp"):
        return _in_time(below, above)
    if PLAIN.fullmatch(below) and PLAIN.fullmatch(above):
        cut_text = _plain(below, above)
    else:
        cut_text = _decimal(kind, below, above)
    # As doubles two decimals may be one number.
    apart = kind != "number" or float(below) < float(cut_text) <= float(above)
    # `above` is somebody's value, but no decimal between the two is another double.
    return cut_text if apart else above


def roundness(kind: str, values: Sequence[str]) -> list[int]:
    """How round the border below each value is, that between it and the one before: the greater the
    rounder. Of numbers the multiples of 10 are above those of 5, these above those of 2, and so on;
    of dates the first of a year is above that of a quarter, of a month, of a day.

    >>> roundness("integer", ["18", "19", "20", "25", "26", "30"])
    [0, 0, 4, 2, 1, 3]
    >>> roundness("date", ["2019-12-30", "2019-12-31", "2020-01-01", "2020-02-01", "2020-04-02"])
    [0, 1, 6, 2, 3]
    """
    cuts = [round_cut(kind, below, above) for below, above in pairwise(values)]
    if kind in ("date", "timestamp"):
        return [0, *map(_date_roundness, cuts)]
    try:
        found = list(map(_digit_roundness, cuts))
    except (InvalidOperation, OverflowError):
        return [0] * len(values)
    # From 0 on: where there is no cut at an odd number, one at an even number is nothing special.
    least = min(found, default=0)
    return [0, *(each - least for each in found)]


def _digit_roundness(cut: str) -> int:
    """The place of the greatest step, of 1, 2, 5, 10, 20, 50 and so on, that the number is a
    multiple of; 0 is a multiple of all.

    >>> [_digit_roundness(text) for text in ("7", "8", "15", "60", "0.5", "0")]
    [0, 1, 2, 4, -1, 120]
    """
    number = Decimal(cut).normalize()
    if not number:
        return DIGITS
    # Normalized, the last digit is not 0: 60 is 6E+1.
    digits, exponent = int(number.as_tuple().digits[-1]), int(number.as_tuple().exponent)
    # Three steps in each power of ten: 1, 2, 5. The next power is three further.
    last = 2 if digits == 5 else 1 if digits % 2 == 0 else 0
    return 3 * exponent + last


def _date_roundness(cut: str) -> int:
    try:
        when = dt.datetime.fromisoformat(cut)
    except ValueError:
        return 0
    whole = when.replace(tzinfo=None)
    if whole.time() != dt.time(0):
        return 0
    if when.day != 1:
        return 1
    if when.month != 1:
        return 3 if when.month in (4, 7, 10) else 2
    # Years: a decade is above half a decade, and that above any other year.
    return 6 if when.year % 10 == 0 else 5 if when.year % 5 == 0 else 4


def _plain(below: str, above: str) -> str:
    """The same for numbers of few digits, as integers: tables have very many of these.

    >>> _plain("-25", "-3"), _plain("0.05", "0.0725"), _plain("-1", "2.5")
    ('-20', '0.06', '0')
    """
    places = max(len(text.partition(".")[2]) for text in (below, above))
    low, high = _scaled(below, places), _scaled(above, places)
    if low < 0 <= high:
        return "0"
    # If there is a multiple of a power of ten between them, there is one of every lower power.
    step = 10 ** (len(str(high - low)) - 1)
    while low < high // (step * 10) * (step * 10):
        step *= 10
    # 5 before 2 before 1: of the power that fits, the greatest multiple that still fits.
    step = next(step * digit for digit in (5, 2, 1) if low < high // (step * digit) * step * digit)
    return _unscaled(high // step * step, places)


def _scaled(text: str, places: int) -> int:
    whole, _, fraction = text.partition(".")
    return int(whole + fraction.ljust(places, "0"))


def _unscaled(number: int, places: int) -> str:
    """
    >>> _unscaled(-50, 3), _unscaled(2000, 3), _unscaled(20, 0)
    ('-0.05', '2', '20')
    """
    if not places:
        return str(number)
    digits = str(abs(number)).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")
    return f"-{text}" if number < 0 else text


def _decimal(kind: str, below: str, above: str) -> str:
    try:
        cut = _number(Decimal(below), Decimal(above))
    except InvalidOperation:
        return above
    # As `borders.is_border` expects it: an exponent only from 30 digits on.
    plain = kind == "integer" or -30 < cut.adjusted() < 30
    return format(cut, "f") if plain else str(cut)


def _number(below: Decimal, above: Decimal) -> Decimal:
    if below < 0 <= above:
        return Decimal(0)
    with localcontext() as context:
        context.prec = DIGITS
        for step in _steps(max(below.adjusted(), above.adjusted()) + 1):
            cut = (above / step).to_integral_value(ROUND_FLOOR) * step
            if below < cut:
                # Zero has no sign, and is added first: it would write out all digits of 5E+299.
                return (cut + 0).normalize()
    return above


def _steps(exponent: int) -> Iterator[Decimal]:
    """10, 5, 2, 1, 0.5, ... down from a power of ten, as far as 40 digits go."""
    # Neighbours that agree in 40 digits get no rounder border than the upper one.
    for power in range(exponent, exponent - 41, -1):
        for digit in (1, Decimal("0.5"), Decimal("0.2")):
            yield Decimal(10) ** power * digit


def _in_time(below: str, above: str) -> str:
    """The first of a year, else of a month, a day, an hour, ..., if it lies between."""
    try:
        low, high = dt.datetime.fromisoformat(below), dt.datetime.fromisoformat(above)
    except ValueError:
        return above
    # `high` with all parts from this one on set to their first: the start of its year, month...
    for at in range(len(STARTS)):
        cut = high.replace(**dict(STARTS[at:]))
        if low < cut <= high:
            return str(cut).removesuffix(" 00:00:00")
    return above
