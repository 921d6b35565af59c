"""Ordered values among other quasi-identifiers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry, Values, range_entry
from covey.engine.protocol import Counted, Staged
from covey.problems.cells.axes import OrderedAxis
from covey.problems.cells.narrow import new_codes, renumbered
from covey.release.cells.part import Narrowed, Part, settle
from covey.release.cuts import round_cut
from covey.release.names import range_text, stated_names
from covey.release.ordered import ordered_values, positions
from covey.release.question import Choices
from covey.release.roles import Ordered


@dataclass(frozen=True, eq=False, kw_only=True)
class OrderedPart(Part):
    """``values[code]`` is the value of a code; ``kind`` is empty for labels in a stated order."""

    codes: NDArray[np.int64]
    values: tuple[str, ...]
    kind: str

    def axis(self, kept: NDArray[np.bool_]) -> OrderedAxis:
        return OrderedAxis(self.codes[kept], positions(self.kind, self.values))

    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        left = np.where(records > 0, self.codes, -1)
        if not self.kind:
            # The labels of a stated order are known, whether or not somebody has them.
            return Narrowed(replace(self, codes=left), (np.arange(len(self.values)),))
        numbers = renumbered(left, len(self.values))
        values = tuple(self.values[code] for code in np.flatnonzero(numbers >= 0))
        codes = new_codes(numbers, left)
        return Narrowed(replace(self, codes=codes, values=values), (numbers,))

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
