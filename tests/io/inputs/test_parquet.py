"""Parquet that is damaged, or names two columns alike."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from covey import InvalidInput
from covey.io.inputs import open_input
from tests.duck import fetch
from tests.io.inputs.files import rows


def test_a_parquet_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT i AS a FROM range(100000) t(i)) TO '{path}'")
    whole = path.read_bytes()
    for keep in (4, 8, 1000, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:keep])
        with pytest.raises(InvalidInput, match="not a whole Parquet file"):
            rows(path, tmp_path)
    path.write_bytes(whole[:2000] + b"\xff" * 500 + whole[2500:])
    with pytest.raises(InvalidInput, match="Parquet"):
        rows(path, tmp_path)


def test_twins_in_parquet_are_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    path = tmp_path / "in.parquet"
    nested = pa.array([{"a": 1}])
    parquet.write_table(pa.table([pa.array([1]), nested], names=["b", "c"]), path)
    assert open_input(path).columns == ("b", "c")
    parquet.write_table(pa.table([nested, pa.array([1]), nested], names=["b", "a", "b"]), path)
    with pytest.raises(InvalidInput, match="two columns of one name: 'b'"):
        open_input(path)


def partitioned(folder: Path) -> Path:
    """Folders of towns in folders of years, with what Spark puts beside files."""
    made = folder / "people"
    fetch(
        "COPY (SELECT * FROM (VALUES (39, 'Ulm', 2024), (41, 'St. Gallen/2', 2024),"
        f" (50, NULL, 2025)) t(age, town, year)) TO '{made}'"
        " (FORMAT parquet, PARTITION_BY (year, town))"
    )
    (made / "_SUCCESS").touch()
    (made / ".part.crc").touch()
    return made


def test_folders_called_after_columns_are_columns(tmp_path: Path) -> None:
    made = partitioned(tmp_path)
    assert open_input(made).columns == ("age", "year", "town")
    found = rows(made, tmp_path)
    assert sorted(row[:2] for row in found) == [(39, "2024"), (41, "2024"), (50, "2025")]
    assert {row[2] for row in found} == {"Ulm", "St. Gallen/2", None}


def test_a_folder_of_files_without_such_names(tmp_path: Path) -> None:
    (tmp_path / "people").mkdir()
    for at in (1, 2):
        fetch(f"COPY (SELECT {at} AS id) TO '{tmp_path}/people/{at}.parquet'")
    assert rows(tmp_path / "people", tmp_path) == [(1,), (2,)]


def test_folders_that_are_unlike_are_refused(tmp_path: Path) -> None:
    made = partitioned(tmp_path)
    fetch(f"COPY (SELECT 1 AS age) TO '{made}/more.parquet'")
    with pytest.raises(InvalidInput, match=r"after no column for .* after year, town for"):
        open_input(made)


def test_a_folder_with_other_files_is_no_table(tmp_path: Path) -> None:
    made = partitioned(tmp_path)
    (made / "notes.txt").touch()
    with pytest.raises(InvalidInput, match="is a folder"):
        open_input(made)
