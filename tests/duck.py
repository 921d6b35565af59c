"""DuckDB for tests, without covey."""

from __future__ import annotations

from typing import Any

import duckdb


def fetch(query: str, values: Any = None) -> list[tuple[Any, ...]]:
    """The rows of a query, on a connection of its own.

    DuckDB's default connection is shared by all tests of a process, and a result that one of them
    did not read to its end makes the next one fail.
    """
    with duckdb.connect() as connection:
        return connection.execute(query, values).fetchall()
