"""The records of a table on the areas of a map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import Choices, refuse_without_values, weights_of
from covey.core.count_notes import CountNote
from covey.core.words import listed, plural
from covey.engine.protocol import SUPPRESSED, Counted, Staged
from covey.io.maps.areas import AreaMap
from covey.io.maps.table_groups import column_of, with_table_groups
from covey.problems.regions.borders import within
from covey.problems.regions.graph import Graph

if TYPE_CHECKING:
    from covey.attributes.regions import Regions

NOT_ON_MAP = -1
CROSSINGS_READ = "crossings"
"""What a certificate calls the borders that regions may cross."""
Where = Callable[[Mapping[str, str]], str]


class Placed(NamedTuple):
    """Records on a map: ``items`` are the areas of the combinations, SUPPRESSED where there is
    none; areas are numbered among those that are ``kept``, and have ``codes`` and ``weights``.
    ``empty`` is a word on the others. The ``areas`` have the borders that regions may cross, the
    ``uncut`` graph has all borders between them."""

    areas: AreaMap
    uncut: Graph
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
        # From codes back to areas of the whole map; code -1 takes the last entry.
        places = np.append(self.kept, NOT_ON_MAP)[self.items]
        places[records == 0] = NOT_ON_MAP
        with_code = np.where(missing, 0, records)
        return _placed(self.areas, self.uncut, places, with_code, self.notes, self.about)

    def records_of_parts(self) -> NDArray[np.int64]:
        """The records of the parts of the map that no border joins."""
        parts = self.graph.components
        sums = np.zeros(int(parts.max(initial=0)) + 1, dtype=np.int64)
        np.add.at(sums, parts, self.weights)
        return sums

    def ways_to_join(self, role: Regions, k: int) -> list[tuple[str, str]]:
        """The options that join what is too small, those that the role lacks: to cross the borders
        of a state does not help an island, and that alone does not leave the state."""
        found = []
        if role.within is not None and role.cross == "never":
            found.append(("--cross", "if-needed"))
        if role.islands != "nearest" and self.light_islands(k):
            found.append(("--islands", "nearest"))
        return found

    def light_islands(self, k: int) -> bool:
        """Whether fewer than k records are in some part of the map whatever borders are crossed."""
        parts = self.uncut.components[self.kept]
        sums = np.bincount(parts, weights=self.weights)
        return bool((sums[parts] < k).any())


def place_on_map(
    name: str, role: Regions, staged: Staged, every: Counted, choices: Choices
) -> Placed:
    """``every`` has all counted columns, of which a role may name one that says where areas lie."""
    counted = every.of([name])
    areas, seen = choices.map_of(role)
    about: dict[str, Any] = {"map": seen}
    missing = counted.missing(name)
    # Each distinct code is looked up once. The last entry is for missing values.
    found = [areas.places.get(text, NOT_ON_MAP) for text in counted.values[0].tolist()]
    places = np.array([*found, NOT_ON_MAP], dtype=np.int64)[counted.ranks[0]]
    unmapped = (places < 0) & ~missing
    # Refuses, or says how many records are suppressed because their code is on no map.
    notes = _settle_unmapped(name, role, staged, counted, areas, unmapped, places, choices)
    notes = (*notes, *_on_excluded(name, counted, areas, choices))
    refuse_without_values(staged, places >= 0, (name,))
    notes = (*areas.notes, *notes)
    # Kept beside the cut graph to tell an island from a part that only `within` cuts off.
    uncut = areas.graph
    if role.within is not None:
        areas = grouped_by_table(areas, name, role, every, staged.name, staged.where)
        weights = weights_of(places, counted.counts, len(areas.keys))
        groups = groups_of(areas, role.within)
        # Borders between groups are removed, except for those that light parts need.
        kept = within(areas.graph, groups, role.cross, [(weights, choices.k)])
        areas = replace(areas, graph=kept.graph)
        if kept.crossings:
            pairs = [[areas.keys[a], areas.keys[b]] for a, b in kept.crossings]
            about[CROSSINGS_READ] = pairs
            notes = (*notes, on_crossings(name, role.within, pairs))
    return _placed(areas, uncut, places, counted.counts, notes, about)


def grouped_by_table(
    areas: AreaMap, name: str, role: Regions, every: Counted, table: str, row: Where | None = None
) -> AreaMap:
    """The areas with the groups that a column of the table says they are in, if one does; ``row``
    says in which row something is first (see ``Staged.where``)."""
    column = column_of(role.within)
    if column is None:
        return areas
    # Each pair of a code and its group once, by the first combination that has it.
    both = every.of([name, column])
    pairs = both.numbered([name, column])
    first = np.unique(pairs, return_index=True)[1]
    codes, groups = (texts[first].tolist() for texts in both.texts)
    where = f"{table}, {name!r} within {column!r}"
    said = zip(codes, groups, strict=True)
    row_of = None if row is None else lambda code, group: row({name: code, column: group})
    return with_table_groups(areas, str(role.within), said, where, row_of)


def groups_of(areas: AreaMap, field: str) -> list[str]:
    """What a field of the map, or a column of the table, says of every area; those without a value
    are a group of their own."""
    return ["" if group is None else group for group in areas.fields[field]]


def on_crossings(name: str, field: str, pairs: list[list[str]]) -> str:
    many = plural(len(pairs), "part")
    named = listed(f"{one} to {other}" for one, other in pairs)
    return (
        f"{many} within {field!r}, on the map of {name!r}, cannot be classes of their own, and may"
        f" cross its border: {named}"
    )


def _placed(
    areas: AreaMap,
    uncut: Graph,
    places: NDArray[np.int64],
    records: NDArray[np.int64],
    notes: tuple[str, ...],
    about: dict[str, Any],
) -> Placed:
    weights = weights_of(places, records, len(areas.keys))
    kept, graph, empty = _with_records(areas, weights)
    # The entry behind the last area is for NOT_ON_MAP, which is -1.
    numbers = np.full(len(areas.keys) + 1, SUPPRESSED, dtype=np.int64)
    numbers[kept] = np.arange(len(kept))
    codes = [areas.keys[place] for place in kept.tolist()]
    items = numbers[places]
    return Placed(areas, uncut, kept, graph, codes, weights[kept], items, notes, about, empty)


def _settle_unmapped(
    name: str,
    role: Regions,
    staged: Staged,
    counted: Counted,
    areas: AreaMap,
    unmapped: NDArray[np.bool_],
    places: NDArray[np.int64],
    choices: Choices,
) -> tuple[str, ...]:
    from covey.io.columns.counts import ValueCounts
    from covey.io.maps.join import with_counts

    # A code that was excluded by name is no mistake.
    unmapped = unmapped & ~excluded_by(areas, counted, choices)
    if not unmapped.any():
        return ()
    codes = np.unique(counted.ranks[0][unmapped])
    records = int(counted.counts[unmapped].sum())
    if choices.unmapped == "suppress" and (places >= 0).any():
        are = "is" if len(codes) == 1 else "are"
        return (
            CountNote(
                records,
                "record",
                "suppressed, not published",
                before=f"{plural(len(codes), 'code')} of {name!r} {are} not on the map: ",
                before_few=f"codes of {name!r} are not on the map: ",
            ),
        )
    # Known words for codes that lost their zeros and the like.
    own = counted.values[0]
    values = ValueCounts(own, weights_of(counted.ranks[0], counted.counts, len(own)))
    # Suppressing is not proposed where it was chosen already, and nobody would be left on the map.
    may = choices.unmapped != "suppress" and _few(counted, unmapped, places >= 0)
    row = staged.where
    row_of = None if row is None else lambda code: row({name: code})
    also = _needed_besides(areas, role, places, counted.counts, choices.k) if may else []
    where = f"{staged.name}, {name!r}"
    with_counts(areas, values, where, may_suppress=may, also=also, row_of=row_of)
    return ()


def _needed_besides(
    areas: AreaMap,
    role: Regions,
    places: NDArray[np.int64],
    records: NDArray[np.int64],
    k: int,
) -> list[tuple[str, str]]:
    """The options that a command needs as well if the codes that the map lacks are settled, so that
    it is not refused a second time."""
    uncut = areas.graph
    if role.map_within is not None:
        weights = weights_of(places, records, len(areas.keys))
        groups = groups_of(areas, role.map_within)
        areas = replace(areas, graph=within(uncut, groups, role.cross, [(weights, k)]).graph)
    placed = _placed(areas, uncut, places, records, (), {})
    sums = placed.records_of_parts()
    return placed.ways_to_join(role, k) if len(sums) > 1 and (sums < k).any() else []


def excluded_by(areas: AreaMap, counted: Counted, choices: Choices) -> NDArray[np.bool_]:
    """Which combinations have a code that is left out by choice. Where all codes are that the map
    lacks, such a code is one of them: which ones were named is not published."""
    codes = areas.excluded
    if choices.unmapped == "suppress":
        # A frozenset: this makes a new one and leaves the map as it is.
        codes -= areas.strangers
    out = [text in codes for text in counted.values[0].tolist()]
    return np.array([*out, False])[counted.ranks[0]]


def _on_excluded(name: str, counted: Counted, areas: AreaMap, choices: Choices) -> tuple[str, ...]:
    out = excluded_by(areas, counted, choices)
    if not out.any():
        return ()
    # Without their number: the certificate names the areas, and few people may live there.
    return (f"the records of excluded areas of {name!r} are suppressed, not published",)


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
    if no part has any, as where all whose place is known are withheld. A code that only the table
    has is no area without its records: nothing tells that they were there."""
    parts = areas.graph.components
    sums = np.zeros(int(parts.max(initial=0)) + 1, dtype=np.int64)
    np.add.at(sums, parts, weights)
    there = sums[parts] > 0 if sums.any() else np.ones(len(parts), dtype=bool)
    strange = _needless_strangers(areas, weights)
    there &= ~strange
    kept = np.flatnonzero(there)
    if there.all():
        return kept, areas.graph, ()
    numbers = np.cumsum(there) - 1
    # A border stays if both of its areas do; numbers are those among the kept areas.
    inside = there[areas.graph.edges].all(axis=1)
    edges, lengths = areas.graph.edges[inside], areas.graph.lengths[inside]
    graph = Graph.from_edges(len(kept), numbers[edges], lengths)
    without = np.flatnonzero(~there & ~strange)
    if not len(without):
        return kept, graph, ()
    names = listed(areas.keys[place] for place in without)
    note = (
        f"{plural(len(without), 'area')} in parts of the map without records, in no class: {names}"
    )
    return kept, graph, (note,)


def _needless_strangers(areas: AreaMap, weights: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Codes that the map lacks, without records. One that joins two others stays."""
    found = np.zeros(len(areas.keys), dtype=bool)
    found[[areas.places[code] for code in areas.strangers if code in areas.places]] = True
    # A stranger with one border or none is a leaf of the graph: without it nothing falls apart.
    borders = np.bincount(areas.graph.edges.ravel(), minlength=len(areas.keys))
    found &= (weights == 0) & (borders < 2)
    return found
