"""Borders and names that people can read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from covey.attributes.names import label_names, shape_files
from covey.release.identifiers import find_suspects


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
