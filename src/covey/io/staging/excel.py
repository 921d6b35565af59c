"""A sheet of an Excel or LibreOffice file as a table of DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from covey.io.inputs.base import Staging
from covey.io.inputs.excel import ExcelInput
from covey.io.staging.filling import append, create

if TYPE_CHECKING:
    import duckdb


def stage_excel(
    given: ExcelInput,
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    wanted: Sequence[str],
) -> Staging:
    types, columns, seen = given.read()
    create(connection, "given", types)
    append(connection, "given", types, columns)
    return Staging("given", given.columns, "rowid", seen, header=given.header)
