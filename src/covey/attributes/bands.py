"""Bands: the only places where an ordered column may be cut.

=============================  =====================================================================
``5``                          bands of this width, from its multiples on: 20-24, 25-29
``0,18,30,65``                 bands between these borders; the outermost are open
``day``, ``month``,            of dates and timestamps
``quarter``, ``year``,
``decade``
``digits:2``                   numbers with the same first two digits: 41,000-41,999, 520-529
``<90``, ``<=90``              a top code: all values from 90 on (above 90) are one band
``>=18``, ``>18``              a bottom code: all values below 18 (up to 18) are one band
=============================  =====================================================================

Codes may stand beside one of the others, after a blank: ``5 >=18 <=90``. By themselves they leave
the values between them as they are.
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.codebook.borders import LONGEST
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest
from covey.io.kinds import KINDS

# The limit keeps the exact fractions small that a job file can ask for.
NUMBER = re.compile(r"-?[0-9]{1,30}(\.[0-9]{1,30})?")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
CODE = re.compile(r"(<=|>=|<|>)(.*)")
DIGITS = re.compile(r"digits:([0-9]{1,2})")
UNITS = ("day", "month", "quarter", "year", "decade")
IN_TIME = ("date", "timestamp")
MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120}
# Digits of a quotient: more than the LONGEST letters of a border.
PLACES = 120
EXAMPLES = (
    "For example: 5 (a width), 0,18,30,65 (borders), month, digits:2, <=90 (a top code), or"
    " 5 >=18 <=90."
)

Ordinal = Any
"""What values are compared by: whole numbers, fractions, or days."""


class Code(NamedTuple):
    """A top or a bottom code: ``<=`` and ``90``."""

    sign: str
    border: str


@dataclass(frozen=True)
class Bands:
    """What the user said, part by part: one of the first four at most, and the two codes."""

    width: str = ""
    borders: tuple[str, ...] = ()
    unit: str = ""
    digits: int = 0
    bottom: Code | None = None
    top: Code | None = None

    @classmethod
    def of(cls, given: Any) -> Bands:
        """From a number, a list of borders, or text."""
        if isinstance(given, Iterable) and not isinstance(given, str):
            borders = tuple(str(border).strip() for border in given)
            return cls._checked({"borders": borders} if borders else {}, given)
        # True is a number to Python.
        if isinstance(given, bool) or not isinstance(given, str | Real | Decimal):
            raise InvalidInput(
                f"Bands are a number, a list of borders or text; given: {type(given).__name__}.",
                hint=EXAMPLES,
                given=given,
            )
        parts: dict[str, Any] = {}
        # "<= 90" and "0, 18" are one part each, though parts are separated by blanks.
        for text in re.sub(r"(<=|>=|<|>|,)\s+", r"\1", str(given)).split():
            name, part = _part(text, given)
            if name in parts:
                raise InvalidInput(
                    f"Bands have one {_called(name)} at most; given: {given!r}.",
                    hint=EXAMPLES,
                    given=given,
                )
            parts[name] = part
        return cls._checked(parts, given)

    @classmethod
    def _checked(cls, parts: dict[str, Any], given: Any) -> Bands:
        found = cls(**parts)
        main = [name for name in ("width", "borders", "unit", "digits") if name in parts]
        if not parts or len(main) > 1:
            said = "none of them" if not parts else " and ".join(map(_called, main))
            raise InvalidInput(
                "Bands are a width, borders, a unit of time or a number of digits, or codes for the"
                f" top and the bottom; given: {said}.",
                hint=EXAMPLES,
                given=given,
            )
        if "width" in parts and Fraction(found.width) <= 0:
            raise InvalidInput(f"The width of bands is above 0; given: {found.width}.", given=given)
        if "digits" in parts and found.digits < 1:
            raise InvalidInput("Bands keep one digit or more; given: digits:0.", given=given)
        _refuse_unsorted(found, given)
        return found

    @property
    def text(self) -> str:
        """The same in one way.

        >>> Bands.of([0, 18]).text, Bands.of("<= 90   5").text, Bands.of([18]).text
        ('0,18', '5 <=90', '18,')
        """
        # One border alone has a comma behind it: 18 by itself is a width.
        borders = ",".join(self.borders) + ("," if len(self.borders) == 1 else "")
        digits = f"digits:{self.digits}" if self.digits else ""
        codes = ["".join(code) for code in (self.bottom, self.top) if code is not None]
        return " ".join(filter(None, [self.width, borders, self.unit, digits, *codes]))

    def grid(self, kind: str, name: str) -> Grid:
        """The bands of the column ``name``, whose values are of this ``kind``."""
        given = KINDS[kind].words
        if kind in IN_TIME and (self.width or self.digits):
            raise InvalidInput(
                f"Bands of {name!r} are a width or digits, but its values are {given}.",
                hint=f"Bands of {given} are one of {', '.join(UNITS)}, or borders such as"
                " 2020-01-01,2022-01-01.",
                given=self.text,
            )
        if kind not in IN_TIME and self.unit:
            raise InvalidInput(
                f"Bands of {name!r} are a {self.unit}, but its values are {given}.",
                hint="Bands of numbers are a width, borders or digits. A column of dates that are"
                " written in another way has to be written as 2024-05-31 first.",
                given=self.text,
            )
        if self.unit == "day" and kind == "date":
            raise InvalidInput(
                f"Bands of {name!r} are a day, and its values are days: there is nothing to join.",
                hint="Leave the bands away, or choose month, quarter, year or decade.",
                given=self.text,
            )
        read = _reader(kind, name, self.text)
        # Everything is compared exactly, as whole numbers, fractions or days, never as doubles.
        borders = [read(border) for border in self.borders]
        width = read(self.width) if self.width else None
        bottom = None if self.bottom is None else self._border(self.bottom, kind, name, read)
        top = None if self.top is None else self._border(self.top, kind, name, read)
        if bottom is not None and top is not None and bottom >= top:
            raise InvalidInput(
                f"The bottom code of {name!r} is not below its top code: {self.text}.",
                given=self.text,
            )
        return Grid(kind, name, borders, width, self.unit, self.digits, bottom, top)

    def _border(self, code: Code, kind: str, name: str, read: Callable[[str], Any]) -> Ordinal:
        """Where the coded values begin or end."""
        # Bands are half open. <=90 ends where 91 begins, which only whole values have.
        border = read(code.border)
        if code.sign in ("<", ">="):
            return border
        if kind == "integer":
            return border + 1
        if kind == "date":
            return border + dt.timedelta(days=1)
        other = {"<=": "<", ">": ">="}[code.sign]
        raise InvalidInput(
            f"The code {''.join(code)} of {name!r} is for whole numbers and dates; its values are"
            f" {KINDS[kind].words}.",
            hint=f"Say {other}{code.border}, or another border.",
            given=self.text,
        )


def _part(text: str, given: Any) -> tuple[str, Any]:
    """One part of what was said, and the field that it is."""
    code, digits = CODE.fullmatch(text), DIGITS.fullmatch(text)
    if code is not None and _is_border(code[2]):
        return ("top" if code[1].startswith("<") else "bottom"), Code(code[1], code[2])
    if digits is not None:
        return "digits", int(digits[1])
    if text in UNITS:
        return "unit", text
    if NUMBER.fullmatch(text):
        return "width", text
    if "," in text:
        return "borders", tuple(part.strip() for part in text.removesuffix(",").split(","))
    raise InvalidInput(
        f"Bands have no part {text!r}.", hint=closest(text, UNITS) or EXAMPLES, given=given
    )


def _called(name: str) -> str:
    return {"unit": "unit of time", "digits": "number of digits", "borders": "list of borders"}.get(
        name, name if name == "width" else f"{name} code"
    )


def _is_border(text: str) -> bool:
    if NUMBER.fullmatch(text):
        return True
    try:
        return DATE.fullmatch(text) is not None and bool(dt.date.fromisoformat(text))
    except ValueError:
        return False


def _refuse_unsorted(bands: Bands, given: Any) -> None:
    for border in bands.borders:
        if not _is_border(border):
            raise InvalidInput(
                f"Borders of bands are numbers, or dates as 2024-05-31; given: {border!r}.",
                hint=EXAMPLES,
                given=given,
            )
    dates = [DATE.fullmatch(border) is not None for border in bands.borders]
    if any(dates) and not all(dates):
        raise InvalidInput("Borders of bands are numbers or dates, not both.", given=given)
    # Dates of four-digit years are in order as texts.
    read: Callable[[str], Any] = str if any(dates) else Fraction
    for before, after in zip(bands.borders, bands.borders[1:], strict=False):
        if not read(before) < read(after):
            raise InvalidInput(
                f"Borders of bands ascend, each of them once; {after} comes after {before}.",
                given=given,
            )


def _reader(kind: str, name: str, said: str) -> Callable[[str], Ordinal]:
    """What reads a border that the user stated, for values of this kind."""

    def read(text: str) -> Ordinal:
        is_date = DATE.fullmatch(text) is not None
        if is_date != (kind in IN_TIME) or (kind == "integer" and "." in text):
            expected = {"integer": "whole numbers", "date": "dates", "timestamp": "dates"}
            raise InvalidInput(
                f"The values of {name!r} are {KINDS[kind].words}, and so its bands are given by"
                f" {expected.get(kind, 'numbers')}; given: {text}.",
                given=said,
            )
        return ordinal(text, kind)

    return read


def ordinal(text: str, kind: str) -> Ordinal:
    if kind in IN_TIME:
        # A timestamp counts as its day: bands of time begin at midnight.
        return dt.date.fromisoformat(text[:10])
    return int(text) if kind == "integer" else Fraction(text)


class Band(NamedTuple):
    """From low up to, but not including, high; None is open. A ``free`` one is a single value."""

    low: Ordinal | None
    high: Ordinal | None
    free: bool = False


@dataclass(frozen=True, eq=False)
class Items:
    """The values of a column in their bands: ``of_value[v]`` is the number of the band of value v,
    counted from the first that has a value; ``bands`` are these."""

    of_value: NDArray[np.int64]
    bands: tuple[Band, ...]

    @property
    def first(self) -> NDArray[np.int64]:
        """The first value of every item."""
        # Values of a band are neighbours, so an item begins wherever the number changes.
        return np.flatnonzero(np.diff(self.of_value, prepend=-1))

    @property
    def last(self) -> NDArray[np.int64]:
        return np.append(self.first[1:], len(self.of_value)) - 1


@dataclass(frozen=True, eq=False)
class Grid:
    """The bands of one column, by what its values are compared by."""

    kind: str
    name: str
    borders: Sequence[Ordinal]
    width: Ordinal | None
    unit: str
    digits: int
    bottom: Ordinal | None
    top: Ordinal | None

    def band(self, value: Ordinal) -> Band:
        # Codes come first: they win over the band that the value would be in otherwise.
        if self.bottom is not None and value < self.bottom:
            return Band(None, self.bottom)
        if self.top is not None and value >= self.top:
            return Band(self.top, None)
        low, high, free = self._inside(value)
        if free:
            return Band(low, high, free)
        # Codes cut the bands that they lie in.
        if self.bottom is not None:
            low = self.bottom if low is None else max(low, self.bottom)
        if self.top is not None:
            high = self.top if high is None else min(high, self.top)
        return Band(low, high)

    def _inside(self, value: Ordinal) -> Band:
        if self.unit:
            return _span_of_time(value, self.unit)
        if self.width is not None:
            # Floor division, also below zero: -3 with a width of 5 is in -5 to -1.
            low = value // self.width * self.width
            return Band(low, low + self.width)
        if self.digits:
            return _with_digits(value, self.digits, whole=self.kind == "integer")
        if not self.borders:
            # Codes alone: what lies between them stays as it is.
            return Band(value, value, free=True)
        at = bisect_right(self.borders, value)
        return Band(
            None if at == 0 else self.borders[at - 1],
            None if at == len(self.borders) else self.borders[at],
        )

    def items(self, values: Sequence[str]) -> Items:
        """``values`` are in their order."""
        of_value = np.empty(len(values), dtype=np.int64)
        bands: list[Band] = []
        for place, text in enumerate(values):
            value = self._read(text)
            last = bands[-1] if bands else None
            # Values ascend, so a value is in the last band or begins a new one.
            inside = last is not None and not last.free and (last.high is None or value < last.high)
            if not inside:
                bands.append(self.band(value))
            self._refuse_finer(bands[-1], text)
            of_value[place] = len(bands) - 1
        return Items(of_value, tuple(bands))

    def _read(self, text: str) -> Ordinal:
        if self.kind in IN_TIME and (not DATE.match(text) or "(BC)" in text):
            raise InvalidInput(
                f"Bands of dates are for the years 1 to 9999; {self.name!r} has {text!r}.",
                given=text,
            )
        return ordinal(text, self.kind)

    def _refuse_finer(self, band: Band, text: str) -> None:
        """Refuse bands whose borders are no numbers that can be written, or that a double cannot
        tell from the value beside them."""
        if self.kind in IN_TIME or self.kind == "integer" or band.free:
            return
        for border, above in ((band.low, True), (band.high, False)):
            if border is None:
                continue
            # The border is published as text, and read again by verify: it must be the same number.
            written = self.text(border)
            exact = len(written) <= LONGEST and Fraction(written) == border
            if self.kind == "number":
                # Values of the kind number are doubles. The border must lie on the same side of the
                # value as a double as it does as a fraction.
                exact = exact and (float(written) <= float(text)) == above
            if not exact:
                raise InvalidInput(
                    f"The bands of {self.name!r} are too narrow for the value {text}.",
                    hint="Choose wider ones, or bands by digits, as digits:2.",
                    given=text,
                )

    def outside(self, values: Sequence[str]) -> bool:
        """Whether some value is outside of the stated borders, in an open band."""
        if not self.borders or not values:
            return False
        # Values are in order: only the first and the last can be outside.
        first, last = ordinal(values[0], self.kind), ordinal(values[-1], self.kind)
        return bool(first < self.borders[0] or last >= self.borders[-1])

    def text(self, border: Ordinal) -> str:
        """A border as covey writes it."""
        if self.kind in IN_TIME or self.kind == "integer":
            return str(border)
        with localcontext() as context:
            context.prec = PLACES
            # Zero has no sign, and is added first: it would write out all digits of 5E+299.
            found = (Decimal(border.numerator) / Decimal(border.denominator) + 0).normalize()
        return format(found, "f") if -30 < found.adjusted() < 30 else str(found)

    def place(self, border: Ordinal) -> float:
        """Where a border lies, as a number."""
        return float(border.toordinal() if self.kind in IN_TIME else border)

    @property
    def step(self) -> int:
        """How far the last value of a band lies before its end: whole numbers and days have one."""
        return 1 if self.kind in ("integer", "date") else 0


def _span_of_time(day: dt.date, unit: str) -> Band:
    if unit == "day":
        return Band(day, None if day == dt.date.max else day + dt.timedelta(days=1))
    size = MONTHS[unit]
    # Months are counted through, so that quarters, years and decades are multiples of months.
    first = (day.year * 12 + day.month - 1) // size * size
    return Band(_month(first), _month(first + size))


def _month(number: int) -> dt.date | None:
    """The first day of a month, counted from January of the year 0; None beyond all dates."""
    year = number // 12
    return dt.date(year, number % 12 + 1, 1) if dt.MINYEAR <= year <= dt.MAXYEAR else None


def _with_digits(value: Ordinal, digits: int, *, whole: bool) -> Band:
    """The numbers that have the same first digits. Below zero a band ends where the one of the
    opposite number begins."""
    # Zero has no first digit. A whole 0 is a band from 0 up to 1.
    if value == 0:
        return Band(0, 1) if whole else Band(value, value, free=True)
    size = abs(value)
    power = _power(size)
    step = _step(power, digits, whole=whole)
    if value > 0:
        low = size // step * step
        return Band(low, low + step)
    # Rounded away from zero: -41,233 is in the band that begins at -42,000.
    first = -(-size // step) * step
    # Below a power of ten, digits count for less.
    if size == first == power:
        step = _step(power / 10, digits, whole=whole)
    return Band(-first, -(first - step))


def _power(size: Ordinal) -> Fraction:
    """The highest power of ten up to a number."""
    number = Fraction(size)
    # The difference of the lengths is right, or one too high.
    found = Fraction(10) ** (len(str(number.numerator)) - len(str(number.denominator)))
    return found if found <= number else found / 10


def _step(power: Fraction, digits: int, *, whole: bool) -> Ordinal:
    step = power / 10 ** (digits - 1)
    # Whole numbers have no digits behind the point: 7 with digits:2 is the band of 7 alone.
    return max(1, int(step)) if whole else step
