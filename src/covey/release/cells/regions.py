"""Areas of a map among other quasi-identifiers: a set is a connected region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry, Values
from covey.codebook.texts import ANYTHING
from covey.core.errors import Infeasible
from covey.core.words import plural
from covey.engine.protocol import Counted, Staged
from covey.problems.cells.axes import AreaAxis
from covey.problems.cells.sets import MemberSets
from covey.problems.cells.single import SingleProblem, member_sets
from covey.problems.regions.problem import RegionProblem
from covey.release.cells.part import Narrowed, Part, left_anchor, settle
from covey.release.names import region_names
from covey.release.question import Choices, weights_of
from covey.release.regions import Placed, place_on_map
from covey.release.roles import Regions


@dataclass(frozen=True, eq=False, kw_only=True)
class RegionPart(Part):
    placed: Placed

    @property
    def shaped(self) -> bool:
        return self.placed.areas.shapes is not None

    def axis(self, kept: NDArray[np.bool_]) -> AreaAxis:
        return AreaAxis(self.placed.items[kept], self.placed.graph)

    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Any
    ) -> SingleProblem:
        placed, items = self.placed, self.placed.items[kept]
        weights = weights_of(items, counts, len(placed.codes))
        problem = RegionProblem(weights, placed.graph, k, objective, names=placed.codes)
        return SingleProblem(problem, items)

    def sets_of(self, own: Any) -> MemberSets:
        return member_sets(own)

    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        placed = self.placed.narrowed(records, self.missing)
        numbers = np.full(len(self.placed.areas.keys), -1, dtype=np.int64)
        numbers[placed.kept] = np.arange(len(placed.kept))
        own = numbers[self.placed.kept]
        anchor = left_anchor(self, records, (own,))
        return Narrowed(replace(self, placed=placed, anchor=anchor), (own,))

    @property
    def codes_of(self) -> tuple[NDArray[np.int64], ...]:
        return (self.placed.items,)

    def anchored(
        self, anchor: tuple[int, ...] | None, codes: tuple[NDArray[np.int64], ...]
    ) -> RegionPart:
        return replace(self, placed=self.placed._replace(items=codes[0]), anchor=anchor)

    def has_anchor(self, sets: Any) -> NDArray[np.bool_]:
        assert self.anchor is not None
        found = np.zeros(len(sets.sizes), dtype=bool)
        at = np.flatnonzero(sets.members == self.anchor[0])
        found[np.searchsorted(sets.starts, at, side="right") - 1] = True
        return found

    def told(self, records: NDArray[np.int64]) -> tuple[str, ...]:
        return (*self.placed.empty, *super().told(records))

    def refuse_unfit(self, k: int) -> None:
        """A part of the map with few records could never be told from the rest, nor the rest be
        cut."""
        parts = self.placed.graph.components
        sums = np.zeros(int(parts.max(initial=0)) + 1, dtype=np.int64)
        np.add.at(sums, parts, self.placed.weights)
        light = int((sums < k).sum())
        if light and len(sums) > 1:
            raise Infeasible(
                f"{plural(light, 'part')} of the map of {self.name!r} that no border joins to the"
                f" rest: fewer than k = {k:,} records there.",
                hint="Join islands to their nearest area with --islands nearest, or lower k.",
                given=light,
            )

    def entries(self, sets: Any) -> list[Entry]:
        members = [sets.members_of(number) for number in range(len(sets.sizes))]
        names = region_names(members, self.placed.weights, self.placed.codes)
        values = Values(self.name, self.placed.codes)
        return [values.entry(number, areas, names[number]) for number, areas in enumerate(members)]

    def anything(self, number: int) -> list[Entry]:
        """All areas, not any code: what is not on the map is in no class."""
        codes: list[str | None] = [*self.placed.codes, None]
        return [Values(self.name, codes).entry(number, range(len(codes)), ANYTHING)]

    def write_shapes(
        self, sets: Any, sizes: Sequence[int], names: Sequence[str | None], target: Path
    ) -> tuple[str, ...]:
        from covey.io.maps.dissolve import write_sets

        count = len(sets.sizes)
        members = [self.placed.kept[sets.members_of(at)] for at in range(count)]
        extra = {"name": list(names[:count])}
        notes = write_sets(self.placed.areas, members, sizes[:count], target, extra)
        return tuple(note.replace(str(target), target.name) for note in notes)


def region_part(
    name: str, role: Regions, staged: Staged, counted: Counted, choices: Choices
) -> RegionPart:
    own = counted.of([name])
    missing = own.missing(name)
    left_out, notes = settle(staged, counted, missing, repr(name), choices)
    placed = place_on_map(name, role, staged, own, choices)
    left_out = left_out | (placed.items < 0) & ~missing
    return RegionPart(
        name=name,
        role=role,
        columns=(name,),
        left_out=left_out,
        missing=missing,
        notes=(*placed.notes, *notes),
        about=placed.about,
        placed=placed,
    )
