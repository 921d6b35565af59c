"""The statements of a release, run on a database."""

from __future__ import annotations

import duckdb
import pytest

from covey.engine import sql

ROWS = [("Ulm", 3), ("Bern", 3), ("Ulm", 3), (None, 7), ("Ulm", None)]


@pytest.fixture
def connection() -> duckdb.DuckDBPyConnection:
    made = duckdb.connect()
    made.execute("CREATE TABLE given (c0 VARCHAR, c1 INTEGER)")
    made.executemany("INSERT INTO given VALUES (?, ?)", ROWS)
    made.execute(f"CREATE TABLE counted AS {sql.count('given', ['c0', 'c1'])}")
    return made


def test_combinations_are_counted_and_numbered(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.execute("SELECT * FROM counted ORDER BY place").fetchall()
    assert [row[0] for row in found] == [0, 1, 2, 3]
    assert {row[1:3]: row[3] for row in found} == {
        ("Ulm", 3): 2,
        ("Bern", 3): 1,
        (None, 7): 1,
        ("Ulm", None): 1,
    }


def test_values_have_ranks_and_missing_ones_minus_one(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    for at in (0, 1):
        connection.execute(f"CREATE TABLE d{at} AS {sql.distinct('counted', at)}")
    assert dict(connection.execute("SELECT k, r FROM d0").fetchall()) == {"Bern": 0, "Ulm": 1}
    ranks = connection.execute(sql.ranked("counted", {0: "d0", 1: "d1"})).fetchall()
    assert sorted(row[1:] for row in ranks) == [(-1, 1, 1), (0, 0, 1), (1, -1, 1), (1, 0, 2)]


def test_rows_find_their_class_missing_values_too(connection: duckdb.DuckDBPyConnection) -> None:
    """A stand-in for missing values that is also a value must not be taken for it."""
    connection.execute(
        "CREATE TABLE classes AS SELECT place, CASE WHEN k0 IS NULL THEN 1 WHEN k1 IS NULL THEN -1"
        " ELSE 0 END AS class FROM counted"
    )
    connection.execute(
        "CREATE TABLE texts AS SELECT * FROM (VALUES (0, 'x'), (1, 'y')) t(class, p0)"
    )
    join = sql.Join("given", ("c0", "c1"), "book", (True, True), ("'Ulm'", "3"))
    connection.execute(f"CREATE TABLE book AS {join.table('counted', 'classes', 'texts', 1)}")
    in_order = connection.execute(join.coded("rowid", 1)).fetchall()
    assert in_order == [(0, "x"), (0, "x"), (0, "x"), (1, "y"), (-1, None)]
    published = connection.execute(f"SELECT g.c0, p0 FROM {join.published()}").fetchall()
    assert sorted(published, key=str) == [("Bern", "x"), ("Ulm", "x"), ("Ulm", "x"), (None, "y")]
