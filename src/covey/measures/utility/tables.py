"""A table before and after generalization, as its measures of utility see it.

Rows need not be paired: the order of a release says nothing. What is published for a record is a
set of values; an analyst who knows no better takes all values of the set as equally likely. Values
are put into few bins, so that tables of two columns stay small.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.measures.sums import sums_by_key

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

BINS = 24
"""Bins of a column, at most."""


@dataclass(frozen=True, eq=False)
class View:
    """One column before and after.

    before
        The bin of every combination of the original.
    after
        The set of every combination of the release.
    spread
        For every set the share of its values in each bin.
    ordered
        Whether the bins follow an order.
    """

    name: str
    before: Numbers
    after: Numbers
    spread: Floats
    ordered: bool = False

    def __post_init__(self) -> None:
        sets, bins = self.spread.shape
        for what, codes, end in (("bin", self.before, bins), ("set", self.after, sets)):
            if len(codes) and not (codes.min() >= 0 and codes.max() < end):
                raise InvalidInput(f"{self.name!r}: a {what} is from 0 to {end - 1}.")
        if not np.allclose(self.spread.sum(axis=1), 1.0):
            raise InvalidInput(f"{self.name!r}: the shares of a set add up to 1; given: others.")

    @property
    def bins(self) -> int:
        return int(self.spread.shape[1])


PAIRED = 20
"""Columns of which all pairs are looked at: of 250 there would be 31,000."""


@dataclass(frozen=True, eq=False)
class Tables:
    """Columns before and after, and the records of the combinations of both tables."""

    views: tuple[View, ...]
    before: Numbers
    after: Numbers

    def __post_init__(self) -> None:
        for view in self.views:
            if (len(view.before), len(view.after)) != (len(self.before), len(self.after)):
                raise InvalidInput(f"{view.name!r} has other combinations than the tables.")
        if not (self.before.sum() and self.after.sum()):
            raise InvalidInput("There are no records, so there is nothing to compare.")

    @cached_property
    def joints(self) -> dict[tuple[int, int], tuple[Floats, Floats]]:
        """The tables of every two of the first columns, as shares, before and after."""
        pairs = combinations(range(min(len(self.views), PAIRED)), 2)
        return {
            (at, to): (
                joint_before(self, self.views[at], self.views[to]),
                joint_after(self, self.views[at], self.views[to]),
            )
            for at, to in pairs
        }


def bins_of(counts: ArrayLike, *, ordered: bool, most: int = BINS) -> Numbers:
    """The bin of every value, given the records of each: of ordered values runs of about as many
    records; of others one for each of the most frequent, and one for the rest.

    >>> bins_of([5, 1, 1, 1, 8], ordered=True, most=2).tolist()
    [0, 0, 0, 0, 1]
    >>> bins_of([5, 1, 1, 1, 8], ordered=False, most=3).tolist()
    [1, 2, 2, 2, 0]
    """
    records = np.asarray(counts, dtype=np.int64)
    if len(records) <= most:
        return np.arange(len(records))
    if ordered:
        # A value goes where the middle of its records lies: a heavy one may fill bins by itself.
        middle = np.cumsum(records) - records / 2
        found = np.minimum((middle * most / max(int(records.sum()), 1)).astype(np.int64), most - 1)
    else:
        found = np.full(len(records), most - 1, dtype=np.int64)
        heaviest = np.argsort(-records, kind="stable")[: most - 1]
        found[heaviest] = np.arange(len(heaviest))
    # No bin is empty.
    return np.unique(found, return_inverse=True)[1].astype(np.int64)


def spread_of(
    starts: ArrayLike, members: ArrayLike, bins: Numbers, count: int | None = None
) -> Floats:
    """The share of every set's values in each bin: set s has the values
    ``members[starts[s] : starts[s + 1]]``. A set of no value that occurs may be anything.

    >>> spread_of([0, 1, 3, 3], [0, 0, 2], np.array([0, 0, 1])).tolist()
    [[1.0, 0.0], [0.5, 0.5], [0.6666666666666666, 0.3333333333333333]]
    """
    ends, own = np.asarray(starts, np.int64), np.asarray(members, np.int64)
    many = int(bins.max()) + 1 if count is None else count
    owner = np.repeat(np.arange(len(ends) - 1), np.diff(ends))
    found = np.bincount(owner * many + bins[own], minlength=(len(ends) - 1) * many)
    found = found.reshape(len(ends) - 1, many).astype(np.float64)
    empty = found.sum(axis=1) == 0
    # As if it had all values.
    found[empty] = np.bincount(bins, minlength=many)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def joint(counts: Numbers, one: Floats, other: Floats) -> Floats:
    """The table of two columns, as shares: ``one`` and ``other`` have the shares of every
    combination in each bin."""
    weighted = one * (counts / counts.sum())[:, None]
    # Not by a library whose sums depend on the machine.
    return np.asarray(np.einsum("ij,ik->jk", weighted, other))


def joint_before(tables: Tables, one: View, other: View) -> Floats:
    """The same of the original, whose values are known."""
    keys = one.before * other.bins + other.before
    found = np.bincount(keys, weights=tables.before, minlength=one.bins * other.bins)
    return np.asarray(found.reshape(one.bins, other.bins) / tables.before.sum())


def joint_after(tables: Tables, one: View, other: View) -> Floats:
    """The same as the release tells it: first by the sets, which are fewer than combinations."""
    sets = len(other.spread)
    pairs, counts = sums_by_key(one.after * sets + other.after, tables.after)
    return joint(counts, one.spread[pairs // sets], other.spread[pairs % sets])


def view_of_values(
    name: str, before: Sequence[str | None], after: Sequence[str | None], counts: Numbers
) -> View:
    """A column that is published as it is, from the texts of the combinations; ``counts`` are the
    records of the original's."""
    numbers = {text: at for at, text in enumerate(dict.fromkeys([*before, *after]))}
    own = np.fromiter(map(numbers.__getitem__, before), np.int64, len(before))
    bins = bins_of(np.bincount(own, weights=counts, minlength=len(numbers)), ordered=False)
    # Each bin is a set of its own, which lies in that bin alone.
    spread = np.eye(int(bins.max()) + 1)
    published = np.fromiter(map(numbers.__getitem__, after), np.int64, len(after))
    return View(name, bins[own], bins[published], spread)
