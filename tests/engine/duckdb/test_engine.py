"""What DuckDB owes besides the laws: the same answer on any number of threads and in little
memory, and plain text in Parquet."""

from __future__ import annotations

import errno
from pathlib import Path

import duckdb
import numpy as np
import pytest

from covey import InvalidInput, OutOfResources
from covey.engine.duckdb import DuckDBEngine
from covey.engine.protocol import Generalization
from covey.io.layout import Layout
from tests.engine.backends import Session
from tests.engine.steps import recode, release


@pytest.mark.parametrize("dictionary", [0, 10])
def test_parquet_holds_plain_text_whether_classes_are_few_or_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dictionary: int
) -> None:
    monkeypatch.setattr("covey.engine.duckdb.recoding.DICTIONARY", dictionary)
    people = tmp_path / "people.csv"
    people.write_text('id,zip\n1,02139\n2,\n3,""\n4,02139\n5,10001\n6,02139\n')
    with Session(DuckDBEngine(folder=tmp_path)) as engine:
        snapshot = engine.open(people, {"zip": "text"})
        classes = np.arange(len(snapshot.count())) - 1  # the first is suppressed
        generalization = Generalization(classes, {"zip": ["z", "é", None, "never"]})
        published = recode(snapshot, generalization, tmp_path, Layout("parquet"))
    with duckdb.connect() as connection:
        found = connection.execute(f"SELECT id, zip FROM '{published.table}'")
        assert [str(column[1]) for column in found.description] == ["VARCHAR", "VARCHAR"]
        rows = found.fetchall()
    assert rows == [("1", "é"), ("3", "z"), ("4", "é"), ("5", None), ("6", "é")]


def test_the_order_of_the_rows_stays_on_many_threads(tmp_path: Path) -> None:
    files = []
    with duckdb.connect() as connection:
        for part in range(2):
            files.append(tmp_path / f"part-{part}.parquet")
            connection.execute(
                f"COPY (SELECT i + {part} * 300000 AS id, 'v' || i % 1000 AS v"
                f" FROM range(300000) t(i)) TO '{files[-1]}' (ROW_GROUP_SIZE 20000)"
            )
        with Session(DuckDBEngine(threads=4, folder=tmp_path)) as engine:
            pattern = tmp_path / "part-*.parquet"
            _, published = release(engine, pattern, {"v": "text"}, tmp_path)
            moved = connection.execute(
                "SELECT count(*) FROM read_parquet(?, file_row_number=true)"
                " WHERE id <> file_row_number",
                [str(published.table)],
            ).fetchone()
    assert moved == (0,)


def test_a_full_disk_is_said_when_staging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT 1 AS a) TO '{file}'")
    monkeypatch.setattr("covey.io.staging.parquet.copyfile", full)
    with (
        Session(DuckDBEngine(folder=tmp_path)) as engine,
        pytest.raises(OutOfResources, match=r"disk is full.*\n.*set TMPDIR"),
    ):
        release(engine, file, {"a": "text"}, tmp_path)


def test_a_private_folder_needs_a_place(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("a\nx\n")
    engine = DuckDBEngine(folder=tmp_path / "none")
    with pytest.raises(InvalidInput, match="No private folder can be made"):
        engine.open(engine.source(tmp_path / "in.csv"), {"a": "text"})


def test_little_memory_spills(tmp_path: Path) -> None:
    file = tmp_path / "wide.csv"
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT i AS id, 'v' || i % 50 AS v, repeat(md5(CAST(i AS VARCHAR)), 8) AS w"
            f" FROM range(400000) t(i)) TO '{file}'"
        )
    with Session(DuckDBEngine(memory="90MB", threads=2, folder=tmp_path)) as engine:
        counted, published = release(engine, file, {"v": "text"}, tmp_path)
        assert published.recount().records == counted.records == 400_000


@pytest.mark.parametrize("format_", ["csv", "parquet", "sqlite", "duckdb"])
def test_the_same_rows_give_the_same_bytes_for_any_number_of_threads(
    tmp_path: Path, format_: str
) -> None:
    file = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({MANY}) TO '{file}'")
    seen = set()
    for number, threads in enumerate((1, 2, 2)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with Session(DuckDBEngine(threads=threads, folder=folder)) as engine:
            _, published = release(engine, file, {"zip": "text"}, folder, Layout(format_), ["name"])
            seen.add(published.table.read_bytes())
    assert len(seen) == 1


MANY = """SELECT 'z' || i % 999 AS zip, hash(i) || ' SECRET' AS name, i AS id, i / 7 AS cost,
CASE WHEN i % 5 > 0 THEN hash(i) % 90000 || ' street' END AS street, DATE '2020-01-01' + i % 999 AS
day, [i, i % 3] AS list FROM (SELECT CAST(range AS INTEGER) AS i FROM range(130000))"""
