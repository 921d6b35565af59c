"""A column as the SQL expression that its rows are grouped by."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.advice import NO_ADVICE, Advice, Written, advice_on
from covey.io.inputs import Staging
from covey.io.kinds import CODE, INSTANT, KINDS, ORDERED, WITHOUT_ORDER, Kind, native


class WrongKind(InvalidInput):
    """A column, ``given``, has values of another kind than it is to be read as."""

    @property
    def can_be_read(self) -> bool:
        """Whether the hint says what would read the values."""
        options = {option for option, _ in self.remedy} - {"--label"}
        return bool(options or self.choices or self.afterwards)


Ask = Callable[[str], tuple[Any, ...]]
"""Runs a query that has one row, and returns it."""

WRITTEN = "Numbers are written 1234.5, dates 2024-05-31, timestamps 2024-05-31 12:30:00."

# What a column can turn out to be. The kind double is not among them: it is read
# only where somebody asks for it.
NUMERIC = ("integer", "decimal", "number")

INFINITE = {"number": "numbers", "date": "dates", "timestamp": "timestamps"}
"""The kinds whose own types have infinite values."""


def key(
    ask: Ask,
    name: str,
    staging: Staging,
    column: str,
    type_: str,
    kind: str,
    *,
    advise: bool = True,
) -> tuple[str, str]:
    """The expression, and the kind that ``ordered`` turned out to be. With ``advise`` a refusal
    says what would read the values, for which they are looked at again."""
    notation = staging.notation
    field = f"c{staging.columns.index(column)}"
    if kind == "text":
        return notation.as_text(field, column, type_), "text"
    own = native(type_)
    # Text keeps its marks here: they are taken out where it is read as text.
    field = notation.typed(field, column, type_) if own or type_ == INSTANT else field
    value = field
    if type_ == INSTANT and kind in ("ordered", "timestamp"):
        # An instant has one order, whatever the zone it was written in.
        own, value = "timestamp", f"CAST({field} AS TIMESTAMP)"
    # Whole numbers are decimals as well, and stay whole numbers.
    if own and kind in (own, "ordered", "decimal" if own == "integer" else ""):
        value = _number(field) if own == "number" else value
        if own in INFINITE:
            _refuse_infinite(ask, name, staging, column, value, INFINITE[own])
        return value, own
    if own == "timestamp" and kind == "date":
        _refuse_times_of_day(ask, name, staging, column, value)
        return f"CAST({value} AS DATE)", kind
    if own in NUMERIC and kind in ("double", "number"):
        _refuse_infinite(ask, name, staging, column, _number(field), INFINITE["number"])
        return _number(field), kind
    if kind == "ordered":
        refuse_without_order(name, column, type_)
    return _from_text(ask, name, staging, column, type_, kind, advise)


def _from_text(
    ask: Ask, name: str, staging: Staging, column: str, type_: str, kind: str, advise: bool
) -> tuple[str, str]:
    """Of a column that is read as text: the first kind that all of its values are."""
    names = [each.name for each in ORDERED] if kind == "ordered" else [kind]
    written = Written(ask, staging, column, type_)
    found = []
    for each in (KINDS[one] for one in staging.notation.kinds(column, names)):
        text = written.text(each.name)
        others, row = _others(ask, staging, text, each)
        if not others:
            # Only where covey chose the kind: who names one says that zeros mean nothing.
            if kind == "ordered" and each.name in NUMERIC:
                _refuse_codes(ask, name, staging, column, text)
            return each.cast(text), each.name
        found.append((others, row, each))
    # The kind that misses the fewest values; of equals the one whose first misfit is the earlier
    # row. (Kinds themselves cannot be compared.)
    others, row, nearest = min(found, key=lambda tried: tried[:2])
    tried = [each for _, _, each in found]
    advice = advice_on(written, tried, nearest) if advise else NO_ADVICE
    # The advice may be about another kind. The message then counts what does not fit that one.
    others, row, nearest = next(
        (one for one in found if one[2] is advice.nearest), (others, row, nearest)
    )
    where = f", the first in {staging.where(row)}"
    raise wrong_kind(name, column, kind, others, nearest, where, advice)


def wrong_kind(
    name: str,
    column: str,
    kind: str,
    others: int,
    nearest: Kind,
    where: str = "",
    advice: Advice = NO_ADVICE,
) -> WrongKind:
    """``others`` values are not of the ``nearest`` of the kinds that were tried."""
    return WrongKind(
        f"{name}: the column {column!r} is not all {_expected(kind)}: {others:,} of its values are"
        f" not {nearest.words}{where}.",
        hint=advice.words or f"{WRITTEN} {_advice(column, kind)}",
        given=column,
        shown=advice.shown,
        remedy=advice.remedy,
        choices=advice.choices,
        shown_choices=[advice.shown_remedy] if advice.shown_remedy else [],
        afterwards=advice.afterwards,
    )


def _others(ask: Ask, staging: Staging, text: str, kind: Kind) -> tuple[int, int]:
    """How many values are not of the kind, and the first row that has one."""
    return _values_that(ask, staging, text, f"NOT ({kind.fits('value')})")


def _values_that(ask: Ask, staging: Staging, text: str, condition: str) -> tuple[int, int]:
    """How many values meet a condition on ``value``, and the first row that has one."""
    others, row = ask(
        # Grouped first, so that the pattern is held against every distinct value only once.
        "SELECT COALESCE(SUM(n), 0), MIN(number) FROM (SELECT"
        f" {text} AS value, MIN({staging.row}) AS number, COUNT(*) AS n FROM {staging.scan}"
        f" GROUP BY 1) g WHERE value IS NOT NULL AND {condition}"
    )
    return int(others), row or 0


def _refuse_codes(ask: Ask, name: str, staging: Staging, column: str, text: str) -> None:
    """As a number 00123 would lose its zeros, and 0123 would become the same value."""
    codes, row = _values_that(ask, staging, text, f"regexp_full_match(value, '{CODE}')")
    if codes:
        raise are_codes(name, column, codes, f", the first in {staging.where(row)}")


def are_codes(name: str, column: str, codes: int, where: str = "") -> WrongKind:
    return WrongKind(
        f"{name}: the column {column!r} holds codes with leading zeros, such as 00123, which"
        f" numbers do not keep: {plural(codes, 'value')}{where}.",
        hint=f"Take codes as labels: --label {shlex.quote(column)}; or state their order: --ordered"
        f" {shlex.quote(f'{column}=001,002,003')} (covey.Ordered(order=[...]) in Python). If they"
        ' are numbers, and the zeros mean nothing: kind = "integer" in a job'
        ' (covey.Ordered(kind="integer") in Python).',
        given=column,
    )


def refuse_without_order(name: str, column: str, type_: str) -> None:
    known = WITHOUT_ORDER.get(type_.split("(")[0])
    if known is None:
        return
    words, advice = known
    raise WrongKind(
        f"{name}: the column {column!r} holds {words} ({type_}); an order is one of numbers, dates"
        " or timestamps.",
        hint=f"{advice} Or take the column as labels: --label {shlex.quote(column)}.",
        given=column,
    )


def _number(field: str) -> str:
    # -0.0 and 0.0 are one number.
    return f"CAST({field} AS DOUBLE) + 0.0"


def _refuse_infinite(
    ask: Ask, name: str, staging: Staging, column: str, value: str, words: str
) -> None:
    """No round border lies beyond an infinite value, and none can be read back."""
    others, row = ask(
        # This is false of NaN as well.
        f"SELECT COUNT(*), MIN({staging.row}) FROM {staging.scan} WHERE NOT isfinite({value})"
    )
    if others:
        raise not_finite(name, column, others, words, f", the first in {staging.where(row)}")


def not_finite(name: str, column: str, others: int, words: str, where: str = "") -> InvalidInput:
    return InvalidInput(
        f"{name}: {others:,} values of the column {column!r} are not finite {words}{where}.",
        hint="Correct those rows, or make the values missing.",
        given=column,
    )


def _refuse_times_of_day(ask: Ask, name: str, staging: Staging, column: str, value: str) -> None:
    """A frame keeps dates as timestamps at midnight. Any other time would be lost."""
    others, row = ask(
        f"SELECT COUNT(*), MIN({staging.row}) FROM {staging.scan}"
        f" WHERE {value} <> date_trunc('day', {value})"
    )
    if others:
        raise WrongKind(
            f"{name}: the column {column!r} is not all dates: {plural(others, 'timestamp')} have a"
            f" time of day, the first in {staging.where(row)}.",
            hint="Make dates of them: cut the time of day off.",
            given=column,
        )


def _advice(column: str, kind: str) -> str:
    if kind != "ordered":
        return "Correct those rows, or make the values missing."
    return (
        "Labels have an order if you state it: --ordered"
        f" {shlex.quote(f'{column}=low,medium,high')} (covey.Ordered(order=[...]) in Python)."
        " Else correct those rows, or take the column as labels."
    )


def _expected(kind: str) -> str:
    return "numbers, dates or timestamps" if kind == "ordered" else KINDS[kind].words
