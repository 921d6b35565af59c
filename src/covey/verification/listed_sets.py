"""The sets of a column whose sets are lists of values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.codebook.book import MISSING_VALUE, Column
from covey.codebook.texts import OR_MISSING
from covey.core.dataclass import dataclass

Numbers = NDArray[np.int64]
Names = list[str | None]


@dataclass(frozen=True, eq=False)
class Lists:
    """The sets of a column as lists of values: set s has the numbers
    ``members[starts[s] : starts[s + 1]]``, and ``values`` has the value of every number."""

    starts: Numbers
    members: NDArray[np.int32]
    values: list[str | None]
    sizes: Numbers

    @classmethod
    def of(cls, column: Column) -> Lists:
        starts, members = column.listed.by_set(column.count)
        return cls(starts, members, list(column.listed.places), np.diff(starts))

    @property
    def with_missing(self) -> NDArray[np.bool_]:
        """Which sets have the missing value among others."""
        own = np.repeat(np.arange(len(self.sizes)), self.sizes)
        found = np.zeros(len(self.sizes), dtype=bool)
        found[own[self.members == MISSING_VALUE]] = True
        return found & (self.sizes > 1)

    def joined(self, column: Column, role: Role) -> NDArray[np.bool_]:
        """Which sets have missing values only because these count as another value: then every set
        that has missing besides other values is one, all of them have that value, and the text of
        some set says "or missing". Otherwise missing is a label, and no set is one."""
        shared = self.with_missing
        said = [(text or "").endswith(OR_MISSING) for text in column.published.tolist()]
        count_as_another = not role.missing_is_a_label and self._have_a_value_in_common(shared)
        if count_as_another and (shared & np.array(said, dtype=bool)).any():
            return shared
        return np.zeros_like(shared)

    def _have_a_value_in_common(self, some: NDArray[np.bool_]) -> bool:
        members = self.members[np.repeat(some, self.sizes)]
        sets_of_value = np.bincount(members[members != MISSING_VALUE])
        return bool((sets_of_value == some.sum()).any())

    def bare(self, some: NDArray[np.bool_]) -> Lists:
        """The same lists, ``some`` of them without the missing value."""
        kept = (self.members != MISSING_VALUE) | ~np.repeat(some, self.sizes)
        # How many members are kept before each old start.
        starts = np.append(0, np.cumsum(kept))[self.starts]
        return Lists(starts, self.members[kept], self.values, np.diff(starts))

    def own(self, number: int) -> NDArray[np.int32]:
        return self.members[self.starts[number] : self.starts[number + 1]]

    def values_of(self, number: int) -> Names:
        return [self.values[at] for at in self.own(number).tolist()]


def or_missing(names: Names, shared: NDArray[np.bool_]) -> Names:
    pairs = zip(names, shared.tolist(), strict=True)
    return [f"{name}{OR_MISSING}" if also else name for name, also in pairs]
