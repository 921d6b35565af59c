from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.problems.cells.sets import MemberSets
from tests.problems.cells.tables import numbers

PATH = covey.Graph.from_edges(4, [(v, v + 1) for v in range(3)])


def test_the_size_of_a_map_is_that_of_its_graph() -> None:
    assert covey.AreaAxis([0, -1], covey.Graph.from_edges(7, [(0, 1)])).size == 7


def test_there_is_an_area() -> None:
    with pytest.raises(covey.InvalidInput, match="one area or more"):
        covey.AreaAxis([0], covey.Graph.from_edges(0, []))


def test_a_region_costs_its_share_of_what_is_measured() -> None:
    sets = MemberSets.from_members(numbers(0, 1), np.array([0, 1, 4]), numbers(0, 1, 2, 3))
    assert covey.AreaAxis([0, 3], PATH).penalties(sets).tolist() == [0.0, 0.75]
    people = covey.AreaAxis([0, 3], PATH, measure=[6, 1, 1, 0])
    assert people.penalties(sets).tolist() == [0.0, 0.25]


def test_compiled_loops_see_places_in_the_order_of_the_maps_tree() -> None:
    axis = covey.AreaAxis([3, -1, 0], PATH)
    (codes,) = axis.column_codes
    assert codes[1] == -1
    assert axis.map_tree.order[codes[[0, 2]]].tolist() == [3, 0]
