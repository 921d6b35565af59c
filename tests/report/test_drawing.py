"""Pictures without scripts."""

from __future__ import annotations

import re

from covey.report.drawing import BARS_AT_MOST, CORNERS_AT_MOST, bars_of, map_of
from covey.report.render import render
from tests.report import examples
from tests.report.page import Page


def test_a_map_has_a_path_for_every_class_inside_of_its_frame() -> None:
    square = [0, 0, 8000, 0, 0, 4000, -8000, 0]
    hole = [4000, 1000, 1000, 0, 0, 1000, -1000, 0]
    grid = {"width": 8000, "height": 4000, "rings": [[square, hole], []]}
    found = map_of(grid, [20, 40], ["a", "b: 40 records"])
    assert found is not None
    assert (found.width, found.height) == (1000, 500)
    one, other = found.shapes
    assert one.path == "M0 0L1000 0L1000 500L0 500ZM500 125L625 125L625 250L500 250Z"
    assert (one.fill, other.fill) == ("#e3f0d8", "#2a2760")
    assert (other.path, other.words) == ("", "b: 40 records")


def test_too_much_for_a_picture_is_none() -> None:
    ring = [0, 0, *([8, 0] * CORNERS_AT_MOST)]
    assert map_of({"width": 8000, "height": 8000, "rings": [[ring]]}, [3], ["a"]) is None
    assert bars_of(["a"] * (BARS_AT_MOST + 1), [3] * (BARS_AT_MOST + 1), 3) is None


def test_bars_are_as_high_as_their_records() -> None:
    found = bars_of(["a", "b"], [10, 20], 10)
    assert found is not None
    tops = [float(re.findall(r"V([\d.]+)", each.path)[0]) for each in found.shapes]
    assert found.line == tops[0]
    assert (found.height - tops[1]) / (found.height - tops[0]) == 2


def test_without_scripts_there_is_a_picture_for_every_one_with_scripts() -> None:
    for kind, paths in (("regions", 148), ("points", 200), ("ages", 24), ("labels", 0)):
        page = Page(render(examples.EVERY[kind]()))
        drawn = [attrs for tag, attrs in page.tags if attrs.get("class") == "drawing"]
        assert len(drawn) == (1 if paths else 0), kind
        assert all(each["role"] == "img" and each["aria-label"] for each in drawn)
        assert sum(tag == "path" for tag, _ in page.tags) == paths, kind
