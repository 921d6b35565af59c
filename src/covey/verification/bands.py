"""That ranges begin and end where the bands of their column do, by rules of its own."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from covey.codebook.ordinals import ORDINALS
from covey.core.dataclass import dataclass
from covey.verification.claims import Check, Claimed

BETWEEN = "every range begins and ends where a band does"
STARTS = {
    "day": r".{10}",
    "month": r".{7}-01",
    "quarter": r".{4}-(01|04|07|10)-01",
    "year": r".{4}-01-01",
    "decade": r".{3}0-01-01",
}
"""How the first day of each unit of time is written."""


def along_bands(claimed: Claimed) -> Iterator[Check]:
    banded = {name: role.stated_bands for name, role in claimed.roles.items() if role.stated_bands}
    if not banded:
        return
    wrong = ""
    for name, bands in banded.items():
        kind = str(claimed.read[name]["read_as"])
        rule = Rule.of(bands, kind)
        borders = claimed.book.of(name).ranges.borders
        # Sorted, so that the message is always the same.
        odd = [border for border in sorted(borders) if not rule.allows(border)]
        if odd:
            wrong = wrong or f"{odd[0]} in {name!r}, whose bands are {bands}"
    yield Check(BETWEEN, not wrong, wrong)


@dataclass(frozen=True)
class Rule:
    """``codes`` are the borders of the bottom and the top code, if there are."""

    kind: str
    rest: str
    codes: Mapping[str, Any]

    @classmethod
    def of(cls, bands: str, kind: str) -> Rule:
        parts = bands.split()
        signs = [part for part in parts if part[0] in "<>"]
        others = [part for part in parts if part not in signs]
        codes = {part[0]: _code(part, kind) for part in signs}
        return cls(kind, others[0] if others else "", codes)

    def allows(self, border: str) -> bool:
        at = _exact(border, self.kind)
        # The border of a code is allowed, whatever the other bands are.
        if at in self.codes.values():
            return True
        # Below the bottom code and above the top code nothing is distinguished.
        if ">" in self.codes and at < self.codes[">"]:
            return False
        if "<" in self.codes and at > self.codes["<"]:
            return False
        return self._fits(border, at)

    def _fits(self, border: str, at: Any) -> bool:
        rest = self.rest
        if not rest:
            return True
        if rest in STARTS:
            return re.fullmatch(STARTS[rest], border) is not None
        if rest.startswith("digits:"):
            # Trailing zeros do not count: 41000 has two digits.
            digits = Decimal(border).normalize().as_tuple().digits
            return len(digits) <= int(rest.partition(":")[2])
        if "," in rest:
            return at in [_exact(one, self.kind) for one in rest.split(",") if one]
        # Fractions are exact: 0.3 is a multiple of 0.1, which doubles would deny.
        return bool(at % Fraction(rest) == 0)


def _exact(text: str, kind: str) -> Any:
    return ORDINALS[kind](text) if kind in ("date", "timestamp") else Fraction(text)


def _code(part: str, kind: str) -> Any:
    """Where the values of a code begin or end. ``<=90`` and ``>90`` both have 90 below it."""
    sign = part[:2] if part[1:2] == "=" else part[:1]
    border = part[len(sign) :]
    if sign in ("<", ">="):
        return _exact(border, kind)
    if kind == "date":
        year, month, day = map(int, border.split("-"))
        return _exact(_next_day(year, month, day), kind)
    # Whole numbers: above 89 is from 90 on.
    return _exact(border, kind) + 1


def _next_day(year: int, month: int, day: int) -> str:
    if day < monthrange(year, month)[1]:
        return f"{year:04}-{month:02}-{day + 1:02}"
    return f"{year:04}-{month + 1:02}-01" if month < 12 else f"{year + 1:04}-01-01"
