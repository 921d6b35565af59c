"""Of a database the table that was named is read, and nothing outside of the file."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest

from covey import InvalidInput
from covey.io.inputs import Staging, open_input
from covey.io.reading import connect
from covey.io.staging import stage
from tests.conftest import Covey

SECRET = "somebody else's"


def database(folder: Path, *statements: str) -> Path:
    path = folder / "in.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t AS SELECT i AS a FROM range(9) t(i)")
        for statement in statements:
            connection.execute(statement)
    return path


def found(given: Any, folder: Path) -> tuple[list[tuple[Any, ...]], Staging]:
    """All rows of an input as an engine would find them."""
    private = folder / "private"
    private.mkdir(exist_ok=True)
    with connect() as connection:
        staging = stage(open_input(given), connection, private, ())
        query = f"SELECT * FROM {staging.scan} ORDER BY {staging.row}"
        return connection.execute(query).fetchall(), staging


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM read_csv('{other}')",
        "SELECT * FROM '{other}'",
        "SELECT a FROM t UNION ALL SELECT size FROM read_text('{other}')",
        "SELECT file AS a FROM glob('{other}*')",
        "SELECT (SELECT content FROM read_blob('{other}')) AS a FROM t",
        "SELECT * FROM outside()",
        "SELECT * FROM query('FROM read_csv(''{other}'')')",
        "SELECT Prompt AS a FROM sniff_csv('{other}')",
    ],
)
def test_a_view_reads_no_other_file(covey: Covey, tmp_path: Path, query: str) -> None:
    other = tmp_path / "other.csv"
    other.write_text(f"a\n{SECRET}\n")
    path = database(
        tmp_path,
        f"CREATE MACRO outside() AS TABLE SELECT * FROM read_csv('{other}')",
        f"CREATE VIEW v AS {query.format(other=other)}",
    )
    ran = covey("anonymize", f"{path}::v", "-k", 2, "--label", "a", "-o", tmp_path / "out")
    assert (ran.code, (tmp_path / "out").exists()) == (2, False)
    assert f"{path}::v is a view that reads other files" in ran.err
    assert SECRET not in ran.err


def test_a_view_that_turns_to_another_file_later_is_refused(tmp_path: Path) -> None:
    """Between the look at its columns and the reading of its rows."""
    path = database(tmp_path, "CREATE VIEW v AS SELECT a FROM t")
    given = open_input(f"{path}::v")
    (tmp_path / "other.csv").write_text(f"a\n{SECRET}\n")
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE OR REPLACE VIEW v AS FROM read_csv('{tmp_path}/other.csv')")
    (tmp_path / "private").mkdir()
    with connect() as connection, pytest.raises(InvalidInput, match="reads other files"):
        stage(given, connection, tmp_path / "private", ())


def test_a_view_sees_no_variable_of_the_caller(tmp_path: Path) -> None:
    people = {"a": [SECRET]}
    path = database(tmp_path, "CREATE TABLE people (a INTEGER)", "CREATE VIEW v AS FROM people")
    with duckdb.connect(str(path)) as connection:
        connection.execute("ALTER TABLE people RENAME TO others")
    with pytest.raises(InvalidInput, match=r"::v is a view whose query does not work"):
        open_input(f"{path}::v")
    assert people


def test_a_view_changes_no_settings(tmp_path: Path) -> None:
    log = tmp_path / "log"
    call = f"FROM enable_logging(storage='file', storage_path='{log}')"
    path = database(tmp_path, f"CREATE VIEW v AS SELECT * {call}")
    with pytest.raises(InvalidInput):
        found(f"{path}::v", tmp_path)
    assert not log.exists()


def test_views_within_the_file_are_read_in_their_order(tmp_path: Path) -> None:
    path = database(
        tmp_path,
        "CREATE TYPE mood AS ENUM ('sad', 'glad')",
        "CREATE VIEW v AS SELECT 9 - a AS b, 'glad'::mood AS m, [a] AS l FROM t ORDER BY b",
    )
    rows, staging = found(f"{path}::v", tmp_path)
    assert rows == [(b, "glad", [9 - b]) for b in range(1, 10)]
    printed = subprocess.run(["sha256sum", path], capture_output=True, text=True, check=True)
    assert staging.fingerprint == f"sha256:{printed.stdout.split()[0]}"


def test_what_lies_beside_a_duckdb_file_is_not_left_out(tmp_path: Path) -> None:
    path = database(tmp_path)
    copy = tmp_path / "copy.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("INSERT INTO t VALUES (100)")
        copy.write_bytes(path.read_bytes())
        copy.with_name("copy.duckdb.wal").write_bytes(Path(f"{path}.wal").read_bytes())
    with pytest.raises(InvalidInput, match=r"changes to it are still in copy\.duckdb\.wal"):
        open_input(copy)
    copy.with_name("copy.duckdb.wal").unlink()
    assert len(found(copy, tmp_path)[0]) == 9


def sqlite(folder: Path, *statements: str) -> Path:
    path = folder / "in.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        for statement in ("CREATE TABLE t (a)", "INSERT INTO t VALUES (1), (2)", *statements):
            connection.execute(statement)
        connection.commit()
    return path


def test_what_lies_beside_a_sqlite_file_is_not_left_out(tmp_path: Path) -> None:
    path = sqlite(tmp_path)
    copy = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT INTO t VALUES (100)")
        connection.commit()
        copy.write_bytes(path.read_bytes())
        copy.with_name("copy.sqlite-wal").write_bytes(Path(f"{path}-wal").read_bytes())
    with pytest.raises(InvalidInput, match=r"changes to it are still in copy\.sqlite-wal"):
        open_input(copy)
    assert [row for (row,) in found(path, tmp_path)[0]] == [1, 2, 100]
    assert not Path(f"{path}-shm").exists()


def test_a_view_of_sqlite_cannot_call_for_an_extension(tmp_path: Path) -> None:
    path = sqlite(tmp_path, "CREATE VIEW v AS SELECT load_extension('x') AS a FROM t")
    with pytest.raises(InvalidInput, match="SQLite"):
        found(f"{path}::v", tmp_path)
    path.unlink()
    path = sqlite(tmp_path, "CREATE VIEW v AS SELECT a + 1 AS b FROM t")
    assert found(f"{path}::v", tmp_path)[0] == [(2,), (3,)]


def test_a_table_is_staged_as_often_as_one_likes(tmp_path: Path) -> None:
    path = database(tmp_path)
    for _ in range(2):
        assert len(found(f"{path}::t", tmp_path)[0]) == 9
