"""Tables of every kind are found out by looking at them, or refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from covey import InvalidInput
from covey.io.inputs import open_input
from tests.io.inputs.files import book, file, rows


def test_names_of_folders_are_no_columns_and_no_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("state=CA", "file:", "http:", "s3:"):
        folder = tmp_path / name
        folder.mkdir()
        file(folder, "a\nx\n", "in.csv")
        with duckdb.connect() as connection:
            connection.execute(f"COPY (SELECT 'x' AS a) TO '{folder}/in.parquet'")
        for ending in ("csv", "parquet"):
            given = f"{name}/in.{ending}"
            assert rows(given, tmp_path) == [("x",)]


def test_sheets_and_tables_are_named_after_two_colons(tmp_path: Path) -> None:
    path = book(tmp_path, ("one", [["a"], [1]]), ("two", [["b"], [2]]))
    assert rows(f"{path}::two", tmp_path) == [(2,)]
    with pytest.raises(InvalidInput, match="has 2 sheets; one is to be named"):
        open_input(path)
    with pytest.raises(InvalidInput, match="Did you mean 'two'"):
        open_input(f"{path}::tow")
    base = tmp_path / "data.sqlite"
    with closing(sqlite3.connect(base)) as connection, connection:
        connection.execute("CREATE TABLE one (a)")
        connection.execute('CREATE TABLE "it\'s" (b)')
        connection.execute('INSERT INTO "it\'s" VALUES (2)')
    assert rows(f"{base}::it's", tmp_path) == [(2,)]
    with pytest.raises(InvalidInput, match="has 2 tables"):
        open_input(base)
    base = tmp_path / "data.duckdb"
    with duckdb.connect(str(base)) as made:
        made.execute("CREATE TABLE one (a INTEGER); CREATE VIEW two AS SELECT 2 AS b")
    assert rows(f"{base}::two", tmp_path) == [(2,)]
    with pytest.raises(InvalidInput, match="no table 'three'"):
        open_input(f"{base}::three")
