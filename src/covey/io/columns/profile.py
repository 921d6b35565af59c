"""What the values of every column are like, in figures: no value itself leaves this module."""

from __future__ import annotations

from covey.core.dataclass import dataclass
from covey.io.columns.table import Table
from covey.io.dates import sql_is_date

ROWS = 100_000
"""The first rows, which are looked at."""
PATTERNS = {
    "mail": r"[^@\s]+@[^@\s]+\.[a-zA-Z]{2,}",
    "phone": r"(\+|00)?[0-9][0-9 ()/.-]{6,}[0-9]",
    "uuid": r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
    "address": r"([0-9]{1,3}\.){3}[0-9]{1,3}",
    "whole": r"[+-]?[0-9]+",
    "number": r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?",
    "zeros": r"0[0-9]+",
    "icd": r"[A-TV-Z][0-9][0-9A-Z](\.?[0-9A-Z]{1,4})?",
}
"""Regular expressions for whole values, as RE2 has them."""
NUMBERS = ("whole", "number", "zeros")
"""Those that are for values as covey writes numbers."""


@dataclass(frozen=True)
class Profile:
    """``values`` of the first ``rows`` rows are not missing, ``distinct`` of these are different.
    ``shares`` says which share of the values looks like each of ``PATTERNS`` and like a date;
    ``low`` and ``high`` are the least and the greatest number, if all are numbers; ``longest`` and
    ``shortest`` are in letters, ``words`` are those of a value on average."""

    column: str
    rows: int
    values: int
    distinct: int
    shares: dict[str, float]
    low: float | None
    high: float | None
    shortest: int
    longest: int
    words: float

    def mostly(self, pattern: str, share: float = 0.95) -> bool:
        return self.shares[pattern] >= share

    @property
    def distinct_share(self) -> float:
        return self.distinct / self.values if self.values else 0.0


def profiles(table: Table) -> list[Profile]:
    """Every column of a table, in its order."""
    return [_profile(table, column) for column in table.columns]


def _profile(table: Table, column: str) -> Profile:
    text = f"NULLIF(trim({table.text(column, 'to be looked at')}), '')"
    at = table.columns.index(column)
    plain = {
        kind: table.staging.notation.as_text(f"c{at}", column, table.types[at], kind)
        for kind in ("number", "timestamp")
    }
    # v is the value as it stands, n as covey writes numbers, d as it writes dates.
    looks = {
        name: f"regexp_full_match({'n' if name in NUMBERS else 'v'}, '{pattern}')"
        for name, pattern in PATTERNS.items()
    }
    looks["date"] = f"{sql_is_date('v')} OR {sql_is_date('d')}"
    number = "TRY_CAST(n AS DOUBLE)"
    finite = f"CASE WHEN isfinite({number}) THEN {number} END"
    counted = ", ".join(f"count(*) FILTER ({look})" for look in looks.values())
    found = table.ask(
        f"SELECT count(*), count(v), count(DISTINCT v), count({finite}), min({finite}),"
        f" max({finite}), min(length(v)), max(length(v)),"
        # The words of a value are its blanks and one more.
        f" avg(length(v) - length(replace(v, ' ', '')) + 1), {counted}"
        f" FROM (SELECT {text} AS v, {plain['number']} AS n, {plain['timestamp']} AS d"
        f" FROM {table.scan} LIMIT {ROWS})"
    )
    rows, values, distinct, numbers, low, high, shortest, longest, words, *counts = found
    # Also infinite numbers are none here: a range that they are in says nothing.
    all_numbers = bool(values) and numbers == values
    return Profile(
        column=column,
        rows=rows,
        values=values,
        distinct=distinct,
        shares={
            name: count / values if values else 0.0
            for name, count in zip(looks, counts, strict=True)
        },
        low=low if all_numbers else None,
        high=high if all_numbers else None,
        shortest=shortest or 0,
        longest=longest or 0,
        words=words or 0.0,
    )
