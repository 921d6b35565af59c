"""A table of any kind, copied into a private DuckDB: every command that counts columns asks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.temporary import private_folder
from covey.io.inputs import Input, Staging, open_input
from covey.io.inputs.base import place
from covey.io.inputs.header import refuse_no_rows
from covey.io.inputs.postgres import PostgresCounts, PostgresInput
from covey.io.keys import key
from covey.io.notation import PLAIN, Notation
from covey.io.reading import MEMORY, connect, reading
from covey.io.staging import stage

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, eq=False)
class Table:
    """A private copy of a table. ``scan`` reads it in SQL, with the columns c0, c1, ..., whose SQL
    types are ``types``; ``row`` numbers its rows in their order. The ``folder`` is private, too."""

    given: Input
    connection: duckdb.DuckDBPyConnection
    folder: Path
    staging: Staging
    types: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.given.name

    @property
    def columns(self) -> tuple[str, ...]:
        return self.staging.columns

    @property
    def scan(self) -> str:
        return self.staging.scan

    @property
    def row(self) -> str:
        return self.staging.row

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know about the reading."""
        return self.staging.notes

    def text(self, column: str, role: str) -> str:
        """SQL of a column as text. ``role`` says what the column is for, if it is missing."""
        at = place(self.name, self.columns, column, role)
        return self.staging.notation.as_text(f"c{at}", column, self.types[at])

    def holder(self, column: str, role: str) -> str:
        """SQL of who a record is of, NULL where that is not said."""
        at = place(self.name, self.columns, column, role)
        return self.staging.notation.holder(f"c{at}", column)

    def key(self, column: str, role: str, kind: str) -> tuple[str, str]:
        """SQL of a column as values of a kind, NULL where missing; and which kind ``ordered``
        turned out to be."""
        at = place(self.name, self.columns, column, role)
        with reading(self.name):
            return key(self.ask, self.name, self.staging, column, self.types[at], kind)

    def run(self, statement: str) -> None:
        with reading(self.name, header=self.staging.header):
            self.connection.execute(statement)

    def fetch(self, query: str) -> list[tuple[Any, ...]]:
        with reading(self.name, header=self.staging.header):
            return self.connection.execute(query).fetchall()

    def ask(self, query: str) -> tuple[Any, ...]:
        """The only row of a query."""
        (row,) = self.fetch(query)
        return row

    def arrays(self, query: str) -> dict[str, NDArray[Any]]:
        with reading(self.name, header=self.staging.header):
            found: dict[str, NDArray[Any]] = self.connection.execute(query).fetchnumpy()
        return found

    def in_order(self, *fields: str) -> list[tuple[Any, ...]]:
        """SQL expressions of every row, in the order of the rows."""
        return self.fetch(f"SELECT {', '.join(fields)} FROM {self.scan} ORDER BY {self.row}")

    def first_row(self, texts: Mapping[str, str]) -> str:
        """The first row in which SQL expressions are these texts, for people."""
        (row,) = self.ask(self.staging.first_with(texts))
        return self.where(row)

    def where(self, row: int) -> str:
        """A row by its number, for people."""
        return self.staging.where(row)

    def refuse_empty(self) -> None:
        (rows,) = self.ask(f"SELECT count(*) FROM {self.scan}")
        if not rows:
            refuse_no_rows(self.name, self.given.layout.format)


@contextmanager
def open_table(
    given: Any, encoding: str = "", header: bool | None = None, notation: Notation = PLAIN
) -> Iterator[Table]:
    """The private copy of a table that is given as :func:`covey.io.inputs.open_input` takes it."""
    with copied(open_input(given, encoding, header, notation)) as table:
        yield table


@contextmanager
def copied(given: Input, wanted: Sequence[str] = ()) -> Iterator[Table]:
    """The private copy of an input, which is gone at the end of the block. Of a frame, and of a
    table on a server, which counts them, only the ``wanted`` columns are copied."""
    if isinstance(given, PostgresInput) and wanted:
        given = PostgresCounts(given, tuple(dict.fromkeys(wanted)))
    # The folder goes last: the connection may have files open there.
    with private_folder() as folder, connect(memory_limit=MEMORY) as connection:
        with reading(given.name):
            staging = stage(given, connection, folder, tuple(wanted))
            described = connection.execute(f"DESCRIBE SELECT * FROM {staging.scan}").fetchall()
        yield Table(given, connection, folder, staging, tuple(row[1] for row in described))
