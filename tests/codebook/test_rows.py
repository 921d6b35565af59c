"""The lines of a codebook and of its classes: what is written, and what is read again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covey import InvalidInput
from covey.codebook.reader import read_book
from covey.codebook.rows import (
    SHORT,
    Values,
    also_missing,
    any_entry,
    range_entry,
    read_cells,
    value_entry,
    write_cells,
    write_codebook,
)


@pytest.mark.parametrize("long", [False, True])
def test_a_list_is_json_whatever_the_values_are(long: bool) -> None:
    values = ["a", 'he said "no"', "é", None, "x" * SHORT if long else "x"]
    own = Values("town", values)
    assert own.entry(0, [0, 1], "t").value == '["a","he said \\"no\\""]'
    assert own.entry(1, [3, 2], "t").value == '[null,"é"]'
    assert own.entry(2, np.array([4]), "t").value == f'["{values[4]}"]'


def test_a_set_has_a_line_for_every_value_or_one_list() -> None:
    sets = [np.array([0, 2]), np.array([1])]
    lines = Values("town", ["a", "b", "c"], line_per_value=True).entries(sets, ["a, c", "b"])
    assert [(entry.number, entry.holds, entry.value) for entry in lines] == [
        (0, "value", "a"),
        (0, "value", "c"),
        (1, "value", "b"),
    ]
    lists = Values("town", ["a", "b", "c"]).entries(sets, ["a, c", "b"])
    assert [(entry.holds, entry.value) for entry in lists] == [
        ("values", '["a","c"]'),
        ("value", "b"),
    ]


def test_who_is_missing_stands_beside_a_range_and_in_a_list() -> None:
    own = Values("town", ["a", "b"])
    entries = [range_entry(0, "age", "1", "2", "[1, 2)"), own.entry(1, [0, 1], "a, b")]
    ranged, alone, listed = also_missing(entries, np.array([True, True]), " or missing")
    assert (ranged.published, alone.holds) == ("[1, 2) or missing", "missing")
    assert listed.value == '["a","b",null]'
    assert also_missing(entries, np.array([False, False]), "") == entries


def test_formulas_are_escaped_where_they_are_written_and_not_where_they_are_read(
    tmp_path: Path,
) -> None:
    entries = [value_entry(0, "a", "=1+1", "=1+1"), value_entry(1, "a", "-5", "x"),
               any_entry(2, "a")]  # fmt: skip
    for escape in (False, True):
        file = tmp_path / "codebook.csv"
        write_codebook(file, entries, escape=escape)
        assert ("'=1+1" in file.read_text()) == escape
        book = read_book(file, escape=escape)
        assert list(book.of("a").listed.places) == [None, "=1+1", "-5"]
        assert book.formulas == 1, "as a label and as a name it is one text"
        write_cells(tmp_path / "cells.csv", {"a": ["=1+1", "x", "*"]}, escape=escape)
        assert read_cells(tmp_path / "cells.csv", escape=escape) == {"a": ["=1+1", "x", "*"]}


def test_cells_are_numbered_from_1_on(tmp_path: Path) -> None:
    file = tmp_path / "cells.csv"
    with pytest.raises(InvalidInput, match="no list of cells"):
        read_cells(file)
    for text, message in (
        ("class,a\n2,x\n", "does not number"),
        ("class,a\n", "does not number"),
        ("set,a\n1,x\n", "first column is not class"),
    ):
        file.write_text(text)
        with pytest.raises(InvalidInput, match=message):
            read_cells(file)


@pytest.mark.parametrize("line", ['2,"x" ', '2, "x"', '2,"x" "y"', "2,x,", "2,x\0"])
def test_cells_that_programs_read_differently_are_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "cells.csv").write_text(f"class,a\n1,x\n{line}\n")
    with pytest.raises(InvalidInput, match=r"cells\.csv, line 3: "):
        read_cells(tmp_path / "cells.csv")
