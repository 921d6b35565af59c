"""Dynamic programs over prefix sums: the smallest maximum, the least loss, and the least sum of
squares.

P[i] is the weight of the first i values. A solution is a chain 0 = i_0 < i_1 < ... = n whose links
weigh P[i_{t+1}] - P[i_t], from k to some K.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from covey._native import intervals as native
from covey.core.lower_bounds import least_largest
from covey.problems.intervals.approx import sweep
from covey.problems.intervals.problem import IntervalProblem


def least_chain(problem: IntervalProblem) -> NDArray[np.int64]:
    """Starts of the classes of an optimal solution.

    max-size: the smallest K for which a chain exists, by bisection; then the least loss among the
    chains within it, or their least quadratic cost, if nobody says where values end. quadratic: the
    least cost of all chains.
    """
    weights, k = problem.weights, problem.k
    cap = 2 * (k - 1) + int(weights.max())  # a heavier link can be cut in two at a gain
    if problem.objective == "max-size":
        # Bisection between what no answer is below and what a sweep reaches.
        high = int(np.add.reduceat(weights, sweep(weights, k)).max())
        low, _ = least_largest(problem)
        cap = min(cap, native.smallest_cap(weights, k, low, high))
        if problem.ends is not None:
            return native.narrowest_chain(weights, *problem.ends, k, cap)
    if problem.total * cap < native.MOST_SQUARES:
        return native.cheapest_chain(weights, k, cap)
    return _cheapest_chain_of_any_size(weights, k, cap)


def _cheapest_chain_of_any_size(weights: NDArray[np.int64], k: int, cap: int) -> NDArray[np.int64]:
    """As native.cheapest_chain, for squares beyond 64 bits: plain loops on Python's integers."""
    sums = [0, *accumulate(weights.tolist())]
    # More than any chain costs: all in one interval is the square of the sum.
    nowhere = sums[-1] ** 2 + 1
    cost, before = [0], [-1]
    for weight in sums[1:]:
        best, source = nowhere, -1
        # From the latest start that leaves k back to the first within the cap.
        i = bisect_right(sums, weight - k) - 1
        while i >= 0 and weight - sums[i] <= cap:
            if cost[i] + (weight - sums[i]) ** 2 < best:
                best, source = cost[i] + (weight - sums[i]) ** 2, i
            i -= 1
        cost.append(best)
        before.append(source)
    # Back from the end along the best starts.
    starts, at = [], len(before) - 1
    while at > 0:
        at = before[at]
        starts.append(at)
    return np.array(starts[::-1], dtype=np.int64)
