"""The codebook: which values are in which class, and what is published for them.

A row says of one column of one class: it holds this value, this range (low included, high not, an
empty one open), or missing values. It has no counts: those of single values are nobody's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from covey.errors import InvalidInput
from covey.table.reading import connect, reading
from covey.table.write import write_csv

FILE = "codebook.csv"
HEADER = ("class", "column", "holds", "value", "low", "high", "published")
HOLDS = ("value", "range", "missing")


class Entry(NamedTuple):
    """``number`` counts classes from 0; files count them from 1."""

    number: int
    column: str
    holds: str
    value: str | None
    low: str | None
    high: str | None
    published: str | None


def value_entry(number: int, column: str, value: str | None, published: str | None) -> Entry:
    holds = "missing" if value is None else "value"
    return Entry(number, column, holds, value, None, None, published)


def range_entry(
    number: int, column: str, low: str | None, high: str | None, published: str
) -> Entry:
    return Entry(number, column, "range", None, low, high, published)


def published_texts(
    entries: Iterable[Entry], columns: Sequence[str], classes: int
) -> dict[str, list[str | None]]:
    """For every column the text of each class."""
    texts: dict[str, list[str | None]] = {column: [None] * classes for column in columns}
    for entry in entries:
        texts[entry.column][entry.number] = entry.published
    return texts


def write_codebook(target: Path, entries: Iterable[Entry]) -> None:
    write_csv(target, HEADER, ((entry.number + 1, *entry[1:]) for entry in entries))


def read_codebook(path: Path) -> list[Entry]:
    """What :func:`write_codebook` wrote, checked anew: somebody may have edited it."""
    from covey.table.inputs.csv import look_at

    if not path.is_file():
        raise InvalidInput(f"There is no codebook {path}.", given=str(path))
    file = look_at(path, delimiter=",")
    if file.columns != HEADER:
        raise InvalidInput(
            f"{path} is not a codebook: its columns are {', '.join(file.columns)};"
            f" expected: {', '.join(HEADER)}."
        )
    with connect() as connection, reading(path):
        rows = connection.execute(f"SELECT * FROM {file.scan}").fetchall()
    entries = [_entry(path, line, row) for line, row in enumerate(rows, start=2)]
    if not entries:
        raise InvalidInput(f"{path} has no classes.")
    return entries


def _entry(path: Path, line: int, row: Sequence[str | None]) -> Entry:
    number, column, holds, *rest = row
    if not (number and number.isdecimal() and int(number) > 0 and column and holds in HOLDS):
        raise InvalidInput(
            f"{path}, line {line}: a class is a number from 1 on, and holds"
            f" {', '.join(HOLDS)} of a column."
        )
    return Entry(int(number) - 1, column, holds, *rest)
