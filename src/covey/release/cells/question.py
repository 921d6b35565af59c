"""The question of several quasi-identifiers at once, and the way back from its cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry
from covey.codebook.texts import ANYTHING
from covey.core.errors import Infeasible
from covey.core.grouping import GroupingProblem
from covey.core.words import plural
from covey.engine.protocol import SUPPRESSED, Counted, Staged
from covey.problems.cells.axes import Axis
from covey.problems.cells.bound import CERTIFICATES
from covey.problems.cells.narrow import narrowed
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.sets import ANY, Sets
from covey.problems.cells.single import SingleProblem
from covey.release.cells.part import Named, Part
from covey.release.names import class_names, shape_files
from covey.release.question import Choices, Drawn, Question, refuse_empty
from covey.release.roles import Labels, Ordered, Points, Regions, Role
from covey.requirements.requirement import Requirement, Sensitive

REGIONS_DRAWN = 3000
"""So many different regions are united and drawn at most: that takes a while."""


@dataclass(frozen=True, eq=False)
class Shown:
    """What is published: for every quasi-identifier its part, axis, sets and names, of the values
    that published records have; and these ``records`` of every counted combination."""

    parts: tuple[Part, ...]
    axes: tuple[Axis, ...]
    sets: tuple[Sets, ...]
    named: list[Named]
    records: NDArray[np.int64]


@dataclass(frozen=True, eq=False, kw_only=True)
class CellQuestion(Question):
    joint = True

    problem: CellProblem
    parts: tuple[Part, ...]
    tight: bool
    single: SingleProblem | None = None
    known: dict[int, Shown] = field(default_factory=dict)

    def proved_by(self, proof: Mapping[str, Any]) -> GroupingProblem:
        """That of the only attribute, unless the proof is one for cells. Its bound holds for cells
        as long as nobody may be withheld."""
        for_cells = proof.get("kind") in {kind.kind for kind in CERTIFICATES}
        if self.single is None or self.problem.suppress or for_cells:
            return self.problem
        return self.single.own

    def shown(self, solution: Any) -> Shown:
        """What is published for every axis, found once for a solution."""
        if id(solution) not in self.known:
            self.known[id(solution)] = self._shown(solution)
        return self.known[id(solution)]

    def _shown(self, solution: Any) -> Shown:
        # Labels and areas that do not occur in a class would blur it for nothing; the ends of a
        # range are often one person's, and are not shrunk to unless that is asked for.
        shrunk = not solution.one_partition
        sets = solution.tight(ranges=self.tight) if shrunk else solution.sets
        records = self._records(solution)
        parts, axes = self.parts, self.problem.axes
        if (solution.classes < 0).any():
            # Whoever is withheld leaves no trace: neither values nor borders.
            fewer = [part.narrowed(records) for part in parts]
            parts = tuple(each.part for each in fewer)
            axes = tuple(part.axis(records > 0) for part in parts)
            pairs = zip(sets, fewer, strict=True)
            sets = tuple(narrowed(own, *each.numbers) for own, each in pairs)
        named = [part.named(own) for part, own in zip(parts, sets, strict=True)]
        return Shown(parts, axes, sets, named, records)

    def _records(self, solution: Any) -> NDArray[np.int64]:
        """The published records of every counted combination."""
        weights = np.where(solution.classes >= 0, self.problem.weights, 0)
        return np.where(self.items >= 0, weights[np.maximum(self.items, 0)], 0)

    def named(self, solution: Any) -> list[Named]:
        return self.shown(solution).named

    def penalties(self, solution: Any) -> list[NDArray[np.float64]]:
        from covey.problems.cells.loss import penalties

        shown = self.shown(solution)
        return [penalties(axis, sets) for axis, sets in zip(shown.axes, shown.sets, strict=True)]

    def reading(self, solution: Any) -> dict[str, Any]:
        shown = self.shown(solution)
        pairs = zip(shown.parts, shown.sets, strict=True)
        read = {part.name: part.reading(sets) for part, sets in pairs}
        return self.about | {"parts": {name: said for name, said in read.items() if said}}

    def published(self, solution: Any) -> list[NDArray[np.int64]]:
        return [named.of_class for named in self.named(solution)]

    def loss(self, solution: Any) -> float:
        problem = self.problem
        lost = problem.axis_weights @ np.stack(self.penalties(solution)) @ solution.sizes
        withheld = problem.total - int(solution.sizes.sum())
        return float((lost + withheld) / problem.total)

    def told(self, solution: Any) -> tuple[str, ...]:
        """What becomes of missing values; few records without one may take it from many."""
        shown = self.shown(solution)
        found = [note for part in shown.parts for note in part.told(shown.records)]
        for part, sets in zip(shown.parts, shown.sets, strict=True):
            records = int(solution.sizes[sets.of_class == ANY].sum())
            if records:
                found.append(
                    f"{plural(records, 'record')} published as {ANYTHING} in {part.name!r}: they"
                    " share a class with some that have no value there, which are too few for one"
                    " of their own (--suppress 0.01 may leave these few out)"
                )
        return tuple(found)

    def entries(self, solution: Any) -> list[Entry]:
        return [entry for named in self.named(solution) for entry in named.entries]

    def texts(self, solution: Any, codebook: Sequence[Entry]) -> dict[str, list[str | None]]:
        return {
            column: named.of_classes(column)
            for part, named in zip(self.parts, self.named(solution), strict=True)
            for column in part.columns
        }

    def listed(self, solution: Any, names: Sequence[str]) -> list[list[tuple[str, int]]]:
        sizes = solution.sizes.tolist()
        return [
            list(zip(class_names(named.texts), named.sizes(sizes), strict=True))
            for named in self.named(solution)
        ]

    def draw(self, solution: Any, names: Sequence[str], folder: Path) -> Drawn:
        """A file for every column that has shapes; the name says which, if there are several."""
        drawn = Drawn()
        files = shape_files([part.name for part in self.parts if part.shaped])
        own = self.shown(solution)
        for part, sets, named in zip(own.parts, own.sets, own.named, strict=True):
            if not part.shaped:
                continue
            if isinstance(part.role, Regions) and named.count > REGIONS_DRAWN:
                drawn.notes.append(f"{named.count:,} different regions of {part.name!r}: not drawn")
                continue
            file = files[part.name]
            texts = class_names(named.texts)
            sizes = named.sizes(solution.sizes.tolist())
            drawn.notes += part.write_shapes(sets, sizes, texts, folder / file)
            drawn.files[part.name] = folder / file
        return drawn


def build_cells(
    quasi: Mapping[str, Role],
    staged: Staged,
    counted: Counted,
    choices: Choices,
    requirements: Sequence[Requirement] = (),
    sensitive: Sequence[str] = (),
    weights: Sequence[float] | None = None,
    suppress: float = 0.0,
    tight: bool = False,
    people: NDArray[np.int64] | None = None,
) -> CellQuestion:
    """``suppress`` is the share of the records that may be withheld, ``people`` are those of the
    population that each combination stands for."""
    parts = tuple(_part(name, role, staged, counted, choices) for name, role in quasi.items())
    kept = ~np.any([part.left_out for part in parts], axis=0)
    if not kept.any():
        raise Infeasible(f"{staged.name}: all records would be suppressed for want of a value.")
    for part in parts:
        refuse_empty(staged, np.where(kept & ~part.missing, 0, SUPPRESSED), part.columns)
    records = np.where(kept, counted.counts, 0)
    if not kept.all():
        parts = tuple(part.narrowed(records).part for part in parts)
    parts = tuple(part.with_few_missing(records, choices.k) for part in parts)
    for part in parts:
        part.refuse_unfit(choices.k)
    problem = CellProblem(
        [part.axis(kept) for part in parts],
        counted.counts[kept],
        choices.k,
        choices.objective,
        weights=weights,
        requirements=requirements,
        sensitive=[_sensitive(column, counted, kept) for column in sensitive],
        population=None if people is None else people[kept],
        suppress=int(suppress * staged.rows),
        pinned=np.any([part.pinned[kept] for part in parts], axis=0),
    )
    items = np.where(kept, np.cumsum(kept) - 1, SUPPRESSED)
    columns = tuple(column for part in parts for column in part.columns)
    notes = tuple(note for part in parts for note in part.notes)
    read = (
        {"sensitive": {column: staged.kinds[column] for column in sensitive}} if sensitive else {}
    )
    return CellQuestion(
        name=", ".join(quasi),
        columns=columns,
        problem=problem,
        items=items,
        missing=0,
        notes=notes,
        about={"parts": _about(parts), **read},
        parts=parts,
        tight=tight,
        single=_single(parts, kept, problem),
    )


def _single(
    parts: Sequence[Part], kept: NDArray[np.bool_], problem: CellProblem
) -> SingleProblem | None:
    """The problem of the only quasi-identifier, where its solver can answer: too few records
    without a value are no class, and have no place in the others."""
    if len(parts) > 1:
        return None
    found = parts[0].single(kept, problem.weights, problem.k, problem.objective)
    without = int(problem.weights[found.items < 0].sum())
    return None if 0 < without < problem.k or found.own.total < problem.k else found


def _about(parts: Sequence[Part]) -> dict[str, Any]:
    return {part.name: part.about for part in parts if part.about}


def _part(name: str, role: Role, staged: Staged, counted: Counted, choices: Choices) -> Part:
    if isinstance(role, Labels):
        from covey.release.cells.labels import label_part

        return label_part(name, role, staged, counted, choices)
    if isinstance(role, Ordered):
        from covey.release.cells.ordered import ordered_part

        return ordered_part(name, role, staged, counted, choices)
    if isinstance(role, Points):
        from covey.release.cells.points import point_part

        return point_part(name, role, staged, counted, choices)
    from covey.release.cells.regions import region_part

    return region_part(name, role, staged, counted, choices)


def _sensitive(column: str, counted: Counted, kept: Any) -> Sensitive:
    """Missing is a value like any other."""
    own = counted.of([column])
    names = ["(missing)", *own.values[0].tolist()]
    return Sensitive(column, own.ranks[0][kept] + 1, names)
