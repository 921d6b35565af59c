"""Points of a table, and the grid they are put on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from covey import InvalidInput
from covey.io.columns.points import Places, read_points, snapped
from tests.io.from_path import from_path


def points(lon: Any, lat: Any) -> Places:
    x, y = np.array(lon, dtype=float), np.array(lat, dtype=float)
    return Places(x, y, np.ones(len(x), dtype=np.int64))


def test_snapping_gives_the_multiples_as_they_are_written() -> None:
    moved = snapped(points([0.31, 0.249], [-0.04, 7.0]), "0.1")
    assert moved.x.tolist() == [0.3, 0.2]
    assert moved.y.tolist() == [0.0, 7.0]
    assert any("0.1" in note for note in moved.notes)


@pytest.mark.parametrize("resolution", ["0", "-1", "nan", "wide", "inf", "1e-400", "1e400"])
def test_a_resolution_is_a_positive_number(resolution: str) -> None:
    with pytest.raises(InvalidInput, match="resolution"):
        snapped(points([1], [1]), resolution)


@pytest.mark.parametrize("bad", ["", "nan", "inf", "north"])
def test_a_coordinate_that_is_none_is_refused_with_its_row(tmp_path: Path, bad: str) -> None:
    file = tmp_path / "points.csv"
    file.write_text(f"x,y\n1,2\n3,{bad}\n")
    with pytest.raises(InvalidInput, match="row 2 below the header"):
        from_path(read_points)(file, "x", "y")


@pytest.mark.parametrize(
    ("rows", "column", "row"),
    [("1,1\n2,\n3,3\n,4", "x", 4), ("1,1\n,2\n3,3\n4,", "x", 2), ("1,1\n2,\n3,", "y", 2)],
)
def test_of_each_column_the_first_missing_coordinate_is_named(
    tmp_path: Path, rows: str, column: str, row: int
) -> None:
    file = tmp_path / "points.csv"
    file.write_text(f"x,y\n{rows}\n")
    words = f"{column!r} is missing in .*, the first in row {row} below the header"
    with pytest.raises(InvalidInput, match=words):
        from_path(read_points)(file, "x", "y")


@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
def test_a_missing_coordinate_is_named_by_its_file(tmp_path: Path, format: str) -> None:
    for name, x in (("p1", "1.0"), ("p2", "NULL")):
        target = (tmp_path / f"{name}.{format}").as_posix()
        how = "json" if format == "jsonl" else format
        rows = f"SELECT * FROM (VALUES (3.0, 3.0), ({x}, 4.0)) AS t(x, y)"
        duckdb.sql(f"COPY ({rows}) TO '{target}' (FORMAT {how})")
    words = rf"in 1 row, the first in row 2 (below the header )?of .*p2\.{format}"
    with pytest.raises(InvalidInput, match=words):
        from_path(read_points)(tmp_path / f"p*.{format}", "x", "y")


def test_a_place_of_fewest_records_stands_for_missing_ones() -> None:
    """The first of equal ones; half a place is none, and neither is one without records."""
    nan = float("nan")
    given = points([1, 3, 3, nan, 2, 5], [1, 3, 3, 7, 2, 5])
    given = replace(given, counts=np.array([9, 2, 2, 1, 4, 0]))
    assert given.there.tolist() == [True, True, True, False, True, True]
    found = given.filled()
    assert (found.x.tolist(), found.y.tolist()) == ([1, 3, 3, 3, 2, 5], [1, 3, 3, 3, 2, 5])
