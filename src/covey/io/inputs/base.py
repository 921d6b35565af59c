"""What every kind of input says of a table, and what DuckDB knows of its private copy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from covey.core.dataclass import dataclass
from covey.core.errors import EACH, InvalidInput, Remedy, not_there
from covey.io.layout import Layout
from covey.io.notation import BLANKS, PLAIN, Notation
from covey.io.reading import literal

# More rows than any file has; and 2^23 files fit into 64 bits with it.
ROWS_PER_FILE = 1 << 40


@dataclass(frozen=True)
class Staging:
    """DuckDB's private copy of a table, which nobody else writes to.

    ``scan`` is SQL that reads it: the ``columns`` in their order, named c0, c1, ...; ``row`` is an
    expression over it that numbers the rows in their order. If there are ``files``, the rows of
    each are numbered from a multiple of ``ROWS_PER_FILE`` on. If there are ``parts``, which are
    files with the number of rows of each, the rows are numbered through all of them. ``seen`` is
    the fingerprint of what was read, or a function that computes it on demand. Without a
    ``header`` the first row is a record. ``notation`` says how the values are written. ``labels``
    are those of values, by column, which were read in the place of these.
    """

    scan: str
    columns: tuple[str, ...]
    row: str
    seen: str | Callable[[], str]
    notes: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    header: bool = True
    notation: Notation = PLAIN
    labels: Mapping[str, Mapping[float, str]] = field(default_factory=dict)
    parts: tuple[tuple[Path, int], ...] = ()

    @cached_property
    def fingerprint(self) -> str:
        """To be asked for as long as what was read is there."""
        return self.seen if isinstance(self.seen, str) else self.seen()

    def first_with(self, texts: Mapping[str, str]) -> str:
        """SQL of the first row in which expressions are these texts."""
        same = " AND ".join(f"{field} = {literal(text)}" for field, text in texts.items())
        return f"SELECT MIN({self.row}) FROM {self.scan} WHERE {same}"

    def marked(
        self,
        ask: Callable[[str], tuple[Any, ...]],
        types: Sequence[str],
        columns: Sequence[str],
        person: str = "",
    ) -> dict[str, tuple[int, ...]]:
        """How many records, or people by a column ``person``, have each mark of missing values of
        some columns that may be a person's value; ``ask`` runs a query that has one row, and
        ``types`` are those of all columns."""
        who = f"CAST(c{self.columns.index(person)} AS VARCHAR)" if person else ""
        found = {}
        for column in columns:
            at = self.columns.index(column)
            counts = self.notation.marked(f"c{at}", column, types[at], who)
            if counts:
                found[column] = tuple(ask(f"SELECT {', '.join(counts)} FROM {self.scan}"))
        return found

    def where(self, row: int) -> str:
        """A row, for people."""
        if len(self.parts) > 1:
            for part, rows in self.parts:
                if row < rows:
                    return f"{row_words(row + 1, self.header)} of {part}"
                row -= rows
        file, row = divmod(row, ROWS_PER_FILE)
        if len(self.files) > 1:
            return f"row {row + 1:,} of {self.files[file]}"
        return row_words(row + 1, self.header)


def row_words(row: int, header: bool = True) -> str:
    """
    >>> row_words(3), row_words(3, header=False)
    ('row 3 below the header', 'row 3')
    """
    return f"row {row:,} below the header" if header else f"row {row:,}"


class Input(Protocol):
    """A table somewhere, described and not read. ``name`` is what messages call it, ``notation``
    how its values are written.

    Each kind of input says more of itself, such as its files, the delimiter or the frame: what an
    engine needs to read it. ``covey.io.staging`` is how DuckDB does.
    """

    @property
    def name(self) -> str: ...
    @property
    def columns(self) -> tuple[str, ...]: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def notation(self) -> Notation: ...


def place(name: str, columns: Sequence[str], column: str, role: str) -> int:
    """Where a column stands, refused if there is none or several of that name."""
    places = [at for at, known in enumerate(columns) if known == column]
    if not places:
        raise InvalidInput(
            f"{name} has no column {column!r} ({role}).",
            given=column,
            **_near(column, columns),
        )
    if len(places) > 1:
        raise InvalidInput(
            f"{name} has {len(places)} columns named {column!r} ({role}): one is needed.",
            hint="Rename them in the file's header.",
            given=column,
        )
    return places[0]


def _near(column: str, columns: Sequence[str]) -> dict[str, Any]:
    """What to do about a column that is not there."""
    # Several names, with commas between them, where an option takes one.
    if {part.strip() for part in column.split(",")} <= set(columns):
        hint = "Give them one by one, each with its own option."
        return {"hint": hint, "remedy": [(f"{EACH}{column}", column)]}
    if column in {name.strip(BLANKS) for name in columns}:
        return {
            "hint": "There is one with blanks around its name. --trim (trim=True in Python) reads"
            " names, in CSV and Excel, and values without the blanks around them.",
            "remedy": [("--trim", "")],
        }
    return not_there(column, columns)


RENAME = "Rename one of them in the table first."


def refuse_twins(
    name: str, columns: Sequence[str], hint: str = RENAME, remedy: Remedy = ()
) -> None:
    """No two columns of one name: a release could not say which is which. Capitals make no
    difference, as to most databases."""
    seen: dict[str, int] = {}
    for at, column in enumerate(columns):
        before = seen.setdefault(column.casefold(), at)
        if before != at:
            twin = columns[before]
            both = f"{twin!r}" if twin == column else f"{twin!r} and {column!r}"
            raise InvalidInput(
                f"{name} has two columns of one name: {both}, columns {before + 1:,} and"
                f" {at + 1:,}.",
                hint=hint,
                given=column,
                remedy=remedy,
            )
