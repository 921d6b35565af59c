"""The comparison of borders with the shared arcs of a TopoJSON file can fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.shared_arcs import compare, shared_arcs

ARCS = [
    [[1, 0], [1, 1]],  # between a and b
    [[1, 1], [0, 1], [0, 0], [1, 0]],
    [[1, 0], [2, 0], [2, 1], [1, 1]],
    [[2.0001, 0], [3, 0], [3, 1], [2.0001, 1], [2.0001, 0]],  # c, near b, with a line of its own
    [[2, 1], [2, 1]],  # no length
]


def topology(*arcs: list[list[int]]) -> dict[str, Any]:
    areas = [
        {"type": "Polygon", "id": key, "properties": {"name": key.upper()}, "arcs": rings}
        for key, rings in zip("abc", arcs, strict=True)
    ]
    layer = {"type": "GeometryCollection", "geometries": areas}
    return {"type": "Topology", "objects": {"areas": layer}, "arcs": ARCS}


def test_areas_that_share_a_line_of_some_length() -> None:
    found = topology([[0, 1]], [[2, ~0, 4]], [[3, 4]])
    assert shared_arcs(found, "areas", "id") == {("a", "b")}
    assert shared_arcs(found, "areas", "name") == {("A", "B")}


def test_a_border_on_one_side_only_is_named(tmp_path: Path) -> None:
    path = tmp_path / "map.topojson"
    path.write_text(json.dumps(topology([[0, 1]], [[2, ~0]], [[3]])))
    found = compare(path, "areas", "id")
    assert (found.areas, found.shared, found.missed) == (3, 1, ())
    assert list(found.invented) == [("b", "c")]
    assert found.invented["b", "c"] > 100_000
