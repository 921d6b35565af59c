"""Rows with their class, and columns side by side."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covey.io.columns.table import open_table
from covey.io.outputs.rows import write_columns, write_rows


def written(folder: Path, text: str, classes: list[int], described: dict[str, list[str]]) -> str:
    file, target = folder / "in.csv", folder / "out.csv"
    file.write_text(text)
    with open_table(file) as table:
        write_rows(target, table, np.array(classes), described)
    assert sorted(path.name for path in folder.iterdir()) == ["in.csv", "out.csv"]
    assert target.stat().st_mode & 0o777 == 0o600, "it is for its owner alone"
    return target.read_text()


def test_rows_keep_their_order_and_their_fields_to_the_letter(tmp_path: Path) -> None:
    text = 'zip,note\n02139,"a, ""b"""\n00501,\n02138,""\n'
    found = written(tmp_path, text, [1, 0, 1], {"low": ["x", "y,z"]})
    assert found == ('zip,note,class,low\n02139,"a, ""b""",2,"y,z"\n00501,,1,x\n02138,"",2,"y,z"\n')


def test_rows_without_a_class_have_nothing_there(tmp_path: Path) -> None:
    found = written(tmp_path, "a\nx\ny\n", [-1, 0], {"low": ["1"], "high": ["2"]})
    assert found == "a,class,low,high\nx,,,\ny,1,1,2\n"


def test_names_that_the_table_has_already_get_a_mark(tmp_path: Path) -> None:
    found = written(tmp_path, "class,low\nx,y\n", [0], {"low": ["1"]})
    assert found == "class,low,class_,low_\nx,y,1,1\n"


def test_many_rows_in_many_files_keep_their_order(tmp_path: Path) -> None:
    for part in range(3):
        rows = range(part * 50_000, (part + 1) * 50_000)
        (tmp_path / f"part-{part}.csv").write_text("n\n" + "".join(f"{n}\n" for n in rows))
    classes = np.random.default_rng(0).integers(-1, 7, 150_000)
    with open_table(tmp_path / "part-*.csv") as table:
        write_rows(tmp_path / "out.csv", table, classes, {"low": [f"c{at}" for at in range(7)]})
    expected = "".join(
        f"{n},{at + 1},c{at}\n" if at >= 0 else f"{n},,\n" for n, at in enumerate(classes.tolist())
    )
    assert (tmp_path / "out.csv").read_text() == "n,class,low\n" + expected


@pytest.mark.parametrize("values", [["a", None, ""], [None, None, None]])
def test_columns_side_by_side(tmp_path: Path, values: list[str | None]) -> None:
    target = tmp_path / "out.csv"
    write_columns(target, {"value": values, "count": np.array([3, 4, 5])})
    fields = {None: "", "": '""'}
    rows = zip(values, (3, 4, 5), strict=True)
    expected = "".join(f"{fields.get(value, value)},{count}\n" for value, count in rows)
    assert target.read_text() == "value,count\n" + expected
