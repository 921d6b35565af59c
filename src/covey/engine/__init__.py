"""Engines: where the rows are. Only distinct values with their counts leave one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from covey.engine.protocol import Engine

DUCKDB, SPARK = NAMES = ("duckdb", "spark")
"""The engines that can be named. A table that is published on its server needs no name."""


def default_engine() -> Engine:
    """The engine of those who name none: DuckDB in this process."""
    from covey.engine.duckdb import DuckDBEngine

    return DuckDBEngine()


def engine_for(table: Any, out: Any = None, name: str = "") -> Engine:
    """Where a table is recoded: by the engine of this name, on its cluster if it is a frame of
    Spark, on its server if it is published there, else in this process.

    Table and ``out`` are named as users do, or ``out`` is an
    :class:`covey.io.postgres.address.Address`.
    """
    from covey.core.errors import InvalidInput
    from covey.io.postgres.address import Address, is_address
    from covey.io.spark.driver import is_frame

    if name and name not in NAMES:
        raise InvalidInput(f"An engine is one of {', '.join(NAMES)}; given: {name!r}.", given=name)
    if name == SPARK or (not name and is_frame(table)):
        from covey.engine.spark import SparkEngine

        return SparkEngine()
    if name == DUCKDB:
        return default_engine()
    if not (isinstance(out, Address) or is_address(out)):
        return default_engine()
    # The other way round works: a table of a server that goes into a folder is copied to DuckDB.
    if not is_address(table):
        raise InvalidInput(
            "Only a table on a PostgreSQL server is published on it; this table is not on one.",
            hint="Name a folder to make with -o (out= in Python), or load the table into the"
            " database first.",
        )
    from covey.engine.postgres import PostgresEngine

    return PostgresEngine()
