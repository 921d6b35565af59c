"""Local search: unite a few neighbouring regions, draw a spanning tree on them, split it again.

The loops are in ``native/regions``: ``descent`` draws regions and trees, ``split`` finds the best
split of a tree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey._native.regions import Aim, Limits, Regions
from covey.problems.regions.graph import Graph

__all__ = ["Aim", "Limits", "Regions", "Weights", "partition"]


class Weights(NamedTuple):
    """Records, records capped at k (so that one giant does not hide all else), and second weights,
    area by area."""

    records: NDArray[np.int64]
    capped: NDArray[np.int64]
    second: NDArray[np.int64]


def partition(graph: Graph, weights: Weights, region: NDArray[np.int32], seed: int) -> Regions:
    """Regions, numbered from 0 without gaps, for the search to improve."""
    # The generator has no way out of 0.
    random = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]) or 1
    return Regions(graph.native, *weights, region, random)
