"""The engines under test: a new one joins the suite by a line in ENGINES."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from covey.engine.duckdb import DuckDBEngine
from covey.engine.postgres import PostgresEngine
from covey.engine.protocol import Engine, Snapshot, ToFile, ToParts
from covey.engine.spark import SparkEngine
from covey.io.layout import Layout
from tests.effort import cases
from tests.engine import on_server
from tests.engine.plain import PlainEngine, Table, ToStore

Columns = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Backend:
    """An engine, and how a test gives it a table and reads what it wrote.

    engine
        Makes the engine; its private files, if there are any, lie in the folder.
    put
        Puts columns of Python values in the folder, or wherever the engine reads, and says what a
        user would call that table.
    target
        A place for a recoded table; the folder is there.
    read
        The rows of what was revealed, in their order.
    left
        What there is at a target: nothing, if it is empty.
    examples
        Generated tables that are enough for it: each takes a while where every job is a message.
    """

    engine: Callable[[Path], Engine]
    put: Callable[[Path, Columns], Any]
    target: Callable[[Path], Any]
    read: Callable[[Any], list[tuple[Any, ...]]]
    left: Callable[[Path], list[Any]]
    examples: int = cases(40, quick=15)


def write_parquet(folder: Path, columns: Columns) -> Path:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = folder / "given.parquet"
    pq.write_table(pa.table({name: list(values) for name, values in columns.items()}), file)
    return file


def read_parquet(file: Path) -> list[tuple[Any, ...]]:
    import pyarrow.parquet as pq

    return [tuple(row.values()) for row in pq.read_table(file).to_pylist()]


def read_parts(pattern: Path) -> list[tuple[Any, ...]]:
    parts = sorted(pattern.parent.glob(pattern.name))
    return [row for part in parts for row in read_parquet(part)]


STORE: dict[str, Table] = {}
"""The tables of the plain engine, of all tests: each test has its own folder."""


def store(folder: Path, columns: Columns) -> str:
    name = str(folder / "given")
    STORE[name] = {column: list(values) for column, values in columns.items()}
    return name


def read_store(name: str) -> list[tuple[Any, ...]]:
    return list(zip(*STORE[name].values(), strict=True))


ENGINES: dict[str, Backend] = {
    "duckdb": Backend(
        engine=lambda folder: DuckDBEngine(folder=folder),
        put=write_parquet,
        target=lambda folder: ToFile(folder / "table.parquet", Layout("parquet")),
        read=read_parquet,
        left=lambda folder: list(folder.glob("table*")),
    ),
    "plain": Backend(
        engine=lambda folder: PlainEngine(STORE),
        put=store,
        target=lambda folder: ToStore(str(folder / "table")),
        read=read_store,
        left=lambda folder: [name for name in STORE if name == str(folder / "table")],
    ),
    "postgres": Backend(
        engine=lambda folder: PostgresEngine(),
        put=on_server.put,
        target=on_server.target,
        read=on_server.read,
        left=on_server.left,
    ),
    "spark": Backend(
        engine=lambda folder: SparkEngine(),
        put=write_parquet,
        target=ToParts,
        read=read_parts,
        left=lambda folder: [*folder.glob("part-*"), *folder.glob("writing")],
        examples=cases(6, quick=4),
    ),
}


class Session:
    """An engine with the snapshots that a test opens, which are closed at its end."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.closing = ExitStack()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *raised: object) -> None:
        self.closing.close()

    def open(self, table: Any, kinds: Mapping[str, str]) -> Snapshot:
        given = self.engine.source(table)
        return self.closing.enter_context(self.engine.open(given, kinds))
