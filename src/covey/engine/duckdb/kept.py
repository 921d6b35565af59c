"""Combinations in tables of DuckDB, which spills them to its private folder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey.engine import sql
from covey.engine.duckdb.counting import COUNTED, values_of
from covey.engine.duckdb.snapshot import DuckDBRows
from covey.engine.kept import ColumnValues, InTables, ranked_values
from covey.io.reading import measured, reading

PLACED = "placed"
"""The table of the classes of combinations."""


class DuckDBKept(InTables):
    """``snapshot`` is this object's own, and closed with it."""

    def __init__(self, snapshot: DuckDBRows, *, keeps_classes: bool = False) -> None:
        super().__init__(keeps_classes=keeps_classes)
        self._snapshot = snapshot
        self.name, self.notes = snapshot.staged.name, snapshot.staged.notes
        with self._gone_if_raised():
            with reading(self.name), measured(snapshot.connection):
                self._keep()
            self._refuse_no_values()

    def __exit__(self, *raised: object) -> None:
        self._snapshot.__exit__(*raised)

    def _keep(self) -> None:
        run = self._snapshot.connection.execute
        run(f"CREATE TEMP TABLE {COUNTED} AS {self._snapshot.count_query}")
        kinds = self._snapshot.staged.kinds
        self.columns = {column: self._column(at, kinds[column]) for at, column in enumerate(kinds)}
        ranks = ", ".join(self._ranks)
        run(f"CREATE TEMP TABLE coded AS SELECT {ranks}, n FROM ({self._ranked}) x")
        if self.keeps_classes:
            columns = ", ".join(f"{rank} INTEGER" for rank in self._ranks)
            run(f"CREATE TEMP TABLE {PLACED} ({columns}, class BIGINT)")
        else:
            run(f"DROP TABLE {COUNTED}")

    @property
    def _ranked(self) -> str:
        """The combinations with their places in ``COUNTED``."""
        return sql.ranked(COUNTED, {at: f"v{at}" for at in range(len(self._ranks))})

    def _column(self, at: int, kind: str) -> ColumnValues:
        connection = self._snapshot.connection
        # In DuckDB's order. `ranked_values` numbers them in that of the kind.
        texts = values_of(connection, at).tolist()
        self._came(len(texts))
        places, counts = self._fetch(
            f"SELECT COALESCE(d.r, -1), CAST(SUM(v.n) AS BIGINT) FROM {COUNTED} v"
            f" LEFT JOIN d{at} d ON v.k{at} = d.k GROUP BY 1"
        )
        # Missing values have the place -1, which finds the None at the end.
        given = [[*texts, None][place] for place in places.tolist()]
        found, numbers = ranked_values(kind, given, counts.tolist())
        connection.register("arriving", {"place": places, "number": numbers})
        connection.execute(
            f"CREATE TEMP TABLE v{at} AS SELECT d.k, a.number AS r FROM d{at} d"
            " JOIN arriving a ON d.r = a.place"
        )
        connection.unregister("arriving")
        return found

    _coded, _in_parts = "coded", "in_parts"

    def _divide(self, query: str) -> None:
        with reading(self.name), measured(self._snapshot.connection):
            # In order, so that a part is found without reading the others.
            self._snapshot.connection.execute(f"CREATE TEMP TABLE in_parts AS {query} ORDER BY b")
            # Nobody asks for tallies after the parts are fixed: half of the room is free again.
            self._snapshot.connection.execute("DROP TABLE coded")

    def _keep_classes(
        self, values: Sequence[NDArray[np.int64]], classes: NDArray[np.int64]
    ) -> None:
        connection = self._snapshot.connection
        arriving = dict(zip(self._ranks, values, strict=True)) | {"class": classes}
        with reading(self.name), measured(connection):
            connection.register("arriving", arriving)
            connection.execute(f"INSERT INTO {PLACED} SELECT * FROM arriving")
            connection.unregister("arriving")

    def load_classes(self, table: str) -> None:
        """Make a table of the class of each place in ``COUNTED``."""
        same = " AND ".join(f"x.{rank} = p.{rank}" for rank in self._ranks)
        self._snapshot.connection.execute(
            f"CREATE TEMP TABLE {table} AS SELECT x.place, p.class"
            f" FROM ({self._ranked}) x JOIN {PLACED} p ON {same}"
        )

    def _make_ordered(self, query: str) -> str:
        with reading(self.name), measured(self._snapshot.connection):
            self._snapshot.connection.execute(f"CREATE TEMP TABLE in_order AS {query}")
        return "in_order"

    def _ask(self, query: str) -> list[NDArray[np.int64]]:
        with reading(self.name), measured(self._snapshot.connection):
            found = self._snapshot.connection.execute(query).fetchnumpy()
        return [np.asarray(own).astype(np.int64) for own in found.values()]
