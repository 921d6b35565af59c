"""What an engine does for a release: stage, count, upload, publish, recount.

Everything is read from one staged copy, so that what was counted is what is published. Only
distinct values with their counts come to Python, and only a class for each of them goes back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from covey.core import validate
from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.inputs import Input
from covey.io.layout import Layout

SUPPRESSED = -1
"""The class of values whose records are not published."""


@dataclass(frozen=True)
class Staged:
    """The private copy of a table: its columns, their SQL types, and how each of the counted ones
    is read; ``seen`` finds the fingerprint of what was read as long as the copy is there."""

    name: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    kinds: Mapping[str, str]
    rows: int
    seen: Callable[[], str]
    notes: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        return self.seen()


@dataclass(frozen=True, eq=False)
class Counted:
    """Distinct combinations of the values of some columns, in ascending order, and the records of
    each.

    ``values`` has an array per column: its distinct values as text, in the column's own order.
    ``ranks`` has an array per column, too: where in ``values`` that of each combination stands, -1
    where it is missing.
    """

    columns: tuple[str, ...]
    values: tuple[NDArray[Any], ...]
    ranks: tuple[NDArray[np.int64], ...]
    counts: NDArray[np.int64]

    @cached_property
    def texts(self) -> tuple[NDArray[Any], ...]:
        """For every column the texts of the combinations, None where a value is missing."""
        pairs = zip(self.values, self.ranks, strict=True)
        return tuple(np.append(values, [None])[ranks] for values, ranks in pairs)

    def of(self, columns: Sequence[str]) -> Counted:
        """Some of the columns; combinations may then come several times."""
        at = [self.columns.index(column) for column in columns]
        values, ranks = ([part[place] for place in at] for part in (self.values, self.ranks))
        return Counted(tuple(columns), tuple(values), tuple(ranks), self.counts)

    def numbered(self, columns: Sequence[str]) -> NDArray[np.int64]:
        """For every combination the number, from 0 on, of what it has in some of the columns."""
        if set(columns) == set(self.columns):
            return np.arange(len(self))
        numbers = np.zeros(len(self), dtype=np.int64)
        own = self.of(columns)
        for values, ranks in zip(own.values, own.ranks, strict=True):
            numbers = numbers * (len(values) + 1) + ranks + 1
            if len(columns) > 1:
                numbers = np.unique(numbers, return_inverse=True)[1]
        return numbers

    def distinct(self, columns: Sequence[str], among: NDArray[np.bool_]) -> int:
        """How many different values some columns have together in the combinations ``among``, not
        counting those that lack a value."""
        there = np.all([ranks >= 0 for ranks in self.of(columns).ranks], axis=0)
        # Marking the numbers is several times as fast as sorting or hashing them.
        return int(np.count_nonzero(np.bincount(self.numbered(columns)[there & among])))

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def records(self) -> int:
        return validate.total(self.counts)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of missing and empty values."""
        notes = []
        for column, texts in zip(self.columns, self.texts, strict=True):
            missing = int(self.counts[self.missing(column)].sum())
            empty = int(self.counts[texts == ""].sum())
            if missing:
                have = "record has" if missing == 1 else "records have"
                note = f"{missing:,} {have} no value in {column!r}: that is a value of its own"
                notes.append(note)
            if empty:
                have = "record has" if empty == 1 else "records have"
                notes.append(f"{empty:,} {have} empty text in {column!r}, which is not missing")
        return tuple(notes)

    def missing(self, column: str) -> NDArray[np.bool_]:
        """Where the column has no value."""
        return self.ranks[self.columns.index(column)] < 0

    def numbers(self, column: str) -> NDArray[np.float64]:
        """The values as numbers, NaN where one is missing."""
        at = self.columns.index(column)
        numbers = np.array([float(text) for text in self.values[at]] + [np.nan])
        return numbers[self.ranks[at]]


@dataclass(frozen=True, eq=False)
class Codebook:
    """Which class each of the counted values is in, and what is published for a class.

    ``classes`` goes with the rows of a ``Counted``; ``published`` has for every recoded column the
    text of each class, None to publish it as missing. Counted columns that it leaves out are
    published as they are.
    """

    classes: NDArray[np.int64]
    published: Mapping[str, Sequence[str | None]]

    def __post_init__(self) -> None:
        classes = np.asarray(self.classes, dtype=np.int64)
        sizes = {len(texts) for texts in self.published.values()}
        if len(sizes) != 1:
            raise InvalidInput("Every published column has one text for each class.")
        (size,) = sizes
        if len(classes) and not (classes.min() >= SUPPRESSED and classes.max() < size):
            raise InvalidInput(
                f"Classes are numbered from 0 to {size - 1}, and {SUPPRESSED} is for values that"
                f" are suppressed; given: {int(classes.min())} to {int(classes.max())}."
            )
        object.__setattr__(self, "classes", classes)

    def refuse_unlike(self, counted: Counted) -> None:
        if len(self.classes) != len(counted) or not set(self.published) <= set(counted.columns):
            raise InvalidInput(
                f"A codebook has a class for each of {plural(len(counted), 'counted value')} and"
                f" texts for {', '.join(counted.columns)}; given: {len(self.classes):,} classes and"
                f" texts for {', '.join(self.published)}."
            )


@dataclass(frozen=True)
class Published:
    """What was written. ``table`` is a path, or the frame itself; ``layout`` says how to read it
    back."""

    table: Any
    layout: Layout
    rows: int
    suppressed: int

    @property
    def table_name(self) -> str:
        return str(self.table) if isinstance(self.table, Path) else "the published frame"


class Engine(Protocol):
    """A context manager: what it staged is gone when it ends, however it ends."""

    def __enter__(self) -> Engine: ...
    def __exit__(self, *raised: object) -> None: ...

    def stage(self, given: Input, kinds: Mapping[str, str]) -> Staged:
        """Make the private copy. ``kinds`` names the columns that will be counted and how each is
        read: see ``covey.io.kinds``."""

    def count(self) -> Counted:
        """Group by the counted columns, all at once. Missing is a value of its own."""

    def distinct(self, columns: Sequence[str]) -> Mapping[str, float]:
        """Of some columns that are not counted: distinct values as a share of the rows, about. A
        column of which that is not known is left out."""

    def formulas(self, columns: Sequence[str]) -> Mapping[str, int]:
        """Of some columns that are published as they are: how many texts begin like a formula,
        where there are any. After ``upload`` those of published rows, before it those of all."""

    def upload(self, codebook: Codebook) -> None:
        """Put the codebook beside the staged copy, and find the class of every row."""

    def publish(
        self,
        folder: Path | None,
        layout: Layout | None = None,
        drop: Sequence[str] = (),
        order: str | None = None,
    ) -> Published:
        """Write the table with its counted columns recoded.

        folder
            Where the file goes; None for a frame, which comes back as the same kind.
        layout
            How it is written; as the input was, if not given.
        drop
            Columns that are left out.
        order
            A secret key of 64 hexadecimal digits, to break the order of the rows: a file's new
            order depends on what is published and the key alone, so that nobody can undo it.
        """

    def write_withheld(self, target: Path) -> int:
        """Write the records of the input that were not published, all columns as they were, as CSV;
        how many there are."""

    def recount(self, published: Published, beside: Sequence[str] = ()) -> Counted:
        """Read what was written, from where it was written, and count it by the recoded columns and
        those beside them, all as text."""
