"""The codebook of a release as arrays, for it may have millions of lines.

The values of a column are numbered, so that their sets are found without a look at each. Whoever
uses the lines checks what they say together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput

Numbers = NDArray[np.int64]
Texts = NDArray[Any]

MISSING_VALUE = 0
"""The number of the missing value in every column."""
UNKNOWN = -1
"""The number of a value that the codebook does not name."""


class Numbering(dict[str | None, int]):
    """The number of every value of a column. One that is looked up for the first time gets the
    next."""

    def __init__(self) -> None:
        super().__init__({None: MISSING_VALUE})

    def __missing__(self, value: str | None) -> int:
        if not isinstance(value, str):
            raise TypeError(value)
        self[value] = number = len(self)
        return number

    def numbered(self, values: Sequence[str | None]) -> NDArray[np.int32]:
        return np.fromiter(map(self.__getitem__, values), np.int32, len(values))

    def known(self, values: Sequence[str | None]) -> Numbers:
        """The same without new numbers: UNKNOWN for a value that has none."""
        return np.fromiter(map(self.get, values, repeat(UNKNOWN)), np.int64, len(values))


@dataclass(frozen=True, eq=False)
class Listed:
    """Values that the codebook names. Line i puts the values ``members[starts[i] : starts[i + 1]]``
    into the set ``numbers[i]``; ``places`` has their numbers."""

    numbers: Numbers
    starts: Numbers
    members: NDArray[np.int32]
    places: Numbering

    @property
    def by_themselves(self) -> list[int]:
        """The values that have a line of their own, not one in a list. A list has two or more."""
        alone = np.flatnonzero(np.diff(self.starts) == 1)
        found: list[int] = self.members[self.starts[alone]].tolist()
        return found

    @property
    def of_members(self) -> Numbers:
        """The set of every member."""
        return np.repeat(self.numbers, np.diff(self.starts))

    def by_set(self, count: int) -> tuple[Numbers, NDArray[np.int32]]:
        """The members of set s, of ``count`` sets, as ``members[starts[s] : starts[s + 1]]``."""
        sizes = np.zeros(count + 1, dtype=np.int64)
        np.add.at(sizes, self.numbers + 1, np.diff(self.starts))
        if (np.diff(self.numbers) >= 0).all():
            return np.cumsum(sizes), self.members
        return np.cumsum(sizes), self.members[np.argsort(self.of_members, kind="stable")]


class Ranges(NamedTuple):
    """In the order of their sets, ``numbers``; the ends are texts, None for an open one."""

    numbers: Numbers
    low: Texts
    high: Texts

    @property
    def borders(self) -> set[str]:
        return {*self.low.tolist(), *self.high.tolist()} - {None}


@dataclass(frozen=True, eq=False)
class Column:
    """What the codebook says of one column.

    ``named`` are its sets in their order, and ``published`` what stands for each: one that has two
    texts comes twice. ``anything`` are the sets of any value. ``amiss`` says what is wrong with a
    list of values, if anything.
    """

    name: str
    named: Numbers
    published: Texts
    listed: Listed
    ranges: Ranges
    anything: Numbers
    amiss: str = ""

    @cached_property
    def count(self) -> int:
        """How many sets there are, if they are numbered from 0 on and have one text each; else
        UNKNOWN."""
        in_order = self.named == np.arange(len(self.named))
        return len(self.named) if in_order.all() else UNKNOWN

    @property
    def missing(self) -> Numbers:
        """The sets of the missing value."""
        found: Numbers = self.listed.of_members[self.listed.members == MISSING_VALUE]
        return found


@dataclass(frozen=True, eq=False)
class Book:
    """The codebook of a release, by its columns."""

    columns: Mapping[str, Column]

    def of(self, name: str) -> Column:
        if name not in self.columns:
            raise InvalidInput(f"The codebook has no column {name!r}.", given=name)
        return self.columns[name]

    def texts(self, names: Sequence[str]) -> dict[str, list[str | None]]:
        """For some columns what is published for each set."""
        if any(self.of(name).count < 0 for name in names):
            raise InvalidInput(
                "The codebook does not number its sets from 1 on, with one text for each."
            )
        return {name: self.of(name).published.tolist() for name in names}
