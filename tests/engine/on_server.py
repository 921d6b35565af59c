"""Tables of tests on a PostgreSQL server: a folder of a test is a schema there."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import Any

from covey.engine.protocol import ToTable
from covey.io.postgres.address import read_address
from covey.io.reading import quoted
from tests.postgres import rows_of, server

TYPES = {
    bool: "boolean", int: "bigint", float: "double precision", dt.datetime: "timestamp",
    dt.date: "date", str: "text",
}  # fmt: skip
_numbers = count()


def schema_of(folder: Path) -> str:
    return f"test_{hashlib.md5(str(folder).encode()).hexdigest()}"


def put(folder: Path, columns: Mapping[str, Sequence[Any]]) -> str:
    """Another snapshot may hold the table: then its rows are replaced, and it stays."""
    schema, found = schema_of(folder), server()
    fields = ", ".join(f"{quoted(name)} {type_of(own)}" for name, own in columns.items())
    named = f"{schema}.given"
    with found.connect() as connection:
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
        connection.execute(f"CREATE TEMP TABLE wanted ({fields})")
        if not _alike(connection, schema):
            connection.execute(f"DROP TABLE IF EXISTS {named}")
            connection.execute(f"CREATE TABLE {named} ({fields})")
        connection.execute(f"DELETE FROM {named}")
        with connection.cursor().copy(f"COPY {named} FROM STDIN") as copy:
            for row in zip(*columns.values(), strict=True):
                copy.write_row(row)
    return found.url(schema, "given")


def _alike(connection: Any, schema: str) -> bool:
    """Whether the table that is there has the columns that are wanted."""
    described = (
        "SELECT attname, atttypid, atttypmod FROM pg_attribute WHERE attrelid = to_regclass(%s)"
        " AND attnum > 0 ORDER BY attnum"
    )
    there, wanted = (
        connection.execute(described, (name,)).fetchall()
        for name in (f"{schema}.given", "pg_temp.wanted")
    )
    return bool(there == wanted)


def type_of(values: Sequence[Any]) -> str:
    known = [value for value in values if value is not None]
    if known and isinstance(known[0], Decimal):
        places = max(-int(value.as_tuple().exponent) for value in known)
        return f"numeric(38,{places})"
    return TYPES[type(known[0])] if known else "text"


def target(folder: Path) -> ToTable:
    """A table that is not there yet; without the folder there is no schema for it."""
    return ToTable(read_address(server().url(schema_of(folder), f"table{next(_numbers)}")))


def read(name: str) -> list[tuple[Any, ...]]:
    return list(rows_of(name, server()))


def left(folder: Path) -> list[Any]:
    return [name for name in server().tables(schema_of(folder)) if name != "given"]
