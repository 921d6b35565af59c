"""How far each area of a map is blurred by sets that overlap."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import covey
from covey.codebook.lines import Entry
from covey.release.facts import overlaps
from covey.release.facts.overlaps import Blurred, blur_map, blurred, overlapping, sets_overlap
from covey.release.job import Job
from tests.app.people import write_map

SIZES = (10, 30, 5)


def line(number: int, holds: str, value: str | None, column: str = "area") -> Entry:
    return Entry(number, column, holds, value, None, None, None)


BOOK = (
    line(0, "value", "A1"),
    line(1, "values", '["A1", "A2", null]'),
    line(0, "value", "A1", "another"),
    line(2, "any", None),
)


def test_an_area_is_blurred_as_its_records_say() -> None:
    # A1 is alone in 10 records, and with A2 in 35.
    expected = (Blurred("A1", 80 / 45, 45), Blurred("A2", 70 / 35, 35))
    assert blurred("area", BOOK, SIZES) == expected
    assert blurred("nothing", BOOK, SIZES) == ()


def test_the_areas_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    role = covey.Regions(str(write_map(tmp_path)), key="code")
    found = blur_map(role, "area", BOOK, SIZES)
    assert found is not None
    said = found.to_dict()
    assert [each["code"] for each in said["areas"]] == ["A1", "A2"]
    assert [len(rings) for rings in said["drawn"]["rings"]] == [1, 1]
    monkeypatch.setattr(overlaps, "AREAS_AT_MOST", 1)
    assert blur_map(role, "area", BOOK, SIZES) is None


def test_no_map_without_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    without = SimpleNamespace(areas=SimpleNamespace(shapes=None))
    monkeypatch.setattr("covey.attributes.maps.load_map", lambda role: without)
    assert blur_map(covey.Regions("graph.json"), "area", BOOK, SIZES) is None


def test_a_column_overlaps_where_a_value_is_in_several_sets() -> None:
    assert overlapping(BOOK) == {"area"}
    apart = (line(0, "value", "F", "sex"), line(1, "value", "M", "sex"))
    assert overlapping(apart) == set()
    assert overlapping((*apart, line(2, "values", '["M", "F"]', "sex"))) == {"sex"}
    assert overlapping((*apart, line(2, "any", None, "sex"))) == {"sex"}
    assert overlapping((line(0, "missing", None), line(1, "missing", None))) == {"area"}
    assert overlapping((line(0, "range", None), line(0, "missing", None))) == set()
    assert overlapping((line(0, "range", None), line(1, "range", None))) == {"area"}


def test_sets_overlap_unless_all_classes_share_them() -> None:
    two = {"area": covey.Labels(), "age": covey.Ordered()}
    assert sets_overlap(Job("t.csv", 2, two))
    assert sets_overlap(Job("t.csv", 2, two, recoding="nested"))
    assert not sets_overlap(Job("t.csv", 2, two, recoding="global"))
    assert not sets_overlap(Job("t.csv", 2, {"area": covey.Labels()}))
