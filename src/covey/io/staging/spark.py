"""A frame of Spark, copied to a private DuckDB: for commands that work here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from covey.io.inputs.base import Staging
from covey.io.inputs.spark import SparkInput
from covey.io.spark.driver import asking
from covey.io.staging.rows import fingerprint_of_rows

if TYPE_CHECKING:
    import duckdb

COPY = "given"
ARRIVING = "arriving"


def stage_spark(
    given: SparkInput, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
) -> Staging:
    """All rows; or, of some columns, distinct combinations that Spark counted, as often as they
    are there. They have no order."""
    columns = tuple(dict.fromkeys(wanted)) or given.columns
    # Numbers for names: those of Spark may hold points, which it would read as parts.
    names = [f"c{at}" for at in range(len(given.columns))]
    chosen = [names[given.columns.index(column)] for column in columns]
    with asking(given.name):
        rows = given.frame.toDF(*names).select(*chosen)
        arrived = (rows.groupBy(*chosen).count() if wanted else rows).toArrow()
    numbered = [f"c{at}" for at in range(len(columns))]
    connection.register(ARRIVING, arrived.rename_columns([*numbered, *(["n"] if wanted else [])]))
    listed = ", ".join(numbered)
    again = ", unnest(range(n)) AS r" if wanted else ""
    connection.execute(
        f"CREATE TEMP TABLE {COPY} AS SELECT {listed} FROM (SELECT *{again} FROM {ARRIVING}) t"
    )
    # The Arrow table is not held any longer than it takes to copy it.
    connection.unregister(ARRIVING)
    seen = len(columns)
    return Staging(COPY, columns, "rowid", lambda: fingerprint_of_rows(connection, COPY, seen))
