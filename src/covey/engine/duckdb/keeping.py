"""A private copy whose combinations stay in DuckDB, with the class of each of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from covey.engine.duckdb.kept import DuckDBKept
from covey.engine.duckdb.recoding import Grouped, KeptGroups
from covey.engine.duckdb.snapshot import DuckDBSnapshot
from covey.engine.kept import WithoutCounts
from covey.engine.protocol import Generalization
from covey.io.inputs import Input


class DuckDBKeepingSnapshot(WithoutCounts, DuckDBSnapshot):
    def __init__(
        self,
        given: Input,
        kinds: Mapping[str, str],
        settings: Mapping[str, str],
        parent: Path | None = None,
    ) -> None:
        super().__init__(given, kinds, settings, parent)
        # It closes this snapshot if it cannot be made.
        self.kept = DuckDBKept(self, keeps_classes=True)

    def _grouped(self, generalization: Generalization) -> Grouped:
        generalization.refuse_unlike_kept(self.kept.columns, self.kept.classes)
        lacking = tuple(self.kept.lacks(column) for column in self.kept.columns)
        return KeptGroups(self.kept.rows, lacking, self.kept.load_classes)
