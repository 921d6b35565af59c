"""All ways to part weighted items into groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

Allowed = Callable[[tuple[int, ...]], bool]
"""Whether some items may be a group, whatever the others are."""


def price(objective: str, k: int, size: int) -> int:
    return size if objective == "max-size" else size * (size - k)


def together(objective: str, one: int, other: int) -> int:
    return max(one, other) if objective == "max-size" else one + other


def least(weights: Sequence[int], k: int, objective: str, allowed: Allowed) -> int | None:
    """The least cost, where groups do not depend on each other: best answers of the rest are kept.
    None if there is no answer.

    >>> least([3, 2, 2, 1], 3, "max-size", lambda group: True)
    4
    """
    count = len(weights)
    groups: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for mask in range(1, 1 << count):
        members = tuple(at for at in range(count) if mask >> at & 1)
        size = sum(weights[at] for at in members)
        if size >= k and allowed(members):
            groups[members[0]].append((mask, price(objective, k, size)))

    @cache
    def best(left: int) -> int | None:
        if not left:
            return 0
        first = (left & -left).bit_length() - 1
        found: int | None = None
        for mask, cost in groups[first]:
            if mask & left != mask:
                continue
            rest = best(left & ~mask)
            if rest is not None:
                whole = together(objective, cost, rest)
                found = whole if found is None else min(found, whole)
        return found

    return best((1 << count) - 1)


def partitions(items: Sequence[int]) -> Iterator[list[list[int]]]:
    """
    >>> sum(1 for _ in partitions(range(5)))
    52
    """
    if not items:
        yield []
        return
    first, *others = items
    for found in partitions(others):
        yield [[first], *found]
        for at in range(len(found)):
            yield [*found[:at], [first, *found[at]], *found[at + 1 :]]


def fewer(weights: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """All ways to take away up to ``most`` in all.

    >>> sorted(fewer([1, 2], 1))
    [(0, 2), (1, 1), (1, 2)]
    """
    if not weights:
        yield ()
        return
    for gone in range(min(weights[0], most) + 1):
        for rest in fewer(weights[1:], most - gone):
            yield (weights[0] - gone, *rest)
