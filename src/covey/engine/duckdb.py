"""The engine by default: DuckDB, embedded, in bounded memory, spilling to a private folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InternalError, InvalidInput
from covey.core.temporary import private_folder
from covey.engine import sql
from covey.engine.keys import key
from covey.engine.protocol import Codebook, Counted, Published, Staged
from covey.engine.shares import distinct_shares
from covey.io.formulas import sql_begins_like_one, sql_unescaped
from covey.io.inputs import Input, Staging, frames, open_input
from covey.io.inputs.base import place
from covey.io.inputs.csv import CsvFile, look_at
from covey.io.inputs.header import NO_ROWS
from covey.io.inputs.parquet import scan_parquet
from covey.io.kinds import native, refuse_unknown
from covey.io.layout import Layout
from covey.io.outputs.table import write_private, write_table, writing
from covey.io.reading import MEMORY, connect, reading

if TYPE_CHECKING:
    import duckdb

STEM = "table"
DICTIONARY = 10_000
JOINED = 40
"""Columns whose values are numbered at once: each takes memory of its own."""


class DuckDBEngine:
    """Use it in a ``with`` block, for one table: staged rows and spilled data are gone at its end.

    memory
        What DuckDB may use before it spills, as 1500MB or 8GB.
    threads
        All cores, if not given. The answer is the same for any number.
    folder
        Where the private folder is made: the system's temporary folder, if not given.
    """

    def __init__(
        self, memory: str = MEMORY, threads: int | None = None, folder: Path | None = None
    ) -> None:
        self._clearing = ExitStack()
        self._folder = self._clearing.enter_context(private_folder(folder))
        self._config = {"memory_limit": memory, "temp_directory": str(self._folder / "spilled")}
        if threads is not None:
            self._config["threads"] = str(threads)
        try:
            self._connection = connect(**self._config)
        except BaseException:
            self._clearing.close()
            raise
        self._keys: dict[str, str] = {}
        self._given: Input
        self._staging: Staging
        self._counted: Counted
        self._codebook: Codebook
        self._uploaded = self._coded = False

    def __enter__(self) -> DuckDBEngine:
        return self

    def __exit__(self, *raised: object) -> None:
        self._connection.close()
        self._clearing.close()

    def stage(self, given: Input, kinds: Mapping[str, str]) -> Staged:
        if not kinds:
            raise InvalidInput("At least one column is to be counted; given: none.")
        for column, kind in kinds.items():
            place(given.name, given.columns, column, "a quasi-identifier")
            refuse_unknown(kind)
        read_as = {}
        with reading(given.name):
            staging = given.stage(self._connection, self._folder, tuple(kinds))
            (rows,) = self._ask(f"SELECT COUNT(*) FROM {staging.scan}")
            if not rows:
                raise InvalidInput(f"{given.name} has a header, but no rows.", hint=NO_ROWS)
            types = dict(zip(staging.columns, self._types(staging.scan), strict=True))
            for column, kind in kinds.items():
                self._keys[column], read_as[column] = key(
                    self._ask, given.name, staging, column, types[column], kind
                )
        self._given, self._staging = given, staging
        return Staged(
            given.name,
            staging.columns,
            tuple(types.values()),
            read_as,
            rows,
            lambda: staging.fingerprint,
            staging.notes,
        )

    def count(self) -> Counted:
        with reading(self._given.name):
            query = sql.count(self._staging.scan, list(self._keys.values()))
            self._run(f"CREATE TEMP TABLE counted AS {query}")
            self._counted = _fetched(self._connection, "counted", tuple(self._keys))
        for column in self._keys:
            if self._counted.missing(column).all():
                raise InvalidInput(
                    f"{self._given.name}: the column {column!r} has no values.", given=column
                )
        return self._counted

    def distinct(self, columns: Sequence[str]) -> dict[str, float]:
        if isinstance(self._given, frames.FrameInput):
            return frames.distinct(self._given, columns)
        with reading(self._given.name):
            return distinct_shares(self._ask, self._staging, columns)

    def formulas(self, columns: Sequence[str]) -> dict[str, int]:
        types = dict(zip(self._staging.columns, self._types(self._staging.scan), strict=True))
        texts = [column for column in columns if not native(types[column])]
        if not texts:
            return {}
        places = [self._staging.columns.index(column) for column in texts]
        asked = ", ".join(
            f"count_if({sql_begins_like_one(f'CAST(c{at} AS VARCHAR)')})" for at in places
        )
        rows = sql.published(*self._joined()) if self._uploaded else self._staging.scan
        with reading(self._given.name):
            found = self._ask(f"SELECT {asked} FROM {rows}")
        return {column: count for column, count in zip(texts, found, strict=True) if count}

    def upload(self, codebook: Codebook) -> None:
        codebook.refuse_unlike(self._counted)
        self._codebook = codebook
        self._load(
            "classes", {"place": np.arange(len(codebook.classes)), "class": codebook.classes}
        )
        count = len(next(iter(codebook.published.values())))
        texts = [] if self._rebuilt else [_objects(texts) for texts in codebook.published.values()]
        named = {f"p{at}": text for at, text in enumerate(texts)}
        self._load("texts", {"class": np.arange(count), **named})
        for at in range(len(texts)):
            # A number instead of a text in every row, while the rows are put in order.
            self._run(
                f"CREATE TYPE e{at} AS ENUM (SELECT DISTINCT CAST(p{at} AS VARCHAR) FROM texts"
                f" WHERE p{at} IS NOT NULL ORDER BY 1)"
            )
            self._run(f"ALTER TABLE texts ALTER p{at} TYPE e{at} USING CAST(p{at} AS e{at})")
        joined = sql.codebook(
            "counted", "classes", "texts", self._nullable(), self._stand_ins(), len(texts)
        )
        self._run(f"CREATE TEMP TABLE codebook AS {joined}")
        self._uploaded = True

    def publish(
        self,
        folder: Path | None,
        layout: Layout | None = None,
        drop: Sequence[str] = (),
        order: str | None = None,
    ) -> Published:
        given, layout = self._given, layout or self._given.layout
        for column in drop:
            place(given.name, given.columns, column, "to be dropped")
        if set(given.columns) <= set(drop):
            raise InvalidInput("All columns are dropped: there is nothing to publish.")
        if folder is not None and layout.format == "frame":
            raise InvalidInput(
                "A frame comes back as a frame, not as a file.",
                hint="Write what comes back by its own means.",
            )
        with reading(given.name):
            if folder is None:
                table = self._frame(drop, order)
            else:
                table = folder / (STEM + layout.ending)
                self._write(table, layout, drop, order)
        suppressed = int(self._counted.counts[self._codebook.classes < 0].sum())
        return Published(table, layout, self._counted.records - suppressed, suppressed)

    def write_withheld(self, target: Path) -> int:
        columns = self._staging.columns
        if self._given.layout.format == "frame":
            raise InvalidInput("Of a frame the withheld records are those that do not come back.")
        fields = ", ".join(f"c{at}" for at in range(len(columns)))
        self._code()
        query = (
            f"SELECT {fields} FROM {self._staging.scan} POSITIONAL JOIN coded WHERE coded.class < 0"
        )
        write_table(self._connection, query, columns, target, Layout("csv"))
        (rows,) = self._ask("SELECT COUNT(CASE WHEN class < 0 THEN 1 END) FROM coded")
        return int(rows)

    def recount(self, published: Published, beside: Sequence[str] = ()) -> Counted:
        """In a database of its own, which knows nothing of what was staged."""
        folder = self._folder / "recount"
        folder.mkdir(exist_ok=True)
        columns = (*self._codebook.published, *beside)
        with connect(**self._config) as fresh, reading(published.table_name):
            scan, written = _written(fresh, published, folder, columns)
            keys = [f"CAST(c{written.index(column)} AS VARCHAR)" for column in columns]
            fresh.execute(f"CREATE TEMP TABLE counted AS {sql.count(scan, keys)}")
            return _fetched(fresh, "counted", columns)

    def _code(self) -> None:
        """Find every row's class and texts, in the order of the rows, once."""
        if self._coded:
            return
        texts = 0 if self._rebuilt else len(self._codebook.published)
        joined = sql.coded(
            self._staging.scan,
            self._staging.row,
            list(self._keys.values()),
            "codebook",
            self._nullable(),
            self._stand_ins(),
            texts,
        )
        with reading(self._given.name), writing(self._folder):
            self._run(f"CREATE TEMP TABLE coded AS {joined}")
        self._coded = True
        rows, unknown = self._ask("SELECT COUNT(*), COUNT(*) - COUNT(class) FROM coded")
        if unknown or rows != self._counted.records:
            raise InternalError(
                f"{self._counted.records:,} records were counted, {rows:,} were to be published,"
                f" {unknown:,} of them without a class."
            )

    @property
    def _rebuilt(self) -> bool:
        """Whether the input is a frame, which is told the class of every row, and has its own way
        from there to the texts."""
        return isinstance(self._given, frames.FrameInput)

    def _write(
        self,
        target: Path,
        layout: Layout,
        drop: Sequence[str],
        order: str | None,
        write: Callable[..., None] | None = None,
    ) -> None:
        places = {column: at for at, column in enumerate(self._codebook.published)}
        # Parquet has a dictionary of texts in every group of rows, for which an enumeration is
        # taken as it is: all of it, so that it must be small.
        small = len(next(iter(self._codebook.published.values()))) <= DICTIONARY
        text = "p{}" if layout.format == "parquet" and small else "CAST(p{} AS VARCHAR)"
        fields = {
            column: text.format(places[column]) if column in places else f"c{at}"
            for at, column in enumerate(self._staging.columns)
            if column not in drop
        }
        query = self._shuffled(fields, order) if order else self._in_order(fields)
        (write or write_table)(self._connection, query, tuple(fields), target, layout)

    def _in_order(self, fields: Mapping[str, str]) -> str:
        """Both tables have the same rows in the same order, so that they are laid side by side: a
        join that keeps the order would have to sort whole rows."""
        self._code()
        return (
            f"SELECT {', '.join(fields.values())} FROM {self._staging.scan} POSITIONAL JOIN coded"
            " WHERE coded.class >= 0"
        )

    def _shuffled(self, fields: Mapping[str, str], order: str) -> str:
        return sql.shuffled(*self._joined(), list(fields.values()), order)

    def _joined(self) -> tuple[str, list[str], str, list[bool], list[str]]:
        """What the rows are joined to the codebook by."""
        keys = list(self._keys.values())
        return self._staging.scan, keys, "codebook", self._nullable(), self._stand_ins()

    def _frame(self, drop: Sequence[str], order: str | None) -> Any:
        from covey.io.inputs import relation

        if isinstance(self._given, relation.RelationInput):
            file = self._folder / "release.duckdb"
            layout = Layout("duckdb", part="rows")
            self._write(file, layout, drop, order, write_private)
            return relation.rebuilt(self._given, file, "rows")
        if not isinstance(self._given, frames.FrameInput):
            raise InternalError(f"{self._given.name} is no frame: a folder to write to is needed.")
        self._code()
        classes = self._run("SELECT class FROM coded").fetchnumpy()["class"].astype(np.int64)
        rows = None if order is None else _shuffled(classes, order)
        published = dict(self._codebook.published)
        return frames.rebuilt(self._given, classes, published, drop, rows)

    def _nullable(self) -> list[bool]:
        return [bool(self._counted.missing(column).any()) for column in self._keys]

    def _stand_ins(self) -> list[str]:
        """A value of each counted column's type, whichever."""
        return [_stand_in(type_) for type_ in self._types("counted")[1:-1]]

    def _load(self, table: str, columns: dict[str, NDArray[Any]]) -> None:
        self._connection.register("arriving", columns)
        self._run(f"CREATE TEMP TABLE {table} AS SELECT * FROM arriving")
        self._connection.unregister("arriving")

    def _types(self, scan: str) -> list[str]:
        described = self._run(f"DESCRIBE SELECT * FROM {scan}").fetchall()
        return [row[1] for row in described]

    def _run(self, statement: str) -> duckdb.DuckDBPyConnection:
        return self._connection.execute(statement)

    def _ask(self, query: str) -> tuple[Any, ...]:
        (row,) = self._run(query).fetchall()
        return tuple(row)


