"""The counts that measures are made of, in DuckDB: only the counts of classes and of values within
them come to Python."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.engine.keys import key
from covey.io.inputs import Input, Staging
from covey.io.inputs.base import place
from covey.io.inputs.header import NO_ROWS
from covey.io.reading import connect, literal, reading
from covey.io.staging import stage
from covey.measures.loss import ColumnLoss, Loss, column_loss
from covey.measures.measures import Offending, Weak
from covey.measures.spread import Spread

if TYPE_CHECKING:
    import duckdb

SCALES = {"date": "epoch", "timestamp": "epoch"}
"""How values that are no numbers become numbers."""


class Counting:
    """The classes of a staged table, numbered by size and then by their values."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        folder: Path,
        name: str,
        staging: Staging,
        quasi: Sequence[str],
    ) -> None:
        self.connection, self.folder, self.name = connection, folder, name
        self.staging, self.quasi = staging, quasi
        self.texts = _texts(connection, staging)
        self.keys = [self.texts[column] for column in quasi]
        names = [f"k{at}" for at in range(len(quasi))]
        fields = ", ".join(f"{key} AS {name}" for key, name in zip(self.keys, names, strict=True))
        order = ", ".join(f"{name} NULLS FIRST" for name in names)
        connection.execute(
            f"CREATE TEMP TABLE classes AS SELECT ROW_NUMBER() OVER (ORDER BY n, {order}) - 1"
            f" AS class, * FROM (SELECT {fields}, COUNT(*) AS n FROM {staging.scan} GROUP BY ALL)"
        )

    def sizes(self) -> NDArray[np.int64]:
        found = self._arrays("SELECT n FROM classes ORDER BY class")["n"]
        if not len(found):
            raise InvalidInput(f"{self.name} has a header, but no rows.", hint=NO_ROWS)
        return found.astype(np.int64)

    def spread(self, column: str) -> Spread:
        text = self.texts[column]
        self.connection.execute(
            f"CREATE OR REPLACE TEMP TABLE seen AS SELECT {text} AS c0 FROM {self.staging.scan}"
            " GROUP BY 1"
        )
        order, _ = self._order(column)
        self.connection.execute(
            "CREATE OR REPLACE TEMP TABLE numbered AS SELECT c0 AS value,"
            " ROW_NUMBER() OVER (ORDER BY c0 NULLS FIRST) - 1 AS number,"
            f" DENSE_RANK() OVER (ORDER BY {order or 'c0'} NULLS FIRST) - 1 AS place FROM seen"
        )
        same = " AND ".join(f"{key} IS NOT DISTINCT FROM k{at}" for at, key in enumerate(self.keys))
        found = self._arrays(
            f"SELECT class, number, COUNT(*) AS n FROM {self.staging.scan}"
            f" JOIN classes ON {same} JOIN numbered ON {text} IS NOT DISTINCT FROM value"
            " GROUP BY 1, 2"
        )
        numbered = self._arrays("SELECT place FROM numbered ORDER BY number")["place"]
        return Spread.from_entries(
            column, found["class"], found["number"], found["n"], numbered if order else None
        )

    def population(self, given: Input) -> tuple[NDArray[np.int64], int]:
        """For every class its records in the population, and all records of that."""
        file = self.folder / "population.parquet"
        names = {f"p{at}": column for at, column in enumerate(self.quasi)}
        self._copy(given, file, names, "COUNT(*) AS n", "GROUP BY ALL")
        same = " AND ".join(f"k{at} IS NOT DISTINCT FROM {name}" for at, name in enumerate(names))
        counted = f"read_parquet({literal(str(file))})"
        found = self._arrays(
            f"SELECT COALESCE(p.n, 0) AS n FROM classes LEFT JOIN {counted} p ON {same}"
            " ORDER BY class"
        )["n"]
        (records,) = self._ask(f"SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM {counted}")
        return found.astype(np.int64), int(records)

    def loss(
        self, given: Input, labels: Collection[str], withheld: Input | None = None
    ) -> tuple[Loss, int]:
        """What was lost of the table that this one was made of, row by row, and how many of its
        records are not in this one: all those that ``withheld`` has, which are lost entirely."""
        file = self.folder / "original.parquet"
        columns = {f"o{at}": column for at, column in enumerate(self.quasi)}
        compared = {f"w{at}": c for at, c in enumerate(withheld.columns if withheld else ())}
        self._copy(given, file, columns | compared, "ROW_NUMBER() OVER (ORDER BY {row}) AS r", "")
        original = f"read_parquet({literal(str(file))})"
        gone = "FALSE"
        if withheld is not None:
            listed = self.folder / "withheld.parquet"
            self._copy(withheld, listed, compared, "TRUE AS gone", "GROUP BY ALL")
            same = " AND ".join(f"o.{name} IS NOT DISTINCT FROM w.{name}" for name in compared)
            original += f" o LEFT JOIN read_parquet({literal(str(listed))}) w ON {same}"
            gone = "COALESCE(w.gone, FALSE)"
        self.connection.execute(
            f"CREATE TEMP TABLE before AS SELECT {', '.join(columns)}, {gone} AS gone,"
            f" SUM(CASE WHEN {gone} THEN 0 ELSE 1 END) OVER (ORDER BY r) AS place FROM {original}"
        )
        missing = self._missing(given, withheld)
        fields = ", ".join(f"{text} AS k{at}" for at, text in enumerate(self.keys))
        self.connection.execute(
            "CREATE TEMP TABLE paired AS SELECT * FROM before LEFT JOIN (SELECT"
            f" {fields}, ROW_NUMBER() OVER (ORDER BY {self.staging.row}) AS r FROM"
            f" {self.staging.scan}) ON place = r AND NOT gone"
        )
        found = [self._lost(at, column in labels) for at, column in enumerate(self.quasi)]
        return Loss(tuple(found)), missing

    def _missing(self, given: Input, withheld: Input | None) -> int:
        """The records of the original that this table lacks, refused unless it is known which."""
        before, gone = self._ask("SELECT COUNT(*), COUNT(CASE WHEN gone THEN 1 END) FROM before")
        (after,) = self._ask(f"SELECT COUNT(*) FROM {self.staging.scan}")
        missing = before - after
        if missing == gone:
            return int(missing)
        rows = f"{self.name} has {after:,} rows, {given.name} has {before:,}"
        if withheld is not None:
            raise InvalidInput(
                f"{rows}: {missing:,} are missing, but {gone:,} are among those that"
                f" {withheld.name} lists.",
                hint="The list is the one that was written with this very table, by covey anonymize"
                " --withheld.",
                given=gone,
            )
        if missing < 0:
            raise InvalidInput(
                f"{rows}: what was lost is found row by row.",
                hint="Give the table that this one was made of, with its rows in the same order.",
                given=before,
            )
        raise InvalidInput(
            f"{rows}: {missing:,} are missing, and the tables do not tell which, so that the others"
            " cannot be paired row by row.",
            hint="Name the list of them that covey anonymize --withheld FILE.csv writes, by"
            " --withheld FILE.csv, in Python withheld=. Without one, the report of the release says"
            " what was lost, or leave these records out of the original.",
            given=before,
        )

    def _lost(self, at: int, label: bool) -> ColumnLoss:
        self.connection.execute(
            f"CREATE OR REPLACE TEMP TABLE seen AS SELECT o{at} AS c0 FROM paired GROUP BY 1"
        )
        order, kind = ("", "") if label else self._order(self.quasi[at])
        scale = f"{SCALES.get(kind, '')}({order})" if order else "NULL"
        self.connection.execute(
            "CREATE OR REPLACE TEMP TABLE numbered AS SELECT c0 AS value,"
            " ROW_NUMBER() OVER (ORDER BY c0 NULLS FIRST) - 1 AS number,"
            f" COALESCE(CAST({scale} AS DOUBLE), 'nan') AS place FROM seen"
        )
        found = self._arrays(
            f"SELECT number, published, n FROM (SELECT o{at} AS value, CASE WHEN gone THEN -1 ELSE"
            f" DENSE_RANK() OVER (PARTITION BY gone ORDER BY k{at} NULLS FIRST) - 1 END AS"
            f" published, n FROM (SELECT o{at}, k{at}, gone, COUNT(*) AS n FROM paired GROUP BY"
            " ALL)) p JOIN numbered ON"
            " p.value IS NOT DISTINCT FROM numbered.value ORDER BY published, number"
        )
        places = self._arrays("SELECT place FROM numbered ORDER BY number")["place"]
        return column_loss(
            self.quasi[at],
            found["number"],
            found["published"],
            found["n"],
            places if order else None,
        )

    def named(self, offending: Offending, numbers: NDArray[np.int64]) -> Offending:
        """With the values of the worst classes, which have these numbers."""
        if not len(numbers):
            return offending
        names = ", ".join(f"k{at}" for at in range(len(self.keys)))
        listed = ", ".join(map(str, numbers.tolist()))
        rows = self.connection.execute(
            f"SELECT class, {names} FROM classes WHERE class IN ({listed})"
        ).fetchall()
        values = {row[0]: tuple(row[1:]) for row in rows}
        worst = tuple(
            Weak(weak.size, weak.figure, values[number])
            for weak, number in zip(offending.worst, numbers.tolist(), strict=True)
        )
        return replace(offending, worst=worst)

    def _copy(
        self, given: Input, file: Path, names: Mapping[str, str], more: str, rest: str
    ) -> None:
        """Columns of another table as text, by new names, where this connection can read them."""
        for column in names.values():
            role = "a quasi-identifier" if column in self.quasi else "of the withheld records"
            place(given.name, given.columns, column, role)
        folder = file.with_suffix("")
        folder.mkdir()
        with (
            reading(given.name),
            connect(temp_directory=str(folder / "spilled")) as connection,
        ):
            staging = stage(given, connection, folder, tuple(dict.fromkeys(names.values())))
            texts = _texts(connection, staging)
            fields = ", ".join(f"{texts[column]} AS {name}" for name, column in names.items())
            connection.execute(
                f"COPY (SELECT {fields}, {more.format(row=staging.row)} FROM {staging.scan} {rest})"
                f" TO {literal(str(file))} (FORMAT parquet)"
            )

    def _order(self, column: str) -> tuple[str, str]:
        """What the distinct values in ``seen`` are sorted by, and what kind they are; nothing,
        unless all are numbers or dates. A number does not begin with 0, as codes do."""
        (codes,) = self._ask("SELECT COUNT(*) FROM seen WHERE regexp_full_match(c0, '0[0-9]+')")
        if codes:
            return "", ""
        seen = Staging("seen", (column,), "rowid", "")
        try:
            return key(self._ask, self.name, seen, column, "VARCHAR", "ordered")
        except InvalidInput:
            return "", ""

    def _ask(self, query: str) -> tuple[Any, ...]:
        (row,) = self.connection.execute(query).fetchall()
        return tuple(row)

    def _arrays(self, query: str) -> dict[str, NDArray[Any]]:
        found: dict[str, NDArray[Any]] = self.connection.execute(query).fetchnumpy()
        return found


def _texts(connection: duckdb.DuckDBPyConnection, staging: Staging) -> dict[str, str]:
    """SQL of every column as text."""
    described = connection.execute(f"DESCRIBE SELECT * FROM {staging.scan}").fetchall()
    types = [row[1] for row in described]
    return {
        column: f"c{at}" if type_ == "VARCHAR" else f"CAST(c{at} AS VARCHAR)"
        for at, (column, type_) in enumerate(zip(staging.columns, types, strict=True))
    }
