"""Axes own their arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey


def test_an_axis_keeps_a_copy_that_nobody_can_change() -> None:
    codes = np.array([0, 1, 1])
    axis = covey.OrderedAxis(codes, [1.0, 2.0])
    codes[0] = 1
    assert axis.codes.tolist() == [0, 1, 1]
    with pytest.raises(ValueError, match="read-only"):
        axis.codes[0] = 1


def test_the_size_of_a_map_is_that_of_its_graph() -> None:
    assert covey.AreaAxis([0, -1], covey.Graph.from_edges(7, [(0, 1)])).size == 7


def test_a_map_without_areas_and_labels_without_a_label_are_refused() -> None:
    with pytest.raises(covey.InvalidInput, match="one area or more"):
        covey.AreaAxis([0], covey.Graph.from_edges(0, []))
    with pytest.raises(covey.InvalidInput, match="one label or more"):
        covey.LabelAxis([0], 0)


def test_coordinates_come_in_pairs() -> None:
    with pytest.raises(covey.InvalidInput, match="2 x codes, but 1 y codes"):
        covey.PlaceAxis([0, 0], [0], [1.0], [1.0])


def test_codes_are_one_list() -> None:
    with pytest.raises(covey.InvalidInput, match="one list of whole numbers"):
        covey.LabelAxis([[0, 1]], 2)
    with pytest.raises(covey.InvalidInput, match="one list of numbers"):
        covey.OrderedAxis([0], ["a"])


@pytest.mark.parametrize("tops", [[1], [1, 1], [3, 4], [1, np.nan], ["a", "b"]])
def test_tops_lie_between_positions(tops: list[Any]) -> None:
    with pytest.raises(covey.InvalidInput, match=r"Tops are|A top is"):
        covey.OrderedAxis([0, 1], [1, 2], tops)
    assert covey.OrderedAxis([0, 1], [1, 2]).tops.tolist() == [1, 2]
    assert covey.OrderedAxis([0, 1], [1, 2], [2, 5]).tops.tolist() == [2, 5]
