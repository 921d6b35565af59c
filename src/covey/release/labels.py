"""Labels: missing is one more of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry, value_entry
from covey.engine.protocol import SUPPRESSED, Counted, Staged
from covey.measures.loss import share_of_labels
from covey.problems.labels.problem import LabelProblem
from covey.release.names import label_names
from covey.release.question import (
    Choices,
    Question,
    have_none,
    refuse_empty,
    refuse_missing,
    weights_of,
)
from covey.release.roles import Labels


@dataclass(frozen=True, eq=False, kw_only=True)
class LabelQuestion(Question):
    values: list[str | None]

    def penalties(self, solution: Any) -> list[NDArray[np.float64]]:
        return [share_of_labels(np.bincount(solution.classes), len(solution.classes))]

    def entries(self, solution: Any) -> list[Entry]:
        members: list[list[str | None]] = [[] for _ in solution.sizes]
        for value, number in zip(self.values, solution.classes.tolist(), strict=True):
            members[number].append(value)
        names = label_names(self.name, members)
        return [
            value_entry(number, self.name, value, names[number])
            for number, values in enumerate(members)
            for value in values
        ]


def build_labels(
    name: str, role: Labels, staged: Staged, counted: Counted, choices: Choices
) -> LabelQuestion:
    (texts,), (missing,) = counted.texts, (counted.missing(name),)
    notes = treatment(name, staged, counted, choices)
    kept = ~missing if choices.missing == "suppress" else np.ones(len(counted), dtype=bool)
    items = np.where(kept, np.cumsum(kept) - 1, SUPPRESSED)
    refuse_empty(staged, items, (name,))
    problem = LabelProblem(
        weights_of(items, counted.counts, int(kept.sum())), choices.k, choices.objective
    )
    return LabelQuestion(
        name=name,
        columns=(name,),
        problem=problem,
        items=items,
        missing=0,
        notes=notes,
        values=texts[kept].tolist(),
    )


def treatment(name: str, staged: Staged, counted: Counted, choices: Choices) -> tuple[str, ...]:
    """How missing and empty text are treated."""
    own = counted.of([name])
    missing = int(own.counts[own.missing(name)].sum())
    empty = int(own.counts[np.isin(own.ranks[0], np.flatnonzero(own.values[0] == ""))].sum())
    settled = settle_labels(name, staged, missing, choices)
    return (*settled, *label_notes(name, 0 if settled else missing, empty))


def settle_labels(name: str, staged: Staged, missing: int, choices: Choices) -> tuple[str, ...]:
    """A word on missing labels, if they are suppressed."""
    if missing and choices.missing == "error":
        refuse_missing(staged, have_none(missing, repr(name)))
    if missing and choices.missing == "suppress":
        return (f"{have_none(missing, repr(name))}: suppressed, not published",)
    return ()


def label_notes(name: str, missing: int, empty: int) -> tuple[str, ...]:
    """A word on records with a missing or an empty label that may be published."""
    notes = []
    if missing:
        have = have_none(missing, repr(name))
        notes.append(f"{have}: missing is a label like any other, and may share a class")
    if empty:
        have = "record has" if empty == 1 else "records have"
        notes.append(f"{empty:,} {have} empty text in {name!r}, which is a label, not missing")
    return tuple(notes)
