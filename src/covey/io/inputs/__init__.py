"""Tables of every kind, found out by looking at them: a path is opened by its content, not by its
name, and a frame by what it can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from covey.core.errors import InvalidInput
from covey.io.inputs import arrow, csv, database, excel, json_lines, packed, parquet, statistics
from covey.io.inputs.base import RENAME, Input, Staging, refuse_twins
from covey.io.inputs.paths import Given, beginning, resolve, rewritten
from covey.io.inputs.postgres import open_postgres
from covey.io.inputs.spark import SparkInput, open_spark
from covey.io.notation import BLANKS, PLAIN, Notation
from covey.io.postgres.address import is_address
from covey.io.spark.driver import is_frame

__all__ = ["Input", "Staging", "open_input", "refuse_needless_header", "to_be_written"]


def open_input(
    given: Any, encoding: str = "", header: bool | None = None, notation: Notation = PLAIN
) -> Input:
    """Look at a table and say how to read it.

    given
        A path (``people.csv``, ``part-*.parquet``, ``book.xlsx::Sheet1``, ``data.sqlite::people``,
        ``all.zip::people.csv``, a folder of Parquet files), the URL of a table on a PostgreSQL
        server, a frame, or what ``open_spark`` found.
    encoding
        Of CSV that is neither UTF-8 nor UTF-16 with its mark: latin-1 or cp1252, for example.
    header
        Of CSV and Excel: whether the first row names the columns. If not given, it is expected to,
        and refused if it looks like a record.
    notation
        How its values are written. Names of CSV and Excel are trimmed as the values are.
    """
    if isinstance(given, SparkInput):
        found: Any = given
    elif is_address(given):
        found = open_postgres(given)
    elif isinstance(given, str | Path):
        found = _open_path(resolve(given), encoding, header, notation.trim)
    else:
        found = _open_frame(given)
    # Before twins are looked for: " age" and "age" become one name.
    if notation.trim:
        found = _with_bare_names(found)
    command = csv.to_rename(found) if isinstance(found, csv.CsvInput) else ""
    refuse_twins(
        found.name,
        found.columns,
        f"{RENAME} For example: {command}" if command else RENAME,
        remedy=rewritten(Path(found.name), command) if command else (),
    )
    notation.refuse_unknown(found.name, found.columns)
    read: Input = found if notation.is_plain else replace(found, notation=notation)
    return read


def _with_bare_names(found: Any) -> Any:
    """A table whose first row names its columns, with the names as they are without blanks."""
    names = tuple(column.strip(BLANKS) for column in found.columns)
    if isinstance(found, csv.CsvInput):
        return replace(found, files=tuple(replace(file, columns=names) for file in found.files))
    return replace(found, columns=names) if isinstance(found, excel.ExcelInput) else found


def to_be_written(given: Input) -> Input:
    """The same table for a release in a folder. Of a frame all columns are read then."""
    from covey.io.inputs.frames import FrameInput
    from covey.io.inputs.relation import RelationInput

    return replace(given, whole=True) if isinstance(given, FrameInput | RelationInput) else given


def refuse_needless_header(header: bool | None, *tables: Input) -> None:
    """Refuse ``header=False`` where none of the tables has a first row that could be a record."""
    if header is False and not any(table.layout.format in ("csv", "xlsx") for table in tables):
        names = ", ".join(table.name for table in tables) or "no table"
        raise InvalidInput(
            f"--no-header (header=False in Python) is for CSV and Excel; given: {names}.",
            hint="Leave it out: tables of other kinds have their names beside the rows.",
        )


def _open_path(given: Given, encoding: str, header: bool | None, trim: bool) -> Input:
    given = packed.unpacked(given)
    texts = given.texts or given.files
    # No beginning that is looked for has more bytes.
    starts = {file: beginning(file)[:16] for file in texts}
    first = starts[texts[0]]
    if first[:4] == parquet.MAGIC:
        for file, start in starts.items():
            if start[:4] != parquet.MAGIC:
                raise InvalidInput(f"{file} is not Parquet, but {given.files[0]} is.")
        return parquet.open_parquet(given.name, texts, given.folder)
    if arrow.is_arrow(first):
        return arrow.open_arrow(given.name, _single(given), texts[0])
    if reader := statistics.reader_of(texts[0], first):
        return statistics.open_statistics(given.name, _single(given), texts[0], reader)
    # Formats whose parts, as sheets or tables, are named behind two colons.
    openers: dict[bytes, Callable[[str, Path, str], Input]] = {
        excel.MAGIC: partial(excel.open_excel, header=header),
        database.SQLITE_MAGIC: database.open_sqlite,
    }
    for magic, opener in openers.items():
        if first.startswith(magic):
            return opener(given.name, _single(given, texts), given.part)
    if first[8:12] == database.DUCKDB_MAGIC:
        return database.open_duckdb(given.name, _single(given, texts), given.part)
    if first.startswith(excel.OLD_MAGIC):
        raise InvalidInput(
            f"{given.name} is an Excel file of the old kind or one with a password.",
            hint="Save it as .xlsx, without a password.",
        )
    if given.part:
        raise InvalidInput(
            f"{given.name} has no parts, only Excel, database and zip files have; given:"
            f" ::{given.part}.",
            given=given.part,
        )
    # JSON is always UTF-8: who names an encoding has CSV.
    if not encoding and json_lines.is_json(texts[0]):
        return json_lines.open_json_lines(given)
    return csv.open_csv(
        given.name, given.files, encoding, header=header, texts=given.texts, trim=trim
    )


def _single(given: Given, texts: Sequence[Path] = ()) -> Path:
    if len(given.files) > 1:
        raise InvalidInput(
            f"{given.name} is {len(given.files)} files; only CSV, JSON and Parquet are read from"
            " several.",
        )
    return (texts or given.files)[0]


def _open_frame(given: Any) -> Input:
    from covey.io.inputs import frames, relation

    if is_frame(given):
        return open_spark(given)
    if type(given).__name__ == "DuckDBPyRelation":
        return relation.open_relation(given)
    return frames.open_frame(given)
