"""Engines: where the rows are. Only distinct values with their counts leave one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from covey.engine.protocol import Engine


def default_engine() -> Engine:
    """The engine of those who name none: DuckDB in this process."""
    from covey.engine.duckdb import DuckDBEngine

    return DuckDBEngine()
