"""Sets read back from a codebook, by the codes of an attribute."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covey import InvalidInput
from covey.attributes.read_back import borders, of_members, of_ranges, rectangles
from covey.codebook.book import Column
from covey.codebook.lines import Entry
from covey.codebook.reader import read_book
from covey.codebook.rows import Values, any_entry, range_entry, value_entry, write_codebook
from covey.problems.cells.sets import ANY_SET, MISSING_SET


def column(folder: Path, name: str, entries: list[Entry]) -> Column:
    write_codebook(folder / "codebook.csv", entries)
    return read_book(folder / "codebook.csv").of(name)


def test_ranges_become_the_ranks_of_their_ends(tmp_path: Path) -> None:
    own = column(
        tmp_path,
        "age",
        [
            range_entry(0, "age", None, "30", "< 30"),
            range_entry(1, "age", "30", None, ">= 30"),
            value_entry(2, "age", None, None),
            any_entry(3, "age"),
        ],
    )
    values = np.array(["9", "29", "30", "31"], dtype=object)
    found = of_ranges(own, np.array([1, 0, 2, 3]), values, "integer")
    assert (found.low.tolist(), found.high.tolist()) == ([0, 2], [1, 3])
    assert found.of_class.tolist() == [1, 0, MISSING_SET, ANY_SET]


def test_lists_become_codes(tmp_path: Path) -> None:
    labels = Values("town", ["Bern", "Ulm", "Zug", None])
    entries = [labels.entry(0, [1, 2], "Ulm, Zug"), labels.entry(1, [0], "Bern")]
    own = column(tmp_path, "town", entries)
    found = of_members(own, np.array([1, 0]), ["Bern", "Ulm", "Zug"])
    assert found.of_class.tolist() == [1, 0]
    assert [found.members_of(at).tolist() for at in (0, 1)] == [[1, 2], [0]]
    with pytest.raises(InvalidInput, match="has a value that is not there"):
        of_members(own, np.array([1, 0]), ["Bern", "Ulm"])


def test_missing_alone_is_a_set_of_its_own_unless_it_is_a_value(tmp_path: Path) -> None:
    labels = Values("town", ["Bern", None])
    own = column(
        tmp_path, "town", [labels.entry(0, [0], "Bern"), value_entry(1, "town", None, None)]
    )
    apart = of_members(own, np.array([0, 1]), ["Bern"])
    assert apart.of_class.tolist() == [0, MISSING_SET]
    label = of_members(own, np.array([0, 1]), ["Bern", None], missing_is_a_value=True)
    assert label.of_class.tolist() == [0, 1]
    assert label.members_of(1).tolist() == [1]


def test_open_borders_are_no_numbers() -> None:
    found = borders(np.array(["1.5", None, "-3"], dtype=object))
    assert found[[0, 2]].tolist() == [1.5, -3]
    assert np.isnan(found[1])
    with pytest.raises(InvalidInput, match="a border that is no number"):
        borders(np.array(["north"], dtype=object))


def test_a_rectangle_has_a_range_in_both_coordinates(tmp_path: Path) -> None:
    entries = [
        range_entry(0, "x", "1", "2", "[1, 2)"),
        range_entry(0, "y", "3", None, ">= 3"),
        range_entry(1, "y", "5", None, ">= 5"),
    ]
    write_codebook(tmp_path / "codebook.csv", entries[:2])
    book = read_book(tmp_path / "codebook.csv")
    found = rectangles(book.of("x").ranges, book.of("y").ranges)
    assert found[0, :3].tolist() == [1, 3, 2]
    assert np.isnan(found[0, 3])
    write_codebook(tmp_path / "codebook.csv", [*entries[:1], *entries[2:]])
    book = read_book(tmp_path / "codebook.csv")
    with pytest.raises(InvalidInput, match="a range in one coordinate only"):
        rectangles(book.of("x").ranges, book.of("y").ranges)
