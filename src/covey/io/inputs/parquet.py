"""Parquet files: their columns and types, as DuckDB reads them from the files' own schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.layout import Layout
from covey.io.notation import PLAIN, Notation
from covey.io.reading import connect, literal, quoted, reading, to_the_letter

if TYPE_CHECKING:
    import duckdb

MAGIC = b"PAR1"


@dataclass(frozen=True)
class ParquetInput:
    """One file or many of the same columns and types. In a ``folder`` of files, folders called
    COLUMN=VALUE are more columns, ``partitions``, after those of the files."""

    name: str
    files: tuple[Path, ...]
    columns: tuple[str, ...]
    folder: Path | None = None
    partitions: tuple[str, ...] = ()
    notation: Notation = PLAIN

    @property
    def layout(self) -> Layout:
        return Layout("parquet")


def open_parquet(name: str, files: Sequence[Path], folder: Path | None = None) -> ParquetInput:
    with connect() as connection:
        first = _columns(connection, files[0])
        for other in files[1:]:
            if (found := _columns(connection, other)) != first:
                raise InvalidInput(
                    f"{other} has other columns or types than {files[0]}: {_unlike(found, first)}.",
                    hint="Files that are read together need the same ones in the same order.",
                )
    columns = tuple(name for name, _ in first)
    partitions = () if folder is None else _partitions(folder, files)
    return ParquetInput(name, tuple(files), (*columns, *partitions), folder, partitions)


def _partitions(folder: Path, files: Sequence[Path]) -> tuple[str, ...]:
    """The columns that the names of folders say, the same for all files."""
    found: dict[tuple[str, ...], Path] = {}
    for file in files:
        parts = file.relative_to(folder).parts[:-1]
        found.setdefault(tuple(part.partition("=")[0] for part in parts if "=" in part), file)
    if len(found) > 1:
        (own, one), (its, other), *_ = found.items()
        raise InvalidInput(
            f"{folder}: folders are called after {', '.join(own) or 'no column'} for {one}, and"
            f" after {', '.join(its) or 'no column'} for {other}.",
            hint="Name the files of one kind by a pattern in quotes.",
        )
    return next(iter(found))


def _unlike(columns: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]) -> str:
    """
    >>> _unlike([("a", "DATE")], [("a", "VARCHAR")]), _unlike([("a", "DATE")], [])
    ("column 1 is 'a' (DATE) instead of 'a' (VARCHAR)", "column 1 is 'a' (DATE) instead of none")
    """
    pairs = enumerate(zip_longest(columns, others), 1)
    at, differing = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
    own, other = (f"{column[0]!r} ({column[1]})" if column else "none" for column in differing)
    return f"column {at:,} is {own} instead of {other}"


def scan_parquet(path: Path, columns: Sequence[str]) -> str:
    """SQL that reads a file where it lies, its columns named c0, c1, ..."""
    return f"{_read(to_the_letter(path))} AS t({_numbered(columns)})"


def scan_files(files: Sequence[Path], columns: Sequence[str]) -> str:
    """SQL that reads files of covey's own, one after the other."""
    listed = ", ".join(map(literal, files))
    return f"{_read(f'[{listed}]')} AS t({_numbered(columns)})"


def select_partitioned(files: Sequence[Path], columns: Sequence[str]) -> str:
    """A query for the rows of files in folders called COLUMN=VALUE, which are texts."""
    listed = ", ".join(map(literal, files))
    names = ", ".join(f"{quoted(name)} AS c{at}" for at, name in enumerate(columns))
    return (
        f"SELECT {names} FROM read_parquet([{listed}], hive_partitioning=true,"
        " hive_types_autocast=false)"
    )


def _read(files: str) -> str:
    # A folder called a=b is no column of the file.
    return f"read_parquet({files}, hive_partitioning=false)"


def _numbered(columns: Sequence[str]) -> str:
    return ", ".join(f"c{at}" for at in range(len(columns)))


def _columns(connection: duckdb.DuckDBPyConnection, file: Path) -> list[tuple[str, str]]:
    """Names as the file has them (DuckDB renames twins) and types as DuckDB has them."""
    path = to_the_letter(file)
    with reading(file):
        schema = connection.execute(
            f"SELECT name, coalesce(num_children, 0) FROM parquet_schema({path})"
        ).fetchall()
        found = connection.execute(f"SELECT * FROM {_read(path)} LIMIT 0")
        types = [str(column[1]) for column in found.description or []]
        # To the end, so that the query is over before the next one begins.
        found.fetchall()
    names = list(_top_level(iter(schema)))
    return list(zip(names, types, strict=True))


def _top_level(schema: Iterator[Any]) -> Iterator[str]:
    """The schema lists a tree: every node is followed by its children."""

    def skip(children: int) -> None:
        for _ in range(children):
            skip(next(schema)[1])

    # The first node is the root, whose children are the columns.
    _, columns = next(schema)
    for _ in range(columns):
        name, children = next(schema)
        skip(children)
        yield name
