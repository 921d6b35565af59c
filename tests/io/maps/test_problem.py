"""From a map to the problem of its regions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from covey import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.problem import region_problem
from covey.problems.regions.graph import Graph

# a - b - c in a row, and an island d - e.
AREAS = AreaMap(
    list("abcde"),
    Graph.from_edges(5, [(0, 1), (1, 2), (3, 4)]),
    weights=np.array([5, 1, 5, 0, 0]),
    points=np.arange(10.0).reshape(5, 2),
    fields={"people": ["9", "9", "9", "9", "9"], "state": ["w", "w", "e", "e", "e"]},
    bridges=(("d", "e"),),
)


def test_records_must_be_known() -> None:
    with pytest.raises(InvalidInput, match="does not say how many records"):
        region_problem(replace(AREAS, weights=None), 5)


def test_islands_without_records_are_left_out_and_said() -> None:
    found = region_problem(AREAS, 5)
    assert found.areas.keys == ["a", "b", "c"]
    assert found.problem.weights.tolist() == [5, 1, 5]
    assert found.areas.points is not None
    assert found.areas.points.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert found.areas.fields["state"] == ["w", "w", "e"]
    assert found.areas.bridges == ()
    assert "2 areas on islands without any record left out: d, e" in found.areas.notes


def test_a_map_without_any_record_stays_as_it_is() -> None:
    empty = replace(AREAS, weights=np.zeros(5, dtype=np.int64))
    assert region_problem(empty, 5).areas.keys == list("abcde")


def test_a_second_threshold_is_a_field() -> None:
    found = region_problem(AREAS, 5, second=("people", 12))
    assert found.problem.second is not None
    assert found.problem.second.weights.tolist() == [9, 9, 9]
    assert found.problem.second.at_least == 12


def test_borders_are_not_crossed_unless_they_must_be() -> None:
    never = region_problem(AREAS, 5, borders="state")
    assert never.problem.graph.edges.tolist() == [[0, 1]]
    assert never.crossings == ()
    # With k = 6 the state e, which is c alone, cannot reach it.
    needed = region_problem(AREAS, 6, borders="state", crossing="if-needed")
    assert {frozenset(pair) for pair in needed.crossings} == {frozenset("bc")}
    assert any("may cross its border" in note for note in needed.areas.notes)
