"""PostgreSQL as an engine: tables that are counted, recoded and published on their own server."""

from covey.engine.postgres.engine import PostgresEngine

__all__ = ["PostgresEngine"]