def _fetched(
    connection: duckdb.DuckDBPyConnection, table: str, columns: tuple[str, ...]
) -> Counted:
    values = []
    for at in range(len(columns)):
        connection.execute(f"CREATE TEMP TABLE d{at} AS {sql.distinct(table, at)}")
        told = connection.execute(f"SELECT CAST(k AS VARCHAR) AS k FROM d{at} ORDER BY r")
        values.append(np.ma.getdata(told.fetchnumpy()["k"]).astype(object))
    ranks: list[NDArray[np.int64]] = []
    while len(ranks) < len(columns):
        some = range(len(ranks), min(len(ranks) + JOINED, len(columns)))
        query = sql.ranked(table, {at: f"d{at}" for at in some})
        found = connection.execute(query).fetchnumpy()
        ranks += [found[f"r{at}"].astype(np.int64) for at in some]
    return Counted(columns, tuple(values), tuple(ranks), found["n"].astype(np.int64))


def _written(
    connection: duckdb.DuckDBPyConnection,
    published: Published,
    folder: Path,
    columns: Sequence[str],
) -> tuple[str, tuple[str, ...]]:
    """SQL that reads a release where it lies, and its columns."""
    table, layout = published.table, published.layout
    if layout.format == "csv":
        file = look_at(table, delimiter=layout.delimiter)
        return (_unescaped(file) if layout.escaped else file.scan), file.columns
    given = open_input(table, header=True)
    if layout.format == "parquet":
        return scan_parquet(table, given.columns), given.columns
    staging = given.stage(connection, folder, columns)
    return staging.scan, staging.columns


def _unescaped(file: CsvFile) -> str:
    fields = [f"{sql_unescaped(f'c{at}')} AS c{at}" for at in range(len(file.columns))]
    return f"(SELECT {', '.join(fields)} FROM {file.scan}) u"


def _objects(texts: Sequence[str | None]) -> NDArray[Any]:
    array = np.empty(len(texts), dtype=object)
    array[:] = texts
    return array


def _stand_in(type_: str) -> str:
    if type_ == "VARCHAR":
        return "''"
    temporal = native(type_) in ("date", "timestamp")
    return f"CAST('1970-01-01' AS {type_})" if temporal else f"CAST(0 AS {type_})"


def _shuffled(classes: NDArray[np.int64], order: str) -> NDArray[np.int64]:
    """The rows that are published, in the order of the key."""
    random = np.random.default_rng(np.frombuffer(bytes.fromhex(order), dtype=np.uint32))
    return random.permutation(np.flatnonzero(classes >= 0))
