"""Bounds of cells."""

from __future__ import annotations

import numpy as np

from covey import solve
from covey.cells.axes import LabelAxis
from covey.cells.bound import Withheld
from covey.cells.problem import CellProblem


def test_a_bound_holds_for_those_who_withhold_a_part_of_a_combination() -> None:
    """The same records, once each combination as one row and once every record as a row."""
    weights = np.array([20, 9, 8])
    together = CellProblem([LabelAxis(np.arange(3), 3)], weights, k=8, suppress=6)
    single = CellProblem(
        [LabelAxis(np.repeat(np.arange(3), weights), 3)],
        np.ones(weights.sum(), dtype=np.int64),
        k=8,
        suppress=6,
    )
    bounds = [solve(problem).certificate for problem in (together, single)]
    assert bounds == [Withheld(14, 3)] * 2
    assert solve(single).cost == 14
    assert "20 records, of which 6 at most may be withheld" in bounds[0].words(together)
    assert not Withheld(15, 3).holds(together)
