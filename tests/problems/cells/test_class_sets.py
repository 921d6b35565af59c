"""From a tree of cuts to the sets of its classes."""

from __future__ import annotations

from typing import Any

import numpy as np

import covey


def test_sets_as_cut_reach_to_the_next_class_and_tight_ones_to_what_occurs() -> None:
    ages = covey.OrderedAxis([0, 1, 8, 9], np.arange(10.0))
    solution: Any = covey.solve(covey.CellProblem([ages], [2, 2, 2, 2], 4)).solution
    (cut,), (tight,) = solution.sets, solution.tight()
    assert cut.low[cut.of_class].tolist()[0] == 0
    assert sorted((cut.high - cut.low + 1).tolist()) != [2, 2]
    assert int((cut.high - cut.low + 1).sum()) == 10
    assert sorted(zip(tight.low.tolist(), tight.high.tolist(), strict=True)) == [(0, 1), (8, 9)]


def test_a_region_as_cut_has_the_areas_without_records() -> None:
    graph = covey.Graph.from_edges(5, [(v, v + 1) for v in range(4)])
    axis = covey.AreaAxis([0, 4], graph)
    solution: Any = covey.solve(covey.CellProblem([axis], [3, 3], 3)).solution
    (cut,), (tight,) = solution.sets, solution.tight()
    assert sorted(cut.sizes.tolist()) != [1, 1]
    assert int(cut.sizes.sum()) == 5
    assert tight.sizes.tolist() == [1, 1]
