"""The file of a released table holds one plain table, and nothing else."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyreadstat
import pytest

import covey
from covey import InvalidInput
from covey.io.layout import Layout
from covey.io.outputs.table import write_table
from covey.release.owner.receipt import receipts_beside
from covey.verification.container import refuse_besides
from tests.release.tables import write

FORMATS = ("sqlite", "duckdb", "parquet", "xlsx", "dta", "sav", "xpt")
ALL_TYPES = (
    "SELECT * FROM (VALUES ('a', 1, 1.5::DOUBLE, DATE '2020-01-01',"
    " TIMESTAMP '2020-01-01 10:00:00', TIME '10:11:12', true, [1, 2]),"
    " ('=x', NULL, 0.30000000000000004, DATE '2021-01-01',"
    " TIMESTAMP '2021-01-01', TIME '01:01:01', false, NULL), (NULL, NULL, NULL, NULL, NULL, NULL,"
    " NULL, NULL)) t"
)
CHANGES: dict[str, dict[str, Any]] = {
    "behind": {},
    "title": {"file_label": "Ann Miller"},
    "labels": {"variable_value_labels": {"n": {8: "Ann Miller"}}},
}
NAMES = ('a "b"', "i", "f", "d", "s", "t", "o", "l")


def released(folder: Path, format_: str) -> Path:
    table = write(folder / "people.csv", {"town": ["Bern", "Chur"] * 6, "job": ["x"] * 12})
    covey.anonymize(table, k=3, quasi={"town": covey.Labels()}, out=folder / "out", format=format_)
    return folder / "out"


def vouch(out: Path, name: str) -> None:
    """Put the fingerprint of a changed file into the certificate."""
    receipts_beside(out).unlink()
    path = out / "certificate.json"
    data: dict[str, Any] = json.loads(path.read_text())
    data["files"][name] = f"sha256:{hashlib.sha256((out / name).read_bytes()).hexdigest()}"
    path.write_text(json.dumps(data))


@pytest.mark.parametrize("format_", FORMATS)
def test_what_covey_writes_is_one_plain_table(tmp_path: Path, format_: str) -> None:
    assert covey.verify(released(tmp_path, format_)).holds
    target = tmp_path / f"table.{format_}"
    part = "people" if format_ == "xlsx" else 'my "people"'
    with duckdb.connect() as connection:
        names = [name[0] for name in NAMES] if format_ in ("dta", "sav", "xpt") else NAMES
        write_table(connection, ALL_TYPES, names, target, Layout(format_, part=part))
    refuse_besides(target)


@pytest.mark.parametrize(
    ("format_", "change"),
    [
        *((format_, change) for format_ in ("dta", "sav") for change in CHANGES),
        ("xpt", "behind"),
        ("xpt", "title"),
    ],
)
def test_a_file_of_statistics_has_variables_alone(
    tmp_path: Path, format_: str, change: str
) -> None:
    out = released(tmp_path, format_)
    path = out / f"table.{format_}"
    how = CHANGES[change]
    frame = polars.DataFrame(
        {"town": ["a"] * 12, "n": [7] * 12}, schema_overrides={"n": polars.Int32}
    )
    if how:
        writer = "write_xport" if format_ == "xpt" else f"write_{format_}"
        getattr(pyreadstat, writer)(frame, str(path), **how)
    else:
        path.write_bytes(path.read_bytes() + b"Ann Miller")
    with pytest.raises(InvalidInput, match=r"labels of values|more than its variables"):
        refuse_besides(path)


SQLITE = {
    "a view": "ALTER TABLE people RENAME TO hidden; CREATE VIEW people AS SELECT * FROM hidden",
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON people BEGIN DELETE FROM people; END",
    "an? index": "CREATE INDEX i ON people (town)",
    "2 tables": "CREATE TABLE other (x TEXT)",
    "more than columns": "ALTER TABLE people ADD COLUMN x GENERATED ALWAYS AS (town)",
    "a table with more": "ALTER TABLE people ADD COLUMN x TEXT COLLATE NOCASE",
    "no table uses": "CREATE TABLE t AS SELECT randomblob(9999) AS x; DROP TABLE t",
}
DUCKDB = {
    "a view": "CREATE TABLE x AS FROM people; DROP TABLE people; CREATE VIEW people AS FROM x",
    "a schema": "CREATE SCHEMA hidden",
    "2 tables": "CREATE TABLE other (x TEXT)",
    "a type": "CREATE TYPE mood AS ENUM ('sad')",
    "a macro": "CREATE MACRO f(x) AS x + 1",
    "a sequence": "CREATE SEQUENCE s",
    "an index": "CREATE INDEX i ON people (town)",
    "a comment": "COMMENT ON COLUMN people.town IS 'Bern is Ann'",
    "more than columns": "ALTER TABLE people ALTER town SET DEFAULT 'Bern'",
    "an own order": "CREATE TABLE x (town TEXT COLLATE NOCASE, job TEXT);"
    " INSERT INTO x FROM people; DROP TABLE people; ALTER TABLE x RENAME TO people",
}


@pytest.mark.parametrize(("found", "sql"), SQLITE.items())
def test_sqlite_files_with_more_are_refused(tmp_path: Path, found: str, sql: str) -> None:
    out = released(tmp_path, "sqlite")
    with closing(sqlite3.connect(out / "table.sqlite")) as database, database:
        database.executescript(sql)
    vouch(out, "table.sqlite")
    with pytest.raises(covey.InvalidInput, match=rf"table.sqlite holds .*{found}"):
        covey.verify(out)


@pytest.mark.parametrize(("found", "sql"), DUCKDB.items())
def test_duckdb_files_with_more_are_refused(tmp_path: Path, found: str, sql: str) -> None:
    out = released(tmp_path, "duckdb")
    with duckdb.connect(str(out / "table.duckdb")) as database:
        database.execute(sql)
    vouch(out, "table.duckdb")
    with pytest.raises(covey.InvalidInput, match=rf"table.duckdb holds .*{found}"):
        covey.verify(out)


def test_what_duckdb_notes_of_intervals_is_no_message(tmp_path: Path) -> None:
    table, out = tmp_path / "i.parquet", tmp_path / "out"
    duckdb.sql(f"COPY (SELECT 'a' AS zip, INTERVAL 1 DAY AS stay FROM range(9)) TO '{table}'")
    covey.anonymize(table, k=3, quasi={"zip": covey.Labels()}, out=out)
    assert covey.verify(out, table).holds
    for field, note in (
        ("'a'", "duckdb.interval_bloom_filter: 'normalized-v1'"),
        ("INTERVAL 1 DAY", "duckdb.interval_bloom_filter: 'Ann, 1967'"),
        ("INTERVAL 1 DAY", "duckdb.interval_bloom_filter: 'normalized-v1', second: 'Ann'"),
    ):
        key, _, rest = note.partition(":")
        query = f"COPY (SELECT {field} AS x) TO '{table}' (KV_METADATA {{'{key}':{rest}}})"
        duckdb.sql(query)
        with pytest.raises(covey.InvalidInput, match="notes of its own"):
            refuse_besides(table)


def test_parquet_files_with_notes_are_refused(tmp_path: Path) -> None:
    out = released(tmp_path, "parquet")
    path = out / "table.parquet"
    with duckdb.connect() as database:
        database.execute(f"CREATE TABLE t AS FROM '{path}'")
        database.execute(f"COPY t TO '{path}' (FORMAT parquet, KV_METADATA {{first: 'Ann'}})")
    vouch(out, "table.parquet")
    with pytest.raises(covey.InvalidInput, match=r"table\.parquet holds notes"):
        covey.verify(out)


def written_by_spark(target: Path, version: str = "4.3.0", **field: Any) -> None:
    """A Parquet file with the notes that Spark writes into it."""
    plain = {"name": "zip", "type": "string", "nullable": True, "metadata": {}}
    schema = {"type": "struct", "fields": [plain | field]}
    notes = {
        "org.apache.spark.version": version,
        "org.apache.spark.sql.parquet.row.metadata": json.dumps(schema),
    }
    listed = ", ".join(f"'{name}': '{value}'" for name, value in notes.items())
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT 'a' AS zip) TO '{target}' (FORMAT parquet, KV_METADATA {{{listed}}})"
        )


def test_what_spark_notes_of_its_columns_is_no_more_than_the_table(tmp_path: Path) -> None:
    for field in ({}, {"type": "decimal(9,2)"}, {"type": {"type": "array", "elementType": "long",
                                                          "containsNull": True}}):  # fmt: skip
        written_by_spark(tmp_path / "part-00000.parquet", **field)
        refuse_besides(tmp_path / "part-00000.parquet")


@pytest.mark.parametrize(
    "field",
    [
        {"metadata": {"comment": "Ann is 30"}},
        {"type": "Ann is 30 years old: true"},
        {"type": {"type": "array", "elementType": "Ann", "containsNull": True}},
        {"type": {"type": "struct", "fields": [
            {"name": "a", "type": "long", "nullable": True, "metadata": {"comment": "Ann"}}]}},
        {"type": {"type": "array", "note": "Ann"}},
        {"name": "Ann"},
        {"type": 5},
        {"more": "Ann"},
        {"version": "4.3.0 of Ann"},
    ],
)  # fmt: skip
def test_what_stands_between_the_notes_of_spark_is_found(
    tmp_path: Path, field: dict[str, Any]
) -> None:
    written_by_spark(tmp_path / "part-00000.parquet", **field)
    with pytest.raises(covey.InvalidInput, match="notes of its own"):
        refuse_besides(tmp_path / "part-00000.parquet")
