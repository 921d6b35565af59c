"""Ordered values among other quasi-identifiers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.atoms import HIGHEST, LOWEST, MISSING_AS
from covey.codebook.rows import Entry, Values, range_entry
from covey.engine.protocol import Counted, Staged
from covey.problems.cells.axes import OrderedAxis
from covey.problems.cells.narrow import new_codes, renumbered
from covey.problems.cells.sets import OrderedSets
from covey.problems.cells.single import SingleProblem, run_sets
from covey.problems.intervals.problem import IntervalProblem
from covey.release.cells.part import Narrowed, Part, left_anchor, settle
from covey.release.cuts import round_cut
from covey.release.names import range_text, stated_names
from covey.release.ordered import ordered_values, positions
from covey.release.question import Choices, weights_of
from covey.release.roles import Ordered


@dataclass(frozen=True, eq=False, kw_only=True)
class OrderedPart(Part):
    """``values[code]`` is the value of a code; ``kind`` is empty for labels in a stated order."""

    codes: NDArray[np.int64]
    values: tuple[str, ...]
    kind: str

    def axis(self, kept: NDArray[np.bool_]) -> OrderedAxis:
        return OrderedAxis(self.codes[kept], positions(self.kind, self.values))

    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Any
    ) -> SingleProblem:
        items = self.codes[kept]
        weights = weights_of(items, counts, len(self.values))
        return SingleProblem(IntervalProblem(weights, k, objective), items)

    def sets_of(self, own: Any) -> OrderedSets:
        return run_sets(own.starts, len(self.values))

    @property
    def codes_of(self) -> tuple[NDArray[np.int64], ...]:
        return (self.codes,)

    def _lightest(self, others: NDArray[np.int64], records: NDArray[np.int64]) -> int:
        """One of the two ends: "< 20 or missing" reads better than a range in the middle."""
        own = self.codes[others]
        ends = (own == own.min()) | (own == own.max())
        return super()._lightest(others[ends], records)

    def anchored(
        self, anchor: tuple[int, ...] | None, codes: tuple[NDArray[np.int64], ...]
    ) -> OrderedPart:
        return replace(self, codes=codes[0], anchor=anchor)

    def reading(self, sets: Any) -> dict[str, Any]:
        if self.anchor is None or not self.kind:
            return self.about
        # The value itself is nobody's business.
        return self.about | {MISSING_AS: LOWEST if self.anchor[0] == 0 else HIGHEST}

    def has_anchor(self, sets: Any) -> NDArray[np.bool_]:
        assert self.anchor is not None
        return np.asarray((sets.low <= self.anchor[0]) & (self.anchor[0] <= sets.high))

    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        left = np.where(records > 0, self.codes, -1)
        # The labels of a stated order are known, whether or not somebody has them.
        numbers = np.arange(len(self.values))
        if self.kind:
            numbers = renumbered(left, len(self.values))
        values = tuple(self.values[code] for code in np.flatnonzero(numbers >= 0))
        part = replace(self, values=values)
        anchor = left_anchor(self, records, (numbers,))
        return Narrowed(part.anchored(anchor, (new_codes(numbers, left),)), (numbers,))

    def entries(self, sets: Any) -> list[Entry]:
        pairs = list(zip(sets.low.tolist(), sets.high.tolist(), strict=True))
        if not self.kind:
            values = Values(self.name, self.values)
            names = stated_names([(self.values[low], self.values[high]) for low, high in pairs])
            return [
                values.entry(number, range(low, high + 1), names[number])
                for number, (low, high) in enumerate(pairs)
            ]
        cuts: dict[int, str | None] = {0: None, len(self.values): None}
        for at in sorted({low for low, _ in pairs} | {high + 1 for _, high in pairs}):
            if at not in cuts:
                cuts[at] = round_cut(self.kind, self.values[at - 1], self.values[at])
        return [
            range_entry(number, self.name, low, high, range_text(low, high))
            for number, (low, high) in enumerate((cuts[a], cuts[b + 1]) for a, b in pairs)
        ]


def ordered_part(
    name: str, role: Ordered, staged: Staged, counted: Counted, choices: Choices
) -> OrderedPart:
    own = counted.of([name])
    left_out, notes = settle(staged, counted, own.missing(name), repr(name), choices)
    kind, values, codes = ordered_values(name, role, staged, own)
    return OrderedPart(
        name=name,
        role=role,
        columns=(name,),
        left_out=left_out,
        missing=own.missing(name),
        notes=notes,
        about={"read_as": kind} if kind else {},
        codes=codes,
        values=tuple(values),
        kind=kind,
    )
