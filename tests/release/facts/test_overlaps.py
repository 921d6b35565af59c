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


def overlap(*lines: Entry, kind: str = "integer", columns: tuple[str, ...] = ("area",)) -> bool:
    return bool(overlapping(lines, {"own": columns}, dict.fromkeys(columns, kind)))


def test_a_column_overlaps_where_a_value_is_in_several_sets() -> None:
    assert overlap(*BOOK)
    apart = (line(0, "value", "F"), line(1, "value", "M"))
    assert not overlap(*apart)
    assert overlap(*apart, line(2, "values", '["M", "F"]'))
    assert overlap(*apart, line(2, "any", None))
    assert overlap(line(0, "missing", None), line(1, "missing", None))
    assert not overlap(line(0, "any", None), line(0, "missing", None))


def between(number: int, low: str | None, high: str | None, column: str = "area") -> Entry:
    return Entry(number, column, "range", None, low, high, None)


def test_ranges_overlap_where_they_have_a_value_in_common() -> None:
    # By value, and not as texts: 100 is above 20.
    side_by_side = (between(0, "20", "100"), between(1, None, "20"), between(2, "100", None))
    assert not overlap(*side_by_side, line(1, "missing", None))
    assert overlap(*side_by_side, between(3, "99", "101"))
    assert overlap(*side_by_side, between(3, "30", "40"))
    assert not overlap(
        between(0, "2024-01-01", "2024-02-01"), between(1, "2024-02-01", None), kind="date"
    )
    assert overlap(between(0, None, "2024-02-02"), between(1, "2024-02-01", None), kind="date")


def test_rectangles_overlap_where_they_have_a_place_in_common() -> None:
    def meet(*places: tuple[int, int]) -> bool:
        """Squares with a side of 2."""
        lines = [
            between(number, str(low), str(low + 2), name)
            for number, (x, y) in enumerate(places)
            for name, low in (("x", x), ("y", y))
        ]
        return overlap(*lines, kind="double", columns=("x", "y"))

    assert not meet((0, 0), (2, 1), (0, 2))
    assert not meet((0, 0), (1, 10), (1, 4))
    assert meet((0, 0), (10, 10), (1, 1))


def test_sets_overlap_unless_all_classes_share_them() -> None:
    two = {"area": covey.Labels(), "age": covey.Ordered()}
    assert sets_overlap(Job("t.csv", 2, two))
    assert sets_overlap(Job("t.csv", 2, two, recoding="nested"))
    assert not sets_overlap(Job("t.csv", 2, two, recoding="global"))
    assert not sets_overlap(Job("t.csv", 2, {"area": covey.Labels()}))
