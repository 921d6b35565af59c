"""covey.check on tables of every kind: what SQL counts is what plain Python counts."""

from __future__ import annotations

import random
from pathlib import Path

import pandas as pd
import pytest

import covey as library
from covey import InvalidInput
from tests.engine.steps import Row, written
from tests.measures import oracle

HEADER = ("zip", "age", "illness", "income")


def rows_at_random(seed: int, count: int) -> list[Row]:
    draw = random.Random(seed)
    return [
        (
            draw.choice(["02138", "02139", "", None]),
            draw.choice(["30", "31", None]),
            draw.choice(["flu", "cold", "hiv", None]),
            draw.choice(["9", "10", "200.5", None]),
        )
        for _ in range(count)
    ]


def table(tmp_path: Path, rows: list[Row]) -> Path:
    file = tmp_path / "table.csv"
    file.write_text(written([HEADER, *rows]))
    return file


@pytest.mark.parametrize("seed", range(8))
def test_a_table_is_measured_as_by_hand(tmp_path: Path, seed: int) -> None:
    rows = rows_at_random(seed, 60)
    found = library.check(table(tmp_path, rows), ["zip", "age"], ["illness", "income"], k=4)
    keys = [row[:2] for row in rows]
    illness = oracle.groups(keys, [row[2] for row in rows])
    income = oracle.groups(keys, [row[3] for row in rows])
    sizes = [len(each) for each in illness]
    assert found.records == len(rows)
    assert (found.classes, found.k, found.largest) == (len(sizes), min(sizes), max(sizes))
    assert found.sample_uniques == sizes.count(1)
    assert found.discernibility == oracle.discernibility(sizes, 0)
    first, second = found.sensitive
    assert first.distinct_l == oracle.distinct(illness)
    assert first.t_equal == pytest.approx(oracle.t_equal(illness))
    assert first.t_ordered is None
    order = [None, "9", "10", "200.5"]
    assert second.t_ordered == pytest.approx(oracle.t_ordered(income, order))
    small = found.offending[0]
    assert small.classes == sum(size < 4 for size in sizes)
    assert small.records == sum(size for size in sizes if size < 4)
    assert [weak.size for weak in small.worst] == sorted(size for size in sizes if size < 4)[:10]


def test_values_are_shown_only_on_request(tmp_path: Path) -> None:
    file = table(tmp_path, [("A", None, "flu", "1"), *[("B", "30", "flu", "1")] * 3])
    hidden = library.check(file, ["zip", "age"], k=2).offending[0]
    assert [weak.values for weak in hidden.worst] == [()]
    shown = library.check(file, ["zip", "age"], k=2, show=True).offending[0]
    assert [weak.values for weak in shown.worst] == [("A", None)]


def test_ten_offending_classes_are_listed_at_most(tmp_path: Path) -> None:
    rows: list[Row] = [(f"{number:05}", "30", "flu", "1") for number in range(25)]
    small = library.check(table(tmp_path, rows), ["zip"]).offending[0]
    assert (small.classes, small.records, len(small.worst)) == (25, 25, 10)


def test_the_offending_classes_of_l_and_t(tmp_path: Path) -> None:
    rows: list[Row] = [
        *[("A", "30", illness, "1") for illness in ("flu", "cold", "hiv")],
        *[("B", "30", illness, "1") for illness in ("flu", "cold", "flu")],
        *[("C", "30", illness, "1") for illness in ("hiv", "hiv")],
    ]
    found = library.check(table(tmp_path, rows), ["zip"], ["illness"], show=True)
    _, fewest, farthest = found.offending
    assert [(weak.values, weak.figure) for weak in fewest.worst] == [(("C",), 1)]
    assert farthest.worst[0].values == ("C",)
    assert farthest.worst[0].figure == pytest.approx(5 / 8)


def test_nothing_offends_a_table_that_attains_k(tmp_path: Path) -> None:
    found = library.check(table(tmp_path, [("A", "30", "flu", "1")] * 5), ["zip"], k=5)
    assert found.attained
    assert found.offending[0].classes == 0


def test_frames_are_measured_too() -> None:
    frame = pd.DataFrame({"age": [30, 30, 31, None], "pay": [1.5, 2.5, 1.5, 1.5]})
    found = library.check(frame, ["age"], ["pay"])
    assert (found.k, found.classes, found.records) == (1, 3, 4)
    assert found.sensitive[0].t_ordered == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("quasi", "sensitive", "message"),
    [
        ([], [], "At least one quasi-identifier"),
        (["zap"], [], "no column 'zap'"),
        (["zip"], ["zip"], "one role"),
        (["zip", "zip"], [], "one role"),
        ("zip", [], "A list of columns"),
        (["zip"], "illness", "A list of columns"),
    ],
)
def test_columns_have_one_role(
    tmp_path: Path, quasi: list[str], sensitive: list[str], message: str
) -> None:
    file = table(tmp_path, [("A", "30", "flu", "1")])
    with pytest.raises(InvalidInput, match=message):
        library.check(file, quasi, sensitive)


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no rows"):
        library.check(table(tmp_path, []), ["zip"])


def test_the_same_table_gives_the_same_figures(tmp_path: Path) -> None:
    rows = rows_at_random(1, 500)
    file = table(tmp_path, rows)
    once = library.check(file, ["zip", "age"], ["illness", "income"], show=True)
    random.Random(2).shuffle(rows)
    again = library.check(table(tmp_path, rows), ["zip", "age"], ["illness", "income"], show=True)
    assert once == again
