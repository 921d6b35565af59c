"""A table in one transaction, in which every statement sees the same rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InternalError, InvalidInput
from covey.core.holders import Holders
from covey.core.workers import here
from covey.engine import held
from covey.engine.checks import columns_without, refuse_no_values, refuse_unfit
from covey.engine.postgres.beside import address_of
from covey.engine.postgres.counting import Counting, count_rows
from covey.engine.postgres.dialect import (
    begins_like_a_formula,
    hashed,
    is_date,
    key,
    native,
    plain_text,
)
from covey.engine.postgres.held import listed_holders
from covey.engine.postgres.hidden import PostgresHidden, write
from covey.engine.postgres.recoding import Recoding, RecodingByCounts
from covey.engine.protocol import Counted, Generalization, Staged, Target, ToTable
from covey.engine.sampling import numbered, one_in
from covey.io.dates import SAMPLE, are_dates
from covey.io.inputs.base import place
from covey.io.inputs.postgres import PostgresInput
from covey.io.postgres.catalog import Column, columns_of, is_view, qualified
from covey.io.postgres.driver import asking, begin, connect
from covey.io.postgres.files import tables_of
from covey.io.reading import quoted

FIRST_ROWS = 100_000
MOSTLY = 0.7
"""A share of distinct values among the first rows that may be that of an identifier."""
ONE_IN = 64
"""Of so many values one is looked at in all rows, by its hash."""


class PostgresRows(ABC):
    """``connection`` is in a transaction until the snapshot is closed, or what it recoded is
    revealed."""

    def __init__(self, given: PostgresInput, kinds: Mapping[str, str]) -> None:
        refuse_unfit(given, kinds)
        self.given = given
        with ExitStack() as opening:
            self.connection: Any = opening.enter_context(closing(connect(given.address)))
            with asking(given.address):
                begin_unchanged(self.connection, given)
            self._columns = given.described
            self.keys = {
                column: key(given.name, f"c{at}", self._columns[at], kind)
                for column, kind in kinds.items()
                for at in (place(given.name, given.columns, column, "a quasi-identifier"),)
            }
            with asking(given.address):
                read, records, seen = self._count(kinds)
            self._closing = opening.pop_all()
        self.staged = Staged(
            given.name,
            given.columns,
            tuple(column.type for column in self._columns),
            read,
            records,
            seen,
        )

    @abstractmethod
    def _count(self, kinds: Mapping[str, str]) -> tuple[Mapping[str, str], int, Callable[[], str]]:
        """How the counted columns are read, the records, and what makes the fingerprint."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._closing.close()

    @property
    def scan(self) -> str:
        """SQL that reads the rows, with the columns c0, c1, ..."""
        return self._reading()

    def _reading(self, which: str = "") -> str:
        return scan_of(self.given, which)

    def spellings(self, column: str) -> tuple[int, int]:
        asked = ", ".join(held.spellings(f"c{self._at(column)}"))
        people, alike = self._ask(f"SELECT {asked} FROM {self.scan}")
        return int(people), int(alike)

    def marked(self, columns: Sequence[str], person: str) -> Mapping[str, Sequence[int]]:
        return {}

    def distinct(self, columns: Sequence[str]) -> Mapping[str, float]:
        if not columns:
            return {}
        fields = {c: hashed(f"c{self._at(c)}", self.column(c)) for c in columns}
        asked = ", ".join(f"count(DISTINCT {field})" for field in fields.values())
        # Counting different values in all rows sorts the table. Only columns that could be
        # identifiers by their first rows are counted further.
        first = f"(SELECT * FROM {self.scan} LIMIT {FIRST_ROWS}) f"
        rows, *numbers = self._ask(f"SELECT count(*), {asked} FROM {first}")
        found = {column: n / rows for column, n in zip(fields, numbers, strict=True)}
        often = [column for column, share in found.items() if share >= MOSTLY]
        if rows == self.staged.rows or not often:
            return found
        return found | self._estimated({column: fields[column] for column in often})

    def _estimated(self, fields: Mapping[str, str]) -> dict[str, float]:
        """A value is looked at if its hash says so, wherever it occurs: so values that come again
        are counted once, and few are kept."""
        hashes = ", ".join(f"{field} AS h{at}" for at, field in enumerate(fields.values()))
        asked = ", ".join(
            f"count(DISTINCT h{at}) FILTER (WHERE h{at} % {ONE_IN} = 0)"
            for at in range(len(fields))
        )
        found = self._ask(f"SELECT {asked} FROM (SELECT {hashes} FROM {self.scan}) h")
        pairs = zip(fields, found, strict=True)
        return {column: min(1.0, n * ONE_IN / self.staged.rows) for column, n in pairs}

    def sample(self, columns: Sequence[str], most: int) -> tuple[NDArray[np.int64], ...]:
        if not columns:
            return ()
        # Not 0, which is the hash of the float 0.
        fields = ", ".join(
            f"COALESCE({hashed(f'c{self._at(c)}', self.column(c))}, 1) AS h{at}"
            for at, c in enumerate(columns)
        )
        with asking(self.given.address):
            some = self._some(one_in(self.staged.rows, most))
            found = self.connection.execute(f"SELECT {fields} FROM {some}").fetchall()
        return numbered({c: [row[at] for row in found] for at, c in enumerate(columns)})

    def _some(self, step: int) -> str:
        """One row of so many, as what follows FROM. Of a table each row is drawn by its place, and
        nothing is computed for the others. A view has no such places, and its rows get numbers."""
        if step == 1:
            return self.scan
        if is_view(self.connection, self.given.address):
            numbers = f"(SELECT *, row_number() OVER () AS r FROM {self.scan}) n"
            return f"{numbers} WHERE hashint8extended(r, 0) % {step} = 0"
        return self._reading(f" TABLESAMPLE BERNOULLI ({100 / step:.17g}) REPEATABLE (1)")

    def dates(self, columns: Sequence[str]) -> Sequence[str]:
        if not columns:
            return ()
        texts = [f"NULLIF(btrim({plain_text(f'c{self._at(c)}')}), '')" for c in columns]
        asked = ", ".join(f"count({t}), count(*) FILTER (WHERE {is_date(t)})" for t in texts)
        found = self._ask(f"SELECT {asked} FROM (SELECT * FROM {self.scan} LIMIT {SAMPLE}) f")
        counts = zip(columns, found[::2], found[1::2], strict=True)
        return tuple(column for column, values, dates in counts if are_dates(values, dates))

    def formulas(self, columns: Sequence[str]) -> Mapping[str, int]:
        return self.formulas_in(self.scan, {c: f"c{self._at(c)}" for c in columns})

    def formulas_in(self, rows: str, fields: Mapping[str, str]) -> dict[str, int]:
        """Of some rows, as what follows FROM; ``fields`` reads each column there."""
        texts = {c: f for c, f in fields.items() if not native(self.column(c).type)}
        if not texts:
            return {}
        asked = ", ".join(
            f"count(*) FILTER (WHERE {begins_like_a_formula(plain_text(field))})"
            for field in texts.values()
        )
        found = self._ask(f"SELECT {asked} FROM {rows}")
        return {column: count for column, count in zip(texts, found, strict=True) if count}

    spread = staticmethod(here)

    def recode(
        self,
        generalization: Generalization,
        target: Target,
        drop: Sequence[str] = (),
        order: str | None = None,
    ) -> PostgresHidden:
        columns = generalization.written(columns_without(self.given, drop))
        if not isinstance(target, ToTable):
            raise InternalError("PostgreSQL keeps its tables on the server.")
        if not address_of(target).same_server(self.given.address):
            raise InvalidInput(
                f"{target.address.name} is on another server, or in another database or of another"
                f" user, than {self.given.name}.",
                hint="One transaction reads the table and writes the release: both URLs are alike"
                " up to the # sign. Or name a folder to make.",
            )
        own = self.given.address
        # Also the tables beside a release: replacing one of these would change the input as well.
        if (own.schema, own.table) in [(t.schema, t.table) for t in tables_of(address_of(target))]:
            raise InvalidInput(
                f"{own.name} would be replaced by its own release; covey never changes its input.",
                hint="Name another table with -o (out= in Python).",
            )
        self._refuse_unlike(generalization)
        return write(self, generalization, target, columns, order)

    @abstractmethod
    def _refuse_unlike(self, generalization: Generalization) -> None:
        """Refuse classes of other combinations."""

    @abstractmethod
    def recoding(self, generalization: Generalization, book: str, secrets: str) -> Recoding:
        """The rows as they are published by a generalization, by tables of these names."""

    def column(self, name: str) -> Column:
        return self._columns[self._at(name)]

    def _at(self, column: str) -> int:
        return self.given.columns.index(column)

    def _ask(self, query: str) -> tuple[Any, ...]:
        with asking(self.given.address):
            return tuple(self.connection.execute(query).fetchone())


