"""Tables read and counted again, with statements of its own: what verifies a release shares nothing
with what published it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.engine.protocol import Counted, Staged
from covey.errors import InvalidInput
from covey.table.inputs import Input, Staging, open_input
from covey.table.inputs.base import place
from covey.table.inputs.csv import open_csv
from covey.table.kinds import KINDS, native
from covey.table.reading import connect, reading

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, eq=False)
class Table:
    """A table in a private database, read as ``scan`` with the columns c0, c1, ..."""

    name: str
    connection: duckdb.DuckDBPyConnection
    staging: Staging
    types: tuple[str, ...]
    format: str

    @property
    def columns(self) -> tuple[str, ...]:
        return self.staging.columns

    @property
    def rows(self) -> int:
        return int(self.ask(f"SELECT count(*) FROM {self.staging.scan}")[0][0])

    def text(self, column: str) -> str:
        """SQL of a column as text."""
        return f"CAST(c{place(self.name, self.columns, column, 'of the release')} AS VARCHAR)"

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        with reading(self.name):
            return self.connection.execute(query).fetchall()

    def sizes(self, columns: Sequence[str]) -> dict[tuple[str | None, ...], int]:
        """Records by the texts of some columns."""
        asked = ", ".join(map(self.text, columns))
        rows = self.ask(f"SELECT {asked}, count(*) FROM {self.staging.scan} GROUP BY ALL")
        return {row[:-1]: row[-1] for row in rows}

    def key(self, column: str, kind: str) -> str:
        """SQL of a column as a value of a kind; ``text`` is to the letter."""
        if kind == "text":
            return self.text(column)
        at = place(self.name, self.columns, column, "of the release")
        own = native(self.types[at])
        if own == "number" and kind != "double":
            # -0.0 and 0.0 are one value.
            return f"(c{at} + 0.0)"
        if own and kind != "double":
            return f"c{at}"
        if own:
            return f"CAST(c{at} AS DOUBLE)"
        return KINDS[kind].cast(f"NULLIF(TRIM(CAST(c{at} AS VARCHAR)), '')")

    def count(self, kinds: Mapping[str, str]) -> Counted:
        """Distinct values in their order, missing ones first."""
        keys = [self.key(column, kind) for column, kind in kinds.items()]
        named = ", ".join(f"{key} AS v{at}" for at, key in enumerate(keys))
        names = [f"v{at}" for at in range(len(keys))]
        order = ", ".join(f"{name} NULLS FIRST" for name in names)
        ranks = ", ".join(f"dense_rank() OVER (ORDER BY {name} NULLS FIRST)" for name in names)
        texts = ", ".join(f"CAST({name} AS VARCHAR)" for name in names)
        rows = self.ask(
            f"SELECT {texts}, {ranks}, n FROM (SELECT {named}, count(*) AS n FROM"
            f" {self.staging.scan} GROUP BY ALL) g ORDER BY {order}"
        )
        columns = [_objects(column) for column in zip(*rows, strict=True)]
        width = len(keys)
        values, found = [], []
        for text, rank in zip(columns[:width], columns[width : 2 * width], strict=True):
            missing = np.array([value is None for value in text])
            # Missing ones, if any, are the first of all ranks.
            ranked = np.where(missing, -1, rank.astype(np.int64) - 1 - int(missing.any()))
            there = np.empty(int(ranked.max(initial=-1)) + 1, dtype=object)
            there[ranked[~missing]] = text[~missing]
            values.append(there)
            found.append(ranked)
        return Counted(tuple(kinds), tuple(values), tuple(found), columns[-1].astype(np.int64))

    def staged(self, kinds: Mapping[str, str]) -> Staged:
        return Staged(
            self.name, self.columns, self.types, kinds, self.rows, lambda: self.staging.fingerprint
        )


@contextmanager
def opened(given: Input) -> Iterator[Table]:
    with tempfile.TemporaryDirectory(prefix="covey-") as folder, connect() as connection:
        with reading(given.name):
            staging = given.stage(connection, Path(folder), ())
            described = connection.execute(f"DESCRIBE SELECT * FROM {staging.scan}").fetchall()
        types = [row[1] for row in described]
        yield Table(given.name, connection, staging, tuple(types), given.layout.format)


def released(folder: Path, table: Mapping[str, str]) -> Input:
    """The table of a release, as its certificate says that it is to be read."""
    path = folder / Path(str(table.get("file", ""))).name
    if not path.is_file():
        raise InvalidInput(f"{folder} has no table {path.name}, which its certificate names.")
    if table.get("format") == "csv":
        return open_csv(str(path), [path], delimiter=str(table.get("delimiter", ",")), header=True)
    return open_input(path, header=True)


def _objects(values: Sequence[Any]) -> Any:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def no_others(
    before: Table, fields: Sequence[str], source: str, after: Table, own: Sequence[str]
) -> bool:
    """Whether every row of the released table is one of those expected, and none is there more
    often: some may have been withheld."""
    expected, found = _digests(before, fields, source), _digests(after, own, after.staging.scan)
    kinds, at = np.unique(np.concatenate([expected, found]), return_inverse=True)
    difference = np.zeros(len(kinds), dtype=np.int64)
    np.add.at(difference, at[: len(expected)], 1)
    np.add.at(difference, at[len(expected) :], -1)
    return bool((difference >= 0).all())


def _digests(table: Table, fields: Sequence[str], source: str) -> Any:
    query = f"SELECT md5_number_lower({_joined(fields)}) AS d FROM {source}"
    with reading(table.name):
        return table.connection.execute(query).fetchnumpy()["d"]


def _joined(fields: Sequence[str]) -> str:
    # A text goes with its length, so that no two rows read alike.
    return " || ".join(f"COALESCE(length({field}) || ':' || {field}, '-')" for field in fields)


def rows_digest(table: Table, fields: Sequence[str], source: str) -> tuple[int, int]:
    """How many rows there are, and a sum over them that is the same for the same rows in any
    order."""
    # In two halves, for a sum of whole digests would not fit, and that of unsigned ones is rounded.
    ((rows, low, high),) = table.ask(
        "SELECT count(*), COALESCE(sum(CAST(d & 18446744073709551615 AS HUGEINT)), 0),"
        " COALESCE(sum(CAST(d >> 64 AS HUGEINT)), 0)"
        f" FROM (SELECT md5_number({_joined(fields)}) AS d FROM {source}) t"
    )
    return int(rows), int(low) + (int(high) << 64)
