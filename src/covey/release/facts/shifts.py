"""How records that are withheld shift the shares of every column's values, for the owner: with what
is published, it tells about people who are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey.core.holders import Holders
from covey.engine.protocol import Counted, Snapshot
from covey.measures.utility.shifts import Shift, largest_shift, shift_of

VALUES = 1000
"""Different values of a column up to which the shift of their shares is measured."""


class Passing:
    """The columns that pass through, with their values beside the counted combinations. They are
    counted when records are withheld, once for all answers of a table."""

    def __init__(self, snapshot: Snapshot, columns: Sequence[str]) -> None:
        self._snapshot, self._columns = snapshot, tuple(columns)

    @cached_property
    def _held(self) -> tuple[Holders, ...]:
        shares, rows = self._snapshot.distinct(self._columns), self._snapshot.staged.rows
        # The share of distinct values is an estimate: so is this limit.
        few = [column for column, share in shares.items() if share * rows <= VALUES]
        return tuple(self._snapshot.holders([column]) for column in few)

    def shifts(self, published: NDArray[np.bool_]) -> list[Shift]:
        return [_shift(held, published) for held in self._held]


def shifts_of(
    counted: Counted, published: NDArray[np.bool_], passing: Passing, k: int
) -> tuple[Shift, ...]:
    """Of counted columns and of those that pass through, the largest first; ``published`` says
    which combinations are. Values that fewer than k published records have are not named."""
    if published.all() or not published.any():
        return ()
    own = zip(counted.columns, counted.values, counted.ranks, strict=True)
    found = [
        shift_of(column, values.tolist(), ranks, counted.counts, published, k)
        for column, values, ranks in own
    ]
    of_others = [each for each in passing.shifts(published) if each.column not in counted.columns]
    return tuple(sorted([*found, *of_others], key=lambda shift: -abs(shift.change)))


def _shift(held: Holders, published: NDArray[np.bool_]) -> Shift:
    """No value of such a column leaves the engine: they have numbers instead of names."""
    (column,) = held.columns
    named = held.named(column)
    # Every record without a value has a number of its own: they are one value here.
    values = np.where(named, held.of(column), held.of(column)[named].max(initial=-1) + 1)
    before = np.bincount(values, weights=held.counts).astype(np.int64)
    # The records of withheld combinations become 0.
    kept = held.counts * published[held.rows]
    after = np.bincount(values, weights=kept, minlength=len(before)).astype(np.int64)
    there = before > 0
    unnamed = [None] * int(there.sum())
    return replace(largest_shift(column, unnamed, before[there], after[there]), named=False)
