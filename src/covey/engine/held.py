"""Statements that list who the records of each combination are of, for engines of SQL."""

from __future__ import annotations

from collections.abc import Sequence


def listed(rows: str, place: str, fields: Sequence[str], row: str) -> str:
    """The entries of :class:`covey.core.holders.Holders` in any order, as ``place``, the holders'
    values v0, v1, ... and the records ``n``. A record without a holder is not grouped with others.

    rows
        What follows FROM.
    place, fields, row
        Expressions: the number of the row's combination, its holders, and something that only this
        row has.
    """
    named = ", ".join(f"{field} AS v{at}" for at, field in enumerate(fields))
    # One missing holder is enough: such a record is a holder of its own in that column, and must
    # not be in one entry with another record.
    gone = " OR ".join(f"{field} IS NULL" for field in fields)
    inner = (
        f"SELECT {place} AS place, {named}, CASE WHEN {gone} THEN {row} END AS alone FROM {rows}"
    )
    keys = ", ".join(["place", *(f"v{at}" for at in range(len(fields)))])
    return f"SELECT {keys}, COUNT(*) AS n FROM ({inner}) h GROUP BY {keys}, alone"


def different(field: str) -> str:
    """How many different holders some rows have: a record without one is a holder of its own."""
    # COUNT(*) - COUNT(field) are the rows without a value, which COUNT(DISTINCT) leaves out.
    return f"COUNT(DISTINCT {field}) + COUNT(*) - COUNT({field})"


def spellings(field: str, text: str = "VARCHAR") -> tuple[str, str]:
    """How many different holders are named, and how many if blanks around them and capital letters
    do not count; ``text`` is the SQL type of texts."""
    folded = f"LOWER(TRIM(CAST({field} AS {text})))"
    return f"COUNT(DISTINCT {field})", f"COUNT(DISTINCT {folded})"


def ranked(entries: str, fields: int) -> str:
    """The same with the holders numbered, -1 for none. ``entries`` is a table of the above."""
    # Numbered by the engine, so that no name or number of a person comes to Python.
    joins = " ".join(
        f"LEFT JOIN (SELECT v{at} AS v, ROW_NUMBER() OVER (ORDER BY v{at}) - 1 AS r FROM"
        f" (SELECT DISTINCT v{at} FROM {entries} WHERE v{at} IS NOT NULL) d{at}) h{at}"
        f" ON e.v{at} = h{at}.v"
        for at in range(fields)
    )
    numbers = ", ".join(f"COALESCE(h{at}.r, -1) AS r{at}" for at in range(fields))
    return f"SELECT e.place, {numbers}, e.n FROM {entries} e {joins}"
