"""A plain greedy for t-closeness: every class gets the cut that removes most loss, of those whose
sides have k records and are close to the table, until no class has one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]


@dataclass(frozen=True)
class Table:
    """Codes of labels, values of ordered columns, and a sensitive column of zeros and ones."""

    columns: Sequence[NDArray[np.int64]]
    is_ordered: Sequence[bool]
    sensitive: NDArray[np.int64]
    k: int
    t: float

    @cached_property
    def sizes(self) -> list[int]:
        """The widths of ordered columns, and how many labels the others have."""
        pairs = zip(self.columns, self.is_ordered, strict=True)
        return [int(np.ptp(own)) if ordered else len(np.unique(own)) for own, ordered in pairs]

    def lost(self, rows: Rows) -> float:
        """What the records of a class lose on all columns, with sets shrunk to what occurs."""
        return len(rows) * float(sum(_widths(self, rows, c)[-1] for c in range(len(self.columns))))

    def fits(self, records: NDArray[np.int64], ones: NDArray[np.int64]) -> NDArray[np.bool_]:
        share = self.sensitive.mean()
        is_close = np.abs(ones / np.maximum(records, 1) - share) <= self.t
        return np.asarray((records >= self.k) & is_close)


def greedy(table: Table) -> list[Rows]:
    """The rows of each class."""
    waiting, done = [np.arange(len(table.sensitive))], []
    while waiting:
        rows = waiting.pop()
        best = max(_cuts(table, rows), key=lambda cut: cut[0], default=None)
        if best is None:
            done.append(rows)
        else:
            waiting += best[1:]
    return done


def _cuts(table: Table, rows: Rows) -> Iterator[tuple[float, Rows, Rows]]:
    """The best cut of every ordered column and every single label: what is left of the loss, below
    zero, and both sides."""
    for column, values in enumerate(table.columns):
        own = values[rows]
        if table.is_ordered[column]:
            order = rows[np.argsort(own, kind="stable")]
            yield from _best_position(table, order, values[order])
            continue
        for label in np.unique(own):
            inside, outside = rows[own == label], rows[own != label]
            records = np.array([len(inside), len(outside)])
            ones = np.array([table.sensitive[side].sum() for side in (inside, outside)])
            if table.fits(records, ones).all():
                yield -table.lost(inside) - table.lost(outside), inside, outside


def _best_position(
    table: Table, rows: Rows, values: NDArray[np.int64]
) -> Iterator[tuple[float, Rows, Rows]]:
    left = np.arange(1, len(rows))
    right = len(rows) - left
    ones = table.sensitive[rows].cumsum()
    fits = table.fits(left, ones[:-1]) & table.fits(right, ones[-1] - ones[:-1])
    fits &= values[1:] > values[:-1]
    if fits.any():
        each = range(len(table.columns))
        below = sum((_widths(table, rows, c)[:-1] for c in each), np.zeros(len(left)))
        above = sum((_widths(table, rows[::-1], c)[-2::-1] for c in each), np.zeros(len(left)))
        at = int(np.where(fits, left * below + right * above, np.inf).argmin())
        yield -float(left[at] * below[at] + right[at] * above[at]), rows[: at + 1], rows[at + 1 :]


def _widths(table: Table, rows: Rows, column: int) -> NDArray[np.float64]:
    """What a record loses on a column in the class of the first row, the first two, and so on."""
    own = table.columns[column][rows]
    if table.is_ordered[column]:
        return (np.maximum.accumulate(own) - np.minimum.accumulate(own)) / table.sizes[column]
    is_new = np.zeros(len(own), dtype=np.int64)
    is_new[np.unique(own, return_index=True)[1]] = 1
    distinct = is_new.cumsum()
    return np.where(distinct > 1, distinct / table.sizes[column], 0.0)
