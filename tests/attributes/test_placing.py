"""The records of a table on the areas of a map."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import covey
from covey import InvalidInput
from covey.attributes.attribute import Choices
from covey.attributes.placing import Placed, place_on_map
from covey.attributes.role import LoadedMap
from covey.engine.protocol import Staged
from covey.io.maps.areas import AreaMap
from covey.problems.regions.graph import Graph
from tests.engine.tables import counted_rows

AREAS = AreaMap(["01", "02", "03", "04"], Graph.from_edges(4, [(0, 1), (2, 3)]))
"""Two parts: 01 beside 02, 03 beside 04."""


def placed(
    *codes: str | None, unmapped: str = "error", areas: AreaMap = AREAS, k: int = 1
) -> Placed:
    counted = counted_rows({"zip": "text"}, [(code,) for code in codes])
    staged = Staged(
        "in.csv", ("zip",), ("VARCHAR",), {"zip": "text"}, len(codes), lambda: "seen",
        where=lambda texts: f"row {codes.index(texts['zip']) + 1}",
    )  # fmt: skip
    role = covey.Regions("map.geojson")
    choices = Choices("own", unmapped, lambda _: LoadedMap(areas, {"name": "map.geojson"}), k)
    return place_on_map("zip", role, staged, counted, choices)


def test_every_combination_has_its_area_and_areas_their_records() -> None:
    found = placed("01", "01", "02", "04", None)
    assert found.codes == ["01", "02", "03", "04"]
    assert found.weights.tolist() == [2, 1, 0, 1]
    assert found.items.tolist() == [-1, 0, 1, 3]  # missing comes first
    assert found.about == {"map": {"name": "map.geojson"}}


def test_a_part_without_records_is_in_no_class() -> None:
    found = placed("01", "02")
    assert found.codes == ["01", "02"]
    assert found.graph.edges.tolist() == [[0, 1]]
    (note,) = found.empty
    assert note.endswith("2 areas in parts of the map without records, in no class: 03, 04")


def test_codes_that_the_map_lacks_are_refused_or_left_out() -> None:
    with pytest.raises(InvalidInput, match='unmapped="suppress"') as refused:
        placed("01", "02", "99")
    assert refused.value.hint.startswith('Leave their records out with unmapped="suppress". Or')
    assert refused.value.choices == ((("--unmapped", "suppress"),),)
    assert refused.value.shown_choices == ((("--exclude", "99"),),)
    assert refused.value.shown == ("'99' in row 3",)
    assert "99" not in str(refused.value)
    found = placed("01", "02", "99", unmapped="suppress")
    assert found.items.tolist() == [0, 1, -1]
    (note,) = found.notes
    assert note == "1 code of 'zip' is not on the map: 1 record suppressed, not published"


def test_what_is_needed_besides_is_proposed_at_once() -> None:
    """Else the proposed command would be refused, for the records of 03 alone."""
    with pytest.raises(InvalidInput) as refused:
        placed("01", "02", "03", "99", k=2)
    nearest = ("--islands", "nearest")
    assert refused.value.choices == ((("--unmapped", "suppress"), nearest),)
    assert refused.value.shown_choices == ((("--exclude", "99"), nearest),)


def test_leaving_most_records_out_is_no_advice() -> None:
    """It is the wrong map, or codes lost their zeros."""
    with pytest.raises(InvalidInput) as refused:
        placed("1", "2", "3", "01")
    assert "unmapped=" not in str(refused.value)


def test_a_code_that_only_the_table_has_is_no_area_without_its_records() -> None:
    whole = placed("01", "02", "03", areas=replace(AREAS, strangers=frozenset({"03", "04"})))
    assert whole.codes == ["01", "02", "03"], "nobody has 04"
    fewer = whole.narrowed(np.array([1, 1, 0]), np.zeros(3, dtype=bool))
    assert fewer.codes == ["01", "02"]
    assert fewer.empty == ()


@pytest.mark.parametrize("left", [[2, 1, 0], [0, 0, 5]])
def test_withheld_records_leave_no_trace(left: list[int]) -> None:
    whole = placed("01", "01", "02", "03")
    fewer = whole.narrowed(np.array(left), np.zeros(3, dtype=bool))
    expected: Any = {(2, 1, 0): (["01", "02"], [2, 1]), (0, 0, 5): (["03", "04"], [5, 0])}
    assert (fewer.codes, fewer.weights.tolist()) == expected[tuple(left)]
