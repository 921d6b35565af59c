"""The way from the URL of a table to a snapshot of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from covey.engine.checks import refuse_notation
from covey.engine.duckdb import DuckDBEngine
from covey.engine.kept import KeepingSnapshot, Kept
from covey.engine.postgres.beside import check_target
from covey.engine.postgres.keeping import PostgresKeepingSnapshot
from covey.engine.postgres.kept import PostgresKept
from covey.engine.postgres.snapshot import PostgresSnapshot
from covey.engine.protocol import Capabilities, Snapshot, ToTable
from covey.io.inputs import Input, open_input
from covey.io.inputs.postgres import PostgresInput
from covey.io.notation import PLAIN, Notation


class PostgresEngine:
    """Counts and recodes tables on the server that has them. The rows stay there: only distinct
    values with their counts leave it."""

    capabilities = Capabilities(
        keeps_order=False,
        writes_files=False,
        returns_frames=False,
        transactional=True,
        keeps_tables=True,
        makes_pseudonyms=True,
        keeps_combinations=True,
    )

    def source(
        self,
        table: Any,
        encoding: str = "",
        header: bool | None = None,
        notation: Notation = PLAIN,
    ) -> Input:
        return open_input(table, encoding, header, notation)

    def files(self, table: Any) -> tuple[Path, ...]:
        # Only of what lies beside the table, such as a file of the population.
        return DuckDBEngine().files(table)

    def open(self, given: Input, kinds: Mapping[str, str]) -> Snapshot:
        if isinstance(given, PostgresInput):
            refuse_notation(given.notation, "A PostgreSQL server")
            return PostgresSnapshot(given, kinds)
        # A file beside the table, such as that of the population.
        return DuckDBEngine().open(given, kinds)

    def keep(self, given: Input, kinds: Mapping[str, str]) -> Kept:
        if isinstance(given, PostgresInput):
            refuse_notation(given.notation, "A PostgreSQL server")
            return PostgresKept(given, kinds)
        return DuckDBEngine().keep(given, kinds)

    def open_keeping(self, given: Input, kinds: Mapping[str, str]) -> KeepingSnapshot:
        if isinstance(given, PostgresInput):
            refuse_notation(given.notation, "A PostgreSQL server")
            return PostgresKeepingSnapshot(given, kinds)
        return DuckDBEngine().open_keeping(given, kinds)

    def check_target(self, target: ToTable) -> None:
        check_target(target)
