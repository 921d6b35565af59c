"""The labels as the algorithms see them: whole-number sizes, heaviest first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel

SMALL = 1 << 16
"""Sizes below this are sorted by counting: tables about people have mostly small counts."""


@dataclass(frozen=True, eq=False)
class Items:
    """Positive sizes, sorted down, each distinct one once with its number of copies.

    ``order[p]`` is the label behind sorted position p; equal sizes keep their order, so that the
    answer does not depend on the machine's sorting routine. Labels of weight 0 are left out.
    """

    order: NDArray[np.int32]
    distinct: NDArray[np.int64]
    copies: NDArray[np.int64]
    k: int

    @classmethod
    def of(cls, weights: NDArray[np.int64], k: int) -> Items:
        largest = int(weights.max())
        copies_of, heavy = _tally(weights, min(largest + 1, SMALL))
        heavy_order = heavy[_descending(weights[heavy])]
        order = _place(weights, copies_of, heavy_order)
        heavy_sizes, heavy_copies = _runs(weights[heavy_order])
        light_sizes = np.flatnonzero(copies_of[1:])[::-1] + 1
        return cls(
            order,
            np.concatenate([heavy_sizes, light_sizes]),
            np.concatenate([heavy_copies, copies_of[light_sizes]]),
            k,
        )

    @classmethod
    def from_sizes(cls, sizes: NDArray[np.int64], k: int) -> Items:
        """Items from sizes that are sorted down already."""
        distinct, copies = _runs(sizes)
        return cls(np.arange(len(sizes), dtype=np.int32), distinct, copies, k)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Every size, sorted down."""
        return np.repeat(self.distinct, self.copies)

    def heaviest(self, count: int) -> NDArray[np.int64]:
        """The first ``count`` sizes, without spelling out all of them."""
        return np.repeat(self.distinct[:count], self.copies[:count])[:count]

    @cached_property
    def total(self) -> int:
        return int((self.distinct * self.copies).sum())

    @property
    def largest(self) -> int:
        return int(self.distinct[0])

    def __len__(self) -> int:
        return len(self.order)

    @cached_property
    def unit(self) -> int:
        """The greatest common divisor of the sizes: class sizes are its multiples."""
        divisor = 0
        for size in self.distinct[::-1].tolist():
            divisor = math.gcd(divisor, size)
            if divisor == 1:
                break
        return divisor

    @cached_property
    def reduced(self) -> Items:
        """The same items in units of their greatest common divisor; k rounded up to match."""
        if self.unit == 1:
            return self
        return Items(self.order, self.distinct // self.unit, self.copies, -(-self.k // self.unit))

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
        return _loads(bins, self.distinct, self.copies, int(bins.max()) + 1)

    def by_label(
        self, bins: NDArray[np.int32], labels: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Class by label and weight by class, from bins by sorted position; heaviest class first.

        Labels without records get the lightest class: they change nothing, but need a name.
        """
        loads = self.loads(bins)
        by_size = np.argsort(-loads, kind="stable")
        number = np.empty(len(loads), dtype=np.int32)
        number[by_size] = np.arange(len(loads), dtype=np.int32)
        return _scatter(self.order, bins, number, labels), loads[by_size]


def _descending(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Stable order, largest first."""
    if len(sizes) < 2:
        return np.arange(len(sizes))
    bits = (len(sizes) - 1).bit_length()
    largest = int(sizes.max())
    if largest.bit_length() + bits > 63:
        return np.argsort(-sizes, kind="stable")
    # Size and position in one number: numpy's vectorized sort of it is several times as fast.
    packed = np.sort(((largest - sizes) << bits) | np.arange(len(sizes)))
    return packed & ((1 << bits) - 1)


def _runs(descending: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Distinct values of a sorted array and how often each stands in it."""
    starts = np.flatnonzero(np.diff(descending, prepend=-1))
    return descending[starts], np.diff(starts, append=len(descending))


@kernel
def _tally(weights: NDArray[np.int64], limit: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each size below ``limit`` occurs, and where the others are."""
    copies_of = np.zeros(limit, dtype=np.int64)
    large = 0
    for weight in weights:
        if weight < limit:
            copies_of[weight] += 1
        else:
            large += 1
    heavy = np.empty(large, dtype=np.int64)
    found = 0
    if large:
        for label in range(len(weights)):
            if weights[label] >= limit:
                heavy[found] = label
                found += 1
    return copies_of, heavy


@kernel
def _place(
    weights: NDArray[np.int64], copies_of: NDArray[np.int64], heavy: NDArray[np.int64]
) -> NDArray[np.int32]:
    """The counting sort itself: heavy labels first, then by size, without those of size 0."""
    limit = len(copies_of)
    start = np.empty(limit, dtype=np.int64)
    place = len(heavy)
    for size in range(limit - 1, 0, -1):
        start[size] = place
        place += copies_of[size]
    order = np.empty(place, dtype=np.int32)
    order[: len(heavy)] = heavy
    for label in range(len(weights)):
        size = weights[label]
        if 0 < size < limit:
            order[start[size]] = label
            start[size] += 1
    return order


@kernel
def _loads(
    bins: NDArray[np.int32], distinct: NDArray[np.int64], copies: NDArray[np.int64], count: int
) -> NDArray[np.int64]:
    loads = np.zeros(count, dtype=np.int64)
    place = 0
    for t in range(len(distinct)):
        for _ in range(copies[t]):
            loads[bins[place]] += distinct[t]
            place += 1
    return loads


@kernel
def _scatter(
    order: NDArray[np.int32], bins: NDArray[np.int32], number: NDArray[np.int32], labels: int
) -> NDArray[np.int32]:
    classes = np.empty(labels, dtype=np.int32)
    if len(order) < labels:
        classes[:] = len(number) - 1
    for place in range(len(order)):
        classes[order[place]] = number[bins[place]]
    return classes
