"""Tables read, and counted again by statements of their own. Only how columns that pass through are
looked at, for dates, shares and samples, is shared with what published."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.temporary import private_folder
from covey.engine.dates import date_columns
from covey.engine.protocol import Counted, Staged
from covey.engine.sampling import one_in, sampled
from covey.engine.shares import distinct_shares
from covey.io.formulas import sql_begins_like_one, sql_unescaped
from covey.io.inputs import Input, Staging, frames, open_input
from covey.io.inputs.base import place
from covey.io.inputs.csv import open_csv
from covey.io.inputs.frames import FrameInput
from covey.io.inputs.parquet import MAGIC, open_parquet
from covey.io.inputs.paths import head
from covey.io.inputs.postgres import PostgresInput, described
from covey.io.kinds import KINDS, native
from covey.io.layout import FRAME, PARTS, SERVER
from covey.io.notation import Notation
from covey.io.reading import MEMORY, connect, measured, reading
from covey.io.staging import stage
from covey.release.risks.identifiers import IdentifyingColumns, find_identifying
from covey.verification.claims import Claimed, parts_of
from covey.verification.container import refuse_besides

if TYPE_CHECKING:
    import duckdb


TOGETHER = 40
"""Columns whose values are numbered at once: each takes memory of its own."""


@dataclass(frozen=True)
class Counts:
    """Some columns of a table, named c0, c1, ... by their places in it.

    scan
        SQL that reads them.
    records
        SQL of how many records some of its lines are.
    """

    scan: str
    records: str


@dataclass(frozen=True, eq=False)
class Table:
    """A table in a private database, read as ``scan`` with the columns c0, c1, ...; ``formulas``
    are the texts of an escaped one that still begin like a formula."""

    name: str
    connection: duckdb.DuckDBPyConnection
    staging: Staging
    types: tuple[str, ...]
    given: Input
    folder: Path
    """Private, and gone when the table is closed."""
    formulas: int = 0

    @property
    def format(self) -> str:
        return self.given.layout.format

    @property
    def columns(self) -> tuple[str, ...]:
        return self.staging.columns

    @property
    def rows(self) -> int:
        return int(self.ask(f"SELECT count(*) FROM {self.staging.scan}")[0][0])

    def notes(self, counted: Sequence[str]) -> tuple[str, ...]:
        """Notes on how the table was read. Of a frame that comes back, only columns that are
        counted are noted."""
        if isinstance(self.given, FrameInput):
            return self.given.notes(self.columns if self.given.whole else counted)
        return self.staging.notes

    def sample(self, columns: Sequence[str], most: int) -> tuple[NDArray[np.int64], ...]:
        """Rows as ``covey.release.risks.dependence`` asks for them."""
        if isinstance(self.given, FrameInput):
            return frames.sample(self.given, columns, one_in(self.rows, most))
        return sampled(self.arrays, self.staging, columns, self.rows, most)

    def identifying(
        self, unchanged: Sequence[str], known: Sequence[str], sensitive: Sequence[str]
    ) -> IdentifyingColumns:
        """Columns that pass through and may give people away; those that are ``known`` to be
        counted are read as what they are, and not taken for dates."""
        asked = [column for column in unchanged if column not in known]
        if isinstance(self.given, FrameInput):
            shares, dates = frames.distinct(self.given, unchanged), frames.dates(self.given, asked)
        else:
            shares, dates = self.shares(unchanged), self.dates(asked)
        return find_identifying(unchanged, shares, self.rows, sensitive, dates)

    def shares(self, columns: Sequence[str]) -> dict[str, float]:
        """The distinct values of some columns as a share of the rows, about."""
        return distinct_shares(lambda query: self.ask(query)[0], self.staging, columns)

    def dates(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Those columns that hold dates."""
        return date_columns(lambda query: self.ask(query)[0], self.staging, columns)

    def spellings(self, person: str) -> tuple[int, int]:
        """How many people a column names, and how many if blanks around and capital letters do not
        count."""
        who = self.staging.notation.holder(f"c{self._who(person)}", person)
        ((people, alike),) = self.ask(
            f"SELECT count(DISTINCT {who}), count(DISTINCT lower(trim(CAST({who} AS VARCHAR))))"
            f" FROM {self.staging.scan}"
        )
        return int(people), int(alike)

    def read(self, columns: Sequence[str]) -> Counts:
        """Some columns, as they are."""
        return Counts(self.staging.scan, "count(*)")

    def held(self, columns: Sequence[str], who: Sequence[str]) -> Counts:
        """The same with numbers h0, h1, ... for the values of the columns ``who``; gone0, gone1,
        ... say which are missing. Each such record has a number of its own."""
        fields = [self.staging.notation.holder(f"c{self._who(each)}", each) for each in who]
        holders = ", ".join(
            f"dense_rank() OVER (ORDER BY {field}, CASE WHEN {field} IS NULL THEN"
            f" {self.staging.row} END) - 1 AS h{at}, {field} IS NULL AS gone{at}"
            for at, field in enumerate(fields)
        )
        return Counts(f"(SELECT *, {holders} FROM {self.staging.scan})", "count(*)")

    def _who(self, column: str) -> int:
        return place(self.name, self.columns, column, "which says who a record is of")

    def text(self, column: str) -> str:
        """SQL of a column as text."""
        return f"CAST(c{place(self.name, self.columns, column, 'of the release')} AS VARCHAR)"

    def run(self, statement: str) -> duckdb.DuckDBPyConnection:
        with reading(self.name):
            return self.connection.execute(statement)

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        with reading(self.name), measured(self.connection):
            return self.connection.execute(query).fetchall()

    def arrays(self, query: str) -> dict[str, Any]:
        with reading(self.name), measured(self.connection):
            return self.connection.execute(query).fetchnumpy()

    def sizes(self, columns: Sequence[str]) -> dict[tuple[str | None, ...], int]:
        """Records by the texts of some columns."""
        asked, counts = ", ".join(map(self.text, columns)), self.read(columns)
        rows = self.ask(f"SELECT {asked}, {counts.records} FROM {counts.scan} GROUP BY ALL")
        return {row[:-1]: row[-1] for row in rows}

    def key(self, column: str, kind: str) -> str:
        """SQL of a column as a value of a kind; ``text`` is the exact text. What the values mean is
        as the notation of the table says."""
        at = place(self.name, self.columns, column, "of the release")
        notation, type_ = self.staging.notation, self.types[at]
        if kind == "text":
            return notation.as_text(f"c{at}", column, type_)
        own = native(type_)
        value = notation.typed(f"c{at}", column, type_) if own else f"c{at}"
        if own == "number" and kind != "double":
            # -0.0 and 0.0 are one value.
            return f"({value} + 0.0)"
        if own and kind != "double":
            return value
        # Coordinates: the nearest double will do, as `covey.io.kinds` says.
        if own:
            return f"CAST({value} AS DOUBLE)"
        return KINDS[kind].cast(notation.as_text(value, column, type_, kind))

    def count(self, kinds: Mapping[str, str]) -> Counted:
        """Distinct values in their order, missing ones first. They stay here in this order as
        ``counted``, in the columns v0, v1, ..."""
        keys = [self.key(column, kind) for column, kind in kinds.items()]
        return self._counted(kinds, keys)

    def count_texts(
        self, recoded: Sequence[str], passed: Mapping[str, str], notation: Notation
    ) -> Counted:
        """Of a released table: count the texts of recoded columns beside those of columns that
        passed through, which are still written as the table was that it was made of. The latter
        are counted as covey writes values of these kinds."""
        keys = list(map(self.text, recoded))
        for column, kind in passed.items():
            at = place(self.name, self.columns, column, "of the release")
            keys.append(notation.as_text(f"c{at}", column, self.types[at], kind))
        return self._counted([*recoded, *passed], keys)

    def _counted(self, kinds: Collection[str], keys: Sequence[str]) -> Counted:
        named = ", ".join(f"{key} AS v{at}" for at, key in enumerate(keys))
        counts_of = self.read(list(kinds))
        order = ", ".join(f"v{at} NULLS FIRST" for at in range(len(keys)))
        self.run(
            "CREATE OR REPLACE TEMP TABLE counted AS"
            f" SELECT {named}, {counts_of.records} AS n FROM {counts_of.scan} GROUP BY ALL"
            f" ORDER BY {order}"
        )
        # The order of the table is that of the only column, so that no join is needed to rank it.
        if len(keys) == 1:
            found = self.arrays("SELECT CAST(v0 AS VARCHAR) AS t, n FROM counted")
            texts, counts = found["t"], found["n"].astype(np.int64)
            # NULLS FIRST: the missing value, if there is one, is the first, and gets the rank -1.
            missing = int(np.ma.getmaskarray(texts).any())
            known, ranks = np.ma.getdata(texts)[missing:], np.arange(len(counts)) - missing
            return Counted(tuple(kinds), (known,), (ranks,), counts)
        counts = self.arrays("SELECT n FROM counted")["n"].astype(np.int64)
        values = [self._distinct(at) for at in range(len(keys))]
        places: list[NDArray[np.int64]] = []
        for first in range(0, len(keys), TOGETHER):
            places += self._ranks(range(first, min(first + TOGETHER, len(keys))))
        return Counted(tuple(kinds), tuple(values), tuple(places), counts)

    def _distinct(self, at: int) -> Any:
        """The texts of a counted column's values, which are numbered in their order."""
        self.run(
            f"CREATE OR REPLACE TEMP TABLE d{at} AS SELECT DISTINCT v{at} AS v FROM counted"
            f" WHERE v{at} IS NOT NULL ORDER BY v"
        )
        return self.arrays(f"SELECT CAST(v AS VARCHAR) AS t FROM d{at}")["t"]

    def _ranks(self, some: Sequence[int]) -> list[NDArray[np.int64]]:
        """Where the values of some columns stand among the distinct ones, -1 for missing."""
        # rowid follows the order in which the table was made, which is that of the values.
        asked = ", ".join(f"COALESCE(d{at}.rowid, -1) AS r{at}" for at in some)
        joins = " ".join(f"LEFT JOIN d{at} ON g.v{at} = d{at}.v" for at in some)
        found = self.arrays(f"SELECT g.rowid AS place, {asked} FROM counted g {joins}")
        # A join has the combinations in any order.
        return [_at(found["place"], found[f"r{at}"]) for at in some]

    def staged(self, kinds: Mapping[str, str]) -> Staged:
        return Staged(
            self.name, self.columns, self.types, kinds, self.rows, lambda: self.staging.fingerprint
        )


