"""The codebook of a release as arrays, because it may have millions of lines.

The values of a column are numbered, so that their sets are found without a look at each. What
uses the lines checks what they say together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import repeat
from operator import is_, is_not
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput

Numbers = NDArray[np.int64]
Texts = NDArray[Any]

MISSING_VALUE = 0
"""The number of the missing value in every column."""
UNKNOWN = -1
"""The number of a value that the codebook does not name."""


class _Index(dict[str | None, int]):
    """The number of every value. One that is looked up for the first time gets the next."""

    def __missing__(self, value: str | None) -> int:
        # A list in JSON may hold numbers or lists. They must not become values of a column.
        if not isinstance(value, str):
            raise TypeError(value)
        self[value] = number = len(self)
        return number


class Numbering:
    """The values of a column, numbered as they come."""

    def __init__(self) -> None:
        # Either the list or the index has the values, never both: see `_index` and `known`.
        self._values: list[str | None] = [None]
        self._numbers: _Index | None = None
        """Takes more memory than millions of values themselves: it is made where it is needed, and
        gone when classes are found."""
        self._asked: Sequence[str | None] = ()
        self._found: Numbers = np.zeros(0, dtype=np.int64)

    def __len__(self) -> int:
        return len(self._values if self._numbers is None else self._numbers)

    def __iter__(self) -> Iterator[str | None]:
        return iter(self._values if self._numbers is None else self._numbers)

    def numbered(self, values: Sequence[str | None]) -> NDArray[np.int32]:
        """The number of each. One that is not known yet gets the next."""
        # New numbers make what was remembered wrong: a value that was UNKNOWN may have one now.
        self._asked, self._found = (), self._found[:0]
        return np.fromiter(map(self._index().__getitem__, values), np.int32, len(values))

    def numbered_texts(self, values: Sequence[str | None]) -> NDArray[np.int32]:
        """The same of what is text or None for sure. Mostly all are new and different: then no
        number is looked up."""
        if len(self) > 1:
            return self.numbered(values)
        # Numbers are handed out as if all values were new. The length of the index tells below
        # whether that was so.
        there = np.fromiter(map(is_not, values, repeat(None)), bool, len(values))
        numbers: NDArray[np.int32] = np.where(there, np.cumsum(there, dtype=np.int32), 0)
        index = _Index({None: MISSING_VALUE})
        index.update(zip(values, numbers.tolist(), strict=True))
        if len(index) < int(there.sum()) + 1:
            return self.numbered(values)
        self._numbers = index
        return numbers

    def known(self, values: Sequence[str | None]) -> Numbers:
        """The same without new numbers: UNKNOWN for a value that has none. What was asked last is
        remembered: millions of values are looked up to find classes, and again to read sets."""
        # By identity, not by text: the same objects are passed again, and comparing texts would
        # cost as much as looking them up.
        same = len(self._asked) <= len(values) and all(map(is_, self._asked, values))
        found = self._found if same else self._found[:0]
        rest = values[len(found) :]
        if len(rest):
            numbers = map(self._index().get, rest, repeat(UNKNOWN))
            found = np.append(found, np.fromiter(numbers, np.int64, len(rest)))
            # The index is thrown away: the values that are asked next are mostly those that were
            # asked last.
            self._values, self._numbers = list(self), None
        self._asked, self._found = values, found
        return found.copy()

    def _index(self) -> _Index:
        if self._numbers is None:
            self._numbers = _Index(zip(self._values, range(len(self._values)), strict=True))
            self._values = []
        return self._numbers


@dataclass(frozen=True, eq=False)
class Listed:
    """Values that the codebook names. Line i puts the values ``members[starts[i] : starts[i + 1]]``
    into the set ``numbers[i]``; ``places`` has their numbers."""

    numbers: Numbers
    starts: Numbers
    members: NDArray[np.int32]
    places: Numbering

    @property
    def of_members(self) -> Numbers:
        """The set of every member."""
        return np.repeat(self.numbers, np.diff(self.starts))

    def by_set(self, count: int) -> tuple[Numbers, NDArray[np.int32]]:
        """The members of set s, of ``count`` sets, as ``members[starts[s] : starts[s + 1]]``."""
        sizes = np.zeros(count + 1, dtype=np.int64)
        np.add.at(sizes, self.numbers + 1, np.diff(self.starts))
        # covey writes lines in the order of their sets. Others may not, and are sorted here.
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
    texts comes twice. ``anything`` are the sets of any value. ``fault`` says what is wrong with a
    list of values, if anything.
    """

    name: str
    named: Numbers
    published: Texts
    listed: Listed
    ranges: Ranges
    anything: Numbers
    fault: str = ""

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
    """The codebook of a release, by its columns. ``formulas`` are the labels and names in it that
    begin like a formula, each counted once in a column."""

    columns: Mapping[str, Column]
    formulas: int = 0

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
