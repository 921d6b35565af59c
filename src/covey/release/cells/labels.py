"""Labels among other quasi-identifiers: missing is one more of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry, Values
from covey.engine.protocol import Counted, Staged
from covey.problems.cells.axes import LabelAxis
from covey.problems.cells.narrow import new_codes, renumbered
from covey.problems.cells.sets import MemberSets
from covey.problems.cells.single import SingleProblem, member_sets
from covey.problems.labels.problem import LabelProblem
from covey.release.cells.part import Narrowed, Part
from covey.release.labels import label_notes, settle_labels
from covey.release.names import label_names
from covey.release.question import Choices, weights_of
from covey.release.roles import Labels


@dataclass(frozen=True, eq=False, kw_only=True)
class LabelPart(Part):
    """``values[code]`` is the label of a code."""

    codes: NDArray[np.int64]
    values: tuple[str | None, ...]

    def axis(self, kept: NDArray[np.bool_]) -> LabelAxis:
        return LabelAxis(self.codes[kept], len(self.values))

    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Any
    ) -> SingleProblem:
        items = self.codes[kept]
        weights = weights_of(items, counts, len(self.values))
        return SingleProblem(LabelProblem(weights, k, objective), items)

    def sets_of(self, own: Any) -> MemberSets:
        return member_sets(own)

    @property
    def codes_of(self) -> tuple[NDArray[np.int64], ...]:
        return (self.codes,)

    def with_few_missing(self, records: NDArray[np.int64], k: int) -> LabelPart:
        return self

    def anchored(
        self, anchor: tuple[int, ...] | None, codes: tuple[NDArray[np.int64], ...]
    ) -> LabelPart:
        return replace(self, codes=codes[0])

    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        left = np.where(records > 0, self.codes, -1)
        numbers = renumbered(left, len(self.values))
        values = tuple(self.values[code] for code in np.flatnonzero(numbers >= 0))
        codes = new_codes(numbers, left)
        return Narrowed(replace(self, codes=codes, values=values), (numbers,))

    def told(self, records: NDArray[np.int64]) -> tuple[str, ...]:
        empty = [code for code, value in enumerate(self.values) if value == ""]
        missing, none = self.missing & ~self.left_out, np.isin(self.codes, empty)
        return label_notes(self.name, int(records[missing].sum()), int(records[none].sum()))

    def entries(self, sets: Any) -> list[Entry]:
        members = [sets.members_of(number) for number in range(len(sets.sizes))]
        named = [[self.values[code] for code in own.tolist()] for own in members]
        names = label_names(self.name, named)
        values = Values(self.name, self.values)
        return [values.entry(number, own, names[number]) for number, own in enumerate(members)]


def label_part(
    name: str, role: Labels, staged: Staged, counted: Counted, choices: Choices
) -> LabelPart:
    (own,), (codes,) = counted.of([name]).values, counted.of([name]).ranks
    missing = codes < 0
    values: tuple[str | None, ...] = tuple(own.tolist())
    left_out = missing & (choices.missing == "suppress")
    if (missing & ~left_out).any():
        values += (None,)
        codes = np.where(missing, len(own), codes)
    return LabelPart(
        name=name,
        role=role,
        columns=(name,),
        left_out=left_out,
        missing=missing,
        notes=settle_labels(name, staged, int(counted.counts[missing].sum()), choices),
        codes=codes,
        values=values,
    )
