"""A first answer from METIS, and parts below k that join others."""

from __future__ import annotations

import numpy as np

from covey.core.stop import Stop
from covey.problems.regions.problem import RegionProblem
from covey.problems.regions.start import joined, multilevel, spare_above
from tests.problems.regions.maps import grid


def test_parts_are_about_as_heavy_as_wanted() -> None:
    graph = grid(40, 40)
    ones = np.ones(graph.count, dtype=np.int64)
    with multilevel(graph, ones, 50, seed=1) as division:
        parts = division.wait(Stop().start())
    assert parts is not None
    average = graph.count / (int(parts.max()) + 1)
    assert 50 <= average <= 50 * (1 + 2 * spare_above(graph, ones, 50))


def test_too_few_areas_are_left_to_others() -> None:
    graph = grid(2, 2)
    with multilevel(graph, np.ones(4, dtype=np.int64), 2, seed=0) as division:
        assert division.wait(Stop().start()) is None


def test_parts_below_k_join_the_lightest_next_to_them() -> None:
    problem = RegionProblem([9, 1, 5, 5], [(0, 1), (1, 2), (2, 3)], 5)
    found = joined(problem, np.array([0, 1, 2, 3], dtype=np.int32))
    assert found[1] == found[2]
    assert len(set(found.tolist())) == 3


def test_fine_areas_leave_less_to_spare() -> None:
    ones = np.ones(1600, dtype=np.int64)
    assert spare_above(grid(40, 40), ones, 400) < spare_above(grid(40, 40), ones, 4) < 1
