"""CSV from whole columns: the rows of a table with their class, or arrays side by side. DuckDB
writes them, and the file appears whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.temporary import part_folder
from covey.io.columns.table import Table
from covey.io.layout import Layout
from covey.io.outputs.files import refusing
from covey.io.outputs.table import write_table
from covey.io.reading import connect

if TYPE_CHECKING:
    import duckdb

CSV = Layout("csv")


def write_rows(
    target: Path,
    table: Table,
    classes: NDArray[np.integer[Any]],
    described: Mapping[str, Sequence[str]],
) -> None:
    """Every row of the table with its class, numbered from 1, and what describes the class. Rows of
    class -1 have nothing there."""
    texts = {f"t{at}": _objects(texts) for at, texts in enumerate(described.values())}
    numbers = {"class": np.arange(len(next(iter(texts.values()))))}
    with (
        _arrays(table.connection, "row_classes", {"class": classes}),
        _arrays(table.connection, "class_texts", numbers | texts),
    ):
        # Only these few columns are sorted. Then they have the same order as the table's own.
        # A class of -1 finds no partner, and its row stays without texts.
        table.run(
            f"CREATE OR REPLACE TEMP TABLE coded AS SELECT d.class + 1 AS class,"
            f" {', '.join(texts)} FROM (SELECT class, row_number() OVER () AS row FROM"
            " row_classes) r LEFT JOIN class_texts d ON r.class = d.class ORDER BY r.row"
        )
    own = [f"CAST(c{at} AS VARCHAR)" for at in range(len(table.columns))]
    fields = ", ".join([*own, "coded.class", *texts])
    query = f"SELECT {fields} FROM {table.scan} POSITIONAL JOIN coded"
    _write(table.connection, query, distinct_names(table.columns, ("class", *described)), target)


def write_columns(target: Path, columns: Mapping[str, Any]) -> None:
    """Arrays of the same length side by side, None as an empty field."""
    arrays = {
        f"a{at}": array if isinstance(array, np.ndarray) else _objects(array)
        for at, array in enumerate(columns.values())
    }
    with connect() as connection, _arrays(connection, "given", arrays):
        _write(connection, f"SELECT {', '.join(arrays)} FROM given", tuple(columns), target)


def distinct_names(names: Sequence[str], added: Sequence[str]) -> tuple[str, ...]:
    """The names, and those that are added, which get a mark where they would come twice.

    >>> distinct_names(("age", "class"), ("class", "low"))
    ('age', 'class', 'class_', 'low')
    """
    found = list(names)
    for name in added:
        while name in found:
            name += "_"
        found.append(name)
    return tuple(found)


def _write(
    connection: duckdb.DuckDBPyConnection, query: str, names: Sequence[str], target: Path
) -> None:
    with refusing(target), part_folder(target) as folder:
        written = folder / "rows.csv"
        write_table(connection, query, names, written, CSV)
        # It says which record is in which class: that is for its owner alone.
        written.chmod(0o600)
        written.replace(target)


@contextmanager
def _arrays(
    connection: duckdb.DuckDBPyConnection, name: str, arrays: Mapping[str, NDArray[Any]]
) -> Iterator[None]:
    """Arrays as a table of the connection, as long as the block lasts."""
    connection.register(name, dict(arrays))
    try:
        yield
    finally:
        connection.unregister(name)


def _objects(texts: Sequence[Any]) -> NDArray[Any]:
    array = np.empty(len(texts), dtype=object)
    array[:] = texts
    return array
