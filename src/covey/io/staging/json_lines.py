"""Objects of JSON as a table of texts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from covey.io.inputs.base import Staging
from covey.io.inputs.json_lines import JsonLinesInput, read_lines
from covey.io.inputs.paths import digest, fingerprint, unchanged
from covey.io.inputs.values import BATCH
from covey.io.staging.filling import append, create

if TYPE_CHECKING:
    import duckdb


def stage_json_lines(
    given: JsonLinesInput,
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    wanted: Sequence[str],
) -> Staging:
    types = ["VARCHAR"] * len(given.columns)
    create(connection, "given", types)
    digests, parts = [], []
    for file, text in zip(given.files, given.texts, strict=True):
        with unchanged(file):
            records, rows = read_lines(file, text), 0
            while batch := list(islice(records, BATCH)):
                columns = [[each.get(name) for each in batch] for name in given.columns]
                append(connection, "given", types, columns)
                rows += len(batch)
            digests.append(digest(file))
        parts.append((file, rows))
    seen = fingerprint(digests)
    return Staging("given", given.columns, "rowid", seen, header=False, parts=tuple(parts))
