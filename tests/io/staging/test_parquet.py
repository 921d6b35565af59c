"""Parquet is copied byte by byte, and numbered by file and row."""

from __future__ import annotations

from pathlib import Path

from covey.io.inputs import open_input
from covey.io.inputs.base import ROWS_PER_FILE
from covey.io.reading import connect
from covey.io.staging import stage


def test_the_copy_stays_as_it_was(tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.mkdir()
    with connect() as connection:
        for name, value in (("a", 1), ("b", 2)):
            connection.execute(
                f"COPY (SELECT {value} AS n, DATE '2024-05-31' AS day FROM range(2))"
                f" TO '{tmp_path / name}.parquet'"
            )
        staging = stage(open_input(str(tmp_path / "*.parquet")), connection, private, ())
        for file in tmp_path.glob("*.parquet"):
            file.unlink()
        query = f"SELECT c0, {staging.row} FROM {staging.scan} ORDER BY 2"
        found = connection.execute(query).fetchall()
        types = connection.execute(f"DESCRIBE SELECT * FROM {staging.scan}").fetchall()
    assert found == [(1, 0), (1, 1), (2, ROWS_PER_FILE), (2, ROWS_PER_FILE + 1)]
    assert [row[1] for row in types] == ["INTEGER", "DATE"]
    assert staging.where(ROWS_PER_FILE + 1) == f"row 2 of {tmp_path / 'b.parquet'}"
