"""How many records a row stands for."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.core.validate import MAX_COUNT, MAX_TOTAL
from covey.io.columns.records import added_up, records_of
from covey.io.columns.table import open_table


def total(folder: Path, text: str, count: str | None = "n") -> int:
    file = folder / "in.csv"
    file.write_text(text)
    with open_table(file) as table:
        ((found,),) = table.fetch(f"SELECT {added_up(records_of(table, count))} FROM {table.scan}")
    return int(found)


def test_a_row_is_one_record_unless_a_column_counts(tmp_path: Path) -> None:
    text = "a,n\nx,2\ny, +3 \nz,0\nw,4.00\n"
    assert total(tmp_path, text, None) == 4
    assert total(tmp_path, text) == 9


def test_what_is_too_much_is_cut_off_and_does_not_wrap(tmp_path: Path) -> None:
    rows = "".join(f"x,{MAX_COUNT}\n" for _ in range(1100))
    assert total(tmp_path, "a,n\n" + rows) == MAX_TOTAL


@pytest.mark.parametrize(
    ("count", "words"),
    [
        ("", "missing"),
        ("NaN", "missing"),
        ("many", "not a number: 'many'"),
        ("-1", "negative: -1"),
        ("2.5", "not whole: 2.5"),
        (str(MAX_COUNT + 1), "beyond 2\\^53"),
    ],
)
def test_what_is_no_count_is_refused_with_its_row(tmp_path: Path, count: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=f"row 2 below the header: .* this one is {words}"):
        total(tmp_path, f"a,n\nx,1\ny,{count}\n")


def test_further_wrong_rows_are_counted(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"negative: -1 \(and 1 more rows\)"):
        total(tmp_path, "a,n\nx,-1\ny,z\nz,3\n")
