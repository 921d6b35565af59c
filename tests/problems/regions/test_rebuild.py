"""The surroundings of the heaviest region, built again by the integer program."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.regions.descent import Aim, Limits, Weights, partition
from covey.problems.regions.problem import RegionProblem
from covey.problems.regions.rebuild import rebuild


def test_a_region_that_could_be_lighter_is_built_again() -> None:
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    problem = RegionProblem([3, 3, 3, 3, 3, 3], edges, 5)
    weights = Weights(problem.weights, problem.weights, np.zeros(6, dtype=np.int64))
    regions = partition(problem.graph, weights, np.array([0, 0, 0, 0, 1, 1], np.int32), 0)
    limits = Limits(5, 0, 12, 12)
    watch = covey.Stop().start()
    heaviest = [12]
    while rebuild(problem, weights, regions, limits, Aim.RECORDS, watch):
        heaviest.append(int(regions.records.max()))
    assert heaviest == sorted(set(heaviest), reverse=True)
    assert sorted(size for size in regions.records.tolist() if size >= 0) == [6, 6, 6]
