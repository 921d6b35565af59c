"""The rows of every class."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.problems.cells.distinct_sets import distinct_numbers
from covey.problems.cells.sets import ANY_SET, MISSING_SET, OF_VALUES


@dataclass(frozen=True, eq=False)
class ClassRows:
    """The rows of every class, withheld ones left out: class c has
    ``rows[starts[c]:starts[c + 1]]``."""

    rows: NDArray[np.int64]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, classes: NDArray[np.int32], count: int) -> ClassRows:
        # Withheld rows have class -1, and so come first.
        order = np.argsort(classes, kind="stable")
        withheld = int((classes < 0).sum())
        sizes = np.bincount(classes[order[withheld:]], minlength=count)
        return cls(order[withheld:], np.concatenate([[0], np.cumsum(sizes)]))

    @property
    def count(self) -> int:
        return len(self.starts) - 1

    @property
    def classes(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(self.count), np.diff(self.starts))

    def kind(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        """MISSING_SET or ANY_SET for classes where all or some values are missing; OF_VALUES for
        others."""
        gone = codes[self.rows] < 0
        # No class is empty: for an empty one reduceat would answer with the row behind it.
        has_missing = np.logical_or.reduceat(gone, self.starts[:-1])
        has_present = np.logical_or.reduceat(~gone, self.starts[:-1])
        special = np.where(has_present, ANY_SET, MISSING_SET)
        return np.where(has_missing, special, OF_VALUES).astype(np.int32)

    def extremes(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        """The least and the greatest code in every class, missing ones left out."""
        own = codes[self.rows]
        # Missing values are -1, which the maximum passes over by itself, and the minimum would not.
        present = np.where(own < 0, np.iinfo(np.int32).max, own)
        low = np.minimum.reduceat(present, self.starts[:-1])
        return np.column_stack([low, np.maximum.reduceat(own, self.starts[:-1])])

    def distinct(
        self, codes: NDArray[np.int32], size: int, blocks: NDArray[np.integer] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The different codes in every class, or in every block of classes, missing ones left out,
        ascending: those of block b are ``own[starts[b]:starts[b + 1]]``."""
        of = np.arange(self.count) if blocks is None else blocks.astype(np.int64)
        own = codes[self.rows]
        # One number for each pair of class and code.
        keys = of[self.classes] * size + own
        keys = distinct_numbers(keys[own >= 0])
        starts = np.searchsorted(keys // size, np.arange(int(of.max()) + 2))
        return starts.astype(np.int64), (keys % size).astype(np.int32)
