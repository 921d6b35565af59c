"""Who the records are of, from DuckDB, as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core.holders import Holders, numbered
from covey.engine import held, sql
from covey.engine.duckdb.counting import COUNTED
from covey.engine.duckdb.recoding import stand_ins
from covey.engine.protocol import Counted
from covey.io.inputs import Input, Staging
from covey.io.inputs.base import place
from covey.io.inputs.frames import FrameColumn, FrameInput
from covey.io.inputs.values import BATCH
from covey.io.staging.filling import append, create

if TYPE_CHECKING:
    import duckdb

ROW = "held_row"
ROLE = "whose values say who a record is of"


class HeldRows:
    """The rows of a private copy with the columns that say who they are of."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        given: Input,
        staging: Staging,
        keys: Sequence[str],
    ) -> None:
        self._connection, self._given, self._staging = connection, given, staging
        self._keys = tuple(keys)
        self._extra: dict[str, str] = {}

    def listed(
        self, columns: Sequence[str], counted: Counted, places: NDArray[np.int64]
    ) -> Holders:
        """``places`` are those of the counted combinations in DuckDB's table of these."""
        fields = [self._field(column) for column in columns]
        join = self._join(counted)
        self._connection.execute(
            "CREATE OR REPLACE TEMP TABLE entries AS"
            f" {held.listed(join.published(), 'b.class', fields, f'g.{ROW}')}"
        )
        found = self._connection.execute(held.ranked("entries", len(columns))).fetchnumpy()
        self._connection.execute("DROP TABLE entries")
        # The way back of `places`: from the place in DuckDB's table to the number of the
        # combination.
        number = np.empty(len(places), dtype=np.int64)
        number[places] = np.arange(len(places))
        ranks = [np.asarray(found[f"r{at}"]) for at in range(len(columns))]
        return numbered(columns, number[found["place"]], ranks, np.asarray(found["n"]))

    def spellings(self, column: str) -> tuple[int, int]:
        asked = ", ".join(held.spellings(self._field(column)))
        found = self._connection.execute(f"SELECT {asked} FROM (FROM {self._scan}) g").fetchone()
        assert found is not None
        return int(found[0]), int(found[1])

    def marked(
        self, columns: Sequence[str], types: Mapping[str, str], person: str
    ) -> dict[str, tuple[int, ...]]:
        who = f"CAST({self._raw(person)} AS VARCHAR)" if person else ""
        asked = {
            # A column of a frame that was not staged is compared as text.
            column: self._staging.notation.marked(
                self._raw(column), column, types.get(column, "VARCHAR"), who
            )
            for column in columns
        }
        every = [count for counts in asked.values() for count in counts]
        if not every:
            return {}
        found = self._connection.execute(
            f"SELECT {', '.join(every)} FROM (FROM {self._scan}) g"
        ).fetchone()
        assert found is not None
        left = iter(found)
        return {
            column: tuple(int(next(left)) for _ in counts)
            for column, counts in asked.items()
            if counts
        }

    def per_class(self, join: sql.Join, column: str) -> dict[int, int]:
        """The different holders of every class that rows are joined to."""
        field = self._field(column)
        # Not the rows that the join reads, in which pseudonyms may stand for people.
        rows = replace(join, staged=self._scan).published()
        found = self._connection.execute(
            f"SELECT b.class, {held.different(field)} FROM {rows} GROUP BY 1"
        ).fetchall()
        return dict(found)

    def _join(self, counted: Counted) -> sql.Join:
        """Rows joined to the place of their combination, as if that were their class."""
        table = f"(SELECT place, place AS class FROM {COUNTED})"
        join = sql.Join(
            self._scan,
            self._keys,
            "places",
            tuple(bool(counted.missing(column).any()) for column in counted.columns),
            stand_ins(self._connection),
        )
        self._connection.execute(
            f"CREATE OR REPLACE TEMP TABLE places AS {join.table(COUNTED, table, table, 0)}"
        )
        return join

    @property
    def _scan(self) -> str:
        """The rows, numbered, with the columns of a frame that were not staged."""
        scan, row = self._staging.scan, self._staging.row
        if self._extra:
            # Only frames have these, and their copy is a table.
            row = f"{scan}.{row}"
            scan += "".join(f" POSITIONAL JOIN {table}" for table in self._extra.values())
        return f"(SELECT *, {row} AS {ROW} FROM {scan}) held"

    def _field(self, column: str) -> str:
        """SQL of who the joined rows are of, by a column."""
        return self._staging.notation.holder(self._raw(column), column)

    def _raw(self, column: str) -> str:
        """SQL of a column of the joined rows. Of a frame only what is counted was staged: the
        others are read when somebody asks for them."""
        place(self._given.name, self._given.columns, column, ROLE)
        if column in self._staging.columns:
            return f"g.c{self._staging.columns.index(column)}"
        assert isinstance(self._given, FrameInput)
        at = self._given.columns.index(column)
        if column not in self._extra:
            own = FrameColumn(self._given.name, column, self._given.frame[column])
            create(self._connection, f"beside{at}", [own.sql])
            for start in range(0, len(self._given.frame), BATCH):
                append(
                    self._connection, f"beside{at}", [own.sql], [own.values(start, start + BATCH)]
                )
            # The copy has a column c0, too.
            self._connection.execute(f"ALTER TABLE beside{at} RENAME c0 TO x{at}")
            self._extra[column] = f"beside{at}"
        return f"g.x{at}"
