"""Rows from and to a server, as the texts of their values.

A value comes in the words of the server, and goes back in the same words: it is the same value
again, whatever its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

BATCH = 10_000
"""Rows that are sent at once."""
NULL = r"\N"
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_CODES = str.maketrans({"\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t"})


def copied_out(connection: Any, query: str) -> list[list[str | None]]:
    """The columns of a query; none, if it has no rows."""
    with connection.cursor() as cursor, cursor.copy(f"COPY ({query}) TO STDOUT") as copy:
        # Line ends and tabs of values are escaped: those that are left separate rows and fields.
        lines = b"".join(copy).decode().split("\n")[:-1]
    columns = zip(*(line.split("\t") for line in lines), strict=True)
    return [[_read(field) for field in column] for column in columns]


def copied_in(connection: Any, table: str, rows: Iterable[Sequence[str | None]]) -> None:
    """Rows into a table, which is named in SQL."""
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
        batch: list[str] = []
        for row in rows:
            batch.append("\t".join(map(_write, row)))
            if len(batch) == BATCH:
                copy.write("\n".join(batch) + "\n")
                batch.clear()
        if batch:
            copy.write("\n".join(batch) + "\n")


def _read(field: str) -> str | None:
    r"""
    >>> _read(r"a\tb\\n"), _read(r"\N"), _read("")
    ('a\tb\\n', None, '')
    """
    if "\\" not in field:
        return field
    if field == NULL:
        return None
    found, rest = [], iter(field)
    for letter in rest:
        if letter == "\\":
            letter = next(rest)
            letter = _ESCAPES.get(letter, letter)
        found.append(letter)
    return "".join(found)


def _write(value: str | None) -> str:
    return NULL if value is None else value.translate(_CODES)
