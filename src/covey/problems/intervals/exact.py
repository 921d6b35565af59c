"""Dynamic programs over prefix sums: the smallest maximum, and the least sum of squares.

P[i] is the weight of the first i values. A solution is a chain 0 = i_0 < i_1 < ... = n whose links
weigh P[i_{t+1}] - P[i_t], from k to some K.
"""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.core.lower_bounds import least_largest
from covey.problems.intervals.approx import sweep
from covey.problems.intervals.problem import IntervalProblem

NOWHERE = 1 << 62

FEW = 8
"""Allowed starts per end, on average, up to which looking at each beats keeping a hull."""


def least_chain(problem: IntervalProblem) -> NDArray[np.int64]:
    """Starts of the classes of an optimal solution.

    max-size: the smallest K for which a chain exists, by bisection; then the least quadratic cost
    among the chains within it. quadratic: the least cost of all chains.
    """
    sums = prefix_sums(problem.weights)
    heaviest = int(problem.weights.max())
    cap = 2 * (problem.k - 1) + heaviest  # a heavier link can be cut in two at a gain
    if problem.objective == "max-size":
        started = sweep(problem.weights, problem.k)
        high = int(np.add.reduceat(problem.weights, started).max())
        low, _ = least_largest(problem)
        cap = min(cap, _smallest_cap(sums, problem.k, heaviest, low, high))
    return _cheapest(sums, problem.k, cap)


def prefix_sums(weights: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(weights)])


