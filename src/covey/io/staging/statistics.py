"""A file of Stata, SPSS or SAS as a table: it is read as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from covey.io.inputs.base import Staging
from covey.io.inputs.paths import digest, fingerprint, unchanged
from covey.io.inputs.statistics import Read, StatisticsInput, read_columns
from covey.io.inputs.values import ColumnType
from covey.io.staging.filling import append, create

if TYPE_CHECKING:
    import duckdb


def stage_statistics(
    given: StatisticsInput,
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    wanted: Sequence[str],
) -> Staging:
    # The sum and the values are of one state of the file.
    with unchanged(given.file):
        seen = fingerprint([digest(given.file)])
        read = read_columns(given)
    columns = read.columns
    types = []
    for name, values in zip(given.columns, columns, strict=True):
        kind = ColumnType(given.name, name)
        kind.see(values, 1)
        types.append(kind.sql)
    create(connection, "given", types)
    append(connection, "given", types, columns)
    return Staging(
        "given",
        given.columns,
        "rowid",
        seen,
        tuple(_notes(read)),
        header=False,
        labels=given.labels.of_values,
    )


def _notes(read: Read) -> Iterator[str]:
    """What is not published as it was, also where a column is not changed. Notes are published:
    they do not say how many values these are."""
    for column in read.declared:
        yield (
            f"values of {column!r} that the file declares as missing are published as missing: a"
            " release does not say of which kind they were"
        )
