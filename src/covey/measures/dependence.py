"""Columns that give away what others hide: how surely one column determines another, and whom that
exposes. From arrays of codes and counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.holders import distinct_pairs
from covey.core.words import plural_of

Numbers = NDArray[np.int64]

NEARLY = 0.9
"""Records of one value are alike in another column with at least this chance, if the one determines
the other."""
BEYOND_CHANCE = 0.8
"""Least gain over chance, as a share of the greatest possible gain: any column determines one that
is nearly constant."""
SUPPORTED = 0.5
"""And so many records share the telling value with another: of values that occur once nothing is
known."""
ROOM = 8
"""Pairs of codes are counted in an array of all possible ones, up to so many for each row; more are
sorted."""


@dataclass(frozen=True)
class Telling:
    """How surely a column, the *telling* one, determines another, the *told* one.

    share
        Of the records whose telling value occurs again, those that have the value that is most
        frequent with it.
    alike
        The chance that another record of the same telling value has the same told one, on average
        over these records.
    chance
        The same for any two records.
    supported
        The share of records whose telling value occurs again.
    """

    share: float
    alike: float
    chance: float
    supported: float

    @property
    def gain(self) -> float:
        """The share of what chance leaves open that is determined."""
        # As Cohen's kappa: 0 is as good as chance, and 1 is certain.
        return (self.alike - self.chance) / (1 - self.chance) if self.chance < 1 else 0.0

    @property
    def tells(self) -> bool:
        return self.tells_by(SUPPORTED)

    def tells_by(self, supported: float) -> bool:
        """The same, if so many records must share the telling value with another."""
        sure = self.alike >= NEARLY and self.gain >= BEYOND_CHANCE
        return sure and self.supported >= supported


@dataclass(frozen=True)
class Exposed:
    """How many people, or records, are in groups below k, and how many are alone."""

    below: int
    unique: int


@dataclass(frozen=True)
class Undoing:
    """A column of a table that tells one of its quasi-identifiers and is finer than it, as an age
    is beside a range of ages: classes of at least ``k`` fall apart by it.

    share
        Of the records, those whose quasi-identifier it tells.
    below, unique
        How many people, or records, of such classes are in groups of fewer than ``k`` by it, and
        how many are alone.
    """

    column: str
    quasi: str
    share: float
    k: int
    below: int
    unique: int

    def words(self, unit: str) -> str:
        """The warning."""
        return (
            f"{self.column!r} determines {self.quasi!r} in {percent_down(self.share)} of the"
            f" records and is finer: by it, {self.unique:,} of the {plural_of(unit)} can be singled"
            f" out, and {self.below:,} found in groups of fewer than k = {self.k:,}; do not publish"
            " it, or name it in --quasi"
        )


def percent_down(share: float) -> str:
    """A share that is not rounded up to all.

    >>> percent_down(1.0), percent_down(0.9999), percent_down(0.934)
    ('100 %', '99.9 %', '93.4 %')
    """
    # Cut off after one decimal place, not rounded.
    return "100 %" if share >= 1 else f"{int(share * 1000) / 10:g} %"


def telling(by: Numbers, told: Numbers, counts: Numbers, near: int = 0) -> Telling:
    """Whether the codes ``by`` tell the codes ``told``; rows of the same codes may occur several
    times. Codes at most ``near`` apart count as the same told value.

    >>> one = np.array([0, 0, 1, 1])
    >>> telling(one, np.array([5, 5, 7, 7]), np.array([2, 1, 3, 1])).tells
    True
    >>> telling(one, np.array([5, 7, 5, 7]), np.array([2, 2, 2, 2])).tells
    False
    """
    first, second, both = _joint(by, told, counts)
    total = float(both.sum())
    own = np.bincount(first, weights=both)
    # With a telling value that occurs once only one told value is seen: an identifier would tell
    # every column.
    again = own[first] >= 2
    supported = float(both[again].sum())
    frequent = np.zeros(len(own))
    np.maximum.at(frequent, first, both)
    window = _within(first, second, both, near)
    chance = _chance(second, both, near)
    if not supported or total < 2:
        return Telling(0.0, 0.0, chance, 0.0)
    share = float(frequent[own >= 2].sum()) / supported
    # Of the other own - 1 records with the same telling value, those with the same told one.
    pairs = both[again] * (window[again] - 1) / (own[first[again]] - 1)
    return Telling(share, float(pairs.sum()) / supported, chance, supported / total)


def told_by(by: Numbers, told: Numbers, counts: Numbers) -> Numbers:
    """For every code ``by`` the most frequent code that it tells, the lowest of equals; -1 where it
    occurs once, which tells nothing."""
    first, second, both = _joint(by, told, counts)
    found = np.full(int(by.max(initial=-1)) + 1, -1, dtype=np.int64)
    # The last of each code wins: the most frequent one, and of equals the lowest.
    order = np.lexsort([-second, both, first])
    found[first[order]] = second[order]
    found[np.bincount(first, weights=both, minlength=len(found)) < 2] = -1
    return found


def exposed(
    classes: Numbers,
    seen: Numbers,
    counts: Numbers,
    k: int,
    people: Numbers | None = None,
    near: int = 0,
    among: NDArray[np.bool_] | None = None,
) -> Exposed:
    """Who can be found in smaller groups than classes by somebody who knows what of a record is
    ``seen``: a code, or -1 where nothing is, so that the record may be of any. Rows of a class
    below 0 are not published. ``people`` says whose each row is; without it records are counted.
    ``among`` are the rows of which it is right: the others are in the groups, but not found."""
    there = classes >= 0
    classes, seen, counts = classes[there], seen[there], counts[there]
    # + 1 below makes the code -1 of "nothing is seen" the digit 0.
    width = int(seen.max(initial=-1)) + 2
    groups, at = np.unique(classes * width + seen + 1, return_inverse=True)
    first, second = groups // width, groups % width
    if people is None:
        size = _sums(at, counts)
    else:
        people = people[there]
        owner, _ = distinct_pairs(at, people)
        size = np.bincount(owner, minlength=len(groups)).astype(np.float64)
    # A record of which nothing is seen may be in any group of its class, and makes each larger.
    size = sums_of_near((first, second - 1, size), (first, second - 1), near)
    hidden = second == 0
    known = ~hidden[at] if among is None else ~hidden[at] & among[there]
    whose = None if people is None else people[known]
    return found_among(size[at[known]], counts[known], k, whose)


def found_among(
    sizes: NDArray[np.float64], counts: Numbers, k: int, people: Numbers | None
) -> Exposed:
    """Who is in groups below k: entries, each in a group of that size."""
    below, unique = (sizes < limit for limit in (k, 2))
    if people is None:
        return Exposed(int(counts[below].sum()), int(counts[unique].sum()))
    return Exposed(len(np.unique(people[below])), len(np.unique(people[unique])))


def sums_of_near(
    parts: tuple[Numbers, Numbers, NDArray[np.float64]],
    wanted: tuple[Numbers, Numbers],
    near: int,
) -> NDArray[np.float64]:
    """For each wanted pair of a group and a code the sum over the parts of that group whose code is
    at most ``near`` apart, or unknown: -1."""
    # Wide enough that a window of `near` codes never reaches the next group.
    width = max(int(codes.max(initial=0)) for codes in (parts[1], wanted[1])) + 2 + near
    first, second, both = _joint(parts[0], parts[1] + 1, parts[2])
    # Sorted keys and cumulated sums: each window is a difference of two sums.
    keys, sums = first * width + second, np.concatenate([[0.0], np.cumsum(both)])
    own = wanted[0] * width
    lowest, highest = np.maximum(wanted[1] + 1 - near, 1), wanted[1] + 1 + near
    low, high = np.searchsorted(keys, own + lowest), np.searchsorted(keys, own + highest, "right")
    # The parts of the group whose code is unknown, which were shifted to 0.
    none, some = np.searchsorted(keys, own), np.searchsorted(keys, own, "right")
    return np.asarray(sums[high] - sums[low] + sums[some] - sums[none])


def undone_by(
    column: str,
    own: Numbers,
    classes: Numbers,
    counts: Numbers,
    sizes: Numbers,
    quasi: Mapping[str, Numbers],
    k: int,
    people: Numbers | None = None,
) -> Undoing | None:
    """What a column does to classes that have ``k`` or more. Entries are of a class, a value
    ``own`` of the column and, where they are counted, a person; ``sizes`` are those of the classes,
    and ``quasi`` has for every class the code of its value."""
    weights = counts
    if people is not None:
        # An entry is one person with one value, however many records that are.
        weights = np.ones_like(counts)
    surest: tuple[float, str, float] | None = None
    for name, codes in quasi.items():
        seen = telling(own, codes[classes], weights)
        if seen.tells and (surest is None or seen.gain > surest[0]):
            surest = seen.gain, name, seen.share
    if surest is None:
        return None
    found = exposed(classes, own, counts, k, people, among=sizes[classes] >= k)
    _, name, share = surest
    return Undoing(column, name, share, k, found.below, found.unique) if found.below else None


def _joint(
    first: Numbers, second: Numbers, counts: NDArray[Any]
) -> tuple[Numbers, Numbers, NDArray[np.float64]]:
    """The distinct pairs, in order, with the sum of their counts."""
    width = int(second.max(initial=0)) + 1
    keys = first * width + second
    if int(keys.max(initial=0)) < ROOM * len(keys) and int(keys.min()) >= 0:
        # Every possible pair has a place of its own: nothing is sorted.
        own = np.flatnonzero(np.bincount(keys)).astype(np.int64)
        return own // width, own % width, _sums(keys, counts)[own]
    distinct, at = np.unique(keys, return_inverse=True)
    return distinct // width, distinct % width, _sums(at, counts)


def _sums(at: NDArray[np.integer], weights: NDArray[Any]) -> NDArray[np.float64]:
    return np.bincount(at, weights=weights).astype(np.float64)


def _within(
    first: Numbers, second: Numbers, both: NDArray[np.float64], near: int
) -> NDArray[np.float64]:
    """For distinct ordered pairs the sum over those of the same first code whose second is at most
    ``near`` apart."""
    if not near:
        return both
    width = int(second.max(initial=0)) + 1 + near
    # Shifted by `near`, so that a window never reaches into the group before or behind.
    keys = first * (width + near) + second + near
    sums = np.concatenate([[0.0], np.cumsum(both)])
    low, high = np.searchsorted(keys, keys - near), np.searchsorted(keys, keys + near, "right")
    return np.asarray(sums[high] - sums[low])


def _chance(second: Numbers, both: NDArray[np.float64], near: int) -> float:
    """That any two records have the same told value."""
    values, at = np.unique(second, return_inverse=True)
    own = _sums(at, both)
    total = float(own.sum())
    if total < 2:
        return 1.0
    # All records as one group.
    window = _within(np.zeros(len(values), dtype=np.int64), values, own, near)
    return float((own * (window - 1)).sum()) / (total * (total - 1))
