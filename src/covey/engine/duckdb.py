"""The engine by default: DuckDB, embedded, in bounded memory, spilling to a private folder."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.engine import sql
from covey.engine.keys import key
from covey.engine.protocol import Codebook, Counted, Published, Staged
from covey.errors import InternalError, InvalidInput
from covey.leftovers import removed
from covey.table.inputs import Input, Staging, frames, open_input
from covey.table.inputs.base import place
from covey.table.inputs.csv import look_at
from covey.table.inputs.header import NO_ROWS
from covey.table.inputs.parquet import scan_parquet
from covey.table.kinds import native, refuse_unknown
from covey.table.layout import Layout
from covey.table.outputs import write_table, writing
from covey.table.reading import connect, reading

if TYPE_CHECKING:
    import duckdb

MEMORY = "1500MB"
STEM = "table"
FIRST_ROWS = 100_000
DICTIONARY = 10_000
JOINED = 40
"""Columns whose values are numbered at once: each takes memory of its own."""
MOSTLY = 0.7
"""A share of distinct values that may be all of them, as they are estimated."""


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
        self._folder = self._clearing.enter_context(removed(_private_folder(folder)))
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
        self._suppressed: int

    def __enter__(self) -> DuckDBEngine:
        return self

    def __exit__(self, *raised: object) -> None:
        self._connection.close()
        self._clearing.close()

    def stage(self, given: Input, kinds: Mapping[str, str]) -> Staged:
        if not kinds:
            raise InvalidInput("At least one column is to be counted; given: none.")
        for column, kind in kinds.items():
            place(given.name, given.columns, column, "to be counted")
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
        # Values that come again among the first rows are no identifiers: no need to read them all.
        first = f"(FROM {self._staging.scan} LIMIT {FIRST_ROWS})"
        found = self._shares(columns, first)
        often = [column for column, share in found.items() if share >= MOSTLY]
        return found | self._shares(often, self._staging.scan)

    def _shares(self, columns: Sequence[str], scan: str) -> dict[str, float]:
        if not columns:
            return {}
        places = [self._staging.columns.index(column) for column in columns]
        asked = ", ".join(f"approx_count_distinct(c{at})" for at in places)
        with reading(self._given.name):
            rows, *found = self._ask(f"SELECT count(*), {asked} FROM {scan}")
        return {column: count / rows for column, count in zip(columns, found, strict=True)}

    def upload(self, codebook: Codebook) -> None:
        codebook.refuse_unlike(self._counted)
        self._codebook = codebook
        self._load(
            "classes", {"place": np.arange(len(codebook.classes)), "class": codebook.classes}
        )
        count = len(next(iter(codebook.published.values())))
        # A frame is told the class of every row, and has its own way from there to the texts.
        rebuilt = isinstance(self._given, frames.FrameInput)
        texts = [] if rebuilt else [_objects(texts) for texts in codebook.published.values()]
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
        with reading(self._given.name):
            self._suppressed = self._code(len(texts))

    def publish(
        self,
        folder: Path | None,
        layout: Layout | None = None,
        drop: Sequence[str] = (),
        shuffle: int | None = None,
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
                table = self._frame(drop, shuffle)
            else:
                table = folder / (STEM + layout.ending)
                self._write(table, layout, drop, shuffle)
        published = self._counted.records - self._suppressed
        return Published(table, layout, published, self._suppressed)

    def write_withheld(self, target: Path) -> int:
        columns = self._staging.columns
        if self._given.layout.format == "frame":
            raise InvalidInput("Of a frame the withheld records are those that do not come back.")
        fields = ", ".join(f"c{at}" for at in range(len(columns)))
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

    def _code(self, texts: int) -> int:
        """Find every row's class and so many texts. How many rows are suppressed."""
        joined = sql.coded(
            self._staging.scan,
            self._staging.row,
            list(self._keys.values()),
            "codebook",
            self._nullable(),
            self._stand_ins(),
            texts,
        )
        with writing(self._folder):
            self._run(f"CREATE OR REPLACE TEMP TABLE coded AS {joined}")
        rows, unknown, suppressed = self._ask(
            "SELECT COUNT(*), COUNT(*) - COUNT(class),"
            " COUNT(CASE WHEN class < 0 THEN 1 END) FROM coded"
        )
        if unknown or rows != self._counted.records:
            raise InternalError(
                f"{self._counted.records:,} records were counted, {rows:,} were to be published,"
                f" {unknown:,} of them without a class."
            )
        return int(suppressed)

    def _write(
        self, target: Path, layout: Layout, drop: Sequence[str], shuffle: int | None
    ) -> None:
        """Both tables have the same rows in the same order, so that they are laid side by side: a
        join that keeps the order would have to sort whole rows."""
        places = {column: at for at, column in enumerate(self._codebook.published)}
        # Parquet has a dictionary of texts in every group of rows, for which an enumeration is
        # taken as it is: all of it, so that it must be small.
        small = len(next(iter(self._codebook.published.values()))) <= DICTIONARY
        text = "coded.p{}" if layout.format == "parquet" and small else "CAST(coded.p{} AS VARCHAR)"
        fields = {
            column: text.format(places[column]) if column in places else f"c{at}"
            for at, column in enumerate(self._staging.columns)
            if column not in drop
        }
        query = (
            f"SELECT {', '.join(fields.values())} FROM {self._staging.scan} POSITIONAL JOIN coded"
            " WHERE coded.class >= 0"
        )
        if shuffle is not None:
            query = f"SELECT * FROM ({query}) r ORDER BY hash(r, {int(shuffle)})"
        write_table(self._connection, query, tuple(fields), target, layout)

    def _frame(self, drop: Sequence[str], shuffle: int | None) -> Any:
        from covey.table.inputs import relation

        if isinstance(self._given, relation.RelationInput):
            file = self._folder / "release.duckdb"
            layout = Layout("duckdb", part="rows")
            self._write(file, layout, drop, shuffle)
            return relation.rebuilt(self._given, file, "rows")
        if not isinstance(self._given, frames.FrameInput):
            raise InternalError(f"{self._given.name} is no frame: a folder to write to is needed.")
        classes = self._run("SELECT class FROM coded").fetchnumpy()["class"].astype(np.int64)
        rows = None if shuffle is None else _shuffled(classes, shuffle)
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


