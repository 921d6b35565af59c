"""Releases of frames, which have no folder, as the recount takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attacks.broken import Broken, require
from attacks.make.files import arrow
from attacks.recount.asked import Asked, Rows
from attacks.recount.release import Published

KINDS = ("pandas", "polars", "pyarrow")


def frame(kind: str, table: Rows) -> Any:
    whole = arrow(table)
    if kind == "pyarrow":
        return whole
    if kind == "polars":
        import polars

        return polars.from_arrow(whole)
    return whole.to_pandas()


def published(kind: str, release: Any, asked: Asked) -> Published:
    table = rows(kind, release.table)
    book = [(entry.number + 1, *entry[1:]) for entry in release.codebook]
    names = ("set", "column", "holds", "value", "low", "high", "published")
    cells, certificate = _cells(asked, table, release.certificate.to_dict())
    return Published(table, certificate, Rows(names, book), cells)


def _cells(
    asked: Asked, table: Rows, certificate: Mapping[str, Any]
) -> tuple[Rows, dict[str, Any]]:
    """A frame has no list of cells: classes are what it shows, in any order."""
    at = [table.columns.index(column) for column in asked.columns]
    seen: dict[tuple[Any, ...], int] = {}
    for row in table.rows:
        texts = tuple(row[place] for place in at)
        seen[texts] = seen.get(texts, 0) + 1
    sizes, claimed = list(seen.values()), certificate["classes"]["sizes"]
    require(sorted(sizes) == sorted(claimed), f"sizes are {sizes}, and {claimed} by claim")
    cells = [(number, *texts) for number, texts in enumerate(seen, start=1)]
    classes = {**certificate["classes"], "sizes": sizes}
    return Rows(("class", *asked.columns), cells), {**certificate, "classes": classes}


def rows(kind: str, given: Any) -> Rows:
    if kind == "polars":
        return Rows(tuple(given.columns), given.rows())
    if kind == "pandas":
        import pyarrow

        given = pyarrow.Table.from_pandas(given, preserve_index=False)
    if not hasattr(given, "column_names"):
        raise Broken(f"a frame came back as {type(given).__name__}")
    columns = [column.to_pylist() for column in given.columns]
    return Rows(tuple(given.column_names), list(zip(*columns, strict=True)))
