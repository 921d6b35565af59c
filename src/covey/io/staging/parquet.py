"""Parquet: the private copy is the file, copied byte by byte. That is faster than to read and write
its rows, and keeps all types."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING

from covey.io.inputs.base import ROWS_PER_FILE, Staging
from covey.io.inputs.parquet import ParquetInput, scan_files
from covey.io.inputs.paths import digest, fingerprint, unchanged

if TYPE_CHECKING:
    import duckdb

ROW = f"CAST(file_index AS BIGINT) * {ROWS_PER_FILE} + file_row_number"


def stage_parquet(
    given: ParquetInput, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
) -> Staging:
    copies = [folder / f"{number}.parquet" for number in range(len(given.files))]
    for file, copy in zip(given.files, copies, strict=True):
        with unchanged(file):
            copyfile(file, copy)

    def seen() -> str:
        return fingerprint([digest(copy) for copy in copies])

    scan = scan_files(copies, given.columns)
    return Staging(scan, given.columns, ROW, seen, files=given.files)
