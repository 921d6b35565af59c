"""How many records a row stands for: one, or as many as a column of counts says."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from covey.core import validate
from covey.core.errors import InvalidInput
from covey.io.columns.table import Table

# At most 30 digits, which HUGEINT holds. Counts that went through floats end with .0.
WHOLE = r"\s*[+]?[0-9]{1,30}(\.0*)?\s*"
# As wide as counts of a column, so that no sum overflows before it is cut off.
ONE = "CAST(1 AS HUGEINT)"


def records_of(table: Table, count: str | None) -> str:
    """SQL of a row's number of records. A count that is not a whole number from 0 to 2^53 is
    refused, and so is a table without rows."""
    table.refuse_empty()
    if count is None:
        return ONE
    text = table.text(count, "the counts")
    number = f"CAST(split_part(trim({text}), '.', 1) AS HUGEINT)"
    # CASE and not AND: DuckDB may compute both sides of AND, and fail to cast what is no number.
    bad = table.fetch(
        f"SELECT {table.row} AS row, {text} AS n, count(*) OVER () FROM {table.scan} WHERE CASE"
        f" WHEN regexp_full_match({text}, '{WHOLE}') THEN {number} > {validate.MAX_COUNT} ELSE true"
        " END ORDER BY row LIMIT 1"
    )
    if bad:
        raise _bad_count(table, *bad[0])
    return number


def added_up(records: str) -> str:
    """SQL of the records of several rows together, cut off at the largest total that is allowed."""
    return f"CAST(least(sum({records}), {validate.MAX_TOTAL}) AS BIGINT)"


def _bad_count(table: Table, row: int, text: str | None, rows: int) -> InvalidInput:
    more = f" (and {rows - 1:,} more rows)" if rows > 1 else ""
    return InvalidInput(
        f"{table.name}, {table.where(row)}: a count is a whole number from 0 to 2^53; this one is"
        f" {_what_is_wrong(text)}{more}.",
        given=text,
    )


def _what_is_wrong(text: str | None) -> str:
    if text is None or not text.strip() or text.strip().lower() in ("nan", "na", "null", "none"):
        return "missing"
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        return f"not a number: {text[:40]!r}"
    if number < 0:
        return f"negative: {text}"
    if number > validate.MAX_COUNT:
        return f"beyond 2^53: {text[:40]}"
    return f"not whole: {text}"
