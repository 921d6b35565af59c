"""A first answer from METIS: as many parts as there may be regions, mostly of one size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.problems.regions.approx import second_of
from covey.problems.regions.graph import Graph
from covey.problems.regions.metis import Division, Task
from covey.problems.regions.problem import RegionProblem

MOST_WEIGHT = 2**30
"""METIS counts in 32 bits."""


SPARE = 0.25
"""The spare of parts that have one area each. With more, regions cannot be as light as they could;
with less, many parts are below k, and to mend them takes more time than is left."""


def spare_above(graph: Graph, capped: NDArray[np.int64], k: int) -> float:
    """The share by which parts should be above k on average: fine areas leave little, coarse ones
    more."""
    return float(SPARE / max(graph.count * k / int(capped.sum()), 1.0) ** 0.5)


def multilevel(
    graph: Graph, capped: NDArray[np.int64], k: int, seed: int, hurry: bool = False
) -> Division:
    """Parts of which some are below k, and some not connected; none where there are too few areas
    for METIS. In a ``hurry`` they are halved again and again, which takes a third of the time, and
    gives less equal parts."""
    total = int(capped.sum())
    wanted = int(total / (k * (1 + spare_above(graph, capped, k))))
    # METIS is for many areas to a part. Otherwise the first start is all there is.
    if wanted < 2 or graph.count < 2 * wanted or len(graph.edges) == 0:
        return Division(None)
    # In larger units, if need be.
    unit = -(-total // MOST_WEIGHT)
    return Division(
        Task(
            graph.native.starts.astype(np.int32),
            graph.native.neighbours,
            (capped // unit).astype(np.int32),
            wanted,
            hurry,
            seed % 2**31,
        )
    )


def joined(problem: RegionProblem, region: NDArray[np.int32]) -> NDArray[np.int32]:
    """Every region below a threshold joins the lightest one next to it, until there is none."""
    ends = problem.graph.edges
    second, at_least = second_of(problem)
    while True:
        _, compact = np.unique(region, return_inverse=True)
        region = compact.astype(np.int32)
        records = np.bincount(region, weights=problem.weights)
        others = np.bincount(region, weights=second)
        low = (records < problem.k) | (others < at_least)
        pairs = region[np.concatenate([ends, ends[:, ::-1]])]
        pairs = pairs[(pairs[:, 0] != pairs[:, 1]) & low[pairs[:, 0]]]
        if len(pairs) == 0:
            return region
        # By region below a threshold, and for each its lightest neighbour first.
        pairs = pairs[np.lexsort((pairs[:, 1], records[pairs[:, 1]], pairs[:, 0]))]
        _, first = np.unique(pairs[:, 0], return_index=True)
        leader = list(range(len(records)))
        for one, other in pairs[first].tolist():
            a, b = _leader(leader, one), _leader(leader, other)
            # Others may have joined it in this round: then it may have enough by now.
            if a != b and (records[a] < problem.k or others[a] < at_least):
                leader[a] = b
                records[b] += records[a]
                others[b] += others[a]
        region = np.array([_leader(leader, r) for r in range(len(leader))], np.int32)[region]


def _leader(leader: list[int], region: int) -> int:
    """What a region has become part of; the way there is made shorter."""
    while leader[region] != region:
        leader[region] = leader[leader[region]]
        region = leader[region]
    return region