class PostgresSnapshot(PostgresRows):
    """Rows whose combinations come here."""

    def _count(self, kinds: Mapping[str, str]) -> tuple[Mapping[str, str], int, Callable[[], str]]:
        self.counting: Counting = count_rows(self.connection, self.given.name, self.scan, self.keys)
        records = int(self.counting.counts.sum())
        return self.counting.kinds, records, lambda: self.count().fingerprint

    def count(self) -> Counted:
        refuse_no_values(self.given.name, self.counting.counted)
        return self.counting.counted

    def holders(self, columns: Sequence[str]) -> Holders:
        for column in columns:
            place(self.given.name, self.given.columns, column, "which says who a record is of")
        with asking(self.given.address):
            return listed_holders(
                self.connection, self.scan, self.counting, self.keys, columns, self._at
            )

    def _refuse_unlike(self, generalization: Generalization) -> None:
        generalization.refuse_unlike(self.count())

    def recoding(self, generalization: Generalization, book: str, secrets: str) -> Recoding:
        return RecodingByCounts(self, generalization, book, secrets)


def begin_unchanged(connection: Any, given: PostgresInput) -> None:
    """Begin a transaction that sees the table as it was described."""
    begin(connection, qualified(given.address))
    # The description was read before this transaction, which sees the table as it is now.
    if columns_of(connection, given.address) != given.described:
        raise InvalidInput(
            f"{given.name} got other columns while covey looked at it.",
            hint="Run again when nobody changes the table.",
        )


def scan_of(given: PostgresInput, which: str = "") -> str:
    """SQL that reads the rows of a table, with the columns c0, c1, ..."""
    named = ", ".join(f"{quoted(c.name)} AS c{at}" for at, c in enumerate(given.described))
    return f"(SELECT {named} FROM {qualified(given.address)}{which}) s"
