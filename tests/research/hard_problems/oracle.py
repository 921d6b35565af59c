"""What the tests trust about sources: plain enumeration."""

from __future__ import annotations

from itertools import combinations

from covey.research.hard_problems.matching import ThreeDimensionalMatching


def has_matching(source: ThreeDimensionalMatching) -> bool:
    return any(
        all(len(set(axis)) == source.n for axis in zip(*chosen, strict=True))
        for chosen in combinations(source.triples, source.n)
    )


def has_threes(weights: tuple[int, ...]) -> bool:
    bound = 3 * sum(weights) // len(weights)
    if len(weights) == 3:
        return sum(weights) == bound
    return any(
        weights[0] + weights[i] + weights[j] == bound
        and has_threes(tuple(w for place, w in enumerate(weights) if place not in (0, i, j)))
        for i, j in combinations(range(1, len(weights)), 2)
    )


def has_half(weights: tuple[int, ...]) -> bool:
    return any(
        2 * sum(chosen) == sum(weights)
        for count in range(len(weights) + 1)
        for chosen in combinations(weights, count)
    )
