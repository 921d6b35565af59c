"""Parquet that is damaged, or names two columns alike."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from covey import InvalidInput
from covey.io.inputs import open_input
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