def _at(places: NDArray[np.int64], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers, each at its place."""
    found = np.empty(len(numbers), dtype=np.int64)
    found[places] = numbers
    return found


@contextmanager
def opened(given: Input, *, escape: bool = False) -> Iterator[Table]:
    """``escape`` says that texts which began like a formula have a quote in front, and takes it
    away."""
    with private_folder() as folder, connect(memory_limit=MEMORY) as connection:
        with reading(given.name), measured(connection):
            # All columns: `covey.verification` compares whole rows.
            staging = stage(given, connection, folder, ())
            described = connection.execute(f"DESCRIBE SELECT * FROM {staging.scan}").fetchall()
            types = tuple(row[1] for row in described)
            table = Table(given.name, connection, staging, types, given, folder)
            if escape:
                table = _unescaped(table)
        yield table


def _unescaped(table: Table) -> Table:
    names = [f"c{at}" for at in range(len(table.columns))]
    # Counted before quotes are taken away: these are the texts that should have one.
    like_one = " + ".join(f"count_if({sql_begins_like_one(name)})" for name in names)
    ((formulas,),) = table.ask(f"SELECT {like_one} FROM {table.staging.scan}")
    fields = ", ".join(f"{sql_unescaped(name)} AS {name}" for name in names)
    table.ask(f"CREATE TEMP TABLE unescaped AS SELECT {fields} FROM {table.staging.scan}")
    return replace(table, staging=replace(table.staging, scan="unescaped"), formulas=formulas)


def released(claimed: Claimed) -> Input:
    """The table of a release, as its certificate says that it is to be read."""
    table = claimed.certificate.table
    if (table.format == SERVER) != (claimed.address is not None):
        raise InvalidInput(
            f"{claimed.name}: its certificate is that of a release"
            f" {'on a server' if claimed.address is None else 'in a folder'}.",
            hint="A release on a server is named by the URL of its table.",
        )
    # The certificate says where its table is. To look elsewhere would be to check another one.
    if (table.format == FRAME) != (claimed.frame is not None):
        raise InvalidInput(
            f"{claimed.name}: its certificate is that of a release"
            f" {'of a frame' if claimed.frame is None else 'in a folder'}.",
            hint="A release of a frame is given as what covey.anonymize handed back.",
        )
    if claimed.frame is not None:
        return open_input(claimed.frame)
    if claimed.address is not None:
        return PostgresInput(claimed.address, described(claimed.address))
    if table.file == PARTS:
        return _in_parts(claimed)
    path = claimed.folder / table.file
    if not path.is_file():
        raise InvalidInput(
            f"{claimed.folder} has no table {table.file}, which its certificate names."
        )
    if table.format == "csv":
        # With the delimiter and the header of the certificate: nothing is guessed, so that the
        # table is read in one way only.
        return open_csv(str(path), [path], delimiter=table.delimiter, header=True)
    refuse_besides(path)
    return open_input(path, header=True)


def _in_parts(claimed: Claimed) -> Input:
    """The part files that the certificate names, and no others."""
    parts = [claimed.folder / name for name in parts_of(claimed.certificate)]
    if not parts:
        raise InvalidInput(f"{claimed.folder}: its certificate names no file like {PARTS}.")
    # Each part by itself: one could be another format, or hold notes.
    for part in parts:
        if not part.is_file():
            raise InvalidInput(
                f"{claimed.folder} has no file {part.name}, which its certificate names."
            )
        if head(part)[:4] != MAGIC:
            raise InvalidInput(f"{part} is not Parquet.")
        refuse_besides(part)
    return open_parquet(str(claimed.folder / PARTS), parts)
