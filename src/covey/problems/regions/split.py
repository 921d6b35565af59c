"""Split a tree into pieces within limits: a dynamic program over the weights of open pieces."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel

CUT_OFF = -1
"""In place of a state of v: the piece below v is closed."""


class Limits(NamedTuple):
    """What a piece must reach and must not exceed.

    A piece has records, records with every area capped at k (so that one giant does not hide all
    else), and second weights. The capped records count for its size in the program.
    """

    k: int
    second: int
    most: int
    most_capped: int


class Weights(NamedTuple):
    """Records, records capped at k, and second weights, area by area."""

    records: NDArray[np.int64]
    capped: NDArray[np.int64]
    second: NDArray[np.int64]


@kernel
def split_tree(
    parent: NDArray[np.int32], weights: Weights, limits: Limits, buckets: int
) -> tuple[NDArray[np.int32], float, int]:
    """Pieces within the limits with the least sum of squared records, as far as the buckets tell.

    Vertices are numbered so that ``parent[v] < v``; the root is 0. Handed back are the number of
    each vertex's piece (an empty array if no split was found), the sum of squares, and how much
    work it was.

    Every vertex has a list of *states* of its open piece: what it weighs, and the least sum of
    squares of the pieces closed below. States whose capped weights fall into the same one of
    ``buckets`` equal ranges are one, the cheapest: that is what makes this quick, and not exact.
    """
    count = len(parent)
    records, capped, second = weights
    nothing = np.empty(0, np.int32)
    states = np.ones(count, np.int32)
    in_records = np.empty((count, buckets), np.int64)
    in_capped = np.empty((count, buckets), np.int64)
    in_second = np.empty((count, buckets), np.int64)
    cost = np.empty((count, buckets), np.float64)
    # The merge of v into its parent made the parent's state b from its own earlier state
    # ``earlier[v, b]`` and from v's state ``taken[v, b]``, or from cutting v off.
    earlier = np.empty((count, buckets), np.int16)
    taken = np.empty((count, buckets), np.int16)
    closing = np.full(count, -1, np.int32)
    for v in range(count):
        in_records[v, 0] = records[v]
        in_capped[v, 0] = capped[v]
        in_second[v, 0] = second[v]
        cost[v, 0] = 0.0
    slot = np.full(buckets, -1, np.int32)
    new_records = np.empty(buckets, np.int64)
    new_capped = np.empty(buckets, np.int64)
    new_second = np.empty(buckets, np.int64)
    new_cost = np.empty(buckets, np.float64)
    scale = buckets / (limits.most_capped + 1.0)
    work = 0
    total = 0.0
    for v in range(count - 1, -1, -1):
        # Close the open piece at v in the cheapest way.
        cheapest = np.inf
        for b in range(states[v]):
            if in_records[v, b] >= limits.k and in_second[v, b] >= limits.second:
                whole = cost[v, b] + float(in_records[v, b]) ** 2
                if whole < cheapest:
                    cheapest = whole
                    closing[v] = b
        if v == 0:
            total = cheapest
            break
        p = parent[v]
        slot[:] = -1
        filled = 0
        for a in range(states[p]):
            work += states[v] + 1
            for b in range(CUT_OFF, states[v]):
                r, c, s = in_records[p, a], in_capped[p, a], in_second[p, a]
                whole = cost[p, a]
                if b == CUT_OFF:
                    whole += cheapest
                    if whole == np.inf:
                        continue
                else:
                    r += in_records[v, b]
                    c += in_capped[v, b]
                    s += in_second[v, b]
                    whole += cost[v, b]
                    if c > limits.most_capped or r > limits.most:
                        continue
                # Rounding may reach the end of the last range where weights are near 2^53.
                bucket = min(int(c * scale), buckets - 1)
                place = slot[bucket]
                if place < 0:
                    place = slot[bucket] = filled
                    filled += 1
                elif whole > new_cost[place] or (
                    whole == new_cost[place] and s <= new_second[place]
                ):
                    continue
                new_records[place] = r
                new_capped[place] = c
                new_second[place] = s
                new_cost[place] = whole
                earlier[v, place] = a
                taken[v, place] = b
        if filled == 0:
            return nothing, np.inf, work
        states[p] = filled
        for place in range(filled):
            in_records[p, place] = new_records[place]
            in_capped[p, place] = new_capped[place]
            in_second[p, place] = new_second[place]
            cost[p, place] = new_cost[place]
    if closing[0] < 0:
        return nothing, np.inf, work
    # Merges are undone in the opposite order, which is that of the vertices.
    state = np.empty(count, np.int32)
    piece = np.empty(count, np.int32)
    state[0] = closing[0]
    piece[0] = 0
    pieces = 1
    for v in range(1, count):
        p = parent[v]
        merged = state[p]
        state[p] = earlier[v, merged]
        if taken[v, merged] == CUT_OFF:
            state[v] = closing[v]
            piece[v] = pieces
            pieces += 1
        else:
            state[v] = taken[v, merged]
            piece[v] = piece[p]
    return piece, total, work
