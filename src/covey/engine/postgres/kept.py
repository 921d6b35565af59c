"""Combinations in temporary tables of a server, in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.engine.checks import refuse_unfit
from covey.engine.kept import ColumnValues, InTables, ranked_values
from covey.engine.postgres.counting import read_values
from covey.engine.postgres.dialect import Key, key
from covey.engine.postgres.snapshot import begin_unchanged, scan_of
from covey.engine.sql import KEYS, named
from covey.io.inputs.base import place
from covey.io.inputs.header import refuse_no_rows
from covey.io.inputs.postgres import PostgresInput
from covey.io.layout import SERVER
from covey.io.postgres.copying import copied_in, copied_out
from covey.io.postgres.driver import asking, connect

GROUPED, PLACED = "pg_temp.covey_grouped", "pg_temp.covey_placed"


class PostgresKept(InTables):
    """``connection`` is that of a snapshot, in its transaction, if there is one: then the class of
    each combination is kept as well."""

    def __init__(
        self, given: PostgresInput, kinds: Mapping[str, str], connection: Any = None
    ) -> None:
        super().__init__(keeps_classes=connection is not None)
        refuse_unfit(given, kinds)
        self.name, self._given = given.name, given
        self._keys = {
            column: key(given.name, f"c{at}", given.described[at], kind)
            for column, kind in kinds.items()
            for at in (place(given.name, given.columns, column, "a quasi-identifier"),)
        }
        with ExitStack() as opening:
            self._connection = connection
            if connection is None:
                self._connection = opening.enter_context(closing(connect(given.address)))
            with asking(given.address):
                if connection is None:
                    begin_unchanged(self._connection, given)
                self._keep()
            self._refuse_no_values()
            self._closing = opening.pop_all()

    def __exit__(self, *raised: object) -> None:
        self._closing.close()

    def _keep(self) -> None:
        run = self._connection.execute
        names = named(KEYS, len(self._keys))
        pairs = zip(self._keys.values(), names, strict=True)
        grouped = ", ".join(f"{key.expression} AS {name}" for key, name in pairs)
        positions = ", ".join(str(at + 1) for at in range(len(names)))
        run(
            f"CREATE TEMPORARY TABLE covey_grouped AS SELECT {grouped}, count(*) AS n"
            f" FROM {scan_of(self._given)} GROUP BY {positions}"
        )
        self.columns = {
            column: self._column(at, column, key)
            for at, (column, key) in enumerate(self._keys.items())
        }
        ranks = ", ".join(f"COALESCE(d{at}.r, -1) AS r{at}" for at in range(len(names)))
        # Grouped again: values such as 7 and 007 have the same number now.
        run(
            f"CREATE TEMPORARY TABLE covey_coded AS SELECT {ranks}, sum(n)::int8 AS n"
            f" FROM {self._numbered} GROUP BY {positions}"
        )
        if self.keeps_classes:
            columns = ", ".join(f"{rank} int4" for rank in self._ranks)
            run(f"CREATE TEMPORARY TABLE covey_placed ({columns}, class int8)")
        else:
            run(f"DROP TABLE {GROUPED}")

    @property
    def _numbered(self) -> str:
        """The groups g with the numbers d0.r, d1.r, ... of their values, as what follows FROM."""
        joins = " ".join(
            f"LEFT JOIN pg_temp.covey_values{at} d{at} ON g.{name} = d{at}.k"
            for at, name in enumerate(named(KEYS, len(self._keys)))
        )
        return f"{GROUPED} g {joins}"

    def groups(self, texts: str) -> str:
        """The groups g with the class of each and its texts, which a table has by the class, p, as
        what follows FROM."""
        # Without statistics the join of all combinations may be planned badly.
        self._connection.execute(f"ANALYZE {PLACED}")
        numbers = ", ".join(f"COALESCE(d{at}.r, -1) AS q{at}" for at in range(len(self._ranks)))
        same = " AND ".join(f"p.{rank} = g.q{at}" for at, rank in enumerate(self._ranks))
        # The server takes columns for independent, and expects one row of a join by several of
        # them. Whatever it joined to that one row would be read for every combination: OFFSET 0
        # makes it join everything else before.
        return (
            f"(SELECT g.*, {numbers} FROM {self._numbered} OFFSET 0) g"
            f" JOIN (SELECT * FROM {PLACED} JOIN {texts} USING (class) OFFSET 0) p ON {same}"
        )

    def _keep_classes(
        self, values: Sequence[NDArray[np.int64]], classes: NDArray[np.int64]
    ) -> None:
        columns = (map(str, own.tolist()) for own in (*values, classes))
        with asking(self._given.address):
            copied_in(self._connection, PLACED, zip(*columns, strict=True))

    def _make_ordered(self, query: str) -> str:
        with asking(self._given.address):
            self._connection.execute(f"CREATE TEMPORARY TABLE covey_ordered AS {query}")
            self._connection.execute("CREATE INDEX ON pg_temp.covey_ordered (place)")
            self._connection.execute("ANALYZE pg_temp.covey_ordered")
        return "pg_temp.covey_ordered"

    def _column(self, at: int, column: str, key: Key) -> ColumnValues:
        texts, numbers = copied_out(
            self._connection, f"SELECT k{at}, sum(n)::int8 FROM {GROUPED} GROUP BY 1"
        ) or ([], [])
        self._came(len(texts))
        if not numbers:
            refuse_no_rows(self.name, SERVER)
        records = [int(number or 0) for number in numbers]
        there = [place for place, text in enumerate(texts) if text is not None]
        words = [text for text in texts if text is not None]
        kind, read = read_values(self.name, column, key, words, [records[one] for one in there])
        known: list[str | None] = [None] * len(texts)
        for one, text in zip(there, read, strict=True):
            known[one] = text
        found, ranks = ranked_values(kind, known, records)
        table = f"pg_temp.covey_values{at}"
        self._connection.execute(
            f"CREATE TEMPORARY TABLE covey_values{at} (r int4, k {key.declared})"
        )
        pairs = zip(words, ranks[there].tolist(), strict=True)
        numbered = ([str(rank), word] for word, rank in pairs)
        copied_in(self._connection, table, numbered, private=True)
        # The server gathers no statistics of temporary tables by itself, and plans joins badly
        # without.
        self._connection.execute(f"ANALYZE {table}")
        return found

    _coded, _in_parts = "pg_temp.covey_coded", "pg_temp.covey_in_parts"

    def _divide(self, query: str) -> None:
        with asking(self._given.address):
            self._connection.execute(f"CREATE TEMPORARY TABLE covey_in_parts AS {query} ORDER BY 1")
            # A part is found without reading the others.
            self._connection.execute(f"CREATE INDEX ON {self._in_parts} (b)")
            self._connection.execute(f"ANALYZE {self._in_parts}")
            self._connection.execute(f"DROP TABLE {self._coded}")

    def _ask(self, query: str) -> list[NDArray[np.int64]]:
        with asking(self._given.address):
            found = copied_out(self._connection, query)
        # A query without rows has no columns either, when it is copied out.
        return [np.array(own, dtype=np.int64) for own in found] or [np.zeros(0, dtype=np.int64)]
