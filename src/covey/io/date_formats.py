"""Dates as a table writes them, such as 16.02.1986: what its date format says, as a pattern and as
SQL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.reading import literal

EXAMPLE = "%d.%m.%Y"
ISO, ISO_WITH_TIME = "%Y-%m-%d", "%Y-%m-%d %H:%M:%S.%f"
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
DIRECTIVES = {
    "Y": "[0-9]{4}",
    "y": "[0-9]{2}",
    "m": "(?:0?[1-9]|1[0-2])",
    "b": f"(?i:{'|'.join(month[:3] for month in MONTHS)})",
    "B": f"(?i:{'|'.join(MONTHS)})",
    "d": "(?:0?[1-9]|[12][0-9]|3[01])",
    "H": "(?:[01]?[0-9]|2[0-3])",
    "I": "(?:0?[1-9]|1[0-2])",
    "p": "(?i:am|pm)",
    "M": "[0-5]?[0-9]",
    "S": "[0-5]?[0-9]",
    "f": "[0-9]{1,6}",
}
"""The parts of a format, each with what it looks like."""
CENTURY, EARLIER = 1969, 1925
"""The first of the hundred years that %y stands for, as POSIX has it, and an earlier one for people
who are older: %1925y."""
PART = re.compile(r"%(?:([0-9]{4})(?=y))?(.?)|([^%]+)", re.DOTALL)
"""A letter after %, with the first year of two digits, or what stands between."""
TIMES = frozenset("HIpMSf")
KNOWN = ", ".join(f"%{letter}" for letter in DIRECTIVES)


@dataclass(frozen=True)
class DateFormat:
    """``text`` is the format, as ``%d.%m.%Y``. Refused if it does not say year, month and day.

    Two digits do not say the century. ``%y`` are the years from 1969 to 2068, and ``%1925y`` those
    from 1925 to 2024.
    """

    text: str

    def __post_init__(self) -> None:
        letters = [letter for letter, _ in self._parts() if letter]
        unknown = [letter for letter in letters if letter not in DIRECTIVES]
        if unknown:
            raise InvalidInput(
                f"A date format is made of {KNOWN} and what stands between them; given:"
                f" {self.text!r}, with %{unknown[0]}.",
                hint=f"For example {EXAMPLE} for 16.02.1986, or %m/%d/%Y for 2/16/1986.",
                given=self.text,
            )
        months = [letter for letter in letters if letter in "mbB"]
        years = [letter for letter in letters if letter in "yY"]
        once = len(set(letters)) == len(letters) and len(years) == len(months) == 1
        if not once or "d" not in letters:
            raise InvalidInput(
                "A date format says year (%Y, or %y if it has two digits), month (%m, %b or %B) and"
                f" day (%d), each once; given: {self.text!r}.",
                hint=f"For example {EXAMPLE} for 16.02.1986.",
                given=self.text,
            )
        if ("I" in letters) != ("p" in letters) or ({"I", "H"} <= set(letters)):
            raise InvalidInput(
                f"Hours are %H, or %I with %p (am or pm); given: {self.text!r}.", given=self.text
            )

    @cached_property
    def has_time(self) -> bool:
        return any(letter in TIMES for letter, _ in self._parts())

    @cached_property
    def first_year(self) -> int | None:
        """Of the hundred years that two digits stand for; None for years of four digits.

        >>> [DateFormat(text).first_year for text in ("%d.%m.%y", "%d.%m.%1925y", "%d.%m.%Y")]
        [1969, 1925, None]
        """
        years = (found[1] or CENTURY for found in PART.finditer(self.text) if found[2] == "y")
        return next(map(int, years), None)

    def since(self, first_year: int) -> DateFormat:
        """The same with other years for two digits."""
        return DateFormat(self._with_year(f"%{first_year}y"))

    def _with_year(self, year: str) -> str:
        """The text with another directive for years of two digits."""
        parts = PART.finditer(self.text)
        return "".join(year if found[2] == "y" else found[0] for found in parts)

    @cached_property
    def pattern(self) -> str:
        """What such a date looks like: a regular expression for Python and for RE2."""
        return "".join(self._patterns())

    def _patterns(self) -> list[str]:
        return [
            DIRECTIVES[letter] if letter else _to_the_letter(between)
            for letter, between in self._parts()
        ]

    def to_iso(self, value: str) -> str:
        """SQL that writes such a date as covey does, 1986-02-16, and leaves none of another form
        as it is: what is not written so is no date, even if it looks like one to covey."""
        iso = literal(ISO_WITH_TIME if self.has_time else ISO)
        # The pattern is asked as well: strptime also takes blanks around a date, and
        # years of any length. A question mark is a value of no kind, so that what is
        # no date is found and refused.
        written, text = self._with_century(value)
        read = f"strftime(try_strptime({written}, {literal(text)}), {iso})"
        fits = f"regexp_full_match({value}, {literal(self.pattern)})"
        return f"CASE WHEN {fits} THEN COALESCE({read}, '?') WHEN {value} IS NOT NULL THEN '?' END"

    def _with_century(self, value: str) -> tuple[str, str]:
        """SQL of a date whose year has four digits, and its format. It is written out before it is
        read: 29.02.00 is a day of 2000 and none of 1900."""
        if self.first_year is None:
            return value, self.text
        at = [letter for letter, _ in self._parts()].index("y")
        patterns = self._patterns()
        parts = [f"({''.join(each)})" for each in (patterns[:at], patterns[at], patterns[at + 1 :])]
        whole = literal(f"^{''.join(parts)}$")
        before, year, after = (f"regexp_extract({value}, {whole}, {n})" for n in (1, 2, 3))
        century, first = divmod(self.first_year, 100)
        # Texts of two digits are in the order of their numbers.
        turn = f"CASE WHEN {year} >= '{first:02}' THEN '{century}' ELSE '{century + 1}' END"
        return f"({before} || {turn} || {year} || {after})", self._with_year("%Y")

    def _parts(self) -> Iterator[tuple[str, str]]:
        """The letters after %, and what stands between them."""
        for found in PART.finditer(self.text):
            if found[3] is not None:
                yield "", found[3]
            elif found[2] == "%":
                yield "", "%"
            else:
                # A % at the end has no letter behind it: it is refused as an unknown one.
                yield found[2] or "%", ""


def _to_the_letter(text: str) -> str:
    """Punctuation escaped as both Python and RE2 take it."""
    return re.sub(r"([^\w\s])", r"\\\1", text, flags=re.ASCII)


_DAYS = (
    "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y", "%Y/%m/%d", "%Y.%m.%d", "%Y-%m-%d",
    "%d %b %Y", "%d-%b-%Y", "%d%b%Y", "%d. %B %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y",
)  # fmt: skip
_TIMES = ("", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M:%S %p", "T%H:%M:%S")
_SHORT = (
    "%d.%m.%y", "%d/%m/%y", "%m/%d/%y", "%d-%m-%y", "%m-%d-%y", "%d-%b-%y", "%d %b %y", "%d%b%y",
)  # fmt: skip
USUAL = (
    *(DateFormat(f"{day}{time}") for day in (*_DAYS, *_SHORT) for time in _TIMES),
    # All in one zone, whose name is then a letter like others.
    DateFormat("%Y-%m-%dT%H:%M:%SZ"),
    DateFormat("%Y-%m-%d %H:%M:%SZ"),
)
"""Formats that are tried on values that nobody described."""
