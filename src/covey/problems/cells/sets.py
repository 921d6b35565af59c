"""The sets that classes have on an axis: each distinct set once, and for every class its number.

Two sets are special: MISSING_SET holds nothing but missing values, ANY_SET holds all values and
missing ones as well, so that the attribute says nothing.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass

Codes = NDArray[np.int32]

MISSING_SET, ANY_SET = -1, -2
"""Numbers in ``of_class`` that name no set of the table but one of the two special sets."""
OF_VALUES = 0
"""The kind of a class that has neither of these: it has a set of values, whose number is found by
comparing it with those of other classes."""


@dataclass(frozen=True, eq=False)
class OrderedSets:
    """Set s has the ranks ``low[s]`` to ``high[s]``, both included."""

    of_class: NDArray[np.int32]
    low: NDArray[np.int32]
    high: NDArray[np.int32]

    def hold(self, number: NDArray[np.int32], codes: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Whether each code is in the set with the number beside it."""
        return np.asarray((self.low[number] <= codes) & (codes <= self.high[number]))

    def narrowed(self, *numbers: NDArray[np.int64]) -> OrderedSets:
        """The same sets of the values that are left, by their new codes."""
        from covey.problems.cells.narrow import narrowed_ranges

        (own,) = numbers
        of_class, ends = narrowed_ranges(self.of_class, (own, self.low, self.high))
        return OrderedSets(of_class, ends[:, 0], ends[:, 1])


@dataclass(frozen=True, eq=False)
class PlaceSets:
    """Set s has the ranks ``x_low[s]`` to ``x_high[s]`` times ``y_low[s]`` to ``y_high[s]``, all
    included."""

    of_class: NDArray[np.int32]
    x_low: NDArray[np.int32]
    x_high: NDArray[np.int32]
    y_low: NDArray[np.int32]
    y_high: NDArray[np.int32]

    def hold(
        self, number: NDArray[np.int32], x: NDArray[np.int32], y: NDArray[np.int32]
    ) -> NDArray[np.bool_]:
        """Whether each place is in the set with the number beside it."""
        across = (self.x_low[number] <= x) & (x <= self.x_high[number])
        return np.asarray(across & (self.y_low[number] <= y) & (y <= self.y_high[number]))

    def narrowed(self, *numbers: NDArray[np.int64]) -> PlaceSets:
        """The same sets of the places that are left, by the new codes of both coordinates."""
        from covey.problems.cells.narrow import narrowed_ranges

        x, y = numbers
        of_class, ends = narrowed_ranges(
            self.of_class, (x, self.x_low, self.x_high), (y, self.y_low, self.y_high)
        )
        return PlaceSets(of_class, *(ends[:, at] for at in range(4)))


@dataclass(frozen=True, eq=False)
class MemberSets:
    """Sets of labels or areas. Set s has the members ``members[starts[s]:starts[s + 1]]``,
    ascending, ``sizes[s]`` of them.

    They are kept as runs of ``order``: set s is the run ``low[s]:high[s]`` without the runs
    ``without[rest[s]:rest[s + 1]]``. Large maps have regions that are too many and too large to be
    written out all at once; ``members_of`` writes out one.
    """

    of_class: NDArray[np.int32]
    sizes: NDArray[np.int64]
    order: NDArray[np.int32]
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    rest: NDArray[np.int64]
    without: NDArray[np.int32]

    @classmethod
    def from_members(
        cls, of_class: NDArray[np.int32], starts: NDArray[np.int64], members: NDArray[np.int32]
    ) -> MemberSets:
        nothing = np.zeros(len(starts), dtype=np.int64)
        low, high = starts[:-1].astype(np.int32), starts[1:].astype(np.int32)
        none = np.zeros((0, 2), dtype=np.int32)
        return cls(of_class, np.diff(starts), members, low, high, nothing, none)

    def members_of(self, number: int) -> NDArray[np.int32]:
        run = self.order[self.low[number] : self.high[number]]
        gone = self.without[self.rest[number] : self.rest[number + 1]]
        # Runs of the order need not ascend in their members.
        if len(gone):
            run = np.setdiff1d(run, np.concatenate([self.order[a:b] for a, b in gone]))
        return np.sort(run)

    def with_member(self, code: int) -> NDArray[np.bool_]:
        """Which sets have this member."""
        found = np.zeros(len(self.sizes), dtype=bool)
        at = np.flatnonzero(self.members == code)
        # From the place of a member to the set whose run it lies in.
        found[np.searchsorted(self.starts, at, side="right") - 1] = True
        return found

    def hold(self, number: NDArray[np.int32], codes: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Whether each code is in the set with the number beside it. Sets may share members."""
        if not len(self.order):
            return np.zeros(len(codes), dtype=bool)
        width = len(self.order) + 1
        keys = np.sort(self.order * np.int64(width) + np.arange(len(self.order)))
        # The first place of the code from where the run of its set begins.
        asked = codes * np.int64(width) + self.low[number]
        next_key = keys[np.minimum(np.searchsorted(keys, asked), len(keys) - 1)]
        code, place = np.divmod(next_key, width)
        within = (code == codes) & (self.low[number] <= place) & (place < self.high[number])
        # A special set, below 0, is none of these.
        return np.asarray((number >= 0) & within & ~self._taken_away(number, place, width))

    def _taken_away(
        self, number: NDArray[np.int32], place: NDArray[np.int64], width: int
    ) -> NDArray[np.bool_]:
        """Whether each place is in a run that the set with the number beside it goes without."""
        if not len(self.without):
            return np.zeros(len(place), dtype=bool)
        owner = np.repeat(np.arange(len(self.sizes), dtype=np.int64), np.diff(self.rest))
        begin = owner * width + self.without[:, 0]
        order = np.argsort(begin)
        # These runs are apart: only the last one that begins before a place may have it.
        at = np.searchsorted(begin[order], number * np.int64(width) + place, side="right") - 1
        last = order[np.maximum(at, 0)]
        return np.asarray((at >= 0) & (owner[last] == number) & (place < self.without[last, 1]))

    def narrowed(self, *numbers: NDArray[np.int64]) -> MemberSets:
        """The same sets of the labels or areas that are left, by their new codes."""
        from covey.problems.cells.narrow import narrowed_members

        (own,) = numbers
        return narrowed_members(self, own)

    def sums(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """The sum of the members' values, for every set."""
        # Prefix sums over the order: a run is a difference, and so is what was taken away from it.
        before = np.concatenate([[0], np.cumsum(values[self.order])])
        found = before[self.high] - before[self.low]
        owner = np.repeat(np.arange(len(found)), np.diff(self.rest))
        np.subtract.at(found, owner, before[self.without[:, 1]] - before[self.without[:, 0]])
        return np.asarray(found)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        return np.concatenate([[0], np.cumsum(self.sizes)])

    @cached_property
    def members(self) -> NDArray[np.int32]:
        if not len(self.sizes):
            return np.zeros(0, dtype=np.int32)
        return np.concatenate([self.members_of(number) for number in range(len(self.sizes))])


Sets = OrderedSets | PlaceSets | MemberSets