def _smallest_cap(sums: NDArray[np.int64], k: int, heaviest: int, low: int, high: int) -> int:
    """The least K in [low, high] with a chain; there is one at ``high``.

    The optimum is mostly at the bound or near it, so steps grow from there before they shrink.
    """
    sources = allowed_sources(sums, k)
    step = 1
    while low < high:
        middle = min(low + step - 1, (low + high) // 2)
        if chain_exists(sums, sources, middle, middle - k >= heaviest):
            high = middle
        else:
            low = middle + 1
            step *= 2
    return low


def _cheapest(sums: NDArray[np.int64], k: int, cap: int) -> NDArray[np.int64]:
    """Starts of the chain within ``cap`` whose sum of squares is least."""
    if int(sums[-1]) * cap >= NOWHERE // 4:
        return trace(np.array(_cheapest_links_of_any_size(sums.tolist(), k, cap)))
    cost = np.full(len(sums), NOWHERE, dtype=np.int64)
    before = np.full(len(sums), -1, dtype=np.int64)
    starts_per_end = (cap - k + 1) * (len(sums) - 1) / int(sums[-1])
    links = cheapest_links_by_scanning if starts_per_end < FEW else cheapest_links
    links(sums, k, cap, cost, before)
    return trace(before)


def _cheapest_links_of_any_size(sums: list[int], k: int, cap: int) -> list[int]:
    """As cheapest_links, for squares beyond 64 bits: plain loops on Python's own numbers."""
    nowhere = sums[-1] ** 2 + 1
    cost, before = [0], [-1]
    for weight in sums[1:]:
        best, source = nowhere, -1
        i = bisect_right(sums, weight - k) - 1
        while i >= 0 and weight - sums[i] <= cap:
            if cost[i] + (weight - sums[i]) ** 2 < best:
                best, source = cost[i] + (weight - sums[i]) ** 2, i
            i -= 1
        cost.append(best)
        before.append(source)
    return before


@kernel
def trace(before: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the links of the chain to the end begin, from the first to the last."""
    count = 0
    at = len(before) - 1
    while at > 0:
        at = before[at]
        count += 1
    starts = np.empty(count, dtype=np.int64)
    at = len(before) - 1
    while at > 0:
        at = before[at]
        count -= 1
        starts[count] = at
    return starts


@kernel
def allowed_sources(sums: NDArray[np.int64], k: int) -> NDArray[np.int32]:
    """For each end, how many of the first positions are at least k before it."""
    sources = np.empty(len(sums), dtype=np.int32)
    last = 0
    for j in range(len(sums)):
        while sums[last] <= sums[j] - k:
            last += 1
        sources[j] = last
    return sources


@kernel
def chain_exists(
    sums: NDArray[np.int64], sources: NDArray[np.int32], cap: int, no_gaps: bool
) -> bool:
    """Whether a chain of links from k to cap reaches the end: a sliding window over the prefixes.

    ``no_gaps`` says that no value weighs more than cap - k, so that every window holds a position:
    once all positions of a stretch of weight cap are reached, so are all after it.
    """
    places = len(sums)
    reached_before = np.empty(places + 1, dtype=np.int32)
    reached_before[0] = 0
    reached_before[1] = 1
    first = 0
    newest = 0
    unbroken_from = 0
    for j in range(1, places):
        while sums[first] < sums[j] - cap:
            first += 1
        if newest < first:
            return False
        reached = sources[j] > first and reached_before[sources[j]] > reached_before[first]
        reached_before[j + 1] = reached_before[j] + reached
        if reached:
            newest = j
            if no_gaps and sums[j] - sums[unbroken_from] >= cap:
                return True
        else:
            unbroken_from = j + 1
    return newest == places - 1


@kernel
def cheapest_links_by_scanning(
    sums: NDArray[np.int64],
    k: int,
    cap: int,
    cost: NDArray[np.int64],
    before: NDArray[np.int64],
) -> None:
    """As cheapest_links, by looking at every allowed source: faster where they are few."""
    cost[0] = 0
    last = 0
    for j in range(1, len(sums)):
        while sums[last] <= sums[j] - k:
            last += 1
        i = last - 1
        while i >= 0 and sums[j] - sums[i] <= cap:
            through = cost[i] + (sums[j] - sums[i]) ** 2
            if through < cost[j]:
                cost[j] = through
                before[j] = i
            i -= 1


@kernel
def _turn(sums: NDArray[np.int64], cost: NDArray[np.int64], a: int, b: int) -> int:
    """Of a < b, b is at least as good as a for an end at weight x exactly if 2x >= this."""
    threshold: int = -((cost[a] - cost[b]) // (sums[b] - sums[a])) + sums[a] + sums[b]
    return threshold


@kernel
def cheapest_links(
    sums: NDArray[np.int64],
    k: int,
    cap: int,
    cost: NDArray[np.int64],
    before: NDArray[np.int64],
) -> None:
    """cost[j] = min over i with k <= P[j] - P[i] <= cap of cost[i] + (P[j] - P[i])^2.

    The allowed i are a window whose ends only move right. It is held as two halves that meet at a
    checkpoint: the left half's answers are worked out for all j at once when the checkpoint is set,
    from right to left; the right half only grows. Either is a convex hull walked in one direction,
    so all of it is linear.
    """
    places = len(sums)
    nowhere = cost[0]
    cost[0] = 0
    left_best = np.full(places, -1, dtype=np.int64)
    # turn[s] is where hull[s] overtakes hull[s - 1].
    hull, turn = np.empty(places, dtype=np.int64), np.empty(places, dtype=np.int64)
    left_hull, left_turn = np.empty(places, dtype=np.int64), np.empty(places, dtype=np.int64)
    size = 0
    head = 0
    checkpoint = 0
    first = 0
    allowed = 0
    for j in range(1, places):
        while sums[allowed] <= sums[j] - k:
            i = allowed
            allowed += 1
            if cost[i] < nowhere and (size == 0 or sums[hull[size - 1]] < sums[i]):
                while size > 1 and _turn(sums, cost, hull[size - 1], i) <= turn[size - 1]:
                    size -= 1
                if size > 0:
                    turn[size] = _turn(sums, cost, hull[size - 1], i)
                # What overtakes the best so far for good is the best now.
                head = min(head, size)
                hull[size] = i
                size += 1
        while sums[first] < sums[j] - cap:
            first += 1
        if first >= allowed:
            continue
        if first >= checkpoint:
            _answer_left(
                sums, cap, cost, nowhere, first, allowed, j, left_hull, left_turn, left_best
            )
            checkpoint = allowed
            size = 0
            head = 0
        best = left_best[j]
        if size > 0:
            while head + 1 < size and 2 * sums[j] >= turn[head + 1]:
                head += 1
            i = hull[head]
            if (
                best < 0
                or cost[i] + (sums[j] - sums[i]) ** 2 < cost[best] + (sums[j] - sums[best]) ** 2
            ):
                best = i
        if best >= 0:
            cost[j] = cost[best] + (sums[j] - sums[best]) ** 2
            before[j] = best


@kernel
def _answer_left(
    sums: NDArray[np.int64],
    cap: int,
    cost: NDArray[np.int64],
    nowhere: int,
    first: int,
    checkpoint: int,
    j: int,
    hull: NDArray[np.int64],
    turn: NDArray[np.int64],
    best: NDArray[np.int64],
) -> None:
    """The best start below the checkpoint for every end from j on that may still use one."""
    end = j
    while end + 1 < len(sums) and sums[end + 1] - cap <= sums[checkpoint - 1]:
        end += 1
    size = 0
    head = 0
    i = checkpoint - 1
    while end >= j:
        while i >= first and sums[i] >= sums[end] - cap:
            if cost[i] < nowhere and (size == 0 or sums[hull[size - 1]] > sums[i]):
                while size > 1 and _turn(sums, cost, i, hull[size - 1]) >= turn[size - 1]:
                    size -= 1
                if size > 0:
                    turn[size] = _turn(sums, cost, i, hull[size - 1])
                head = min(head, size)
                hull[size] = i
                size += 1
            i -= 1
        if size > 0:
            while head + 1 < size and 2 * sums[end] < turn[head + 1]:
                head += 1
            best[end] = hull[head]
        end -= 1
