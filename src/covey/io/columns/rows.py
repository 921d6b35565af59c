"""The rows of a file, numbered, with the counts that they carry."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from covey.core import validate
from covey.core.errors import InvalidInput
from covey.io.columns.source import Source, connect, refusal
from covey.io.inputs.header import NO_ROWS

if TYPE_CHECKING:
    import duckdb

WHOLE = r"\s*[+]?[0-9]{1,30}(\.0*)?\s*"
NUMBER = "split_part(trim(n), '.', 1)::HUGEINT"


@contextmanager
def given_rows(
    source: Source, columns: dict[str, str], count: str | None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database with the table ``given``: row from 1 on, the columns as text under new names, and
    n, the checked count of the row (1 without a column of counts)."""
    import duckdb

    with connect() as connection:
        try:
            chosen = ", ".join(f"{column}::VARCHAR AS {name}" for name, column in columns.items())
            n = "'1'" if count is None else f"{count}::VARCHAR"
            connection.execute(
                f"CREATE TEMP TABLE given AS SELECT row_number() OVER () AS row, {chosen}, {n} AS n"
                f" FROM {source.scan}"
            )
            rows = connection.execute("SELECT count(*) FROM given").fetchone()
            if rows == (0,):
                raise no_rows(source)
            if count is not None:
                refuse_bad_counts(connection, source)
            yield connection
        except duckdb.Error as error:
            raise refusal(source.path, error) from None


def no_rows(source: Source) -> InvalidInput:
    return InvalidInput(f"{source.path} has a header, but no rows.", hint=NO_ROWS)


def refuse_bad_counts(connection: duckdb.DuckDBPyConnection, source: Source) -> None:
    bad = connection.execute(
        "SELECT row, n, count(*) OVER () FROM given WHERE CASE WHEN"
        f" regexp_full_match(n, '{WHOLE}') THEN {NUMBER} > {validate.MAX_COUNT} ELSE true END"
        " ORDER BY row LIMIT 1"
    ).fetchone()
    if bad is None:
        return
    row, text, rows = bad
    more = f" (and {rows - 1:,} more rows)" if rows > 1 else ""
    raise InvalidInput(
        f"{source.path}, {source.row(row)}: a count is a whole number from 0 to 2^53;"
        f" this one is {_what_is_wrong(text)}{more}.",
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
