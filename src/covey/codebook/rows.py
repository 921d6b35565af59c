"""The codebook: which values are in which class, and what is published for them.

A row says of one column of one class: it holds this value, this range (low included, high not, an
empty one open), or missing values; of a set of cells also: these values, or any value. It has no
counts: those of single values are nobody's business.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.codebook.texts import ANYTHING
from covey.core.errors import InvalidInput
from covey.io.formulas import escaped, unescaped
from covey.io.outputs.files import write_csv
from covey.io.reading import connect, reading

FILE = "codebook.csv"
CELLS = "cells.csv"
HEADER = ("class", "column", "holds", "value", "low", "high", "published")
HOLDS = ("value", "values", "range", "missing", "any")
SHORT = 64
"""Letters of values of which lists are written at once."""
NUMBER = re.compile(r"[1-9][0-9]{0,17}")
"""Of a class or set."""
A_LINE = (
    f"a class is a number from 1 on, and holds {', '.join(HOLDS)} of a column. A value stands in"
    " lines that hold value or values, borders stand in those that hold a range, and nowhere else"
)


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


class Values:
    """The values of a column, of which sets are made. A set stands in one row, as a list in JSON:
    sets of cells are many and may overlap."""

    def __init__(self, column: str, values: Sequence[str | None]) -> None:
        self.column, self.values = column, values
        self._written = [json.dumps(value, ensure_ascii=False) for value in values]
        encoded = [f"{text},".encode() for text in self._written]
        # An array pads its texts with NUL, which JSON has nowhere.
        self._short = np.array(encoded) if max(map(len, encoded), default=0) <= SHORT else None

    def entry(
        self, number: int, members: Sequence[int] | NDArray[np.integer[Any]], published: str | None
    ) -> Entry:
        if len(members) == 1:
            return value_entry(number, self.column, self.values[members[0]], published)
        listed = f"[{self._listed(members)}]"
        return Entry(number, self.column, "values", listed, None, None, published)

    def _listed(self, members: Sequence[int] | NDArray[np.integer[Any]]) -> str:
        if self._short is None:
            return ",".join([self._written[member] for member in members])
        # Sets of areas may be large and many: this is several times as quick.
        return self._short[members].tobytes().replace(b"\0", b"")[:-1].decode()


def values_of(entry: Entry) -> list[str | None]:
    """The values of a row that holds one or many, or missing ones, which are None."""
    if entry.holds == "missing":
        return [None]
    if entry.holds == "value":
        return [entry.value]
    if entry.holds != "values":
        raise InvalidInput(
            f"Set {entry.number + 1} of {entry.column!r} holds {entry.holds!r}, where a list of"
            " values is expected."
        )
    try:
        found = json.loads(entry.value or "")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(isinstance(v, str | None) for v in found):
        raise InvalidInput(f"Set {entry.number + 1} of {entry.column!r} is not a list of values.")
    return found


def also_missing(entry: Entry, published: str) -> list[Entry]:
    """The rows of a set that has missing values, too."""
    if entry.holds == "range":
        return [
            entry._replace(published=published),
            value_entry(entry.number, entry.column, None, published),
        ]
    written = ",".join(json.dumps(value, ensure_ascii=False) for value in values_of(entry))
    listed = f"[{written},null]"
    return [Entry(entry.number, entry.column, "values", listed, None, None, published)]


def any_entry(number: int, column: str) -> Entry:
    return Entry(number, column, "any", None, None, None, ANYTHING)


def published_texts(
    entries: Iterable[Entry], columns: Sequence[str], classes: int
) -> dict[str, list[str | None]]:
    """For every column the text of each class."""
    texts: dict[str, list[str | None]] = {column: [None] * classes for column in columns}
    for entry in entries:
        texts[entry.column][entry.number] = entry.published
    return texts


def write_codebook(
    target: Path, entries: Iterable[Entry], *, joint: bool = False, escape: bool = False
) -> None:
    """Of classes; with ``joint``, of the sets that cells are made of: :func:`write_cells` says
    which. ``escape`` puts a quote in front of texts that begin like a formula."""
    header = ("set", *HEADER[1:]) if joint else HEADER
    if escape:
        entries = (_changed(entry, escaped) for entry in entries)
    write_csv(target, header, ((entry.number + 1, *entry[1:]) for entry in entries))


def _changed(entry: Entry, change: Callable[[str | None], str | None]) -> Entry:
    return entry._replace(value=change(entry.value), published=change(entry.published))


def write_cells(
    target: Path, texts: Mapping[str, Sequence[str | None]], *, escape: bool = False
) -> None:
    """The published texts of every class, in all columns."""
    rows = enumerate(zip(*texts.values(), strict=True), start=1)
    write_csv(
        target,
        ("class", *texts),
        ((number, *(map(escaped, row) if escape else row)) for number, row in rows),
    )


def read_cells(path: Path, *, escape: bool = False) -> dict[str, list[str | None]]:
    """What :func:`write_cells` wrote."""
    from covey.io.inputs.csv import look_through

    if not path.is_file():
        raise InvalidInput(f"There is no list of cells {path}.", given=str(path))
    file = look_through(path, delimiter=",")
    if file.columns[:1] != ("class",) or len(file.columns) < 2:
        raise InvalidInput(f"{path} is not a list of cells: its first column is not class.")
    with connect() as connection, reading(path):
        rows = connection.execute(f"SELECT * FROM {file.scan}").fetchall()
    if [row[0] for row in rows] != [str(number) for number in range(1, len(rows) + 1)] or not rows:
        raise InvalidInput(f"{path} does not number its cells from 1 on.")
    columns = zip(*(row[1:] for row in rows), strict=True)
    return {
        name: list(map(unescaped, texts) if escape else texts)
        for name, texts in zip(file.columns[1:], columns, strict=True)
    }


def read_codebook(path: Path, *, escape: bool = False) -> list[Entry]:
    """What :func:`write_codebook` wrote, checked anew: somebody may have edited it."""
    from covey.io.inputs.csv import look_through

    if not path.is_file():
        raise InvalidInput(f"There is no codebook {path}.", given=str(path))
    file = look_through(path, delimiter=",")
    if file.columns[1:] != HEADER[1:] or file.columns[0] not in ("class", "set"):
        raise InvalidInput(
            f"{path} is not a codebook: its columns are {', '.join(file.columns)};"
            f" expected: {', '.join(HEADER)}."
        )
    with connect() as connection, reading(path):
        rows = connection.execute(f"SELECT * FROM {file.scan}").fetchall()
    entries = [_entry(path, line, row) for line, row in enumerate(rows, start=2)]
    if not entries:
        raise InvalidInput(f"{path} has no classes.")
    return [_changed(entry, unescaped) for entry in entries] if escape else entries


def _entry(path: Path, line: int, row: Sequence[str | None]) -> Entry:
    number, column, holds, value, low, high, published = row
    if (
        not (number and NUMBER.fullmatch(number))
        or column is None
        or holds not in HOLDS
        or (value is None) == (holds in ("value", "values"))
        or (holds != "range" and (low, high) != (None, None))
    ):
        raise InvalidInput(f"{path}, line {line}: {A_LINE}.")
    return Entry(int(number) - 1, column, holds, value, low, high, published)