def _private_folder(parent: Path | None) -> Path:
    try:
        return Path(tempfile.mkdtemp(prefix="covey-", dir=parent))
    except OSError as error:
        where = parent or tempfile.gettempdir()
        raise InvalidInput(
            f"No private folder can be made in {where}: {error.strerror}.",
            hint="Set TMPDIR to a folder that can be written to.",
        ) from None


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
        return file.scan, file.columns
    given = open_input(table, header=True)
    if layout.format == "parquet":
        return scan_parquet(table, given.columns), given.columns
    staging = given.stage(connection, folder, columns)
    return staging.scan, staging.columns


def _objects(texts: Sequence[str | None]) -> NDArray[Any]:
    array = np.empty(len(texts), dtype=object)
    array[:] = texts
    return array


def _stand_in(type_: str) -> str:
    if type_ == "VARCHAR":
        return "''"
    temporal = native(type_) in ("date", "timestamp")
    return f"CAST('1970-01-01' AS {type_})" if temporal else f"CAST(0 AS {type_})"


def _shuffled(classes: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    """The rows that are published in an order that nobody can undo: who knows the seed would have
    to know the class of every row of the input, too."""
    known = hashlib.sha256(classes.tobytes() + str(seed).encode()).digest()
    random = np.random.default_rng(np.frombuffer(known, dtype=np.uint32))
    return random.permutation(np.flatnonzero(classes >= 0))
