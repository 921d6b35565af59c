"""Rows from and to a server, as the texts of their values.

A value comes in the words of the server, and goes back in the same words: it is the same value
again, whatever its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

BATCH = 10_000
"""Rows that are sent at once."""
NULL = r"\N"
BLANKS = " " * 100
"""As much of a line as a server shows, in its log as well, if copying it ends with an error."""
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_CODES = str.maketrans({"\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t"})


class _Known(dict[str, str | None]):
    """Fields of a column as they come, and what each of them means: a value that repeats is
    the same text in memory."""

    def __missing__(self, field: str) -> str | None:
        self[field] = found = _read(field)
        return found


def copied_out(connection: Any, query: str) -> list[list[str | None]]:
    """The columns of a query; none, if it has no rows."""
    known: list[_Known] = []
    columns: list[list[str | None]] = []
    rest = b""
    with connection.cursor() as cursor, cursor.copy(f"COPY ({query}) TO STDOUT") as copy:
        blocks = iter(copy)
        # Some at a time: all rows at once, as texts, would take several times the room of the
        # columns.
        while some := b"".join(islice(blocks, BATCH)):
            # Line ends and tabs of values are escaped: those that are left separate rows and
            # fields. A block need not end with a row.
            whole, ended, rest = (rest + some).rpartition(b"\n")
            if not ended:
                continue
            lines = whole.decode().split("\n")
            fields = list(zip(*(line.split("\t") for line in lines), strict=True))
            if not columns:
                columns = [[] for _ in fields]
                known = [_Known() for _ in fields]
            for column, own, texts in zip(columns, fields, known, strict=True):
                column.extend(map(texts.__getitem__, own))
    return columns


def copied_in(
    connection: Any, table: str, rows: Iterable[Sequence[str | None]], *, private: bool = False
) -> None:
    """Rows into a table, which is named in SQL. ``private`` ones begin with a whole number, and no
    log shows them: blanks before a number mean nothing."""
    before = BLANKS if private else ""
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
        batch: list[str] = []
        for row in rows:
            batch.append(before + "\t".join(map(_write, row)))
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
