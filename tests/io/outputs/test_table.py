"""Rows as files."""

from __future__ import annotations

import gzip
from pathlib import Path

import duckdb
import pytest

from covey.io.layout import Layout
from covey.io.outputs.table import write_table


@pytest.mark.parametrize("rows", [0, 1, 2])
@pytest.mark.parametrize("compressed", [True, False])
def test_csv_has_a_line_for_the_header_and_for_every_row(
    tmp_path: Path, rows: int, compressed: bool
) -> None:
    layout = Layout("csv", compressed=compressed)
    target = tmp_path / f"table{layout.ending}"
    with duckdb.connect() as connection:
        query = f"SELECT 1, 'x' FROM range({rows})"
        write_table(connection, query, ["a", "b"], target, layout)
    raw = target.read_bytes()
    text = (gzip.decompress(raw) if compressed else raw).decode()
    assert text == "a,b\n" + "1,x\n" * rows
