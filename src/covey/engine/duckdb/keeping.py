"""A private copy whose combinations stay in DuckDB, with the class of each of them."""

from __future__ import annotations

from functools import cached_property

from covey.engine.duckdb.kept import DuckDBKept
from covey.engine.duckdb.recoding import Grouped, KeptGroups
from covey.engine.duckdb.snapshot import DuckDBRows
from covey.engine.protocol import Generalization


class DuckDBKeepingSnapshot(DuckDBRows):
    @cached_property
    def kept(self) -> DuckDBKept:
        # It closes this snapshot if it cannot be made.
        return DuckDBKept(self, keeps_classes=True)

    def _grouped(self, generalization: Generalization) -> Grouped:
        generalization.refuse_unlike_kept(self.kept.columns, self.kept.classes)
        lacking = tuple(self.kept.lacks(column) for column in self.kept.columns)
        return KeptGroups(self.kept.rows, lacking, self.kept.load_classes)
