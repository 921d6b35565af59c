"""Dates as a table writes them, such as 16.02.1986: what its date format says, as a pattern and as
SQL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

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
"""The parts of a format, each with what it looks like. Years have four digits: of two nobody knows
the century, and DuckDB would read 86 as the year 86."""
TIMES = frozenset("HIpMSf")
KNOWN = ", ".join(f"%{letter}" for letter in DIRECTIVES)


@dataclass(frozen=True)
class DateFormat:
    """``text`` is the format, as ``%d.%m.%Y``. Refused if it does not say year, month and day."""

    text: str

    def __post_init__(self) -> None:
        letters = [letter for letter, _ in self._parts() if letter]
        if "y" in letters:
            raise InvalidInput(
                f"A date format has a year of four digits, %Y; given: {self.text!r}.",
                hint="Two digits do not say the century: write the years out first.",
                given=self.text,
            )
        unknown = [letter for letter in letters if letter not in DIRECTIVES]
        if unknown:
            raise InvalidInput(
                f"A date format is made of {KNOWN} and what stands between them; given:"
                f" {self.text!r}, with %{unknown[0]}.",
                hint=f"For example {EXAMPLE} for 16.02.1986, or %m/%d/%Y for 2/16/1986.",
                given=self.text,
            )
        months = [letter for letter in letters if letter in "mbB"]
        if len(set(letters)) < len(letters) or not {"Y", "d"} <= set(letters) or len(months) != 1:
            raise InvalidInput(
                "A date format says year (%Y), month (%m, %b or %B) and day (%d), each once;"
                f" given: {self.text!r}.",
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
    def pattern(self) -> str:
        """What such a date looks like: a regular expression for Python and for RE2."""
        return "".join(
            DIRECTIVES[letter] if letter else _to_the_letter(between)
            for letter, between in self._parts()
        )

    def to_iso(self, value: str) -> str:
        """SQL that writes such a date as covey does, 1986-02-16, and leaves none of another form
        as it is: what is not written so is no date, even if it looks like one to covey."""
        iso = literal(ISO_WITH_TIME if self.has_time else ISO)
        read = f"strftime(try_strptime({value}, {literal(self.text)}), {iso})"
        fits = f"regexp_full_match({value}, {literal(self.pattern)})"
        return f"CASE WHEN {fits} THEN COALESCE({read}, '?') WHEN {value} IS NOT NULL THEN '?' END"

    def _parts(self) -> Iterator[tuple[str, str]]:
        """The letters after %, and what stands between them."""
        for found in re.finditer(r"%(.?)|([^%]+)", self.text, re.DOTALL):
            if found[2] is not None:
                yield "", found[2]
            elif found[1] == "%":
                yield "", "%"
            else:
                yield found[1] or "%", ""


def _to_the_letter(text: str) -> str:
    """Punctuation escaped as both Python and RE2 take it."""
    return re.sub(r"([^\w\s])", r"\\\1", text, flags=re.ASCII)


_DAYS = (
    "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y", "%Y/%m/%d", "%Y.%m.%d", "%Y-%m-%d",
    "%d %b %Y", "%d-%b-%Y", "%d%b%Y", "%d. %B %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y",
)  # fmt: skip
_TIMES = ("", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M:%S %p", "T%H:%M:%S")
USUAL = (
    *(DateFormat(f"{day}{time}") for day in _DAYS for time in _TIMES),
    # All in one zone, whose name is then a letter like others.
    DateFormat("%Y-%m-%dT%H:%M:%SZ"),
    DateFormat("%Y-%m-%d %H:%M:%SZ"),
)
"""Formats that are tried on values that nobody described."""
