"""One copy of the table, by the name that the table has."""

from __future__ import annotations

from pathlib import Path

from covey.app.copies import Copies, reading_of_copy, sample_of


def test_a_copy_makes_way_when_the_next_is_there(private: Path) -> None:
    copies = Copies(private)
    first = copies.begin("/data/people.csv")
    assert first.name == "people.csv.parquet"
    first.touch()
    copies.keep(first)
    second = copies.begin("/data/people.csv")
    # Until it is known to be a table, the one before stays.
    assert copies.now == first != second
    second.touch()
    copies.keep(second)
    assert (copies.now, first.exists(), second.exists()) == (second, False, True)
    third = copies.begin("/data/people.csv")
    third.touch()
    copies.drop(third)
    assert (copies.now, list(private.rglob("*.parquet"))) == (second, [second])
    assert copies.stand_ins(50) == [str(second), str(sample_of(second, 50))]


def test_a_copy_has_neither_an_encoding_nor_a_header() -> None:
    reading = {"encoding": "latin-1", "header": False, "na": "N/A", "trim": True}
    assert reading_of_copy(reading) == {"na": "N/A", "trim": True}
