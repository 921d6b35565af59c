"""Which classes may be merged, so that their union is a set of the kind again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

Group = tuple[int, ...]
"""Numbers of classes. Classes that exist are numbered from 0 on, each union gets the next number.
"""


class Unions(Protocol):
    """Which classes may be merged: their union is a set of the kind again."""

    def unions(self, number: int) -> Iterator[Group]:
        """Groups of classes, the given one among them, whose union is a set of the kind."""

    def merge(self, group: Group, union: int) -> None:
        """The classes of a group are one from now on."""


class Neighbours:
    """Classes that may be merged if they are neighbours: runs of an order, regions of a map."""

    def __init__(self, pairs: Iterable[tuple[int, int]], count: int) -> None:
        self._next: dict[int, set[int]] = {number: set() for number in range(count)}
        for one, other in pairs:
            if one != other:
                self._next[one].add(other)
                self._next[other].add(one)

    def unions(self, number: int) -> Iterator[Group]:
        return ((number, other) for other in sorted(self._next[number]))

    def merge(self, group: Group, union: int) -> None:
        around = set().union(*(self._next.pop(each) for each in group)) - set(group)
        for other in around:
            self._next[other] -= set(group)
            self._next[other].add(union)
        self._next[union] = around
