from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.cells.axes.axis import Line
from covey.problems.cells.axes.ordered import line_shares
from covey.problems.cells.sets import OrderedSets
from tests.problems.cells.tables import numbers


@pytest.mark.parametrize("tops", [[1], [1, 1], [3, 4], [1, np.nan], ["a", "b"]])
def test_tops_lie_between_positions(tops: list[Any]) -> None:
    with pytest.raises(covey.InvalidInput, match=r"Tops are|A top is"):
        covey.OrderedAxis([0, 1], [1, 2], tops)
    assert covey.OrderedAxis([0, 1], [1, 2]).tops.tolist() == [1, 2]
    assert covey.OrderedAxis([0, 1], [1, 2], [2, 5]).tops.tolist() == [2, 5]


def test_a_range_costs_its_share_of_the_width() -> None:
    axis = covey.OrderedAxis([0, 1, 2, -1], [0, 10, 40])
    sets = OrderedSets(numbers(0, 1), numbers(0, 1), numbers(1, 2))
    assert axis.penalties(sets).tolist() == [0.25, 0.75]


def test_on_a_larger_scale_a_range_costs_less() -> None:
    axis, scale = covey.OrderedAxis([0, 1], [0, 10]), covey.OrderedAxis([0, 1, 2], [0, 10, 40])
    sets = OrderedSets(numbers(0), numbers(0), numbers(1))
    assert axis.penalties(sets, scale).tolist() == [0.25]
    assert axis.penalties(sets).tolist() == [1.0]


def test_a_band_costs_its_own_width() -> None:
    axis = covey.OrderedAxis([0, 1, 2], [0, 10, 30], [4, 19, 40])
    sets = OrderedSets(numbers(0, 1, 2), numbers(0, 1, 0), numbers(0, 2, 2))
    assert axis.penalties(sets).tolist() == [0.1, 0.75, 1.0]


def test_widths_beyond_all_doubles_are_shares_all_the_same() -> None:
    axis = covey.OrderedAxis([0, 1, 2], [-1.5e308, 0, 1.5e308])
    sets = OrderedSets(numbers(0), numbers(0), numbers(1))
    assert axis.penalties(sets).tolist() == [0.5]
    assert line_shares(axis.line)[0].tolist() == [0, 0.5, 1]


def test_an_axis_of_one_value_costs_nothing() -> None:
    sets = OrderedSets(numbers(0), numbers(0), numbers(0))
    assert covey.OrderedAxis([0], [7]).penalties(sets).tolist() == [0.0]


@pytest.mark.parametrize("method", ["auto", "nested", "typed"])
def test_an_axis_without_values_is_refused_in_words(method: str) -> None:
    problem = covey.CellProblem([covey.OrderedAxis([-1, -1], [])], [3, 3], 3)
    with pytest.raises(covey.InvalidInput, match="Axis 0 has no values"):
        covey.solve(problem, method=method)


def test_a_line_without_values_has_no_width() -> None:
    nothing = np.zeros(0)
    assert Line(nothing, nothing).half_width == 0
