"""A DuckDB relation lives in its owner's connection: rows go back and forth in database files, the
only way that keeps every type."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from covey.io.inputs.base import Staging
from covey.io.inputs.paths import digest, fingerprint
from covey.io.inputs.relation import RelationInput
from covey.io.reading import literal, reading
from covey.io.staging.database import COPY, copied, numbered

if TYPE_CHECKING:
    import duckdb


def stage_relation(
    given: RelationInput,
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    wanted: Sequence[str],
) -> Staging:
    file = folder / "relation.duckdb"
    database = f"covey_{folder.name.replace('-', '_')}"
    with reading(given.name):
        _run(given, f'ATTACH {literal(file)} AS "{database}"')
        try:
            _run(
                given,
                f'CREATE TABLE "{database}".{COPY} AS SELECT {numbered(given.columns)} FROM'
                " covey_relation",
            )
        finally:
            _run(given, f'DETACH "{database}"')
        seen = fingerprint([digest(file)])
        return copied(connection, file, given.columns, seen)


def new_name() -> str:
    """A name for a table in the owner's connection that no other table has."""
    return f"covey_release_{uuid4().hex}"


def rebuilt(given: RelationInput, file: Path, table: str, kept: str) -> Any:
    """The rows of a table in a file as a relation of the same connection, kept there in the
    temporary table ``kept``."""
    database = f"covey_{uuid4().hex}"
    _run(given, f'ATTACH {literal(file)} AS "{database}" (READ_ONLY)')
    try:
        _run(given, f'CREATE TEMP TABLE {kept} AS SELECT * FROM "{database}"."{table}"')
    finally:
        _run(given, f'DETACH "{database}"')
    return _run(given, f"SELECT * FROM {kept}")


def forget(given: RelationInput, kept: str) -> None:
    """Remove what :func:`rebuilt` kept in the owner's connection, if it got so far."""
    _run(given, f"DROP TABLE IF EXISTS temp.{kept}")


def _run(given: RelationInput, statement: str) -> Any:
    # A query on the relation is the only way to its connection, where it may be any statement.
    return given.relation.query("covey_relation", statement)
