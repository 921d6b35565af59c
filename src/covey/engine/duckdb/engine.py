"""The settings of DuckDB, and the way from a table to a snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from covey.engine.duckdb.keeping import DuckDBKeepingSnapshot
from covey.engine.duckdb.kept import DuckDBKept
from covey.engine.duckdb.snapshot import DuckDBSnapshot
from covey.engine.kept import Kept
from covey.engine.protocol import Capabilities
from covey.io.inputs import Input, open_input
from covey.io.inputs.paths import resolve
from covey.io.notation import PLAIN, Notation
from covey.io.postgres.address import is_address
from covey.io.reading import MEMORY


class DuckDBEngine:
    """
    memory
        What each snapshot may use before it spills, such as 1500MB or 8GB.
    threads
        All cores, if not given. The answer is the same for any number.
    folder
        Where private folders are made: the system's temporary folder, if not given.
    """

    capabilities = Capabilities(
        keeps_order=True,
        writes_files=True,
        returns_frames=True,
        transactional=False,
        makes_pseudonyms=True,
        keeps_combinations=True,
    )

    def __init__(
        self, memory: str = MEMORY, threads: int | None = None, folder: Path | None = None
    ) -> None:
        self._folder = folder
        self._settings = {"memory_limit": memory}
        if threads is not None:
            self._settings["threads"] = str(threads)

    def source(
        self,
        table: Any,
        encoding: str = "",
        header: bool | None = None,
        notation: Notation = PLAIN,
    ) -> Input:
        return open_input(table, encoding, header, notation)

    def files(self, table: Any) -> tuple[Path, ...]:
        # A URL of a table on a server is a string as well, and names no file.
        is_path = isinstance(table, str | Path) and not is_address(table)
        return resolve(table).files if is_path else ()

    def open(self, given: Input, kinds: Mapping[str, str]) -> DuckDBSnapshot:
        return DuckDBSnapshot(given, kinds, self._settings, self._folder)

    def keep(self, given: Input, kinds: Mapping[str, str]) -> Kept:
        return DuckDBKept(self.open(given, kinds))

    def open_keeping(self, given: Input, kinds: Mapping[str, str]) -> DuckDBKeepingSnapshot:
        return DuckDBKeepingSnapshot(given, kinds, self._settings, self._folder)
