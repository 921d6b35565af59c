"""Labels: a set is any group of values. Missing is one more label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import (
    Attribute,
    Choices,
    Narrowed,
    suppressed_as_missing,
    weights_of,
)
from covey.attributes.names import label_names
from covey.attributes.read_back import of_members
from covey.attributes.role import Role
from covey.codebook.book import Column
from covey.codebook.lines import Lines
from covey.codebook.rows import Values
from covey.core.count_notes import HAVE, CountNote
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.missing import have_none
from covey.core.words import plural
from covey.engine.protocol import Counted, Staged
from covey.problems.cells.axes import LabelAxis
from covey.problems.cells.narrow import new_codes, renumbered
from covey.problems.cells.sets import MemberSets, Sets
from covey.problems.cells.single import SingleProblem, member_sets
from covey.problems.labels.problem import LabelProblem

if TYPE_CHECKING:
    from covey.core.grouping import Grouping, Objective


@dataclass(frozen=True)
class Labels(Role):
    """Values without an order, such as diagnoses: a class is any group of them."""

    role: ClassVar[str] = "labels"
    problem_kind: ClassVar[str] = "labels"
    words: ClassVar[str] = "labels"
    value_word: ClassVar[str] = "value"
    sets_words: ClassVar[str] = "groups of values"
    option: ClassVar[str] = "--label"
    parameters: ClassVar[tuple[str, ...]] = ("labels",)
    page_label: ClassVar[str] = "Labels: values without an order"
    may_be_in_parts: ClassVar[bool] = True
    missing_is_a_label: ClassVar[bool] = True

    @classmethod
    def from_option(cls, parameter: str, text: str, how: Mapping[str, Any]) -> tuple[str, Labels]:
        return text, cls()

    def as_options(self, name: str) -> Sequence[str]:
        return "--label", name

    def read(self, name: str, staged: Staged, counted: Counted, choices: Choices) -> LabelAttribute:
        (own,), (codes,) = counted.of([name]).values, counted.of([name]).ranks
        missing = codes < 0
        left_out, notes = suppressed_as_missing(staged, counted, missing, repr(name), choices)
        values: tuple[str | None, ...] = tuple(own.tolist())
        _refuse_nul(staged.name, name, own.tolist())
        # The missing label gets the last code. Without such records it must not be in any set.
        if (missing & ~left_out).any():
            values += (None,)
            codes = np.where(missing, len(own), codes)
        return LabelAttribute(
            name=name,
            role=self,
            columns=(name,),
            left_out=left_out,
            missing=missing,
            notes=notes,
            codes=codes,
            values=values,
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class LabelAttribute(Attribute):
    """``values[code]`` is the label of a code."""

    codes: NDArray[np.int64]
    values: tuple[str | None, ...]

    @property
    def all_codes(self) -> tuple[NDArray[np.int64], ...]:
        return (self.codes,)

    def axis(self, kept: NDArray[np.bool_]) -> LabelAxis:
        return LabelAxis(self.codes[kept], len(self.values))

    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Objective
    ) -> SingleProblem:
        items = self.codes[kept]
        weights = weights_of(items, counts, len(self.values))
        return SingleProblem(LabelProblem(weights, k, objective), items)

    def sets_of(self, own: Grouping) -> MemberSets:
        return member_sets(own)

    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        # The narrowed codes keep the order of the labels: names are built from the first of a set.
        left = np.where(records > 0, self.codes, -1)
        numbers = renumbered(left, len(self.values))
        values = tuple(self.values[code] for code in np.flatnonzero(numbers >= 0))
        anchor = self.anchor_left(records, (numbers,))
        fewer = replace(self, values=values).with_codes(anchor, (new_codes(numbers, left),))
        return Narrowed(fewer, (numbers,))

    def with_codes(
        self, anchor: tuple[int, ...] | None, codes: tuple[NDArray[np.int64], ...]
    ) -> LabelAttribute:
        values = self.values
        if anchor is not None and values[-1] is None:
            # No record has the missing label, the last one, if it counts as another.
            values = values[:-1]
        return replace(self, codes=codes[0], values=values, anchor=anchor)

    def has_anchor(self, sets: Sets) -> NDArray[np.bool_]:
        assert isinstance(sets, MemberSets)
        assert self.anchor is not None
        return sets.with_member(self.anchor[0])

    def notes_on(self, records: NDArray[np.int64], as_anything: int) -> tuple[str, ...]:
        notes: list[str] = []
        missing = int(records[self.missing & ~self.left_out].sum())
        if self.anchor is not None:
            notes += super().notes_on(records, as_anything)
        elif missing:
            words = ": missing is a label like any other, and may share a class"
            notes.append(have_none(missing, repr(self.name), words))
        # CSV files often write a missing value as an empty text: the owner should see the
        # difference.
        empty_codes = [code for code, value in enumerate(self.values) if value == ""]
        empty = int(records[np.isin(self.codes, empty_codes)].sum())
        if empty:
            words = f"empty text in {self.name!r}, which is a label, not missing"
            notes.append(CountNote(empty, "record", words, HAVE))
        return tuple(notes)

    def entries(self, sets: Sets, *, line_per_value: bool) -> Lines:
        assert isinstance(sets, MemberSets)
        members = [sets.members_of(number) for number in range(len(sets.sizes))]
        labels = [[self.values[code] for code in own.tolist()] for own in members]
        names = label_names(self.name, labels)
        values = Values(self.name, self.values, line_per_value=line_per_value)
        return values.entries(members, names)

    def read_back(self, own: Sequence[Column], of_class: NDArray[np.int64]) -> MemberSets:
        # Missing values that count as a label are no member, as of areas.
        is_a_value = self.anchor is None
        return of_members(own[0], of_class, self.values, missing_is_a_value=is_a_value)


def _refuse_nul(table: str, column: str, labels: Sequence[str]) -> None:
    """The codebook is CSV, in which most programs take NUL for the end of a text."""
    # Millions of labels are looked through as one text.
    if "\0" in "".join(labels):
        wrong = sum("\0" in label for label in labels)
        raise InvalidInput(
            f"{table}: {plural(wrong, 'label')} in {column!r} with a NUL character, which no text"
            " of a codebook can hold.",
            hint="Remove it from the table. Such texts often come from a damaged file.",
            given=column,
        )
