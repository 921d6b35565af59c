"""What the laws trust: brute force and a checker that share nothing with covey."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

NOWHERE = 1 << 60


def least_largest(weights: NDArray[np.int64], k: int) -> int:
    """The optimum of max-size, over all partitions."""
    return int(_least(_positive(weights), k, NOWHERE - 1, False))


def least_quadratic(weights: NDArray[np.int64], k: int, largest: int = NOWHERE - 1) -> int:
    """The optimum of quadratic, over all partitions into classes of at most ``largest``."""
    return int(_least(_positive(weights), k, largest, True))


def optimum(weights: NDArray[np.int64], k: int, objective: str) -> int:
    return (least_largest if objective == "max-size" else least_quadratic)(weights, k)


def _positive(weights: NDArray[np.int64]) -> NDArray[np.int64]:
    return weights[weights > 0].astype(np.int64)


def _least(weights: NDArray[np.int64], k: int, largest: int, quadratic: bool) -> int:
    """Dynamic program over subsets: the class of the lowest item is chosen among all.

    Bit i of a subset stands for item i. Subsets are taken by their lowest item, the last item
    first: then the rest of every subset is known.
    """
    count = len(weights)
    weight = np.zeros(1 << count, dtype=np.int64)
    best = np.full(1 << count, NOWHERE, dtype=np.int64)
    best[0] = 0
    for low in reversed(range(count)):
        step = 1 << low
        subsets = np.arange(0, 1 << count, 2 * step)  # of the items after this one
        weight[subsets + step] = weight[subsets] + weights[low]
        whole, taken, starts = _parts(count - low - 1)
        size = weight[taken * 2 * step + step]
        rest = best[(whole ^ taken) * 2 * step]
        cost = rest + size * (size - k) if quadratic else np.maximum(rest, size)
        cost[(size < k) | (size > largest) | (rest == NOWHERE)] = NOWHERE
        best[subsets + step] = np.minimum.reduceat(cost, starts)
    return int(best[-1])


@cache
def _parts(count: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All pairs of a subset of so many items and a part of it, by subset, and where each subset
    begins."""
    whole = taken = np.zeros(1, dtype=np.int64)
    for bit in (1 << item for item in range(count)):
        # An item is in neither, in the subset alone, or in both.
        whole = np.concatenate([whole, whole | bit, whole | bit])
        taken = np.concatenate([taken, taken, taken | bit])
    order = np.argsort(whole, kind="stable")
    whole, taken = whole[order], taken[order]
    return whole, taken, np.flatnonzero(np.diff(whole, prepend=-1))


def refuse_unless_partition(
    weights: list[int], classes: list[int], sizes: list[int], at_least: int
) -> None:
    """Every label in one class, every class of a size that is its members' sum, none too small."""
    assert len(classes) == len(weights)
    recount: dict[int, int] = defaultdict(int)
    for label, weight in zip(classes, weights, strict=True):
        recount[label] += weight
    assert sorted(recount) == list(range(len(sizes)))
    assert [recount[number] for number in range(len(sizes))] == sizes
    assert min(sizes) >= at_least


def scheme_by_enumeration(weights: list[int], k: int, eps: Fraction) -> int:
    """The paper's scheme exactly: every type, completed greedily, the best taken.

    Exponential: for tiny instances only. Sizes are scaled so that k is 1.
    """
    scaled = [Fraction(weight, k) for weight in weights if weight]
    large = [size for size in scaled if size >= eps]
    small = [size for size in scaled if size < eps]
    bins_at_most = int(sum(scaled))
    seen, best = set(), None
    for partition in _partitions(large):
        for empty in range(bins_at_most - len(partition) + 1):
            type_ = tuple(sorted(tuple(sorted(_round(x, eps) for x in part)) for part in partition))
            if (type_, empty) in seen:
                continue
            seen.add((type_, empty))
            levels = [sum(part, Fraction(0)) for part in partition] + [Fraction(0)] * empty
            cost = _complete(levels, small)
            best = cost if best is None else min(best, cost)
    assert best is not None
    return int(best * k)


def _round(size: Fraction, eps: Fraction) -> Fraction:
    level = eps
    while level * (1 + eps) <= size:
        level *= 1 + eps
    return level


def _complete(levels: list[Fraction], small: list[Fraction]) -> Fraction:
    levels = list(levels)
    for size in small:
        levels[levels.index(min(levels))] += size
    while min(levels) < 1 and len(levels) > 1:
        levels.sort()
        levels[:2] = [levels[0] + levels[1]]
    return max(levels)


def _partitions(items: list[Fraction]) -> Iterator[list[list[Fraction]]]:
    if not items:
        yield []
        return
    first, *others = items
    for partition in _partitions(others):
        for place in range(len(partition)):
            yield [*partition[:place], [first, *partition[place]], *partition[place + 1 :]]
        yield [[first], *partition]
