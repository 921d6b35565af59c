"""A counted column as the SQL expression that the rows are grouped by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from covey.core.errors import InvalidInput
from covey.io.inputs import Staging
from covey.io.kinds import KINDS, ORDERED, Kind, native


class WrongKind(InvalidInput):
    """A column, ``given``, has values of another kind than it is to be read as."""


Ask = Callable[[str], tuple[Any, ...]]
"""Runs a query that has one row, and returns it."""

WRITTEN = "Numbers are written 1234.5, dates 2024-05-31, timestamps 2024-05-31 12:30:00."

NUMERIC = ("integer", "decimal", "number")

INFINITE = {"number": "numbers", "date": "dates", "timestamp": "timestamps"}
"""The kinds whose own types have infinite values."""


def key(
    ask: Ask, name: str, staging: Staging, column: str, type_: str, kind: str
) -> tuple[str, str]:
    """The expression, and the kind that ``ordered`` turned out to be."""
    field = f"c{staging.columns.index(column)}"
    if kind == "text":
        return (field if type_ == "VARCHAR" else f"CAST({field} AS VARCHAR)"), "text"
    own = native(type_)
    if own and kind in (own, "ordered", "decimal" if own == "integer" else ""):
        value = _number(field) if own == "number" else field
        if own in INFINITE:
            _refuse_infinite(ask, name, staging, column, value, INFINITE[own])
        return value, own
    if own in NUMERIC and kind in ("double", "number"):
        _refuse_infinite(ask, name, staging, column, _number(field), INFINITE["number"])
        return _number(field), kind
    text = f"NULLIF(TRIM(CAST({field} AS VARCHAR)), '')"
    tried = ORDERED if kind == "ordered" else (KINDS[kind],)
    found = [(*_others(ask, staging, text, each), each) for each in tried]
    for others, _, each in found:
        if not others:
            return each.cast(text), each.name
    others, row, nearest = min(found, key=lambda tried: tried[:2])
    raise WrongKind(
        f"{name}: the column {column!r} is not all {_expected(kind)}: {others:,} of its values are"
        f" not {nearest.words}, the first in {staging.where(row)}.",
        hint=f"{WRITTEN} {_advice(column, kind)}",
        given=column,
    )


def _others(ask: Ask, staging: Staging, text: str, kind: Kind) -> tuple[int, int]:
    """How many values are not of the kind, and the first row that has one."""
    others, row = ask(
        "SELECT COALESCE(SUM(n), 0), MIN(number) FROM (SELECT"
        f" {text} AS value, MIN({staging.row}) AS number, COUNT(*) AS n FROM {staging.scan}"
        f" GROUP BY 1) g WHERE value IS NOT NULL AND NOT ({kind.fits('value')})"
    )
    return int(others), row or 0


def _number(field: str) -> str:
    # -0.0 and 0.0 are one number.
    return f"CAST({field} AS DOUBLE) + 0.0"


def _refuse_infinite(
    ask: Ask, name: str, staging: Staging, column: str, value: str, words: str
) -> None:
    """No round border lies beyond an infinite value, and none can be read back."""
    others, row = ask(
        f"SELECT COUNT(*), MIN({staging.row}) FROM {staging.scan} WHERE NOT isfinite({value})"
    )
    if others:
        raise InvalidInput(
            f"{name}: {others:,} values of the column {column!r} are not finite {words}, the first"
            f" in {staging.where(row)}.",
            hint="Mend those rows, or make the values missing.",
            given=column,
        )


def _advice(column: str, kind: str) -> str:
    if kind != "ordered":
        return "Mend those rows, or make the values missing."
    return (
        f"Labels have an order if you state it: --ordered {column}=low,medium,high. Else mend those"
        " rows, or take the column as labels."
    )


def _expected(kind: str) -> str:
    return "numbers, dates or timestamps" if kind == "ordered" else KINDS[kind].words
