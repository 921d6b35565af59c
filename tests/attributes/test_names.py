"""Borders and names that people can read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from covey.attributes.names import label_names, shape_files


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


def test_large_groups_are_named_after_their_first_labels() -> None:
    members: list[list[str | None]] = [["x" * 40, "y" * 40], list("abcdefg"), ["a, b", "c"]]
    assert label_names("v", members) == [f"{'x' * 40} and 1 more", "a, b and 5 more", '"a, b", c']
    again: list[list[str | None]] = [list("abcdef"), list("abcdeg")]
    assert label_names("v", again) == ["a, b and 4 more", "a, b and 4 more (no. 2)"]


def test_groups_of_long_labels_are_numbered() -> None:
    members: list[list[str | None]] = [["x" * 70, "y"], list("abc")]
    assert label_names("v", members) == ["v-1 (2 values)", "a, b, c"]


def test_all_labels_are_any_value() -> None:
    every = list("abcdef")
    assert label_names("job", [every, ["a"]]) == ["any value", "a"]
    assert label_names("job", [every[:3], every[3:]]) == ["a, b, c", "d, e, f"]
