"""An Arrow file as a table of DuckDB's, with its types."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from covey.io.inputs.arrow import ArrowInput, opened_arrow
from covey.io.inputs.base import Staging
from covey.io.inputs.paths import digest, fingerprint, unchanged

if TYPE_CHECKING:
    import duckdb


def stage_arrow(
    given: ArrowInput, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
) -> Staging:
    with unchanged(given.file):
        seen = fingerprint([digest(given.file)])
        with opened_arrow(given.name, given.text) as reader:
            # By numbers, as the columns of every private copy.
            names = [f"c{at}" for at in range(len(given.columns))]
            connection.register("arriving", reader.read_all().rename_columns(names))
            try:
                described = connection.execute("DESCRIBE SELECT * FROM arriving").fetchall()
                # A dictionary becomes an enumeration, which is text to everybody else.
                fields = [
                    f"CAST({name} AS VARCHAR) AS {name}" if type_.startswith("ENUM") else name
                    for name, type_, *_ in described
                ]
                connection.execute(
                    f"CREATE TEMP TABLE given AS SELECT {', '.join(fields)} FROM arriving"
                )
            finally:
                connection.unregister("arriving")
    return Staging("given", given.columns, "rowid", seen)
