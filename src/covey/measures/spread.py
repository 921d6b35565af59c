"""How a sensitive attribute is spread over the classes, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.holders import distinct_pairs
from covey.measures.matching import most_matched


@dataclass(frozen=True, eq=False)
class People:
    """The distinct triples of a class, numbered from 0 on without gaps, a value that somebody has
    in it, and that person."""

    classes: NDArray[np.int64]
    values: NDArray[np.int64]
    people: NDArray[np.int64]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The people of each class."""
        # Triples have a person once for each value: only distinct pairs count people.
        return np.bincount(distinct_pairs(self.classes, self.people)[0])

    @cached_property
    def matched(self) -> NDArray[np.int64]:
        """How many of them can be given different values, each one that they have."""
        return most_matched(self.classes, self.values, self.people, len(self.sizes))


@dataclass(frozen=True, eq=False)
class Spread:
    """Which values occur in which class, and how often: one entry for each such pair, by class and
    then by value.

    ``places`` are those of the values in the attribute's order, from 0 on: every place is that of a
    value which occurs. ``ordered`` says whether that order means anything, as of numbers and dates.
    """

    column: str
    classes: NDArray[np.int64]
    values: NDArray[np.int64]
    counts: NDArray[np.int64]
    places: NDArray[np.int64]
    ordered: bool
    people: People | None = None
    """Who has each value, if people are counted and not records."""

    @classmethod
    def from_entries(
        cls,
        column: str,
        classes: ArrayLike,
        values: ArrayLike,
        counts: ArrayLike,
        places: Sequence[int] | NDArray[np.int64] | None = None,
    ) -> Spread:
        """Sort the entries. ``values`` number the distinct values from 0 on, ``places`` says where
        each of them is in the order: none, if there is no order. A value that nobody has leaves no
        gap: it makes none of the others farther apart.

        >>> Spread.from_entries("age", [0, 0], [1, 3], [1, 1], [0, 1, 2, 3]).places.tolist()
        [0, 1]
        """
        numbers, found, n = (np.asarray(given, np.int64) for given in (classes, values, counts))
        if not len(numbers):
            raise InvalidInput(f"The column {column!r} has no values.", given=column)
        order_of = np.arange(int(found.max()) + 1) if places is None else np.asarray(places)
        # Places without gaps, in the same order.
        _, place = np.unique(order_of.astype(np.int64)[found], return_inverse=True)
        # One number to sort by, which is quicker than two.
        order = np.argsort(numbers * (int(place.max()) + 1) + place, kind="stable")
        return cls(column, numbers[order], found[order], n[order], place[order], places is not None)

    @classmethod
    def by_people(
        cls,
        column: str,
        classes: NDArray[np.int64],
        values: NDArray[np.int64],
        people: NDArray[np.int64],
        places: Sequence[int] | NDArray[np.int64] | None = None,
    ) -> Spread:
        """From the distinct triples of a class, a value that somebody has in it, and that person.
        A person counts once for each value, and once for the class.

        >>> held = [np.array(own) for own in ([0, 0, 0], [0, 1, 0], [7, 7, 8])]
        >>> illness = Spread.by_people("illness", *held)
        >>> illness.counts.tolist(), illness.people.sizes.tolist(), illness.people.matched.tolist()
        ([2, 1], [2], [2])
        """
        width = int(values.max(initial=0)) + 1
        # Triples are distinct, so that the entries of a pair are its people.
        keys, counts = np.unique(classes * width + values, return_counts=True)
        plain = cls.from_entries(column, keys // width, keys % width, counts, places)
        # From the caller's numbers of classes, which may have gaps, to those of `starts`.
        number = np.searchsorted(plain.classes[plain.starts], classes)
        return replace(plain, people=People(number, values, people))

    @classmethod
    def from_rows(
        cls, column: str, classes: Sequence[int], values: Sequence[object], ordered: bool = False
    ) -> Spread:
        """From the class and the value of every record.

        >>> Spread.from_rows("illness", [0, 0, 1], ["flu", "flu", "cold"]).counts.tolist()
        [2, 1]
        """
        # None first, which cannot be compared with others.
        known = sorted(set(values), key=lambda value: (value is not None, value))
        number = {value: at for at, value in enumerate(known)}
        pairs = np.array([classes, [number[value] for value in values]], dtype=np.int64)
        entries, counts = np.unique(pairs, axis=1, return_counts=True)
        places = np.arange(len(known)) if ordered else None
        return cls.from_entries(column, entries[0], entries[1], counts, places)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Class number i has the entries from ``starts[i]`` to the next start."""
        changes = np.flatnonzero(np.diff(self.classes)) + 1
        return np.concatenate([[0], changes]).astype(np.int64)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Records of each class."""
        return np.add.reduceat(self.counts, self.starts)

    @cached_property
    def distinct(self) -> NDArray[np.int64]:
        """Different values in each class."""
        return np.diff(self.starts, append=len(self.classes))

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """Of every entry: its records as a share of its class."""
        return self.counts / np.repeat(self.sizes, self.distinct)
