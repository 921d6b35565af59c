from __future__ import annotations

import numpy as np

import covey
from covey.problems.alone.regions import RegionKind
from covey.problems.regions.problem import RegionSolution


def test_regions_that_border_on_each_other_are_merged() -> None:
    problem = covey.RegionProblem([3, 3, 3], covey.Graph.from_edges(3, [(0, 1), (1, 2)]), 3)
    own = RegionSolution(np.arange(3, dtype=np.int32), np.full(3, 3))
    assert list(RegionKind(problem).unions(own).unions(0)) == [(0, 1)]
