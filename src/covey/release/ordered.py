"""Ordered values: classes are intervals with round borders, the outermost ones open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from covey.engine.protocol import Counted, Staged
from covey.errors import InvalidInput, closest
from covey.intervals.problem import IntervalProblem
from covey.release.codebook import Entry, range_entry, value_entry
from covey.release.cuts import round_cut
from covey.release.names import range_text
from covey.release.question import Choices, Question, refuse_empty, settle_missing, weights_of
from covey.release.roles import Ordered
from covey.words import listed, plural


@dataclass(frozen=True, eq=False)
class OrderedQuestion(Question):
    values: list[str] = None  # type: ignore[assignment]
    kind: str = ""

    def entries(self, solution: Any) -> list[Entry]:
        starts = solution.starts.tolist()
        if not self.kind:
            return self._stated(starts)
        # The lowest and the highest value are often one person's: the outermost classes are open.
        cuts = [round_cut(self.kind, self.values[at - 1], self.values[at]) for at in starts[1:]]
        pairs = zip([None, *cuts], [*cuts, None], strict=True)
        return [
            range_entry(number, self.name, low, high, range_text(low, high))
            for number, (low, high) in enumerate(pairs)
        ]

    def _stated(self, starts: list[int]) -> list[Entry]:
        found = []
        for number, (start, end) in enumerate(
            zip(starts, [*starts[1:], len(self.values)], strict=True)
        ):
            labels = self.values[start:end]
            text = labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}"
            found += [value_entry(number, self.name, label, text) for label in labels]
        return found


def build_ordered(
    name: str, role: Ordered, staged: Staged, counted: Counted, choices: Choices
) -> OrderedQuestion:
    missing = counted.missing(name)
    settled = settle_missing(staged, counted, missing, repr(name), choices)
    if role.order is None:
        kind, places = staged.kinds[name], counted.ranks[0]
        values = [text for text in counted.texts[0].tolist() if text is not None]
    else:
        kind, values = "", list(role.order)
        places = _stated_places(name, values, staged, counted)
    items = np.where(missing, settled.item, places)
    refuse_empty(staged, items, (name,))
    weights = weights_of(items, counted.counts, len(values))
    problem = IntervalProblem(weights, choices.k, choices.objective)
    about = {"read_as": kind} if kind else {}
    return OrderedQuestion(
        name, (name,), problem, items, settled.records, settled.notes, about, values, kind
    )


def _stated_places(
    name: str, order: list[str], staged: Staged, counted: Counted
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    places = {label: place for place, label in enumerate(order)}
    texts = counted.texts[0].tolist()
    unknown = [text for text in texts if text is not None and text not in places]
    if unknown:
        raise InvalidInput(
            f"{staged.name}: {plural(len(unknown), 'label')} in {name!r} not in the stated order:"
            f" {listed(map(repr, unknown))}.",
            hint=closest(unknown[0], order),
            given=unknown[:3],
        )
    return np.array([-1 if text is None else places[text] for text in texts], dtype=np.int64)
