"""The default engine: DuckDB, embedded, in bounded memory, spilling to a private folder."""

from covey.engine.duckdb.engine import DuckDBEngine

__all__ = ["DuckDBEngine"]
