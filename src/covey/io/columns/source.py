"""A table in a file: what kind it is, which columns it has, and how DuckDB is to read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from covey.core.errors import InvalidInput
from covey.io.inputs.base import place, row_words
from covey.io.inputs.csv import look_at, look_through
from covey.io.inputs.parquet import MAGIC, open_parquet, scan_parquet
from covey.io.inputs.paths import head, refuse_unreadable
from covey.io.reading import connect, refusal

__all__ = ["Source", "connect", "open_source", "refusal"]


@dataclass(frozen=True)
class Source:
    """``columns`` are the names in the file; ``scan`` is a SQL expression that reads it with the
    columns named c0, c1, ... in the same order. Without a ``header`` the first row is a record."""

    path: Path
    columns: tuple[str, ...]
    scan: str
    header: bool = True

    def column(self, name: str, role: str) -> str:
        """The SQL name of a column, refused if the file has none or several of that name."""
        return f"c{place(str(self.path), self.columns, name, role)}"

    def row(self, number: int) -> str:
        """A row, for people."""
        return row_words(number, self.header)


def open_source(path: Path, header: bool | None = None, usual: Sequence[str] = ()) -> Source:
    """Look at a CSV or Parquet file and say how to read it. ``header`` says whether the first row
    of CSV names the columns; if not given, it is expected to, and refused if it looks like a
    record. It is no record, if it has all ``usual`` names."""
    refuse_unreadable(path)
    if head(path)[:4] == MAGIC:
        columns = open_parquet(str(path), [path]).columns
        return Source(path, columns, scan_parquet(path, columns))
    if header is None and usual and set(usual) <= set(look_at(path).columns):
        header = True
    file = look_through(path, header=header)
    if file.encoding:
        raise InvalidInput(
            f"{path} is neither Parquet nor UTF-8 text.",
            hint=f"Convert it first: iconv -f {file.encoding} -t utf-8 FILE > NEW",
        )
    return Source(path, file.columns, file.scan, file.header)
