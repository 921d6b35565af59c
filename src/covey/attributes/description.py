"""What is published for an answer: the sets of every column, their names, loss and shapes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import Attribute, NamedSets
from covey.attributes.coded import CodedTable
from covey.attributes.far_values import FarValues
from covey.attributes.names import class_names, shape_files
from covey.attributes.role import Role
from covey.codebook.lines import Lines
from covey.codebook.texts import ANYTHING
from covey.core.dataclass import dataclass
from covey.core.words import plural
from covey.problems.cells.answer import CellAnswer
from covey.problems.cells.axes import Axis
from covey.problems.cells.sets import ANY_SET, Sets

REGIONS_DRAWN = 3000
"""So many different regions are united and drawn at most: that takes a while."""


@dataclass
class Drawn:
    """Files of shapes by the quasi-identifier they are of, and what the user should know."""

    files: dict[str, Path] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Description:
    """An answer as it is published. Withheld records leave no trace in it: attributes, axes and
    sets are those of the published ``records`` of each counted combination."""

    coded: CodedTable
    solution: CellAnswer
    attributes: tuple[Attribute, ...]
    axes: tuple[Axis, ...]
    sets: tuple[Sets, ...]
    records: NDArray[np.int64]

    @property
    def sizes(self) -> list[int]:
        """The records of every class."""
        found: list[int] = self.solution.sizes.tolist()
        return found

    @cached_property
    def people(self) -> list[int] | None:
        """The people of every class; None, if records are counted."""
        return self.coded.people(self.solution)

    @cached_property
    def classes(self) -> NDArray[np.int64]:
        """The class of every counted combination, SUPPRESSED if it is not published."""
        return self.coded.classes(self.solution)

    @property
    def classes_here(self) -> NDArray[np.int64] | None:
        """The class of every counted combination; None where the engine has the classes."""
        return self.classes

    @property
    def answer_as_bytes(self) -> bytes:
        """Other bytes for another answer: the order of the rows depends on them."""
        return self.classes.tobytes()

    @cached_property
    def named(self) -> list[NamedSets]:
        """The codebook of every quasi-identifier."""
        pairs = zip(self.attributes, self.sets, strict=True)
        return [
            attribute.named(sets, line_per_value=self.one_partition) for attribute, sets in pairs
        ]

    @property
    def one_partition(self) -> bool:
        """Whether the sets of a column do not overlap. Those of cells do, and may be very many."""
        return len(self.attributes) == 1 or bool(self.solution.one_partition)

    @cached_property
    def entries(self) -> Lines:
        """The codebook."""
        return Lines([part for named in self.named for part in named.entries.parts])

    @cached_property
    def texts(self) -> dict[str, list[str | None]]:
        """For every recoded column what is published for each class."""
        return {
            column: named.of_classes(column)
            for attribute, named in zip(self.attributes, self.named, strict=True)
            for column in attribute.columns
        }

    def texts_of_sets(self, column: str) -> list[str | None]:
        """What is published for the sets of a column, in their order."""
        own = zip(self.attributes, self.named, strict=True)
        return next(named.texts[column] for attribute, named in own if column in attribute.columns)

    @property
    def names(self) -> list[str]:
        """What each class is called."""
        return class_names(self.texts)

    @cached_property
    def penalties(self) -> list[NDArray[np.float64]]:
        """For every quasi-identifier the normalized certainty penalty of each class."""
        return [axis.penalties(sets) for axis, sets in zip(self.axes, self.sets, strict=True)]

    @property
    def column_losses(self) -> list[float]:
        """For every quasi-identifier its loss, from 0 to 1, over the records that are published."""
        published = self.solution.sizes.sum()
        return [float(each @ self.solution.sizes / published) for each in self.penalties]

    @cached_property
    def far(self) -> tuple[FarValues, ...]:
        """Values far outside of the rest, of the columns that have some."""
        found = (attribute.far(self.records) for attribute in self.attributes)
        return tuple(each for each in found if each is not None)

    @property
    def loss(self) -> float:
        """What is lost of all that there was, from 0 to 1. A withheld record is lost entirely. What
        the others lose is measured on the values of all records, so that losses with and without
        withheld records can be compared."""
        scales = self.coded.problem.axes
        triples = zip(self.axes, self.sets, scales, strict=True)
        return self._loss([axis.penalties(sets, scale) for axis, sets, scale in triples])

    @property
    def loss_of_published(self) -> float:
        """The same, measured on the values that are published: all that others can see. Where
        outliers are withheld, the same ranges lose more on this scale."""
        return self._loss(self.penalties)

    def _loss(self, each: list[NDArray[np.float64]]) -> float:
        problem = self.coded.problem
        # The axes' weights sum to 1, so a class loses between 0 and 1 for each of its records.
        lost = problem.axis_weights @ np.stack(each) @ self.solution.sizes
        withheld = problem.total - int(self.solution.sizes.sum())
        return float((lost + withheld) / problem.total)

    def reading(self) -> dict[str, dict[str, Any]]:
        """What the certificate says about how each quasi-identifier was read."""
        pairs = zip(self.attributes, self.sets, strict=True)
        read = {attribute.name: attribute.reading(sets) for attribute, sets in pairs}
        return {name: said for name, said in read.items() if said}

    def notes(self) -> tuple[str, ...]:
        """What becomes of missing values. A few records without one may take it from many."""
        found = [*self._notes_on_values()]
        for attribute, sets in zip(self.attributes, self.sets, strict=True):
            records = int(self.solution.sizes[sets.of_class == ANY_SET].sum())
            if records:
                found.append(
                    f"{plural(records, 'record')} published as {ANYTHING} in {attribute.name!r}:"
                    " they share a class with some that have no value there, which are too few for"
                    " one of their own (--suppress 0.01 may leave these few out)"
                )
        # Alone, the tree of common labels keeps its promise, and there is nothing to say.
        if len(self.attributes) > 1:
            for attribute, sets in zip(self.attributes, self.sets, strict=True):
                found += attribute.notes_on_merged(sets, self.records, self.coded.problem.k)
        return tuple(found)

    def _notes_on_values(self) -> Iterator[str]:
        for attribute, sets in zip(self.attributes, self.sets, strict=True):
            # SUPPRESSED, which is -1, gets the False at the end.
            as_anything = np.append(sets.of_class == ANY_SET, False)[self.classes]
            records = int(self.records[attribute.missing & as_anything].sum())
            yield from attribute.notes_on(self.records, records)

    def listed(self) -> list[list[tuple[str, int]]]:
        """For every quasi-identifier what it was generalized to, with the records of each set."""
        return [
            list(zip(class_names(named.texts), named.sizes(self.sizes), strict=True))
            for named in self.named
        ]

    def draw(self, folder: Path) -> Drawn:
        """A file for every column that has shapes; its name says which, if there are several."""
        drawn = Drawn()
        files = shape_files([attribute.name for attribute in self.attributes if attribute.shaped])
        for attribute, sets, named in zip(self.attributes, self.sets, self.named, strict=True):
            if not attribute.shaped:
                continue
            if too_many_to_draw(attribute.role, named.count, self.one_partition):
                note = f"{named.count:,} different regions of {attribute.name!r}: not drawn"
                drawn.notes.append(note)
                continue
            target = folder / files[attribute.name]
            texts, sizes = class_names(named.texts), named.sizes(self.sizes)
            drawn.notes += attribute.write_shapes(sets, sizes, texts, target)
            drawn.files[attribute.name] = target
        return drawn


def too_many_to_draw(role: Role, sets: int, one_partition: bool) -> bool:
    """Regions that overlap may have more areas than the map, many times over."""
    return role.needs_map and not one_partition and sets > REGIONS_DRAWN


def describe(coded: CodedTable, solution: CellAnswer) -> Description:
    # Labels and areas that do not occur in a class would blur it for nothing. The ends of a range
    # are often one person's, and are not shrunk to unless that is asked for.
    # Where the sets of a column do not overlap, all classes share them: shrinking some for one
    # class would make overlaps.
    shrunk = not solution.one_partition
    sets = solution.tight(ranges=coded.tight) if shrunk else solution.sets
    records = coded.records(solution)
    attributes, axes = coded.attributes, coded.problem.axes
    # Records are withheld: everything is described again as if they had never been in the table.
    if (solution.classes < 0).any():
        fewer = [attribute.narrowed(records) for attribute in attributes]
        attributes = tuple(each.attribute for each in fewer)
        axes = tuple(attribute.axis(records > 0) for attribute in attributes)
        pairs = zip(sets, fewer, strict=True)
        sets = tuple(own.narrowed(*each.numbers) for own, each in pairs)
    # Names of regions depend on which classes have which areas, so classes come last.
    classes = coded.classes(solution)
    attributes = tuple(attribute.classed(classes) for attribute in attributes)
    return Description(coded, solution, attributes, axes, sets, records)
