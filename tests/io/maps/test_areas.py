"""Areas with their neighbours: keys, islands, bridges and weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.core.validate import MAX_COUNT
from covey.io.maps.areas import AreaMap, area_weights, distinct_keys
from covey.problems.regions.graph import Graph


def path_of(*keys: str, bridges: tuple[tuple[str, str], ...] = ()) -> AreaMap:
    """Areas in a row, each beside the next."""
    edges = [(at, at + 1) for at in range(len(keys) - 1)]
    return AreaMap(list(keys), Graph.from_edges(len(keys), edges), bridges=bridges)


def test_an_area_is_found_by_its_code() -> None:
    areas = path_of("80001", "80002")
    assert areas.position("80002") == 1
    with pytest.raises(InvalidInput, match="has no area '80003'"):
        areas.position("80003")


def test_a_bridge_is_no_border() -> None:
    """With the bridge b-c there is one part, without it there are two."""
    areas = path_of("a", "b", "c", bridges=(("c", "b"),))
    assert areas.bridged.tolist() == [False, True]
    assert areas.islands() == [[2]]
    assert path_of("a", "b", "c").islands() == []


def test_of_equal_parts_the_first_is_the_mainland() -> None:
    areas = AreaMap(list("abcd"), Graph.from_edges(4, [(0, 1), (2, 3)]))
    assert areas.islands() == [[2, 3]]
    assert AreaMap([], Graph.from_edges(0, [])).islands() == []


def test_a_field_is_read_as_counts() -> None:
    areas = AreaMap(
        ["a", "b"], Graph.from_edges(2, []), fields={"n": ["3", "4.0"], "x": ["1", "?"]}
    )
    assert areas.counts_in("n").tolist() == [3, 4]
    with pytest.raises(InvalidInput, match=r"in the field 'x' the weight is missing or not .*: b"):
        areas.counts_in("x")


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        (float("nan"), r"missing or not a number for 1 area: b\.\nWrite 0"),
        (-1, r"negative for 1 area: b \(-1\)"),
        (0.5, r"not whole for 1 area: b \(0\.5\)"),
        (2.0 * MAX_COUNT, r"beyond 2\^53 for 1 area: b"),
        (float("inf"), r"beyond 2\^53 for 1 area: b \(inf\)"),
    ],
)
def test_weights_that_are_none(weight: float, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        area_weights([1, weight], ["a", "b"], "the map")


def test_weights_are_whole_numbers() -> None:
    assert area_weights(np.array([0.0, 3.0]), ["a", "b"], "the map").dtype == np.int64
    assert len(area_weights([], [], "the map")) == 0


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["a", None, ""], "2 areas without a code in 'zip', the first at position 2"),
        (["a", "b", "a"], "1 stand more than once: a"),
    ],
)
def test_codes_that_are_missing_or_there_twice(keys: list[Any], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        distinct_keys(keys, "zips.geojson", "'zip'")


def test_a_copy_says_what_was_done() -> None:
    areas = path_of("a", "b").noting("first")
    later = areas.noting("second", crs="EPSG:4326")
    assert (later.notes, later.crs) == (("first", "second"), "EPSG:4326")
    assert areas.notes == ("first",)


def test_refused_codes_have_a_remedy() -> None:
    with pytest.raises(InvalidInput) as missing:
        distinct_keys(["a", None], "map.geojson", "'id'")
    assert missing.value.remedy == (("--exclude", ""),)
    with pytest.raises(InvalidInput, match="name another field, as 'name'") as twice:
        distinct_keys(["a", "a"], "map.geojson", "'id'", "name")
    assert twice.value.remedy == (("--key", "name"),)
