"""A quasi-identifier among others: an axis of the cells, and the names of its sets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry, also_missing, any_entry, published_texts, value_entry
from covey.codebook.texts import ANYTHING, OR_MISSING
from covey.engine.protocol import Counted, Staged
from covey.problems.cells.axes import Axis
from covey.problems.cells.narrow import Numbers
from covey.problems.cells.sets import ANY, MISSING, Sets
from covey.problems.cells.single import SingleProblem
from covey.release.question import Choices, have_none, in_words, refuse_missing, weights_of
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
    anchor: tuple[int, ...] | None = None
    """The codes that combinations without a value have, if these are too few for a class of their
    own: every set with this value also has the missing ones, and says so."""

    @abstractmethod
    def axis(self, kept: NDArray[np.bool_]) -> Axis:
        """The axis of the combinations that are kept."""

    @abstractmethod
    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Any
    ) -> SingleProblem:
        """The problem of this column alone, for the combinations that are kept, with their
        ``counts``."""

    @abstractmethod
    def sets_of(self, own: Any) -> Sets:
        """The sets of an answer to that problem."""

    @abstractmethod
    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        """The part as if the table had only those ``records`` of each counted combination, so that
        nothing tells of the others."""

    @property
    @abstractmethod
    def codes_of(self) -> tuple[NDArray[np.int64], ...]:
        """The codes of the counted combinations: those of both coordinates for points."""

    def with_few_missing(self, records: NDArray[np.int64], k: int) -> Part:
        """The part with fewer than k ``records`` without a value put to another value, since they
        cannot be a class of their own. It is one that few have, so that no large class grows."""
        few = int(records[self.missing].sum())
        others = np.flatnonzero(~self.missing & (records > 0))
        if not 0 < few < k or not len(others):
            return self
        chosen = self._lightest(others, records)
        anchor = tuple(int(codes[chosen]) for codes in self.codes_of)
        without = self.missing & (records > 0)
        pairs = zip(anchor, self.codes_of, strict=True)
        return self.anchored(anchor, tuple(np.where(without, at, codes) for at, codes in pairs))

    def _lightest(self, others: NDArray[np.int64], records: NDArray[np.int64]) -> int:
        """The first of the combinations ``others`` whose value has the fewest records."""
        own = np.stack([codes[others] for codes in self.codes_of])
        number = np.unique(own, axis=1, return_inverse=True)[1].ravel()
        return int(others[np.argmin(weights_of(number, records[others], len(others))[number])])

    @abstractmethod
    def anchored(
        self, anchor: tuple[int, ...] | None, codes: tuple[NDArray[np.int64], ...]
    ) -> Part:
        """The part with other codes, those of missing values being ``anchor``."""

    def has_anchor(self, sets: Any) -> NDArray[np.bool_]:
        """Which sets have the value that missing ones count as."""
        raise NotImplementedError

    def reading(self, sets: Any) -> dict[str, Any]:
        """What the certificate says of the reading of the column."""
        return self.about

    @property
    def pinned(self) -> NDArray[np.bool_]:
        """The combinations that have the value which missing ones count as: if they were withheld,
        the others would be a trace of it."""
        if self.anchor is None:
            return np.zeros(len(self.missing), dtype=bool)
        pairs = zip(self.anchor, self.codes_of, strict=True)
        return np.asarray(np.all([codes == at for at, codes in pairs], axis=0) & ~self.missing)

    def refuse_unfit(self, k: int) -> None:
        """Refuse what no solver could cut into classes."""
        return

    def told(self, records: NDArray[np.int64]) -> tuple[str, ...]:
        """What the user should know of the ``records`` that are published."""
        missing = int(records[self.missing].sum())
        if not missing:
            return ()
        have = have_none(missing, in_words(self.columns))
        if self.anchor is not None:
            return (f'{have}: too few for a class of their own, in sets that say "or missing"',)
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
        own = self._with_missing(self.entries(sets), sets)
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

    def _with_missing(self, own: list[Entry], sets: Sets) -> list[Entry]:
        if self.anchor is None:
            return own
        has = self.has_anchor(sets)
        return [
            row
            for entry in own
            for row in (
                also_missing(entry, f"{entry.published}{OR_MISSING}")
                if has[entry.number]
                else [entry]
            )
        ]


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


def left_anchor(
    part: Part, records: NDArray[np.int64], numbers: Sequence[Numbers]
) -> tuple[int, ...] | None:
    """The anchor by the new numbers of values, if there are ``records`` without a value left."""
    if part.anchor is None or not records[part.missing].any():
        return None
    return tuple(int(new[at]) for new, at in zip(numbers, part.anchor, strict=True))
