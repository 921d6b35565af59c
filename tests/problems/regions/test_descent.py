"""The partition that the compiled search improves."""

from __future__ import annotations

import numpy as np

from covey.problems.regions.descent import Aim, Limits, Weights, partition
from tests.problems.regions.maps import grid


def test_the_same_seed_gives_the_same_and_more_equal_regions() -> None:
    graph = grid(12, 12)
    ones = np.ones(graph.count, dtype=np.int64)
    weights = Weights(ones, ones, np.zeros_like(ones))
    columns = (np.arange(graph.count) % 12 > 1).astype(np.int32)
    ends = []
    for _ in range(2):
        regions = partition(graph, weights, columns, seed=3)
        limits = Limits(10, 0, 1 << 60, 30)
        regions.descend(limits, Aim.QUADRATIC, 0, 4, 0, 1000, attempts=60, work=10**7)
        assert min(regions.records[regions.records >= 0]) >= 10
        ends.append(regions.region.tolist())
        assert max(regions.records) < 120
    assert ends[0] == ends[1]
