"""A DuckDB of covey's own reads what it is given."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import duckdb
import pytest

from covey.io.reading import confined, connect
from tests.loopback import Loopback

REMOTE = [
    "FROM read_csv('{url}/t.csv')",
    "FROM '{url}/t.parquet'",
    "FROM read_parquet('{url}/*.parquet')",
    "FROM read_json('{url}/t.json')",
    "FROM 's3://bucket/t.parquet'",
    "ATTACH '{url}/t.duckdb'",
    "ATTACH 'sqlite:t.sqlite'",
]


@pytest.mark.parametrize("statement", REMOTE)
@pytest.mark.parametrize(
    "make",
    [lambda folder: connect(), lambda folder: confined([], folder)],
    ids=["plain", "confined"],
)
def test_nobody_is_asked_for_tables_or_extensions(
    tmp_path: Path,
    loopback: Loopback,
    make: Callable[[Path], AbstractContextManager[duckdb.DuckDBPyConnection]],
    statement: str,
) -> None:
    with make(tmp_path) as connection, pytest.raises(duckdb.Error):
        connection.execute(statement.format(url=loopback.url))
    assert loopback.asked == []


def test_only_what_is_named_is_opened(tmp_path: Path) -> None:
    named, other, private = tmp_path / "a [1].csv", tmp_path / "b.csv", tmp_path / "private"
    for file in (named, other):
        file.write_text("a\n1\n")
    private.mkdir()
    (private / "c.csv").write_text("a\n2\n")
    (tmp_path / "private-not").mkdir()
    (tmp_path / "private-not" / "d.csv").write_text("a\n3\n")
    with confined([named], private, memory_limit="500MB") as connection:
        assert connection.execute(f"FROM read_csv('{private}/c.csv')").fetchall() == [(2,)]
        for statement in (
            f"FROM read_csv('{other}')",
            f"FROM read_csv('{private}/../b.csv')",
            f"FROM read_csv('{private}-not/d.csv')",
            f"COPY (SELECT 1) TO '{tmp_path}/d.csv'",
            "INSTALL httpfs",
            "SET enable_external_access = true",
            f"SET allowed_directories = ['{tmp_path}']",
        ):
            with pytest.raises(duckdb.Error):
                connection.execute(statement)


def test_variables_of_the_caller_are_no_tables() -> None:
    people = {"a": [1]}
    with connect() as connection, pytest.raises(duckdb.CatalogException):
        connection.execute("FROM people")
    assert people


def test_an_empty_database_is_used_again() -> None:
    with connect() as first:
        first.execute("CREATE TEMP TABLE t AS SELECT 1 AS a")
        first.execute("CREATE TEMP TYPE e AS ENUM ('a')")
        with connect() as other, pytest.raises(duckdb.CatalogException):
            other.execute("FROM t")
    with connect() as second, pytest.raises(duckdb.CatalogException):
        second.execute("FROM t")


@pytest.mark.parametrize("left", ["CREATE TABLE t (a INT)", "CREATE TYPE t AS ENUM ('a')"])
def test_what_is_left_in_a_database_is_gone(left: str) -> None:
    for _ in range(2):
        with connect() as connection:
            connection.execute(left)


def test_an_attached_file_does_not_stay_open(tmp_path: Path) -> None:
    with connect() as connection:
        connection.execute(f"ATTACH '{tmp_path}/a.duckdb' AS other")
    # Two databases of one process may not have the same file.
    with duckdb.connect(tmp_path / "a.duckdb") as again:
        again.execute("CREATE TABLE t (a INT)")


def test_a_database_in_which_something_went_wrong_is_closed() -> None:
    with pytest.raises(duckdb.ParserException), connect(memory_limit="77MB") as connection:
        connection.execute("CREATE TABLE t (a INT); SELECT FROM WHERE")
    with connect(memory_limit="77MB") as connection:
        assert connection.execute("FROM duckdb_tables()").fetchall() == []
