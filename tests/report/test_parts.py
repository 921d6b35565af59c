"""Parts of a report, from what was counted and written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from covey.report.parts import example_of, read_shapes
from tests.engine.tables import counted_rows


@pytest.mark.parametrize(
    ("sizes", "typical"), [([5, 9, 7], 7), ([5, 9, 7, 8], 7), ([6, 6, 6], 6), ([4], 4)]
)
def test_the_example_has_the_median_size(sizes: list[int], typical: int) -> None:
    rows = [(f"set {at}", None) for at, size in enumerate(sizes) for _ in range(size)]
    found = example_of(counted_rows({"town": "text", "age": "text"}, rows))
    assert found.records == typical
    assert [column for column, _ in found.published] == ["town", "age"]
    name = dict(found.published)["town"]
    assert name is not None
    assert sizes[int(name.split()[1])] == typical
    assert dict(found.published)["age"] is None


def test_shapes_are_those_of_the_file(tmp_path: Path) -> None:
    place = {"type": "Point", "coordinates": [1, 2]}
    file = tmp_path / "regions.geojson"
    shapes = {"features": [{"geometry": None}, {"geometry": place}]}
    file.write_text(json.dumps(shapes))
    assert read_shapes(file) == shapes
    assert read_shapes(None) is None


def test_a_file_without_a_single_shape_is_none(tmp_path: Path) -> None:
    file = tmp_path / "regions.geojson"
    file.write_text(json.dumps({"features": [{"geometry": None}]}))
    assert read_shapes(file) is None
