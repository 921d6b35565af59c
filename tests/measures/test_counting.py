"""What DuckDB counts is what Python counts of the same rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from covey import InvalidInput
from covey.io.columns.table import open_table
from covey.io.inputs import open_input
from covey.measures.counting import Counting

ROWS = [
    ("30", "f", "flu"),
    ("30", "f", "cold"),
    ("", "m", "flu"),
    ("30", "m", "9"),
    ("", "m", "10"),
]


def written(folder: Path, rows: Sequence[tuple[str, ...]], name: str = "in.csv") -> Path:
    file = folder / name
    file.write_text("age,sex,ill\n" + "".join(",".join(row) + "\n" for row in rows))
    return file


def test_classes_are_numbered_by_size_and_then_by_values(tmp_path: Path) -> None:
    with open_table(written(tmp_path, ROWS)) as table:
        sizes = Counting(table, ["age", "sex"]).sizes()
    assert sizes.tolist() == [1, 2, 2]
    assert sorted(sizes.tolist()) == sorted(Counter(row[:2] for row in ROWS).values())


def test_values_are_spread_over_the_classes_as_they_are(tmp_path: Path) -> None:
    with open_table(written(tmp_path, ROWS)) as table:
        counting = Counting(table, ["sex"])
        found = counting.spread("ill")
        assert found.sizes.tolist() == counting.sizes().tolist() == [2, 3]
        assert found.distinct.tolist() == [2, 3]
        assert not found.ordered


def test_numbers_have_an_order_that_texts_have_not(tmp_path: Path) -> None:
    rows = [("1", "f", "9"), ("1", "f", "10"), ("1", "f", "10.0")]
    with open_table(written(tmp_path, rows)) as table:
        found = Counting(table, ["sex"]).spread("ill")
    assert found.ordered
    assert found.places.tolist() == [0, 1, 1]


def test_the_population_is_counted_by_class(tmp_path: Path) -> None:
    people = written(tmp_path, [*ROWS * 3, ("7", "f", "x")], "people.csv")
    with open_table(written(tmp_path, ROWS)) as table:
        counting = Counting(table, ["age", "sex"])
        each, whole = counting.population(open_input(people))
    assert each.tolist() == [3, 6, 6]
    assert whole == 16


def test_a_row_of_the_population_may_be_several_people(tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    people.write_text("sex,n\nf,7\nf,3\nm,5\nx,1\n")
    with open_table(written(tmp_path, ROWS)) as table:
        counting = Counting(table, ["sex"])
        each, whole = counting.population(open_input(people), "n")
        assert sorted(each.tolist()) == [5, 10]
        assert whole == 16
        people.write_text("sex,n\nf,7\nm,-5\n")
        with pytest.raises(InvalidInput, match="whole, 0 or more, in 'n'; 1 row has none"):
            counting.population(open_input(people), "n")


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    with open_table(written(tmp_path, [])) as table:
        counting = Counting(table, ["age"])
        with pytest.raises(InvalidInput, match="no rows"):
            counting.sizes()
