"""A quasi-identifier of a table as codes: the problem it makes, and the names of its sets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.attributes.maps import MapOf, load_map
from covey.attributes.role import Role
from covey.codebook.book import Column
from covey.codebook.lines import Entry, EntryLines, Lines
from covey.codebook.rows import also_missing, any_entry, value_entry
from covey.codebook.texts import ANYTHING, OR_MISSING
from covey.core.dataclass import dataclass
from covey.core.errors import Infeasible
from covey.core.holders import Holders
from covey.core.joining import lightest
from covey.core.missing import have_none, leaves_out
from covey.core.words import in_words, plural
from covey.engine.protocol import Counted, Staged
from covey.problems.cells.axes import Axis
from covey.problems.cells.narrow import Numbers
from covey.problems.cells.sets import ANY_SET, MISSING_SET, Sets
from covey.problems.cells.single import SingleProblem

if TYPE_CHECKING:
    from covey.attributes.far_values import FarValues
    from covey.core.grouping import Grouping, Objective


class Choices(NamedTuple):
    """What the user chose for values without a place, how maps are loaded, and the records that a
    class must have: people, if ``held`` says whose they are and ``person`` is the column of it."""

    missing: str = "own"
    unmapped: str = "error"
    map_of: MapOf = load_map
    k: int = 1
    held: Holders | None = None
    person: str = ""

    def counted_in(
        self, codes: NDArray[np.int64], counts: NDArray[np.int64], there: NDArray[np.bool_], n: int
    ) -> NDArray[np.int64]:
        """What k counts, records or people, of each of ``n`` codes in the rows ``there``."""
        if self.held is None or not self.person:
            return weights_of(codes[there], counts[there], n)
        # -1 leaves a row out: nobody of it is counted.
        return self.held.per_class(self.person, np.where(there, codes, -1), n)


@dataclass(frozen=True, eq=False, kw_only=True)
class Attribute(ABC):
    """A quasi-identifier, coded for every counted combination.

    left_out
        The combinations that are suppressed because of this column.
    missing
        The combinations without a value.
    notes
        What the user should know, no matter which records are withheld later.
    about
        What the certificate says about how the column was read.
    anchor
        The codes of the value that missing ones count as, if these cannot be a class of their own:
        every set with this value also holds the missing ones, and says so.
    """

    name: str
    role: Role
    columns: tuple[str, ...]
    left_out: NDArray[np.bool_]
    missing: NDArray[np.bool_]
    notes: tuple[str, ...]
    about: dict[str, Any] = field(default_factory=dict)
    anchor: tuple[int, ...] | None = None

    def public(self) -> dict[str, Any]:
        """What the certificate says of the role."""
        return self.role.public()

    # The problem.

    @property
    @abstractmethod
    def all_codes(self) -> tuple[NDArray[np.int64], ...]:
        """The codes of the combinations: an array for each coordinate of points, else one."""

    @abstractmethod
    def axis(self, kept: NDArray[np.bool_]) -> Axis:
        """The axis of the combinations that are kept."""

    @abstractmethod
    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Objective
    ) -> SingleProblem:
        """The problem of this column alone, for the combinations that are kept, which have these
        ``counts``."""

    @abstractmethod
    def sets_of(self, own: Grouping) -> Sets:
        """The sets of an answer to the problem of this column alone."""

    @abstractmethod
    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        """The attribute as if the table had only those ``records`` of each combination, so that
        nothing tells about the others."""

    def far(self, records: NDArray[np.int64]) -> FarValues | None:
        """Values far outside of the rest, which hide the loss of the others, among the ``records``
        of each counted combination."""
        return None

    def refuse_unfit(self, k: int) -> None:
        """Refuse what no solver can cut into classes."""
        return

    # Missing values.

    @abstractmethod
    def with_codes(
        self, anchor: tuple[int, ...] | None, codes: tuple[NDArray[np.int64], ...]
    ) -> Attribute:
        """The same attribute with other codes and another anchor."""

    @abstractmethod
    def has_anchor(self, sets: Sets) -> NDArray[np.bool_]:
        """Which sets have the value that missing ones count as."""

    def anchored(self, records: NDArray[np.int64], k: int) -> Attribute:
        """The attribute with the ``records`` without a value counted as another value, since they
        cannot be a class of their own, of ``k`` records or more."""
        if self.role.missing_is_a_label:
            return self
        # The anchor must be a value that is published, so records of 0 do not count here.
        others = np.flatnonzero(~self.missing & (records > 0))
        if not records[self.missing].any() or not len(others):
            return self
        # Ties go to the first combination. A verifier codes the table by the same steps, and must
        # find the same anchor.
        chosen = self._to_join(others, records, k)
        anchor = tuple(int(codes[chosen]) for codes in self.all_codes)
        # Combinations that are left out keep their code of -1: they are in no set.
        without = self.missing & (records > 0)
        pairs = zip(anchor, self.all_codes, strict=True)
        return self.with_codes(anchor, tuple(np.where(without, at, codes) for at, codes in pairs))

    def _to_join(self, others: NDArray[np.int64], records: NDArray[np.int64], k: int) -> int:
        """The one of the combinations ``others`` whose value the missing ones count as: the first
        whose value has the fewest records."""
        own = np.stack([codes[others] for codes in self.all_codes])
        # A place has two codes: a pair of them gets one number, so that its records can be summed.
        number = np.unique(own, axis=1, return_inverse=True)[1].ravel()
        return int(others[lightest(number, records[others])])

    def anchor_left(
        self, records: NDArray[np.int64], numbers: Sequence[Numbers]
    ) -> tuple[int, ...] | None:
        """The anchor by the new numbers of values, if ``records`` without a value are left."""
        if self.anchor is None or not records[self.missing].any():
            return None
        # The anchor's value is still there: `pinned` keeps its combinations from being withheld.
        return tuple(int(new[at]) for new, at in zip(numbers, self.anchor, strict=True))

    @property
    def pinned(self) -> NDArray[np.bool_]:
        """The combinations that have the anchor's value. They are never withheld: the missing ones,
        which count as that value, would tell about them."""
        if self.anchor is None:
            return np.zeros(len(self.missing), dtype=bool)
        pairs = zip(self.anchor, self.all_codes, strict=True)
        return np.asarray(np.all([codes == at for at, codes in pairs], axis=0) & ~self.missing)

    @property
    def anchored_here(self) -> NDArray[np.bool_]:
        """The combinations without a value that count as the anchor's."""
        return self.missing if self.anchor is not None else np.zeros_like(self.missing)

    # What is published.

    @abstractmethod
    def read_back(self, own: Sequence[Column], of_class: NDArray[np.int64]) -> Sets:
        """The sets that a codebook has, by the codes of this attribute. ``own`` are the codebook's
        columns in the order of ``columns``, ``of_class`` is the set of every class."""

    def classed(self, classes: NDArray[np.int64]) -> Attribute:
        """The attribute with the class of every combination, -1 if it is not published: the name of
        a set may depend on them."""
        return self

    @abstractmethod
    def entries(self, sets: Sets, *, line_per_value: bool) -> Lines:
        """The codebook of the column's own sets, numbered as they are."""

    def anything(self, number: int) -> list[Entry]:
        """The codebook of the set of all values, missing ones included."""
        return [any_entry(number, column) for column in self.columns]

    def reading(self, sets: Sets) -> dict[str, Any]:
        """What the certificate says about how the column was read."""
        return self.about

    def notes_on(self, records: NDArray[np.int64], as_anything: int) -> tuple[str, ...]:
        """What the user should know about the ``records`` of each combination that are published;
        ``as_anything`` of those without a value share a class with others."""
        apart = "published as missing, in classes without others"
        if self.anchor is not None:
            apart = 'they cannot be a class of their own, and are in sets "or missing"'
        counts = {
            apart: int(records[self.missing].sum()) - as_anything,
            f"published as {ANYTHING}, in classes with others": as_anything,
        }
        what = in_words(self.columns)
        return tuple(
            have_none(count, what, f": {words}") for words, count in counts.items() if count
        )

    def notes_on_merged(self, sets: Sets, records: NDArray[np.int64], k: int) -> tuple[str, ...]:
        """What the user should know of values that were to stay whole and, beside other columns,
        do not everywhere, given the ``records`` of each combination that are published."""
        return ()

    @property
    def asides(self) -> tuple[str, ...]:
        """What the user should know, and no reader of the release."""
        return ()

    @property
    def shaped(self) -> bool:
        """Whether sets have shapes to draw."""
        return False

    def write_shapes(
        self, sets: Sets, sizes: Sequence[int], names: Sequence[str | None], target: Path
    ) -> tuple[str, ...]:
        """The sets as GeoJSON, where they have shapes; returns what the user should know."""
        return ()

    def named(self, sets: Sets, *, line_per_value: bool) -> NamedSets:
        """All sets of the column, special ones last, and which of them each class has."""
        # Special sets are numbered behind all others, so that the numbers of the solver's own sets
        # stay what they are in the codebook.
        own = self._with_missing(self.entries(sets, line_per_value=line_per_value), sets)
        count = own.sets
        special: list[Entry] = []
        numbers = sets.of_class.astype(np.int64)
        if (sets.of_class == MISSING_SET).any():
            special += [value_entry(count, column, None, None) for column in self.columns]
            numbers[sets.of_class == MISSING_SET] = count
            count += 1
        if (sets.of_class == ANY_SET).any():
            special += self.anything(count)
            numbers[sets.of_class == ANY_SET] = count
            count += 1
        lines = Lines([*own.parts, EntryLines(special)])
        return NamedSets(lines, lines.published(self.columns, count), numbers, count)

    def _with_missing(self, own: Lines, sets: Sets) -> Lines:
        if self.anchor is None:
            return own
        return Lines([EntryLines(also_missing(own, self.has_anchor(sets), OR_MISSING))])


