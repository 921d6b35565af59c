"""The labels as the algorithms see them: whole-number sizes, heaviest first."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey._native import labels as native
from covey.core.dataclass import dataclass


@dataclass(frozen=True, eq=False)
class Items:
    """Positive sizes, sorted down, each distinct one once with its number of copies.

    Sorted position p stands for the p-th label, the heaviest first. Labels of equal size keep their
    order, so that the answer does not depend on the machine's sorting routine. Labels of weight 0
    are left out.
    """

    distinct: NDArray[np.int64]
    copies: NDArray[np.int64]
    k: int

    heavy_labels: NDArray[np.int32]
    """The labels of at least ``native.HEAVY``, at the first positions. Lighter labels are only
    counted: their positions follow from their sizes."""

    @classmethod
    def of(cls, weights: NDArray[np.int64], k: int) -> Items:
        distinct, copies, heavy = native.tally(weights)
        if len(heavy) == 0:
            return cls(distinct, copies, k, heavy)
        # Light labels are only counted by size (native.HEAVY is 2^16): tables about people have
        # mostly small counts, and few labels have to be sorted.
        heavy = heavy[_descending(weights[heavy])]
        heavy_distinct, heavy_copies = _runs(weights[heavy])
        return cls(
            np.concatenate([heavy_distinct, distinct]),
            np.concatenate([heavy_copies, copies]),
            k,
            heavy,
        )

    @classmethod
    def from_sizes(cls, sizes: NDArray[np.int64], k: int) -> Items:
        """Items from sizes that are sorted down already."""
        distinct, copies = _runs(sizes)
        heavy = np.flatnonzero(sizes >= native.HEAVY).astype(np.int32)
        return cls(distinct, copies, k, heavy)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Every size, sorted down."""
        return np.repeat(self.distinct, self.copies)

    def heaviest(self, count: int) -> NDArray[np.int64]:
        """The first ``count`` sizes."""
        distinct, copies = self.distinct[:count], self.copies[:count]
        # Of each size as many copies as are among the first count, given how many stand before.
        return np.repeat(distinct, np.clip(count - (np.cumsum(copies) - copies), 0, copies))

    @cached_property
    def total(self) -> int:
        return int((self.distinct * self.copies).sum())

    @property
    def largest(self) -> int:
        return int(self.distinct[0])

    def __len__(self) -> int:
        return int(self.copies.sum())

    @cached_property
    def unit(self) -> int:
        """The greatest common divisor of the sizes: class sizes are its multiples."""
        # Most tables have a common divisor of 1, which a few sizes show.
        some = int(np.gcd.reduce(self.distinct[-1000:]))
        return 1 if some == 1 else int(np.gcd.reduce(self.distinct))

    @cached_property
    def reduced(self) -> Items:
        """The same items in units of their greatest common divisor; k rounded up to match."""
        if self.unit == 1:
            return self
        k = -(-self.k // self.unit)
        return Items(self.distinct // self.unit, self.copies, k, self.heavy_labels)

    @cached_property
    def oversize(self) -> int:
        """How many items reach k by themselves: the first ones."""
        return int(self.copies[self.distinct >= self.k].sum())

    @cached_property
    def most_classes(self) -> int:
        """No solution has more classes: one for each oversize item, and the others fill no more."""
        others = self.distinct < self.k
        rest = int((self.distinct[others] * self.copies[others]).sum())
        return self.oversize + rest // self.k

    def loads(self, bins: NDArray[np.int32]) -> NDArray[np.int64]:
        """Weight per bin, for bins given by sorted position."""
        return native.loads(bins, self.distinct, self.copies)

    def by_label(
        self, bins: NDArray[np.int32], weights: NDArray[np.int64]
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Class by label and weight by class, from bins by sorted position; heaviest class first.

        ``weights`` are those that the items were made from. Labels without records get the lightest
        class: they change nothing, but need a name.
        """
        return native.by_label(weights, self.heavy_labels, self.distinct, self.copies, bins)


def _descending(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Stable order, largest first."""
    if len(sizes) < 2:
        return np.arange(len(sizes))
    bits = (len(sizes) - 1).bit_length()
    largest = int(sizes.max())
    # Size and position do not fit into one positive number of 64 bits.
    if largest.bit_length() + bits > 63:
        return np.argsort(-sizes, kind="stable")
    # Size and position in one number: numpy's vectorized sort of it is several times as fast.
    packed = np.sort(((largest - sizes) << bits) | np.arange(len(sizes)))
    return packed & ((1 << bits) - 1)


def _runs(descending: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Distinct values of a sorted array and how often each stands in it."""
    starts = np.flatnonzero(np.diff(descending, prepend=-1))
    return descending[starts], np.diff(starts, append=len(descending))
