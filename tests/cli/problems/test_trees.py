"""Labels below a tree whose missing ones count as a label, or are one."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.conftest import Covey


@pytest.mark.parametrize(
    ("choice", "missing", "row"),
    [
        ("own", 2, ["", "2", "2", "B or missing"]),
        ("own", 5, ["", "5", "1", ""]),
        ("suppress", 2, None),
    ],
)
def test_the_class_of_missing_values_is_written(
    covey: Covey, tmp_path: Path, choice: str, missing: int, row: list[str] | None
) -> None:
    table, tree, out = tmp_path / "t.csv", tmp_path / "tree.csv", tmp_path / "out.csv"
    table.write_text(f"value,count\na1,9\na2,1\nb1,5\nb2,1\n,{missing}\n")
    tree.write_text("a1;A;*\na2;A;*\nb1;B;*\nb2;B;*\n")
    ran = covey("solve", "trees", table, "--tree", tree, "-k", 5, "--missing", choice, "-o", out)
    assert ran.code == 0, ran.err
    with out.open() as lines:
        rows = list(csv.reader(lines))[1:]
    assert [each for each in rows if not each[0]] == ([] if row is None else [row])
    assert len(rows) == (4 if row is None else 5)
