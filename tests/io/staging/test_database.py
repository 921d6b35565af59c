"""Databases of others, copied table by table."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from covey import InvalidInput
from covey.io.inputs import open_input
from tests.io.inputs.files import rows


def test_mixed_columns_of_sqlite_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE t (a, b)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [(1, 1), (2.5, None), (None, "q")])
    with pytest.raises(InvalidInput, match=r"'b' holds integer and text values mixed.* row 3"):
        rows(path, tmp_path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE t SET b = NULL")
    assert rows(path, tmp_path) == [(1.0, None), (2.5, None), (None, None)]


def test_databases_in_use_are_said_to_be(tmp_path: Path) -> None:
    path = tmp_path / "in.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t (a INTEGER)")
        with pytest.raises(InvalidInput, match="in use"):
            open_input(path)
    path = tmp_path / "in.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE TABLE t (a)")
        database.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InvalidInput, match="in use"):
            open_input(path)
