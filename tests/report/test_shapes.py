"""Polygons on the grid of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import shapely

from covey import InvalidInput
from covey.report import shapes
from covey.report.facts import Facts
from covey.report.render import render
from tests.report import examples
from tests.report.examples import collection

SQUARES = [shapely.box(x, y, x + 1, y + 1) for y in range(3) for x in range(3)]


def unpacked(found: dict[str, Any]) -> list[list[list[tuple[int, int]]]]:
    """Corners of every ring of every class, from the steps."""
    classes = []
    for rings in found["rings"]:
        corners = []
        for steps in rings:
            x = y = 0
            ring = []
            for dx, dy in zip(steps[::2], steps[1::2], strict=True):
                x, y = x + dx, y + dy
                ring.append((x, y))
            corners.append(ring)
        classes.append(corners)
    return classes


def test_corners_come_back_with_north_above() -> None:
    found = shapes.packed(collection(SQUARES), 9, False, None)
    assert found["width"] == found["height"] == shapes.GRID
    (south_west,) = unpacked(found)[0]
    third = round(shapes.GRID / 3)
    corners = {(0, shapes.GRID), (third, shapes.GRID), (third, shapes.GRID - third)}
    assert corners <= set(south_west)
    assert south_west[0] == south_west[-1]


def test_degrees_shrink_towards_the_poles() -> None:
    found = shapes.packed(collection([shapely.box(0, 59.5, 1, 60.5)]), 1, True, None)
    assert found["width"] / found["height"] == pytest.approx(0.5, abs=0.01)


def test_neighbours_differ_in_colour_and_colours_may_be_given() -> None:
    found = shapes.packed(collection(SQUARES), 9, False, None)["colours"]
    for one in range(9):
        for two in range(one):
            if abs(one % 3 - two % 3) <= 1 and abs(one // 3 - two // 3) <= 1:
                assert found[one] != found[two]
    given = tuple(range(9))
    assert shapes.packed(collection(SQUARES), 9, False, given)["colours"] == list(given)


def test_features_find_their_class_by_its_number() -> None:
    features = collection(SQUARES[:2])
    features["features"].reverse()
    turned = unpacked(shapes.packed(features, 2, False, (0, 1)))
    assert turned == unpacked(shapes.packed(collection(SQUARES[:2]), 2, False, (0, 1)))


def test_a_class_of_two_features_has_both() -> None:
    features = collection([SQUARES[0], SQUARES[8]])
    features["features"][1]["properties"]["class"] = 1
    assert [len(rings) for rings in unpacked(shapes.packed(features, 1, False, None))] == [2]


def test_holes_are_rings_too() -> None:
    ring = shapely.box(0, 0, 3, 3).difference(shapely.box(1, 1, 2, 2))
    assert [len(rings) for rings in shapes.packed(collection([ring]), 1, False, None)["rings"]] == [
        2
    ]


def test_a_class_without_a_shape_is_left_empty() -> None:
    features = collection([SQUARES[0], SQUARES[1]])
    features["features"][1]["geometry"] = None
    assert shapes.packed(features, 2, False, None)["rings"][1] == []


@pytest.mark.parametrize("number", [0, 3, "1", None])
def test_a_class_that_is_not_there_is_refused(number: object) -> None:
    features = collection(SQUARES[:2])
    features["features"][0]["properties"]["class"] = number
    with pytest.raises(InvalidInput, match="from 1 to 2"):
        shapes.packed(features, 2, False, None)


def test_shapes_without_an_inside_are_refused() -> None:
    with pytest.raises(InvalidInput, match="nothing to draw"):
        shapes.packed(collection([shapely.Point(0, 0)]), 1, False, None)


def test_too_many_corners_are_thinned_out(monkeypatch: pytest.MonkeyPatch) -> None:
    fine = examples.of_regions(60, corners=200).attributes[0]
    assert fine.shapes is not None
    many = corners(shapes.packed(fine.shapes, len(fine.classes), True, None))
    monkeypatch.setattr(shapes, "CORNERS_AT_MOST", 2000)
    few = corners(shapes.packed(fine.shapes, len(fine.classes), True, None))
    assert many > 8000
    assert 180 < few <= 2000


def corners(found: dict[str, Any]) -> int:
    return sum(len(ring) for rings in unpacked(found) for ring in rings)


@pytest.mark.parametrize(
    ("build", "most"),
    [
        (lambda: examples.of_regions(3000, corners=80), 2.5e6),
        (lambda: examples.of_points(10_000), 1.5e6),
    ],
    ids=["3,000 regions", "10,000 rectangles"],
)
def test_many_classes_make_a_page_of_moderate_size(build: Callable[[], Facts], most: float) -> None:
    assert 2e5 < len(render(build())) < most


def test_a_map_lies_with_true_sizes_and_rectangles_stay_rectangles() -> None:
    far = [shapely.box(x, 30, x + 10, 45) for x in range(-120, -70, 10)]
    far.append(shapely.box(-165, 56, -140, 70))
    plain = shapes.packed(collection(far), 6, True, None)
    as_map = shapes.packed(collection(far), 6, True, None, as_map=True)
    assert max(len(ring) for rings in plain["rings"] for ring in rings) == 10
    north = [unpacked(found)[5][0] for found in (plain, as_map)]
    assert max(y for _, y in north[0]) < plain["height"] / 2 < min(y for _, y in north[1])


def test_units_of_their_own_are_no_degrees() -> None:
    found = shapes.packed(collection([shapely.box(0, 0, 900, 600)]), 1, True, None, as_map=True)
    assert found["width"] / found["height"] == pytest.approx(1.5, abs=0.01)
