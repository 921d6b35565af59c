"""Ordered values: classes are intervals with round borders, the outermost ones open."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry, range_entry, value_entry
from covey.core.errors import InvalidInput, closest
from covey.core.words import listed, plural
from covey.engine.protocol import Counted, Staged
from covey.measures.loss import share_of_ranges
from covey.problems.intervals.problem import IntervalProblem
from covey.release.cuts import round_cut
from covey.release.names import range_text, stated_names
from covey.release.question import Choices, Question, refuse_empty, settle_missing, weights_of
from covey.release.roles import Ordered


@dataclass(frozen=True, eq=False, kw_only=True)
class OrderedQuestion(Question):
    values: list[str]
    kind: str

    def penalties(self, solution: Any) -> list[NDArray[np.float64]]:
        places = positions(self.kind, self.values)
        first = np.asarray(solution.starts)
        last = np.append(first[1:], len(places)) - 1
        return [share_of_ranges(places[first], places[last], places[0], places[-1])]

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
        runs = list(zip(starts, [*starts[1:], len(self.values)], strict=True))
        names = stated_names([(self.values[start], self.values[end - 1]) for start, end in runs])
        return [
            value_entry(number, self.name, label, names[number])
            for number, (start, end) in enumerate(runs)
            for label in self.values[start:end]
        ]


def build_ordered(
    name: str, role: Ordered, staged: Staged, counted: Counted, choices: Choices
) -> OrderedQuestion:
    missing = counted.missing(name)
    settled = settle_missing(staged, counted, missing, repr(name), choices)
    kind, values, places = ordered_values(name, role, staged, counted)
    items = np.where(missing, settled.item, places)
    refuse_empty(staged, items, (name,))
    weights = weights_of(items, counted.counts, len(values))
    problem = IntervalProblem(weights, choices.k, choices.objective)
    return OrderedQuestion(
        name=name,
        columns=(name,),
        problem=problem,
        items=items,
        missing=settled.records,
        notes=settled.notes,
        about={"read_as": kind} if kind else {},
        values=values,
        kind=kind,
    )


def ordered_values(
    name: str, role: Ordered, staged: Staged, counted: Counted
) -> tuple[str, list[str], NDArray[np.int64]]:
    """The kind of the values, empty for labels in a stated order; the values in their order; and
    the place of every combination's, -1 where it is missing."""
    if role.order is None:
        return staged.kinds[name], counted.values[0].tolist(), counted.ranks[0]
    values = list(role.order)
    return "", values, _stated_places(name, values, staged, counted)


def _stated_places(
    name: str, order: list[str], staged: Staged, counted: Counted
) -> NDArray[np.int64]:
    places = {label: place for place, label in enumerate(order)}
    texts = counted.values[0].tolist()
    unknown = [text for text in texts if text not in places]
    if unknown:
        raise InvalidInput(
            f"{staged.name}: {plural(len(unknown), 'label')} in {name!r} not in the stated order:"
            f" {listed(map(repr, unknown))}.",
            hint=closest(unknown[0], order),
            given=unknown[:3],
        )
    found: NDArray[np.int64] = np.array([places[text] for text in texts] + [-1])[counted.ranks[0]]
    return found


def positions(kind: str, values: Sequence[str]) -> NDArray[np.float64]:
    """Where values lie, as numbers; by their rank, where that cannot be told.

    >>> positions("integer", ("3", "5")).tolist(), positions("date", ("2024-01-01", "2024-01-03"))
    ([3.0, 5.0], array([738886., 738888.]))
    """
    ranks = np.arange(len(values), dtype=np.float64)
    try:
        if kind in ("date", "timestamp"):
            times = [dt.datetime.fromisoformat(value).replace(tzinfo=None) for value in values]
            day = dt.timedelta(days=1)
            found = np.array([(time - dt.datetime.min) / day + 1 for time in times])
        elif kind:
            found = np.array([float(value) for value in values])
        else:
            return ranks
    except (ValueError, OverflowError):
        return ranks
    apart = np.isfinite(found).all() and (found[1:] > found[:-1]).all()
    return found if apart else ranks
