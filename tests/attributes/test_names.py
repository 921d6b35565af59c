"""Borders and names that people can read."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from hypothesis import assume, given
from hypothesis import strategies as st

from covey.attributes.names import label_names, shape_files
from covey.attributes.rounding import round_cut
from covey.release.identifiers import find_suspects


@given(st.integers(-(10**38), 10**38), st.integers(1, 10**20))
def test_a_whole_cut_lies_between_its_neighbours(below: int, step: int) -> None:
    cut = round_cut("integer", str(below), str(below + step))
    assert below < int(cut) <= below + step


@given(st.decimals(-(10**15), 10**15, places=6), st.decimals("0.000001", 10**6, places=6))
def test_a_decimal_cut_is_no_longer_than_its_neighbour(below: Decimal, step: Decimal) -> None:
    above = below + step
    cut = round_cut("decimal", str(below), str(above))
    assert below < Decimal(cut) <= above
    assert len(cut.strip("-")) <= len(f"{above:f}".strip("-"))


@given(st.floats(allow_nan=False, allow_infinity=False),
       st.floats(allow_nan=False, allow_infinity=False))  # fmt: skip
def test_a_cut_between_doubles_is_one(one: float, two: float) -> None:
    assume(one != two)
    below, above = sorted((one, two))
    assert below < float(round_cut("number", repr(below), repr(above))) <= above


@given(st.dates(), st.dates())
def test_a_date_between_dates(one: dt.date, two: dt.date) -> None:
    assume(one != two)
    below, above = sorted((one, two))
    cut = round_cut("date", str(below), str(above))
    assert str(below) < cut <= str(above)
    dt.date.fromisoformat(cut)


def test_cuts_are_as_round_as_they_can_be() -> None:
    assert round_cut("integer", "-17", "4") == "0"
    assert round_cut("integer", "-17", "-4") == "-10"
    assert round_cut("number", "1e-07", "3.4e-07") == "0.0000002"
    assert round_cut("timestamp", "2024-05-31 10:02:11", "2024-05-31 12:30:01") == (
        "2024-05-31 12:00:00"
    )
    assert round_cut("timestamp", "2024-05-30 10:02:11", "2024-05-31 12:30:01") == "2024-05-31"
    assert round_cut("date", "2024-05-30", "2024-06-02") == "2024-06-01"


@given(st.lists(st.text(st.sampled_from("aAbé_-. /𐐀"), max_size=90), min_size=2, unique=True))
def test_no_two_columns_have_one_file(columns: list[str]) -> None:
    files = shape_files(columns)
    assert list(files) == columns
    assert len({file.casefold() for file in files.values()}) == len(columns)
    assert shape_files(columns) == files
    assert all(len(file.encode()) <= 255 and "/" not in file for file in files.values())


def test_files_of_columns_that_are_written_alike() -> None:
    for columns in (["home zip", "home_zip"], ["a" * 60 + "1", "a" * 60 + "2"], ["..", "__"]):
        first, second = shape_files(columns).values()
        assert first != second
        taken = first.removeprefix("classes-").removesuffix(".geojson")
        assert len(set(shape_files([*columns, taken]).values())) == 3
    assert shape_files(["zip", "place"])["zip"] == "classes-zip.geojson"


@given(st.lists(st.lists(st.one_of(st.none(), st.text("ab, ()", max_size=4)), min_size=1)))
def test_no_two_classes_have_one_name(classes: list[list[str | None]]) -> None:
    names = label_names("column", classes)
    assert len(set(names)) == len(classes)


def test_long_groups_are_numbered() -> None:
    members: list[list[str | None]] = [["x" * 40, "y" * 40], list("abc"), ["a, b", "c"]]
    assert label_names("v", members) == ["v-1 (2 values)", "a, b, c", '"a, b", c']


def test_identifiers_are_suspected_by_name_and_by_their_values() -> None:
    columns = ["ssn", "Work Phone", "emailAddress", "diagnosis", "visit"]
    found = find_suspects(columns, {"diagnosis": 0.3, "visit": 0.95, "ssn": 1.0}, 100).warnings()
    assert found[0].startswith("'ssn', 'Work Phone', 'emailAddress' look like identifiers by name")
    assert found[1].startswith("'visit' looks like an identifier, almost all values being distinct")
    assert len(found) == 2
    assert find_suspects(["visit"], {"visit": 1.0}, 5).warnings() == [], "five records say nothing"


def test_what_others_know_is_pointed_out_unless_it_was_thought_of() -> None:
    (found,) = find_suspects(["age", "cost", "PLZ"], {}, 100).warnings()
    assert found.startswith("'age', 'PLZ': others may know this")
    assert find_suspects(["age"], {}, 100, sensitive=["age"]).columns == ()
