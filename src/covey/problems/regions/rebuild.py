"""What surrounds the heaviest region, built again by the integer program.

Where a region has only a few areas, random trees rarely have the one split that fits, but all
regions around the heaviest one can be listed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.stop import Watch
from covey.problems.regions.descent import Aim, Limits, Regions, Weights
from covey.problems.regions.exact import Candidates, candidates, choose
from covey.problems.regions.graph import Graph
from covey.problems.regions.problem import RegionProblem, Second

SURROUNDINGS = (8, 14)
"""How many regions are built again together, one attempt after the other."""

MOST_REGIONS = 10_000
NODES = 50
"""An attempt with more candidates or more nodes of the search tree is given up: these are the same
on every machine, seconds are not."""


def rebuild(
    problem: RegionProblem,
    weights: Weights,
    regions: Regions,
    limits: Limits,
    aim: Aim,
    watch: Watch,
) -> bool:
    """Replace the heaviest region and those around it by lighter ones, if there are such."""
    sizes = regions.capped if aim == Aim.CAPPED else regions.records
    worst = int(np.argmax(sizes))
    below = int(sizes[worst]) - 1
    region = regions.region
    for wanted in SURROUNDINGS:
        if watch.expired:
            break
        areas = _around(problem.graph, region, worst, wanted)
        part, heavy = _part(problem, weights, areas, aim)
        # Regions that are all lighter than the heaviest one: whichever are chosen, it is gone.
        listed = candidates(part, below, MOST_REGIONS)
        if listed is None:
            break
        # The aim looks at one weight of a region. The other one must keep within its own limit.
        listed = _within(listed, heavy, limits.most if aim == Aim.CAPPED else limits.most_capped)
        found, _ = choose(part, listed, below, False, watch, NODES)
        if found is not None:
            regions.replace(areas, found.classes)
            return True
    return False


def _around(graph: Graph, region: NDArray[np.int32], first: int, wanted: int) -> NDArray[np.int32]:
    """The areas of a region and of the regions nearest to it, by the number of borders between."""
    inside = region == first
    numbers = {first}
    while len(numbers) < wanted:
        ends = inside[graph.edges]
        next_to = region[graph.edges[ends[:, 0] & ~ends[:, 1], 1]].tolist()
        next_to += region[graph.edges[ends[:, 1] & ~ends[:, 0], 0]].tolist()
        # Sorted, so that the same ones are chosen everywhere.
        ring = sorted(set(next_to))
        if not ring:
            break
        chosen = ring[: wanted - len(numbers)]
        numbers.update(chosen)
        inside |= np.isin(region, chosen)
    return np.flatnonzero(inside).astype(np.int32)


def _part(
    problem: RegionProblem, weights: Weights, areas: NDArray[np.int32], aim: Aim
) -> tuple[RegionProblem, NDArray[np.int64]]:
    """The problem of some areas alone, with the weights that the aim is about, and the others."""
    place = np.full(problem.graph.count, -1, dtype=np.int64)
    place[areas] = np.arange(len(areas))
    edges = place[problem.graph.edges]
    second = problem.second
    part = RegionProblem(
        (weights.capped if aim == Aim.CAPPED else weights.records)[areas],
        edges[(edges >= 0).all(axis=1)],
        problem.k,
        second=second and Second(second.weights[areas], second.at_least, second.name),
    )
    return part, (weights.records if aim == Aim.CAPPED else weights.capped)[areas]


def _within(listed: Candidates, others: NDArray[np.int64], most: int) -> Candidates:
    """Only candidates whose other weights are within their limit."""
    if len(listed.weights) == 0:
        return listed
    heavy = np.add.reduceat(others[listed.areas], listed.starts[:-1])
    return listed.only(heavy <= most)
