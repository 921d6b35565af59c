"""Codes without a shape, and shapes without a code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.islands import settle_islands
from covey.io.maps.polygons import Features, build_from_polygons
from covey.io.maps.settling import nearest_code, settle_codes, with_prefixes
from tests.io.maps import worlds
from tests.io.maps.worlds import neighbours

CODES = ["51001", "51003", "51600", "54001"]


def row(*more: str) -> AreaMap:
    """Four areas in a row, and more without a shape."""
    shapes = np.append(worlds.grid(4, 1), np.full(len(more), None, dtype=object))
    keys = [*CODES, *more]
    fields: dict[str, list[str | None]] = {"state": [key[:2] for key in keys]}
    weights = np.arange(len(keys), dtype=np.int64)
    return build_from_polygons(Features("map", keys, shapes, None, weights, fields))


def test_excluded_areas_are_gone_with_their_borders() -> None:
    found = settle_codes(row(), ["51003", "99999"], {})
    assert found.keys == ["51001", "51600", "54001"]
    assert neighbours(found.graph) == {(1, 2)}
    assert found.weights is not None
    assert found.weights.tolist() == [0, 2, 3]
    assert found.fields["state"] == ["51", "51", "54"]
    assert found.excluded == {"51003", "99999"}
    assert found.notes == ("1 area left out of the map: 51003",)


def test_a_code_that_the_map_lacks_is_assigned() -> None:
    found = settle_codes(row(), (), {"51610": "51600"})
    assert found.keys == [*CODES, "51610"]
    assert (2, 4) in neighbours(found.graph)
    assert found.bridges == (("51610", "51600"),)
    assert found.fields["state"][-1] == "51"
    assert found.shapes is not None
    assert found.shapes[-1] is None
    assert found.strangers == {"51610"}
    assert found.notes == (), "a value of the table is not said of the map"


def test_an_area_without_a_shape_and_an_island_are_assigned() -> None:
    areas = row("51610")
    found = settle_codes(areas, (), {"51610": "51001", "54001": "51600"})
    assert neighbours(found.graph) == {(0, 1), (1, 2), (2, 3), (0, 4)}
    assert found.bridges == (("51610", "51001"),)  # the other two are neighbours anyway


def test_islands_nearest_joins_what_has_no_shape_to_the_nearest_code() -> None:
    found = settle_islands(row("51610", "99999"), "nearest")
    assert found.bridges == (("51610", "51600"),)
    assert found.notes[-2:] == (
        "1 area without a shape joined to the nearest code: 51610 to 51600",
        "1 area without a place not joined, assign or exclude: 99999",
    )


@pytest.mark.parametrize(
    ("code", "codes", "nearest"),
    [
        ("02205", ["02203", "02207", "12205"], "02203"),
        ("02206", ["02203", "02207"], "02207"),
        ("Kosovo", ["Kuwait", "Albania"], None),
        ("DE-BY", ["DE-BW", "FR-01"], "DE-BW"),
        ("a", [], None),
    ],
)
def test_which_code_is_nearest(code: str, codes: list[str], nearest: str | None) -> None:
    assert nearest_code(code, codes) == nearest


@pytest.mark.parametrize(
    ("exclude", "assign", "words"),
    [
        (CODES, {}, "Every area of the map is excluded"),
        ((), {"51610": "51601"}, "no other area of the map.\nDid you mean '51600'"),
        ((), {"51001": "51001"}, "no other area"),
        (["51001"], {"51001": "51003"}, "cannot be assigned"),
        (["51001"], {"51610": "51001"}, "cannot be what another is assigned to"),
    ],
)
def test_what_cannot_be_is_refused(exclude: Any, assign: dict[str, str], words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        settle_codes(row(), exclude, assign)
    assert words in str(caught.value) + "\n" + caught.value.hint


def test_the_first_letters_of_codes_are_a_field() -> None:
    found = with_prefixes(replace(row(), fields={}), ["prefix:2", "name"])
    assert found.fields == {"prefix:2": ["51", "51", "51", "54"]}
