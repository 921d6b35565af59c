"""Who the records are of: people, or groups such as households."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Holders:
    """Entry i says that ``counts[i]`` records of row ``rows[i]`` are of the holders
    ``numbers[c][i]``, one for each of the ``columns``. No two entries are equal in all of these.

    rows
        Counted combinations, or the rows of a problem. Ascending.
    numbers
        Holders are numbered from 0 on, by column: their values do not leave the engine.
    missing
        By column the records that name no holder. Each of them is a holder of its own.

    >>> held = Holders(("id",), np.array([0, 0, 1]), (np.array([0, 1, 0]),), np.array([2, 1, 1]))
    >>> held.per_class("id", np.array([0, 1])).tolist(), held.total("id")
    ([2, 1], 2)
    """

    columns: tuple[str, ...]
    rows: Numbers
    numbers: tuple[Numbers, ...]
    counts: Numbers
    missing: tuple[int, ...] = ()

    def of(self, column: str) -> Numbers:
        """The holder of every entry."""
        return self.numbers[self.columns.index(column)]

    def among(self, kept: NDArray[np.bool_]) -> Holders:
        """The entries of some rows, which are numbered from 0 again."""
        if kept.all():
            return self
        there = kept[self.rows]
        nameless = [~self.named(column)[there] for column in self.columns]
        return replace(
            self,
            # A row's new number is how many kept rows come before it.
            rows=(np.cumsum(kept) - 1)[self.rows[there]],
            numbers=tuple(own[there] for own in self.numbers),
            counts=self.counts[there],
            missing=tuple(int(own.sum()) for own in nameless) if self.missing else (),
        )

    def total(self, column: str) -> int:
        """How many different holders there are."""
        return int(np.count_nonzero(np.bincount(self.of(column))))

    def named(self, column: str) -> NDArray[np.bool_]:
        """Whether each entry names its holder. Those that do not have the highest numbers."""
        own, gone = self.of(column), self.missing[self.columns.index(column)] if self.missing else 0
        return own < np.unique(own)[-gone] if gone else np.ones(len(own), dtype=bool)

    def pairs(self, column: str, groups: NDArray[np.integer]) -> tuple[Numbers, Numbers]:
        """The distinct pairs of a group of rows and a holder, by group and then by holder;
        ``groups`` are those of the rows, below 0 for none."""
        return distinct_pairs(np.asarray(groups, dtype=np.int64)[self.rows], self.of(column))

    def per_class(self, column: str, classes: NDArray[np.integer], count: int = 0) -> Numbers:
        """How many different holders every class has; ``classes`` are those of the rows, below 0
        for none."""
        owner, _ = self.pairs(column, classes)
        return np.bincount(owner, minlength=count)


def distinct_pairs(first: Numbers, second: Numbers) -> tuple[Numbers, Numbers]:
    """The distinct pairs, in order, without those whose first number is below 0."""
    there = first >= 0
    first, second = first[there], second[there]
    width = int(second.max(initial=0)) + 1
    # One number for each pair, so that one sort puts equal pairs together.
    keys = np.sort(first * width + second)
    keys = keys[np.flatnonzero(np.diff(keys, prepend=-1))]
    return keys // width, keys % width


def numbered(
    columns: Sequence[str], rows: Numbers, numbers: Sequence[Numbers], counts: Numbers
) -> Holders:
    """Holders as an engine hands them over: in any order, -1 for a record without a holder, which
    has an entry of its own. Such records get the numbers after all others."""
    # lexsort takes its last key first: by row, then by the columns in their order.
    order = np.lexsort([*reversed(list(numbers)), rows])
    found, missing = [], []
    for own in numbers:
        own = own[order].astype(np.int64)
        gone = np.flatnonzero(own < 0)
        own[gone] = int(own.max(initial=-1)) + 1 + np.arange(len(gone))
        found.append(own)
        missing.append(len(gone))
    placed = rows[order].astype(np.int64)
    return Holders(
        tuple(columns), placed, tuple(found), counts[order].astype(np.int64), tuple(missing)
    )


def merged(held: Holders) -> Holders:
    """Several groups may be one combination, such as 7 and 007: their entries become one."""
    keys = np.stack([held.rows, *held.numbers])
    entries, at = np.unique(keys, axis=1, return_inverse=True)
    counts = np.zeros(entries.shape[1], dtype=np.int64)
    np.add.at(counts, at.ravel(), held.counts)
    return Holders(held.columns, entries[0], tuple(entries[1:]), counts, held.missing)
