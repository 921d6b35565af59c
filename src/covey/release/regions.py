"""Areas of a map: classes are connected regions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry, value_entry
from covey.core.errors import Infeasible, InvalidInput
from covey.core.words import listed, plural
from covey.engine.protocol import SUPPRESSED, Counted, Staged
from covey.io.maps.areas import AreaMap
from covey.measures.loss import share_of_labels
from covey.problems.regions.graph import Graph
from covey.problems.regions.problem import RegionProblem
from covey.release.names import region_names
from covey.release.question import Choices, Question, refuse_empty, settle_missing, weights_of
from covey.release.roles import Regions

NOT_ON_MAP = -1
SUPPRESS = '--unmapped suppress (unmapped="suppress" in Python)'


@dataclass(frozen=True, eq=False, kw_only=True)
class RegionQuestion(Question):
    """``areas`` is the whole map; ``kept[i]`` is the place on it of the problem's i-th area."""

    areas: AreaMap
    kept: NDArray[np.int64]

    @property
    def shaped(self) -> bool:
        return self.areas.shapes is not None

    def penalties(self, solution: Any) -> list[NDArray[np.float64]]:
        return [share_of_labels(np.bincount(solution.classes), len(solution.classes))]

    def entries(self, solution: Any) -> list[Entry]:
        order = np.argsort(solution.classes, kind="stable")
        parts = np.split(order, np.cumsum(np.bincount(solution.classes))[:-1])
        codes = [self.areas.keys[place] for place in self.kept.tolist()]
        names = region_names(parts, self.problem.weights, codes)
        return [
            value_entry(number, self.name, codes[item], names[number])
            for number, members in enumerate(parts)
            for item in members.tolist()
        ]

    def write_shapes(
        self, solution: Any, names: Sequence[str | None], target: Path
    ) -> tuple[str, ...]:
        from covey.io.maps.dissolve import write_regions

        classes = np.full(len(self.areas.keys), -1, dtype=np.int64)
        classes[self.kept] = solution.classes
        weights = np.zeros(len(classes), dtype=np.int64)
        weights[self.kept] = self.problem.weights
        areas = replace(self.areas, weights=weights)
        notes = write_regions(areas, classes, target, {"name": list(names)})
        return tuple(note.replace(str(target), target.name) for note in notes)


def build_regions(
    name: str, role: Regions, staged: Staged, counted: Counted, choices: Choices
) -> RegionQuestion:
    missing = counted.missing(name)
    settled = settle_missing(staged, counted, missing, repr(name), choices)
    placed = place_on_map(name, role, staged, counted, choices)
    items = np.where(missing, settled.item, placed.items)
    problem = RegionProblem(
        placed.weights, placed.graph, choices.k, choices.objective, names=placed.codes
    )
    _require_feasible(problem)
    notes = (*placed.notes, *placed.empty, *settled.notes)
    return RegionQuestion(
        name=name,
        columns=(name,),
        problem=problem,
        items=items,
        missing=settled.records,
        notes=notes,
        about=placed.about,
        areas=placed.areas,
        kept=placed.kept,
    )


class Placed(NamedTuple):
    """Records on a map: ``items`` are the areas of the combinations, SUPPRESSED where there is
    none; areas are numbered among those that are ``kept``, and have ``codes`` and ``weights``.
    ``empty`` is a word on the others."""

    areas: AreaMap
    kept: NDArray[np.int64]
    graph: Graph
    codes: list[str]
    weights: NDArray[np.int64]
    items: NDArray[np.int64]
    notes: tuple[str, ...]
    about: dict[str, Any]
    empty: tuple[str, ...]

    def narrowed(self, records: NDArray[np.int64], missing: NDArray[np.bool_]) -> Placed:
        """As if there were only those ``records`` of each combination. Those without a code may
        count as some area's, but add no weight to it: regions are named after the heaviest."""
        places = np.append(self.kept, NOT_ON_MAP)[self.items]
        places[records == 0] = NOT_ON_MAP
        with_code = np.where(missing, 0, records)
        return _placed(self.areas, places, with_code, self.notes, self.about)


