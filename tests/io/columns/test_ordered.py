from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from covey import InvalidInput
from covey.io.columns import ordered
from covey.io.columns.ordered import OrderedColumn
from covey.io.columns.table import Table
from tests.io.from_path import from_path


def read_rows(table: Table, /, column: str, **options: Any) -> tuple[OrderedColumn, list[int]]:
    """The column, and for every row the place of its value."""
    found = ordered.read_ordered(table, column, **options)
    places = ordered.classes_of_rows(table, found, np.arange(len(found.values)))
    return found, places.tolist()


read_ordered = from_path(read_rows)


def column(folder: Path, *values: str, **options: Any) -> tuple[OrderedColumn, list[int]]:
    file = folder / "table.csv"
    file.write_text("id,v\n" + "".join(f"{i},{value}\n" for i, value in enumerate(values)))
    return read_ordered(file, "v", **options)


@pytest.mark.parametrize(
    ("values", "kind", "ordered"),
    [
        (["10", "9", "-1", "+9"], "whole numbers", ["-1", "9", "10"]),
        (["1.50", "1.5", "0.25", "10"], "decimals", ["0.25", "1.5", "10"]),
        (["1e3", "2", "0.5"], "numbers", ["0.5", "2.0", "1000.0"]),
        (
            ["1e-05", "0.30000000000000004", "0.3"],
            "numbers",
            ["1e-05", "0.3", "0.30000000000000004"],
        ),
        (["2024-05-31", "2023-12-01"], "dates", ["2023-12-01", "2024-05-31"]),
        (
            ["2024-05-31 10:00", "2024-05-31T09:59:59.5"],
            "timestamps",
            ["2024-05-31 09:59:59.5", "2024-05-31 10:00:00"],
        ),
    ],
)
def test_kinds_are_recognized_and_sorted(
    tmp_path: Path, values: list[str], kind: str, ordered: list[str]
) -> None:
    found, rows = column(tmp_path, *values)
    assert (found.kind, found.values) == (kind, ordered)
    assert np.bincount(rows).tolist() == found.counts.tolist()
    assert found.counts.sum() == len(values)


def test_rows_point_at_their_values(tmp_path: Path) -> None:
    found, rows = column(tmp_path, "30", "10", "20", "10")
    assert [found.values[place] for place in rows] == ["30", "10", "20", "10"]


def test_a_stated_order_keeps_labels_without_records(tmp_path: Path) -> None:
    found, rows = column(tmp_path, "often", "never", "often", order=["never", "rarely", "often"])
    assert found.values == ["never", "rarely", "often"]
    assert found.counts.tolist() == [1, 0, 2]
    assert rows == [2, 0, 2]


def test_a_label_that_is_not_in_the_order_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="1 label in 'v' not in the stated") as refused:
        column(tmp_path, "never", "rarly", order=["never", "rarely"])
    with pytest.raises(InvalidInput, match="stands twice"):
        column(tmp_path, "never", order=["never", "never"])
    (line,) = refused.value.shown
    assert line.endswith("Did you mean 'rarely'?")


def test_missing_values_have_no_place_and_are_counted(tmp_path: Path) -> None:
    found, rows = column(tmp_path, "1", "", "2", " ")
    assert rows == [0, -1, 1, -1]
    assert (found.counts.tolist(), found.missing) == ([1, 1], 2)
    assert column(tmp_path, "1", "2")[0].missing == 0
    with pytest.raises(InvalidInput, match="no record has a value"):
        column(tmp_path, "", "")


@pytest.mark.parametrize(
    ("values", "row"),
    [
        (["1", "2", "tall"], 3),
        (["1", "2", "nan"], 3),
        (["1e3", "1e400", "2"], 2),
        (["2024-01-01", "2024-01-02", "2024-13-01"], 3),
        (["2024-01-01 10:00", "2024-01-01 10:00+02:00", "2024-01-01 11:00"], 2),
        (["1e3", "0.12345678901234567891"], 2),
    ],
)
def test_what_has_no_order_is_refused_with_its_row(
    tmp_path: Path, values: list[str], row: int
) -> None:
    with pytest.raises(InvalidInput, match=f"the first in row {row} below the header"):
        column(tmp_path, *values)


def test_long_whole_numbers_stay_apart(tmp_path: Path) -> None:
    values = [f"170000000000000000{i}" for i in range(5)]
    assert column(tmp_path, *values)[0].values == values


def test_parquet_columns_keep_their_type(tmp_path: Path) -> None:
    file = tmp_path / "table.parquet"
    query = "SELECT DATE '2024-01-01' + (i % 3)::INTEGER AS d, i / 4 AS q FROM range(9) t(i)"
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{file}' (FORMAT parquet)")
    assert read_ordered(file, "d")[0].kind == "dates"
    assert read_ordered(file, "q")[0].values[1] == "0.25"
