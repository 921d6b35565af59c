"""The way from a frame, a path or a table of Spark to a snapshot of it."""

from __future__ import annotations

import glob
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from covey.core.errors import InvalidInput
from covey.engine.checks import refuse_notation
from covey.engine.duckdb import DuckDBEngine
from covey.engine.kept import KeepingSnapshot, Kept
from covey.engine.protocol import Capabilities, Snapshot
from covey.engine.spark.keeping import SparkKeepingSnapshot
from covey.engine.spark.kept import SparkKept
from covey.engine.spark.snapshot import SparkSnapshot
from covey.io.inputs import Input, open_input
from covey.io.inputs.base import refuse_twins
from covey.io.inputs.paths import is_url
from covey.io.inputs.spark import SparkInput, is_path, open_spark
from covey.io.notation import PLAIN, Notation
from covey.io.postgres.address import is_address
from covey.io.spark.driver import is_frame


class SparkEngine:
    """Counts and recodes tables on the cluster of the session that is there, or that Spark's own
    settings name. The rows stay there: only distinct values with their counts leave it."""

    capabilities = Capabilities(
        keeps_order=False,
        writes_files=False,
        returns_frames=True,
        transactional=False,
        writes_parts=True,
        takes_frames=False,
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
        if not (is_frame(table) or isinstance(table, str | Path)):
            return open_input(table, encoding, header, notation)
        if is_address(table):
            raise InvalidInput(
                "A table on a PostgreSQL server is published there, or copied to this machine:"
                " Spark does not read it.",
                hint="Leave --engine away.",
            )
        refuse_notation(notation, "Spark")
        found = open_spark(table, encoding, header)
        refuse_twins(found.name, found.columns)
        return found

    def files(self, table: Any) -> tuple[Path, ...]:
        """Those of them that are on a disk of this machine."""
        if not isinstance(table, str | Path) or not is_path(str(table)):
            return ()
        name = str(table)
        if is_url(name):
            name = name.removeprefix("file://") if name.startswith("file://") else ""
        return tuple(Path(found) for found in sorted(glob.glob(name))) if name else ()  # noqa: PTH207

    def open(self, given: Input, kinds: Mapping[str, str]) -> Snapshot:
        if isinstance(given, SparkInput):
            return SparkSnapshot(given, kinds)
        # A frame of this process beside the table, such as that of the population.
        return DuckDBEngine().open(given, kinds)

    def keep(self, given: Input, kinds: Mapping[str, str]) -> Kept:
        if isinstance(given, SparkInput):
            return SparkKept(given, kinds)
        return DuckDBEngine().keep(given, kinds)

    def open_keeping(self, given: Input, kinds: Mapping[str, str]) -> KeepingSnapshot:
        if isinstance(given, SparkInput):
            return SparkKeepingSnapshot(given, kinds)
        return DuckDBEngine().open_keeping(given, kinds)
