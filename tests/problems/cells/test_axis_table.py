"""Axes as columns of codes."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.axis_table import AxisTable
from covey.problems.cells.kinds import AREAS, LABELS, ORDERED

ORDER = covey.OrderedAxis([0, 1, -1], [10.0, 30.0])
PLACE = covey.PlaceAxis([0, 1, 2], [1, 0, 0], [0.0, 1.0, 4.0], [0.0, 2.0])
LABEL = covey.LabelAxis([2, 0, 1], 4)
AREA = covey.AreaAxis([2, -1, 0], covey.Graph.from_edges(3, [(0, 2), (2, 1)]))


def test_a_place_is_two_ordered_columns() -> None:
    table = AxisTable((ORDER, PLACE, LABEL, AREA))
    assert table.first == [0, 1, 3, 4]
    columns = table.columns([0.25] * 4)
    assert columns.kinds.tolist() == [ORDERED, ORDERED, ORDERED, LABELS, AREAS]
    assert columns.full_loss.tolist() == [0.25, 0.125, 0.125, 0.25, 0.25]


def test_codes_of_areas_are_places_in_the_trees_order() -> None:
    table = AxisTable((LABEL, AREA))
    tree = table.trees[1]
    assert tree is not None
    there = table.codes[[0, 2], 1]
    assert tree.order[there].tolist() == [2, 0]
    assert table.codes[1, 1] == -1


def test_a_whole_range_costs_what_the_axis_is_worth() -> None:
    columns = AxisTable((ORDER, PLACE)).columns([0.5, 0.5])
    for column, at in enumerate(columns.at.tolist()):
        line = columns.positions[at : at + columns.sizes[column]]
        assert np.isclose((line[-1] - line[0]) * columns.scale[column], columns.full_loss[column])


def test_maps_stand_one_after_the_other() -> None:
    columns = AxisTable((AREA, LABEL, AREA)).columns([1, 1, 1])
    assert columns.at.tolist() == [0, 0, 3]
    assert columns.component[:3].tolist() == columns.component[3:].tolist()
