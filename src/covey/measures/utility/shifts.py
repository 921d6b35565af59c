"""How withholding some records shifts the shares of a column's values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput


@dataclass(frozen=True)
class Shift:
    """The value of a column whose share changed most: shares before and after; ``total`` is the
    total variation distance of all shares. Where the value is not to be named, ``named`` says
    so."""

    column: str
    value: str | None
    before: float
    after: float
    total: float
    named: bool = True

    @property
    def change(self) -> float:
        return self.after - self.before


def largest_shift(
    column: str,
    values: Sequence[str | None],
    before: ArrayLike,
    after: ArrayLike,
    least: int = 1,
) -> Shift:
    """``before`` and ``after`` are the records of every value in all and in the published ones. A
    value that fewer than ``least`` published records have is not named: what is printed may be
    kept, and it is the value of people who are withheld.

    >>> found = largest_shift("sex", ["F", "M"], before=[30, 70], after=[30, 60])
    >>> found.value, round(found.before, 3), round(found.after, 3)
    ('F', 0.3, 0.333)
    """
    all_, kept = validate.counts(before), validate.counts(after)
    if not len(values) == len(all_) == len(kept):
        raise InvalidInput(f"{column!r}: every value has its records before and after.")
    # A division by 0 below, or an "after" that is not a part of "before".
    if not all_.sum() or not kept.sum() or (kept > all_).any():
        raise InvalidInput(f"{column!r}: published are some of all records, and no others.")
    old, new = all_ / all_.sum(), kept / kept.sum()
    change = np.abs(new - old)
    at = int(np.argmax(change))
    named = bool(kept[at] >= least)
    value = values[at] if named else None
    return Shift(column, value, float(old[at]), float(new[at]), float(change.sum() / 2), named)


def shift_of(
    column: str,
    values: Sequence[str],
    ranks: NDArray[np.int64],
    counts: NDArray[np.int64],
    published: NDArray[np.bool_],
    least: int = 1,
) -> Shift:
    """From combinations: the rank of each in ``values``, -1 for missing, its records, and whether
    they are published."""
    named: list[str | None] = [*values, None]
    # Missing values are last, where `named` has its None.
    own = np.where(ranks < 0, len(values), ranks)
    before, after = (
        np.bincount(own, weights=weights, minlength=len(named)).astype(np.int64)
        for weights in (counts, np.where(published, counts, 0))
    )
    return largest_shift(column, named, before, after, least)
