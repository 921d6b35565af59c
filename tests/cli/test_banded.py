"""covey solve intervals --bands."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.conftest import Covey

AGES = [16, 21, 23, 24, 27, 28, 34, 38, 52, 93]


@pytest.fixture
def people(tmp_path: Path) -> Path:
    file = tmp_path / "people.csv"
    rows = "".join(f"{age},2024-0{1 + at // 2}-1{at}\n" for at, age in enumerate(AGES))
    file.write_text(f"age,day\n{rows}", encoding="utf-8")
    return file


def test_intervals_begin_and_end_where_bands_do(covey: Covey, people: Path, tmp_path: Path) -> None:
    target = tmp_path / "classes.csv"
    ran = covey(
        "solve", "intervals", people, "--column", "age", "-k", 2, "--bands", "5", "--bands", "<=89",
        "-o", target,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    with target.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    borders = {row[end] for row in rows for end in ("low", "high")} - {"93"}
    assert all(int(border) % 5 == 0 for border in borders)
    for row in rows:
        last = row["high"] == "93"
        assert int(row["low"]) <= int(row["age"])
        assert int(row["age"]) < int(row["high"]) or last
    sizes = [sum(row["class"] == own for row in rows) for own in {row["class"] for row in rows}]
    assert min(sizes) >= 2


def test_dates_are_cut_between_months(covey: Covey, people: Path) -> None:
    how = ("--column", "day", "--bands", "month", "-k", 3, "--json")
    ran = covey("solve", "intervals", people, *how)
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert all(own["low"].endswith("-01") for own in found["classes"][1:])


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (["--bands", "5 10"], "one width at most"),
        (["--bands", "30,20"], "ascend"),
        (["--bands", "month"], "whole numbers"),
    ],
)
def test_wrong_bands_are_refused(covey: Covey, people: Path, how: list[str], words: str) -> None:
    ran = covey("solve", "intervals", people, "--column", "age", "-k", 2, *how)
    assert ran.code == 2
    assert words in ran.err


def test_labels_in_a_stated_order_have_no_bands(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    file.write_text("answer\nnever\noften\nnever\noften\n", encoding="utf-8")
    how = ("--column", "answer", "--order", "never,often", "--bands", "2", "-k", 2)
    ran = covey("solve", "intervals", file, *how)
    assert ran.code == 2
    assert "Bands are for numbers and dates" in ran.err
