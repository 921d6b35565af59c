"""What the laws trust about regions: all partitions into connected sets, and plain search."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Areas = tuple[NDArray[np.int64], NDArray[np.int64], int]
"""Weights, pairs of neighbours, and k."""


def optimum(
    areas: Areas, objective: str, second: tuple[NDArray[np.int64], int] | None = None
) -> int:
    """Over all partitions: the first area that is left is in some connected set. ``second`` are
    other weights, and what every set must reach in them."""
    weights, edges, k = areas
    count = len(weights)
    sizes = {
        mask: sum(int(weights[v]) for v in range(count) if mask >> v & 1)
        for mask in range(1, 1 << count)
        if is_connected(mask, edges)
    }
    sizes = {mask: size for mask, size in sizes.items() if size >= k}
    if second is not None:
        others = [[int(w) for v, w in enumerate(second[0]) if mask >> v & 1] for mask in sizes]
        pairs = zip(sizes.items(), others, strict=True)
        sizes = {mask: size for (mask, size), own in pairs if sum(own) >= second[1]}

    @cache
    def least(left: int) -> float:
        if left == 0:
            return 0
        first = left & -left
        best = float("inf")
        for mask, size in sizes.items():
            if mask & first and mask & left == mask:
                rest = least(left & ~mask)
                cost = max(size, rest) if objective == "max-size" else size * (size - k) + rest
                best = min(best, cost)
        return best

    return int(least((1 << count) - 1))


def is_connected(mask: int, edges: NDArray[np.int64]) -> bool:
    """Whether the areas in a set of bits hang together."""
    reached = mask & -mask
    while True:
        before = reached
        for a, b in edges.tolist():
            one, other = 1 << a, 1 << b
            if one & mask and other & mask and (one & reached or other & reached):
                reached |= one | other
        if reached == before:
            return reached == mask


def refuse_unless_connected(edges: NDArray[np.int64], classes: list[int]) -> None:
    """Every region is one piece, by walking through it."""
    neighbours: dict[int, list[int]] = {v: [] for v in range(len(classes))}
    for a, b in edges.tolist():
        neighbours[a].append(b)
        neighbours[b].append(a)
    for number in set(classes):
        inside = {v for v, own in enumerate(classes) if own == number}
        waiting = [min(inside)]
        reached = set(waiting)
        while waiting:
            for u in neighbours[waiting.pop()]:
                if u in inside and u not in reached:
                    reached.add(u)
                    waiting.append(u)
        assert reached == inside
