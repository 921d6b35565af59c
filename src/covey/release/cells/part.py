"""A quasi-identifier among others: an axis of the cells, and the names of its sets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry, any_entry, published_texts, value_entry
from covey.codebook.texts import ANYTHING
from covey.engine.protocol import Counted, Staged
from covey.problems.cells.axes import Axis
from covey.problems.cells.narrow import Numbers
from covey.problems.cells.sets import ANY, MISSING, Sets
from covey.release.question import Choices, have_none, in_words, refuse_missing
from covey.release.roles import Role


@dataclass(frozen=True, eq=False, kw_only=True)
class Part(ABC):
    """``left_out`` are the counted combinations that are suppressed because of this column,
    ``missing`` those without a value; ``about`` is what the certificate says of its reading,
    ``notes`` what the user should know of it whoever is withheld."""

    name: str
    role: Role
    columns: tuple[str, ...]
    left_out: NDArray[np.bool_]
    missing: NDArray[np.bool_]
    notes: tuple[str, ...]
    about: dict[str, Any] = field(default_factory=dict)

    @abstractmethod
    def axis(self, kept: NDArray[np.bool_]) -> Axis:
        """The axis of the combinations that are kept."""

    @abstractmethod
    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        """The part as if the table had only those ``records`` of each counted combination, so that
        nothing tells of the others."""

    def refuse_unfit(self, k: int) -> None:
        """Refuse what no solver could cut into classes."""
        return

    def told(self, records: NDArray[np.int64]) -> tuple[str, ...]:
        """What the user should know of the ``records`` that are published."""
        missing = int(records[self.missing].sum())
        if not missing:
            return ()
        have = have_none(missing, in_words(self.columns))
        return (f"{have}: in classes of their own, or in ones published as {ANYTHING}",)

    @abstractmethod
    def entries(self, sets: Any) -> list[Entry]:
        """The codebook of the axis's own sets, numbered as they are."""

    def anything(self, number: int) -> list[Entry]:
        """The codebook of the set of all values, missing ones included."""
        return [any_entry(number, column) for column in self.columns]

    def write_shapes(
        self, sets: Any, sizes: Sequence[int], names: Sequence[str | None], target: Path
    ) -> tuple[str, ...]:
        """The sets as GeoJSON, where they have shapes; returns what the user should know."""
        return ()

    @property
    def shaped(self) -> bool:
        return False

    def named(self, sets: Sets) -> Named:
        """All sets of the column, special ones last, and which of them each class has."""
        own = self.entries(sets)
        count = 1 + max((entry.number for entry in own), default=-1)
        numbers = sets.of_class.astype(np.int64)
        if (sets.of_class == MISSING).any():
            own += [value_entry(count, column, None, None) for column in self.columns]
            numbers[sets.of_class == MISSING] = count
            count += 1
        if (sets.of_class == ANY).any():
            own += self.anything(count)
            numbers[sets.of_class == ANY] = count
            count += 1
        return Named(own, published_texts(own, self.columns, count), numbers, count)


class Narrowed(NamedTuple):
    """A part of fewer values, and the new code of every old one, -1 for those that are gone: of
    both coordinates for points."""

    part: Part
    numbers: tuple[Numbers, ...]


@dataclass(frozen=True, eq=False)
class Named:
    """The codebook of a part: its entries by the number of the set, the texts of every set by
    column, and the set of every class."""

    entries: list[Entry]
    texts: dict[str, list[str | None]]
    of_class: NDArray[np.int64]
    count: int

    def of_classes(self, column: str) -> list[str | None]:
        texts = np.array([*self.texts[column], None], dtype=object)
        found: list[str | None] = texts[self.of_class].tolist()
        return found

    def sizes(self, classes: Sequence[int]) -> list[int]:
        """The records that are published under every set."""
        found = np.zeros(self.count, dtype=np.int64)
        np.add.at(found, self.of_class, np.asarray(classes, dtype=np.int64))
        return [int(size) for size in found]


def settle(
    staged: Staged, counted: Counted, missing: NDArray[np.bool_], what: str, choices: Choices
) -> tuple[NDArray[np.bool_], tuple[str, ...]]:
    """Which combinations are suppressed for want of a value, and what the user should know."""
    records = int(counted.counts[missing].sum())
    if records and choices.missing == "error":
        refuse_missing(staged, have_none(records, what))
    if records and choices.missing == "suppress":
        return missing, (f"{have_none(records, what)}: suppressed, not published",)
    return np.zeros(len(counted), dtype=bool), ()
