"""The lines of a codebook, made when they are read: a release may have millions of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, repeat
from operator import eq
from typing import Any, NamedTuple, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from covey.io.outputs.files import field

Change = Callable[[str | None], str | None]


class Entry(NamedTuple):
    """A line about the set ``number`` of a column. Sets are numbered from 0 here, from 1 in
    files."""

    number: int
    column: str
    holds: str
    value: str | None
    low: str | None
    high: str | None
    published: str | None

    @property
    def values(self) -> list[str | None]:
        """The values that the line names, None for missing ones; a range and any value name
        none."""
        if self.holds == "missing":
            return [None]
        if self.holds == "values":
            found: list[str | None] = json.loads(self.value or "[]")
            return found
        return [self.value] if self.holds == "value" else []


class Part(Protocol):
    """Some lines of a codebook."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Entry]: ...

    def texts(self) -> Iterator[tuple[str, str | None]]:
        """The labels and names of the lines, each with its column. The name of a set need not
        repeat for every line."""

    def published(self) -> Iterator[tuple[int, str, str | None]]:
        """Number, column and published text of every set, once or several times."""

    def csv(self, change: Change) -> Iterator[str]:
        """The lines of the file, with values and published texts changed."""


class EntryLines:
    """Lines that are few, or that have nothing in common."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def texts(self) -> Iterator[tuple[str, str | None]]:
        for entry in self._entries:
            yield entry.column, entry.value
            yield entry.column, entry.published

    def published(self) -> Iterator[tuple[int, str, str | None]]:
        return ((entry.number, entry.column, entry.published) for entry in self._entries)

    def csv(self, change: Change) -> Iterator[str]:
        # Neighbours often have column, borders and text in common.
        same = lru_cache(maxsize=256)(field)
        for number, column, holds, value, low, high, published in self._entries:
            yield (
                f"{number + 1},{same(column)},{holds},{field(change(value))},{same(low)},"
                f"{same(high)},{same(change(published))}\n"
            )


class ValueLines:
    """A line for every value of every set of a column. Sets are the numbers of their values."""

    def __init__(
        self,
        column: str,
        values: Sequence[str | None],
        sets: Sequence[NDArray[np.integer[Any]]],
        names: Sequence[str | None],
    ) -> None:
        self._column, self._values, self._sets, self._names = column, values, sets, names

    def __len__(self) -> int:
        return sum(map(len, self._sets))

    def __iter__(self) -> Iterator[Entry]:
        # Lines are made one after the other and never kept: there may be millions.
        for number, (members, name) in enumerate(zip(self._sets, self._names, strict=True)):
            for value in self._values_of(members):
                holds = "missing" if value is None else "value"
                yield Entry(number, self._column, holds, value, None, None, name)

    def texts(self) -> Iterator[tuple[str, str | None]]:
        values = chain.from_iterable(map(self._values_of, self._sets))
        return zip(repeat(self._column), chain(self._names, values))

    def published(self) -> Iterator[tuple[int, str, str | None]]:
        for number, (members, name) in enumerate(zip(self._sets, self._names, strict=True)):
            # A set without members has no line, and so no text either.
            if len(members):
                yield number, self._column, name

    def csv(self, change: Change) -> Iterator[str]:
        column = field(self._column)
        for number, (members, name) in enumerate(zip(self._sets, self._names, strict=True), 1):
            start, end = f"{number},{column},", f",,,{field(change(name))}\n"
            for value in self._values_of(members):
                holds = "missing" if value is None else "value"
                yield f"{start}{holds},{field(change(value))}{end}"

    def _values_of(self, members: NDArray[np.integer[Any]]) -> Iterator[str | None]:
        return map(self._values.__getitem__, members.tolist())


class Lines(Sequence[Entry]):
    """All lines of a codebook, or those of a column."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def __iter__(self) -> Iterator[Entry]:
        return chain.from_iterable(self.parts)

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...

    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        if isinstance(at, slice):
            # Slices are for people who look at a codebook, and are rare: nothing here is indexed.
            return list(self)[at]
        place = at + len(self) if at < 0 else at
        if not 0 <= place < len(self):
            raise IndexError(f"A codebook of {len(self):,} lines has no line {at}.")
        return next(islice(self, place, None))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lines | list):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __repr__(self) -> str:
        return f"Lines of a codebook: {len(self):,}"

    @property
    def sets(self) -> int:
        """One more than the highest number of a set."""
        numbers = (number for part in self.parts for number, _, _ in part.published())
        return 1 + max(numbers, default=-1)

    def texts(self) -> Iterator[tuple[str, str | None]]:
        """The labels and names of the lines, each with its column."""
        return chain.from_iterable(part.texts() for part in self.parts)

    def published(self, columns: Sequence[str], count: int) -> dict[str, list[str | None]]:
        """For every column the text of each of ``count`` sets."""
        found: dict[str, list[str | None]] = {column: [None] * count for column in columns}
        for part in self.parts:
            for number, column, text in part.published():
                found[column][number] = text
        return found

    def csv(self, change: Change) -> Iterator[str]:
        return chain.from_iterable(part.csv(change) for part in self.parts)
