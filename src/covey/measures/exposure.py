"""How many people can be found by what others know of them: by all columns together, by any one,
two or three of them, and which columns drive that. From arrays of codes and counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.caller import all_spoken
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.holders import distinct_pairs
from covey.measures.risk import THRESHOLD, Risk, risk
from covey.measures.uniqueness import Uniqueness, estimate_uniqueness

MOST_KNOWN = 3
"""Subsets of so many columns are looked at: what an acquaintance is often taken to know."""
ENOUGH_WORK = 200_000_000
"""Combinations times subsets that are grouped at most: some ten seconds."""
DENSE = 4
"""Groups are counted by their number, without sorting, if there are at most so many numbers for
each combination."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Found:
    """What somebody finds who knows some columns: how many classes these make, how small the
    smallest is, how many people (or records) are alone in theirs, and how many are in classes below
    k."""

    columns: tuple[str, ...]
    classes: int
    smallest: int
    unique: int
    below: int


@dataclass(frozen=True)
class Driver:
    """What a column does: how many would be unique, and below k, if others did not know it."""

    column: str
    unique_without: int
    below_without: int


@dataclass(frozen=True)
class Exposure:
    """The risk of a table as it is.

    unit, people
        What is counted, ``person`` or ``record``, and how many there are.
    k
        Classes with fewer are counted as ``below``.
    found
        By all columns together.
    risk
        Of the prosecutor, the journalist and the marketer, who know all columns.
    subsets
        By every one, two and three columns, up to ``up_to`` of them: within a size, those by which
        most are unique first.
    drivers
        The columns, those first without which fewest would be unique.
    uniqueness
        How many people of the population are unique, estimated; None if its size is not known.
    weighted
        Whether the sizes of classes in the population are sums of sampling weights.
    alone
        How many people, or records, of the table are alone with their values in the table of the
        population as well; None without one.
    """

    input: str
    unit: str
    people: int
    records: int
    k: int
    found: Found
    risk: Risk
    subsets: tuple[Found, ...]
    drivers: tuple[Driver, ...]
    up_to: int = MOST_KNOWN
    uniqueness: Uniqueness | None = None
    weighted: bool = False
    notes: tuple[str, ...] = ()
    alone: int | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        return self.found.columns

    @property
    def unique_share(self) -> float:
        """Of all people, or records, those who are unique by all columns."""
        return self.found.unique / self.people

    def of_size(self, size: int) -> tuple[Found, ...]:
        """The subsets of so many columns, the worst first."""
        return tuple(each for each in self.subsets if len(each.columns) == size)

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "unique_share": self.unique_share}

    def __str__(self) -> str:
        return self.summary()

    __repr__ = __str__

    def summary(self) -> str:
        """A few lines for people."""
        from covey.measures.exposure_words import summary

        return summary(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from covey.measures.exposure_words import as_html

        return as_html(self)


@dataclass(frozen=True, eq=False)
class Coded:
    """Distinct combinations: a code from 0 on for each column, and the records of each. Where
    people are counted, entry i says that person ``people[i]`` has records of combination
    ``rows[i]``."""

    columns: tuple[str, ...]
    codes: tuple[Numbers, ...]
    counts: Numbers
    rows: Numbers | None = None
    people: Numbers | None = None
    distinct: bool = False
    """Whether no two combinations are equal in all columns."""

    @property
    def total(self) -> int:
        """All people, or records."""
        if self.people is None:
            return int(self.counts.sum())
        return int(np.count_nonzero(np.bincount(self.people)))

    def sizes(self, groups: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Of groups of combinations: how many people, or records, each has; and for every pair of a
        group and somebody in it, or every combination, its group and who that is."""
        if self.people is None or self.rows is None:
            counts = np.bincount(groups, weights=self.counts).astype(np.int64)
            return counts, groups, np.zeros(0, dtype=np.int64)
        owner, who = distinct_pairs(groups[self.rows], self.people)
        return np.bincount(owner, minlength=int(groups.max(initial=0)) + 1), owner, who

    def found(self, columns: Sequence[str], groups: Numbers, k: int) -> Found:
        """``groups`` are those of the combinations by these columns."""
        sizes, owner, who = self.sizes(groups)
        there = sizes[sizes > 0]
        if self.people is None:
            unique, below = int((there == 1).sum()), int(there[there < k].sum())
        else:
            unique, below = (_different(who[sizes[owner] < limit]) for limit in (2, k))
        return Found(tuple(columns), len(there), int(there.min()), unique, below)


def _different(who: Numbers) -> int:
    return int(np.count_nonzero(np.bincount(who))) if len(who) else 0


def exposure(
    coded: Coded,
    *,
    k: int,
    name: str = "",
    threshold: float = THRESHOLD,
    population: NDArray[np.float64] | None = None,
    weighted: bool = False,
    population_size: int | None = None,
    up_to: int = MOST_KNOWN,
    enough: int = ENOUGH_WORK,
    notes: Sequence[str] = (),
) -> Exposure:
    """
    population
        For every combination the people of the population that it stands for: those of a table of
        the population, or with ``weighted`` sums of sampling weights. Who is unique is counted in
        the table, and estimated from weights.
    up_to, enough
        Subsets of so many columns are looked at, and of fewer where that would be too much work.

    >>> codes = (np.array([0, 0, 1]), np.array([0, 1, 0]))
    >>> seen = exposure(Coded(("age", "sex"), codes, np.array([1, 2, 5])), k=5)
    >>> seen.found.unique, [each.unique for each in seen.subsets], seen.drivers[0].column
    (1, [0, 0, 1], 'age')
    """
    if not coded.columns:
        raise InvalidInput("At least one column is needed that others know; given: none.")
    every = np.arange(len(coded.counts))
    whole = every if coded.distinct else _together(coded.codes)
    sizes, _, _ = coded.sizes(whole)
    there = sizes > 0
    stand_for = None
    if population is not None:
        sums = np.bincount(whole, weights=population, minlength=len(sizes))[there]
        # Sums of weights may lie a rounding error below a whole number. Nobody stands for fewer
        # people than are in the table.
        stand_for = np.maximum(np.floor(sums + 1e-9).astype(np.int64), sizes[there])
        if weighted:
            # The sum of all weights is the size of the population, if none was named.
            population_size = population_size or int(stand_for.sum())
    found = coded.found(coded.columns, whole, k)
    looked_at = _affordable(len(coded.columns), len(coded.counts), up_to, enough)
    told = list(notes)
    if looked_at < min(up_to, len(coded.columns)):
        told.append(
            f"there are {len(coded.counts):,} combinations of {len(coded.columns)} columns: subsets"
            f" of more than {looked_at} are not looked at"
        )
    subsets = [
        coded.found([coded.columns[at] for at in places], groups, k)
        for places, groups in _subsets(coded.codes, looked_at)
    ]
    subsets.sort(key=lambda each: (len(each.columns), -each.unique, -each.below))
    return Exposure(
        input=name,
        unit="record" if coded.people is None else "person",
        people=coded.total,
        records=int(coded.counts.sum()),
        k=k,
        found=found,
        risk=risk(sizes[there], threshold, stand_for),
        subsets=tuple(subsets),
        drivers=tuple(_drivers(coded, k)) if _can_leave_out(coded, enough) else (),
        up_to=looked_at,
        uniqueness=None
        if population_size is None
        else estimate_uniqueness(sizes[there], population_size),
        weighted=weighted,
        notes=all_spoken(told),
        # Weights tell how many people a class stands for on average, not that somebody is alone.
        alone=None if stand_for is None or weighted else int((stand_for == 1).sum()),
    )


def _affordable(columns: int, combinations_: int, up_to: int, enough: int) -> int:
    """The most columns of a subset so that all subsets can be grouped."""
    work, found = 0, 0
    for size in range(1, min(up_to, columns) + 1):
        work += comb(columns, size) * combinations_
        if work > enough:
            break
        found = size
    return found


def _can_leave_out(coded: Coded, enough: int) -> bool:
    """Whether every column can be left out once: that is three groupings for each."""
    return 3 * len(coded.columns) * len(coded.counts) <= enough


def _drivers(coded: Coded, k: int) -> list[Driver]:
    """Every column is left out once: what is before it and what is behind it are put together."""
    codes, nothing = coded.codes, np.zeros(len(coded.counts), dtype=np.int64)
    before, behind = [nothing], [nothing]
    # before[i] numbers what the first i columns are, behind[i] the last i: without column i, both
    # are put together. So a column costs three groupings, not one for each other column.
    for own, other in zip(codes, reversed(codes), strict=True):
        before.append(_together([before[-1], own]))
        behind.append(_together([behind[-1], other]))
    found = []
    for at, column in enumerate(coded.columns):
        groups = _together([before[at], behind[len(codes) - 1 - at]])
        seen = coded.found((), groups, k)
        found.append(Driver(column, seen.unique, seen.below))
    return sorted(found, key=lambda each: (each.unique_without, each.below_without))


def _subsets(codes: Sequence[Numbers], up_to: int) -> Iterator[tuple[tuple[int, ...], Numbers]]:
    """Every subset of up to so many columns, by place, with the group of each combination."""
    for size in range(1, up_to + 1):
        for places in combinations(range(len(codes)), size):
            yield places, _together([codes[at] for at in places])


def _together(codes: Sequence[Numbers]) -> Numbers:
    """The number of what every combination has in some columns. Not all numbers need occur, but
    they are not many more than combinations."""
    groups = codes[0]
    for own in codes[1:]:
        groups = groups * (int(own.max(initial=0)) + 1) + own
        # Small tables may have some numbers more for each combination.
        if int(groups.max(initial=0)) >= DENSE * len(groups) + 1000:
            groups = np.unique(groups, return_inverse=True)[1].astype(np.int64)
    return groups
