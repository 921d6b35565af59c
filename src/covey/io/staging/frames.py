"""The counted columns of a frame as a table, or all of them, if a file is to be written; its others
stay where they are."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from covey.io.inputs.base import Staging, place
from covey.io.inputs.frames import FrameColumn, FrameInput
from covey.io.inputs.values import BATCH
from covey.io.staging.filling import append, create

if TYPE_CHECKING:
    import duckdb


def stage_frame(
    given: FrameInput, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
) -> Staging:
    names = given.columns if given.whole else tuple(wanted) or given.columns
    for column in names:
        place(given.name, given.columns, column, "a quasi-identifier")
    columns = _columns(given, names)
    types = [column.sql for column in columns]
    create(connection, "given", types)
    for start in range(0, len(given.frame), BATCH):
        values = [column.values(start, start + BATCH) for column in columns]
        append(connection, "given", types, values)

    def seen() -> str:
        return _fingerprint(len(given.frame), columns)

    return Staging("given", names, "rowid", seen, given.notes(names))


def fingerprint_of(given: FrameInput, names: Sequence[str]) -> str:
    """Of a frame of which these columns are counted."""
    return _fingerprint(len(given.frame), _columns(given, names))


def _columns(given: FrameInput, names: Sequence[str]) -> list[FrameColumn]:
    return [FrameColumn(given.name, column, given.frame[column]) for column in names]


def _fingerprint(rows: int, columns: Sequence[FrameColumn]) -> str:
    # The same values under other names are another table.
    seen = hashlib.sha256(repr(tuple(column.series.name for column in columns)).encode())
    for start in range(0, rows, BATCH):
        for column in columns:
            seen.update(_bytes(column.values(start, start + BATCH)))
    return f"sha256 of the counted columns:{seen.hexdigest()}"


def _bytes(values: NDArray[Any]) -> bytes:
    # The bytes of objects would be their addresses in memory.
    return repr(values.tolist()).encode() if values.dtype == object else values.tobytes()
