"""CSV as a table of texts, checked byte by byte while DuckDB reads it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from covey.io.inputs.base import Staging
from covey.io.inputs.csv import NAME_IT, CsvFile, CsvInput, refuse_malformed, write_utf8
from covey.io.inputs.paths import digest, fingerprint, unchanged
from covey.io.reading import CONVERT, reading

if TYPE_CHECKING:
    import duckdb


def stage_csv(
    given: CsvInput, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
) -> Staging:
    # One thread looks through the bytes and sums them up, while DuckDB reads the same file.
    with ThreadPoolExecutor(1) as beside:
        digests, rows = _load(given.files, connection, folder, beside)
    header = given.files[0].header
    seen = fingerprint(digests)
    parts = tuple(zip((file.path for file in given.files), rows, strict=True))
    return Staging("given", given.columns, "rowid", seen, given.notes, header=header, parts=parts)


def _load(
    files: Sequence[CsvFile],
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    beside: Executor,
) -> tuple[list[str], list[int]]:
    """Fill the table ``given``; return the digests of the files, made while they are read, and the
    rows of each."""
    digests, rows = [], []
    for number, file in enumerate(files):
        begin = "INSERT INTO given" if number else "CREATE TEMP TABLE given AS"
        hint = CONVERT if file.encoding else NAME_IT
        with unchanged(file.path), reading(file.path, hint, header=file.header):
            if file.is_copied:
                # From here on file is the copy, and files[number] what was given.
                file = replace(file, text=folder / f"{number}.csv", compressed=False)
                write_utf8(files[number], file.text)
            looked = beside.submit(_look_through, file)
            try:
                # It answers how many rows it wrote.
                written = connection.execute(f"{begin} SELECT * FROM {file.scan}").fetchall()
            finally:
                # Its error says more than DuckDB's.
                digests.append(looked.result())
        rows.append(int(written[0][0]))
        # The copy may be as large as the table, and nobody needs it any more.
        if file.text != files[number].text:
            file.text.unlink()
    return digests, rows


def _look_through(file: CsvFile) -> str:
    refuse_malformed(file)
    # Of what was given, also where a copy is read.
    return digest(file.path)