class Narrowed(NamedTuple):
    """An attribute of fewer values, and the new code of every old one, -1 for those that are gone:
    of both coordinates for points."""

    attribute: Attribute
    numbers: tuple[Numbers, ...]


@dataclass(frozen=True, eq=False)
class NamedSets:
    """The codebook of a column: its entries by the number of the set, the texts of every set by
    column, and the set of every class."""

    entries: Lines
    texts: dict[str, list[str | None]]
    of_class: NDArray[np.int64]
    count: int

    def of_classes(self, column: str) -> list[str | None]:
        """What is published for every class."""
        texts = np.array([*self.texts[column], None], dtype=object)
        found: list[str | None] = texts[self.of_class].tolist()
        return found

    def sizes(self, classes: Sequence[int]) -> list[int]:
        """The records that are published under every set, given those of every class."""
        return set_sizes(self.of_class, classes, self.count)


def set_sizes(of_class: NDArray[np.int64], classes: Sequence[int], count: int) -> list[int]:
    """The records of every set, given the set and the records of every class."""
    found = np.zeros(count, dtype=np.int64)
    np.add.at(found, of_class, np.asarray(classes, dtype=np.int64))
    return [int(size) for size in found]


def suppressed_as_missing(
    staged: Staged, counted: Counted, missing: NDArray[np.bool_], what: str, choices: Choices
) -> tuple[NDArray[np.bool_], tuple[str, ...]]:
    """Which combinations are suppressed because they have no value, and what to say about it.
    ``what`` names the columns."""
    records = int(counted.counts[missing].sum())
    if leaves_out(records, choices.missing, staged.name, what):
        return missing, (have_none(records, what, ": suppressed, not published"),)
    return np.zeros(len(counted), dtype=bool), ()


def weights_of(
    items: NDArray[np.integer[Any]], counts: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """The records of each of ``size`` items."""
    weights = np.zeros(size, dtype=np.int64)
    known = items >= 0
    # Plain assignment would keep only one of several combinations with the same item.
    np.add.at(weights, items[known], counts[known])
    return weights


def refuse_without_values(
    staged: Staged, with_value: NDArray[np.bool_], columns: Sequence[str]
) -> None:
    if not with_value.any():
        raise Infeasible(
            f"{staged.name}: no record has a value in {in_words(columns)} that can be published.",
            hint=f"All {plural(staged.rows, 'record')} would be suppressed.",
        )
