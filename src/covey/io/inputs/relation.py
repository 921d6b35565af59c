"""A DuckDB relation, which lives in its owner's connection: rows go to and fro in database files,
the one way that keeps every type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.io.inputs.base import Staging
from covey.io.inputs.database import COPY, copied, numbered
from covey.io.inputs.paths import digest, fingerprint
from covey.io.layout import Layout
from covey.io.reading import literal, reading

if TYPE_CHECKING:
    import duckdb

NAME = "the relation"


@dataclass(frozen=True, eq=False)
class RelationInput:
    relation: Any
    columns: tuple[str, ...]
    name: str = NAME

    @property
    def layout(self) -> Layout:
        return Layout("frame")

    def stage(
        self, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
    ) -> Staging:
        file = folder / "relation.duckdb"
        database = f"covey_{folder.name.replace('-', '_')}"
        with reading(self.name):
            self._run(f'ATTACH {literal(file)} AS "{database}"')
            try:
                self._run(
                    f'CREATE TABLE "{database}".{COPY} AS SELECT {numbered(self.columns)} FROM'
                    " covey_relation"
                )
            finally:
                self._run(f'DETACH "{database}"')
            seen = fingerprint([digest(file)])
            return copied(connection, file, self.columns, seen)

    def _run(self, statement: str) -> None:
        self.relation.query("covey_relation", statement)


def open_relation(given: Any) -> RelationInput:
    return RelationInput(given, tuple(given.columns))


def rebuilt(given: RelationInput, file: Path, table: str) -> Any:
    """The rows of a table in a file as a relation of the same connection, kept there in a temporary
    table."""
    from uuid import uuid4

    database, kept = f"covey_{uuid4().hex}", f"covey_release_{uuid4().hex}"
    query = given.relation.query
    query("covey_relation", f'ATTACH {literal(file)} AS "{database}" (READ_ONLY)')
    try:
        query(
            "covey_relation",
            f'CREATE TEMP TABLE {kept} AS SELECT * FROM "{database}"."{table}"',
        )
    finally:
        query("covey_relation", f'DETACH "{database}"')
    return query("covey_relation", f"SELECT * FROM {kept}")
