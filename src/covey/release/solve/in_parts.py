"""Cells of a table whose combinations fit no one machine: cut, solved and written part by part.

:mod:`covey.release.solve.kept` says how. Nothing is published.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from covey.attributes.attribute import Attribute
from covey.core.caller import all_spoken
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.missing import have_none
from covey.core.words import plural
from covey.engine import engine_for
from covey.engine.kept import Keeps, Kept
from covey.engine.protocol import Engine
from covey.io.inputs import refuse_needless_header
from covey.io.outputs.files import write_csv
from covey.io.outputs.rows import distinct_names
from covey.problems.cells.boxed import BoxAnswer
from covey.release.facts.notes import warnings_on_far
from covey.release.job import Job
from covey.release.job.kept import refuse_more_than_k
from covey.release.solve.kept import (
    CutTable,
    answers_of,
    as_counted,
    cut_into_parts,
)
from covey.release.steps import COUNTING


@dataclass(frozen=True)
class SolvedPart:
    """What was found in one part of a table."""

    records: int
    combinations: int
    classes: int
    smallest: int
    largest: int
    lost: float
    """What the records of the part lose together."""


@dataclass(frozen=True)
class CellsInParts:
    """What was found, without the classes themselves.

    parts
        In the order of the cuts between them.
    most_rows
        The most rows that came from the engine at once: values with their records, or the
        combinations of one part.
    notes
        What the user should know, of the reading, of values, and of parts.
    """

    parts: tuple[SolvedPart, ...]
    most_rows: int
    notes: tuple[str, ...] = ()

    @property
    def records(self) -> int:
        return sum(part.records for part in self.parts)

    @property
    def classes(self) -> int:
        return sum(part.classes for part in self.parts)

    @property
    def combinations(self) -> int:
        return sum(part.combinations for part in self.parts)

    @property
    def smallest(self) -> int:
        """The records of the smallest class."""
        return min(part.smallest for part in self.parts)

    @property
    def largest(self) -> int:
        """The records of the largest class."""
        return max(part.largest for part in self.parts)

    @property
    def loss(self) -> float:
        """As that of a release, from 0 to 1."""
        return sum(part.lost for part in self.parts) / self.records

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON has it."""
        names = ("records", "combinations", "classes", "smallest", "largest", "loss", "most_rows")
        about = {name: getattr(self, name) for name in names}
        parts = [asdict(part) for part in self.parts]
        return {**about, "notes": list(self.notes), "parts": parts}


def cells_in_parts(
    job: Job,
    out: Path | None = None,
    *,
    engine: Engine | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> CellsInParts:
    """Find the classes of a job, and write them to the CSV file ``out``: a line for each, with its
    part, its records, and what it is in every column.

    The classes are those of ``covey.anonymize`` with the same ``part_size``. They are of labels and
    ordered values, and have k records; what else can be asked of classes takes the whole table.
    """
    refuse_more_than_k(job, "use covey anonymize, which has all counts here")
    # A table on a server is counted there: as if it were also published there.
    engine = engine or engine_for(job.table, job.table, job.engine)
    if not engine.capabilities.keeps_combinations:
        raise InvalidInput("This engine does not keep combinations where it is.")
    given = engine.source(job.table, job.encoding, job.header, job.notation)
    refuse_needless_header(job.header, given)
    job.refuse_unready(given.columns)
    report(COUNTING)
    with cast("Keeps", engine).keep(given, job.kinds) as kept:
        table = cut_into_parts(job, kept, report)
        found: list[SolvedPart] = []
        lines = _lines(table, answers_of(kept, table), found)
        if out is None:
            # Without a file the lines are not kept, but they are made: what is found of each part
            # comes with them.
            deque(lines, maxlen=0)
        else:
            names = distinct_names([each.name for each in table.attributes], ["part", "records"])
            # The two added names come first, and are the ones that get a mark if a column is called
            # so.
            header = [*names[-2:], *names[:-2]]
            write_csv(out, header, lines)
        notes = (*kept.notes, *_notes(table.attributes, kept), *_notes_on_parts(table))
        return CellsInParts(tuple(found), kept.most, all_spoken(notes))


def _notes(attributes: Sequence[Attribute], kept: Kept) -> Iterator[str]:
    """What the user should know of missing, empty and far values."""
    for attribute in attributes:
        yield from attribute.notes
        counts = as_counted(attribute.name, kept.columns[attribute.name]).counts
        if attribute.role.missing_is_a_label or attribute.anchor is not None:
            yield from attribute.notes_on(counts, 0)
        elif attribute.missing.any():
            # Whether all are in classes without others is known to the parts alone.
            yield have_none(int(counts[attribute.missing].sum()), repr(attribute.name))
        if attribute.far(counts) is not None:
            yield from warnings_on_far([attribute.name])


def _notes_on_parts(table: CutTable) -> Iterator[str]:
    parts, least = table.parts, table.least
    large = parts.records[parts.records > 2 * least]
    if len(large):
        yield (
            f"{len(large):,} of {plural(len(parts.records), 'part')} with more than twice"
            f" {least:,} records, the largest with {int(large.max()):,}: no column can be cut"
            " there, as where many records have the same value; the combinations of a part are in"
            " memory at once"
        )
    small = int((parts.records < least).sum())
    if small and len(parts.records) > 1:
        yield (
            f"{small:,} of {plural(len(parts.records), 'part')} with fewer than {least:,} records:"
            " missing values are separated, since ranges do not hold them"
        )


def _lines(
    table: CutTable, answers: Iterable[BoxAnswer], found: list[SolvedPart]
) -> Iterator[tuple[object, ...]]:
    """A line for every class, part by part. ``found`` gets what is kept of each part."""
    for answer in answers:
        sizes = answer.sizes
        found.append(
            SolvedPart(
                records=int(sizes.sum()),
                combinations=answer.combinations,
                classes=len(sizes),
                smallest=int(sizes.min()),
                largest=int(sizes.max()),
                lost=table.problem.lost(answer),
            )
        )
        texts = []
        for attribute, sets in zip(table.attributes, answer.sets, strict=True):
            named = attribute.named(sets, line_per_value=False)
            texts.append(named.of_classes(attribute.name))
        part = [len(found)] * len(sizes)
        yield from zip(part, sizes.tolist(), *texts, strict=True)