def place_on_map(
    name: str, role: Regions, staged: Staged, counted: Counted, choices: Choices
) -> Placed:
    areas, seen = choices.map_of(role)
    missing = counted.missing(name)
    found = [areas.places.get(text, NOT_ON_MAP) for text in counted.values[0].tolist()]
    places = np.array([*found, NOT_ON_MAP], dtype=np.int64)[counted.ranks[0]]
    notes = _settle_unmapped(name, staged, counted, areas, (places < 0) & ~missing, places, choices)
    refuse_empty(staged, places, (name,))
    return _placed(areas, places, counted.counts, (*areas.notes, *notes), {"map": seen})


def _placed(
    areas: AreaMap,
    places: NDArray[np.int64],
    records: NDArray[np.int64],
    notes: tuple[str, ...],
    about: dict[str, Any],
) -> Placed:
    weights = weights_of(places, records, len(areas.keys))
    kept, graph, empty = _with_records(areas, weights)
    numbers = np.full(len(areas.keys) + 1, SUPPRESSED, dtype=np.int64)
    numbers[kept] = np.arange(len(kept))
    codes = [areas.keys[place] for place in kept.tolist()]
    items = numbers[places]
    return Placed(areas, kept, graph, codes, weights[kept], items, notes, about, empty)


def _settle_unmapped(
    name: str,
    staged: Staged,
    counted: Counted,
    areas: AreaMap,
    unmapped: NDArray[np.bool_],
    places: NDArray[np.int64],
    choices: Choices,
) -> tuple[str, ...]:
    from covey.io.columns.counts import ValueCounts
    from covey.io.maps.join import with_counts

    if not unmapped.any():
        return ()
    codes = np.unique(counted.ranks[0][unmapped])
    records = plural(int(counted.counts[unmapped].sum()), "record")
    if choices.unmapped == "suppress" and (places >= 0).any():
        return (
            f"{plural(len(codes), 'code')} of {name!r} {'is' if len(codes) == 1 else 'are'} not on"
            f" the map: {records} suppressed,"
            " not published",
        )
    try:
        # Known words for codes that lost their zeros and the like.
        own = counted.values[0]
        values = ValueCounts(own, weights_of(counted.ranks[0], counted.counts, len(own)))
        with_counts(areas, values, f"{staged.name}, {name!r}")
    except InvalidInput as error:
        hint = error.hint
        if choices.unmapped != "suppress" and _few(counted, unmapped, places >= 0):
            hint = f"{hint} Or leave their records out with {SUPPRESS}.".lstrip()
        raise InvalidInput(error.message, hint=hint, given=error.given) from None
    return ()


def _few(counted: Counted, unmapped: NDArray[np.bool_], on_map: NDArray[np.bool_]) -> bool:
    """Whether the map has more of the codes, and of their records, than it lacks. If not, it is the
    wrong map or the codes are written in another way, and to leave them out would be no remedy."""
    codes, counts = counted.ranks[0], counted.counts
    fewer_codes = len(np.unique(codes[unmapped])) < len(np.unique(codes[on_map]))
    return fewer_codes and bool(counts[unmapped].sum() < counts[on_map].sum())


def _with_records(
    areas: AreaMap, weights: NDArray[np.int64]
) -> tuple[NDArray[np.int64], Graph, tuple[str, ...]]:
    """The parts of the map that have records at all: an empty island is in no region. The whole map
    if no part has any, as where all whose place is known are withheld."""
    parts = areas.graph.components
    sums = np.zeros(int(parts.max(initial=0)) + 1, dtype=np.int64)
    np.add.at(sums, parts, weights)
    there = sums[parts] > 0 if sums.any() else np.ones(len(parts), dtype=bool)
    kept = np.flatnonzero(there)
    if there.all():
        return kept, areas.graph, ()
    numbers = np.cumsum(there) - 1
    inside = there[areas.graph.edges[:, 0]]
    edges, lengths = areas.graph.edges[inside], areas.graph.lengths[inside]
    graph = Graph.from_edges(len(kept), numbers[edges], lengths)
    without = np.flatnonzero(~there)
    names = listed(areas.keys[place] for place in without)
    note = (
        f"{plural(len(without), 'area')} in parts of the map without records, in no class: {names}"
    )
    return kept, graph, (note,)


def _require_feasible(problem: RegionProblem) -> None:
    try:
        problem.require_feasible()
    except Infeasible as error:
        if problem.total < problem.k:
            raise
        raise Infeasible(
            error.message,
            hint="Join islands to their nearest area with --islands nearest, or lower k.",
            given=error.given,
        ) from None
