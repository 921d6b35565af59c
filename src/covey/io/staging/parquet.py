"""Parquet: the private copy is the file, copied byte by byte. That is faster than to read and write
its rows, and keeps all types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING

from covey.io.inputs.base import ROWS_PER_FILE, Staging
from covey.io.inputs.parquet import ParquetInput, scan_files, select_partitioned
from covey.io.inputs.paths import digest, fingerprint, unchanged

if TYPE_CHECKING:
    import duckdb

_PARTITION = re.compile(r"[^=]+=.*")
ROW = f"CAST(file_index AS BIGINT) * {ROWS_PER_FILE} + file_row_number"


def stage_parquet(
    given: ParquetInput, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
) -> Staging:
    # By numbers: files of several folders may have one name.
    copies = [
        folder / _partition(given, file) / f"{number}.parquet"
        for number, file in enumerate(given.files)
    ]
    for file, copy in zip(given.files, copies, strict=True):
        with unchanged(file):
            copy.parent.mkdir(parents=True, exist_ok=True)
            copyfile(file, copy)

    def seen() -> str:
        # Of the copies, which are what is read, whatever becomes of the files meanwhile.
        return fingerprint([digest(copy) for copy in copies])

    if given.partitions:
        query = select_partitioned(copies, given.columns)
        connection.execute(f"CREATE TEMP TABLE given AS {query}")
        return Staging("given", given.columns, "rowid", seen)
    scan = scan_files(copies, given.columns)
    return Staging(scan, given.columns, ROW, seen, files=given.files)


def _partition(given: ParquetInput, file: Path) -> Path:
    """The folders above a file whose names are values of columns."""
    if given.folder is None:
        return Path()
    parts = file.relative_to(given.folder).parts[:-1]
    return Path(*(part for part in parts if _PARTITION.fullmatch(part)))
