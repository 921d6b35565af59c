"""The sensitive values behind the items of a problem of one attribute."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.requirements.requirement import Sensitive


@dataclass(frozen=True, eq=False)
class Entries:
    """Row i says that ``counts[i]`` records of item ``items[i]`` have the sensitive values of row
    i, and stand for ``population[i]`` people. The items are the problem's own: for rectangles its
    distinct locations.

    >>> Entries([0, 0, 1], [2, 1, 4], [Sensitive("illness", [0, 1, 1], ["flu", "cold"])]).counts
    array([2, 1, 4])
    """

    items: NDArray[np.int32]
    counts: NDArray[np.int64]
    sensitive: tuple[Sensitive, ...]
    population: NDArray[np.int64] | None

    def __init__(
        self,
        items: ArrayLike,
        counts: ArrayLike,
        sensitive: Sequence[Sensitive] = (),
        population: ArrayLike | None = None,
    ) -> None:
        own = np.asarray(items)
        records = validate.counts(counts)
        if own.shape != records.shape or own.dtype.kind not in "iu":
            raise InvalidInput("Entries have the number of an item for every count.")
        people = None if population is None else validate.counts(population)
        # The dataclass is frozen: fields are set past its guard, once.
        for name, value in (
            ("items", own.astype(np.int32)),
            ("counts", records),
            ("sensitive", tuple(sensitive)),
            ("population", people),
        ):
            object.__setattr__(self, name, value)

    def refuse_unless_of(self, weights: NDArray[np.int64], item: str) -> None:
        """The records of all entries of an item are the item's own."""
        if self.items.min() < 0 or self.items.max() >= len(weights):
            raise InvalidInput(f"An entry is of a {item} that is not there.")
        sums = np.zeros(len(weights), dtype=np.int64)
        np.add.at(sums, self.items, self.counts)
        wrong = np.flatnonzero(sums != weights)
        if len(wrong):
            first = int(wrong[0])
            raise InvalidInput(
                f"The {item} at position {first} has {int(weights[first]):,} records, but its"
                f" entries have {int(sums[first]):,}."
            )
