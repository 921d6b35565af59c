"""What the laws trust about intervals: all ways to cut."""

from __future__ import annotations

from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray


def optimum(weights: NDArray[np.int64], k: int, objective: str) -> int:
    sums = [0, *accumulate(weights.tolist())]
    inner = len(weights) - 1
    costs: list[int] = []
    for cuts in range(1 << inner):
        ends = [0, *(sums[i + 1] for i in range(inner) if cuts >> i & 1), sums[-1]]
        sizes = [high - low for low, high in pairwise(ends)]
        if min(sizes) >= k:
            quadratic = sum(size * (size - k) for size in sizes)
            costs.append(max(sizes) if objective == "max-size" else quadratic)
    return min(costs)


def refuse_unless_intervals(classes: list[int]) -> None:
    assert classes[0] == 0
    assert all(after - before in (0, 1) for before, after in pairwise(classes))
