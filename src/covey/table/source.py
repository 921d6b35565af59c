"""A table in a file: what kind it is, which columns it has, and how DuckDB is to read it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from covey.errors import InvalidInput
from covey.table.inputs.base import place
from covey.table.inputs.csv import look_at
from covey.table.inputs.parquet import MAGIC, open_parquet, scan_parquet
from covey.table.inputs.paths import head, refuse_unreadable
from covey.table.reading import connect, refusal

__all__ = ["Source", "connect", "open_source", "refusal"]


@dataclass(frozen=True)
class Source:
    """``columns`` are the names in the file; ``scan`` is a SQL expression that reads it with the
    columns named c0, c1, ... in the same order."""

    path: Path
    columns: tuple[str, ...]
    scan: str

    def column(self, name: str, role: str) -> str:
        """The SQL name of a column, refused if the file has none or several of that name."""
        return f"c{place(str(self.path), self.columns, name, role)}"


def open_source(path: Path) -> Source:
    """Look at a CSV or Parquet file and say how to read it."""
    refuse_unreadable(path)
    if head(path)[:4] == MAGIC:
        columns = open_parquet(str(path), [path]).columns
        return Source(path, columns, scan_parquet(path, columns))
    file = look_at(path)
    if file.encoding:
        raise InvalidInput(
            f"{path} is neither Parquet nor UTF-8 text.",
            hint=f"Convert it first: iconv -f {file.encoding} -t utf-8 FILE > NEW",
        )
    return Source(path, file.columns, file.scan)
