"""The codebook: which values are in which set of a column, and what is published for the set.

A line says what a set of a column holds: one value, a list of values, a range (low included, high
not, an empty one open), missing values, or any value. If the sets of a column do not overlap, every
value has a line of its own. ``cells.csv`` says of which sets each class is made. Neither file has
counts: those of single values are private.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.lines import Entry, EntryLines, Lines, ValueLines
from covey.codebook.texts import ANYTHING
from covey.core.errors import InvalidInput
from covey.io.formulas import escaped, unescaped
from covey.io.outputs.files import write_csv, write_lines
from covey.io.reading import connect, reading

CODEBOOK_FILE = "codebook.csv"
CELLS_FILE = "cells.csv"
HEADER = ("set", "column", "holds", "value", "low", "high", "published")
HOLDS = ("value", "values", "range", "missing", "any")
SHORT = 64
"""Letters of values of which lists are written at once."""


def value_entry(number: int, column: str, value: str | None, published: str | None) -> Entry:
    holds = "missing" if value is None else "value"
    return Entry(number, column, holds, value, None, None, published)


def range_entry(
    number: int, column: str, low: str | None, high: str | None, published: str
) -> Entry:
    return Entry(number, column, "range", None, low, high, published)


class Values:
    """The values of a column, of which sets are made. A set has a line for every value, or, where
    the sets of a column may overlap and are many, one line with a list in JSON."""

    def __init__(
        self, column: str, values: Sequence[str | None], *, line_per_value: bool = False
    ) -> None:
        self.column, self.values, self._line_per_value = column, values, line_per_value

    def entries(
        self, sets: Iterable[NDArray[np.integer[Any]]], published: Sequence[str | None]
    ) -> Lines:
        """The lines of all sets, which are given by the numbers of their values."""
        if self._line_per_value:
            return Lines([ValueLines(self.column, self.values, list(sets), published)])
        pairs = enumerate(zip(sets, published, strict=True))
        return Lines([EntryLines([self._line(number, *each) for number, each in pairs])])

    def entry(
        self, number: int, members: Sequence[int] | NDArray[np.integer[Any]], published: str | None
    ) -> Entry:
        """One line for a set of several values."""
        listed = f"[{self._listed(members)}]"
        return Entry(number, self.column, "values", listed, None, None, published)

    def _line(self, number: int, members: NDArray[np.integer[Any]], published: str | None) -> Entry:
        if len(members) == 1:
            return value_entry(number, self.column, self.values[members[0]], published)
        return self.entry(number, members, published)

    def _listed(self, members: Sequence[int] | NDArray[np.integer[Any]]) -> str:
        if self._short is None:
            return ",".join([self._written[member] for member in members])
        # Sets of areas may be large and many: this is several times as quick.
        # The bytes of all texts in a row; NUL is the padding, and the last comma is cut off.
        return self._short[members].tobytes().replace(b"\0", b"")[:-1].decode()

    @cached_property
    def _written(self) -> list[str]:
        return [json.dumps(value, ensure_ascii=False) for value in self.values]

    @cached_property
    def _short(self) -> NDArray[np.bytes_] | None:
        """The same as an array, unless some value is long."""
        encoded = [f"{text},".encode() for text in self._written]
        # An array pads its texts with NUL, which JSON has nowhere.
        return np.array(encoded) if max(map(len, encoded), default=0) <= SHORT else None


def also_missing(entries: Iterable[Entry], has: NDArray[np.bool_], suffix: str) -> list[Entry]:
    """The lines of sets of which some hold missing values as well, as ``has`` says for each. Their
    published text ends in ``suffix``, and a list has null, or a line of its own holds missing."""
    found: list[Entry] = []
    said: set[tuple[int, str]] = set()
    for entry in entries:
        if not has[entry.number]:
            found.append(entry)
            continue
        number, column, published = entry.number, entry.column, f"{entry.published}{suffix}"
        if entry.holds == "values":
            # The list is text already: parsing and writing it again would take long for large
            # regions.
            with_null = f"{str(entry.value).removesuffix(']')},null]"
            found.append(entry._replace(value=with_null, published=published))
            continue
        found.append(entry._replace(published=published))
        # A set with a line for each value says once that it holds missing ones.
        if (number, column) not in said:
            found.append(value_entry(number, column, None, published))
            said.add((number, column))
    return found


def any_entry(number: int, column: str) -> Entry:
    return Entry(number, column, "any", None, None, None, ANYTHING)


def write_codebook(target: Path, entries: Iterable[Entry], *, escape: bool = False) -> None:
    """The sets of every column; :func:`write_cells` says which of them each class has. ``escape``
    puts a quote in front of texts that begin like a formula."""
    lines = entries if isinstance(entries, Lines) else Lines([EntryLines(list(entries))])
    write_lines(target, HEADER, lines.csv(escaped if escape else _as_it_is))


def _as_it_is(text: str | None) -> str | None:
    return text


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

    # A release comes from anybody, so the file may be anything. All of it is checked.
    if not path.is_file():
        raise InvalidInput(f"There is no list of cells {path}.", given=str(path))
    file = look_through(path, delimiter=",")
    if file.columns[:1] != ("class",) or len(file.columns) < 2:
        raise InvalidInput(f"{path} is not a list of cells: its first column is not class.")
    with connect() as connection, reading(path):
        rows = connection.execute(f"SELECT * FROM {file.scan}").fetchall()
    # The first column is a text, as all of them: 01 or 1.0 is no number of a class.
    if [row[0] for row in rows] != [str(number) for number in range(1, len(rows) + 1)] or not rows:
        raise InvalidInput(f"{path} does not number its cells from 1 on.")
    columns = zip(*(row[1:] for row in rows), strict=True)
    return {
        name: list(map(unescaped, texts) if escape else texts)
        for name, texts in zip(file.columns[1:], columns, strict=True)
    }
