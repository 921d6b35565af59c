"""Cells of a table whose combinations fit no one machine: cut, solved and written part by part.

The engine counts the records of every value in every part, from which the cuts between parts are
made, the same as those of the whole table (:mod:`covey.problems.cells.top_cuts`). Each part is
solved where its combinations are, or is brought here alone. Nothing is published.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import Attribute, Choices, have_none
from covey.core.box_tree import BoxTree
from covey.core.caller import all_spoken
from covey.core.errors import Infeasible, InternalError, InvalidInput
from covey.core.words import plural
from covey.engine import engine_for
from covey.engine.kept import ColumnValues, Keeps, Kept
from covey.engine.protocol import Counted, Engine, Staged
from covey.io.inputs import refuse_needless_header
from covey.io.outputs.files import write_csv
from covey.io.outputs.rows import distinct_names
from covey.problems.cells.axes import CutByValue
from covey.problems.cells.boxed import BoxAnswer, BoxProblem
from covey.problems.cells.parts import RECORDS
from covey.problems.cells.top_cuts import Parts, Tally, ValueAxis, cut_at_top
from covey.release.facts.notes import warnings_on_far
from covey.release.job import Job
from covey.release.steps import COUNTING

if TYPE_CHECKING:
    from covey.core.grouping import Objective


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
    _refuse_more(job)
    # A table on a server is counted there: as if it were also published there.
    engine = engine or engine_for(job.table, job.table, job.engine)
    if not engine.capabilities.keeps_combinations:
        raise InvalidInput("This engine does not keep combinations where it is.")
    given = engine.source(job.table, job.encoding, job.header, job.notation)
    refuse_needless_header(job.header, given)
    job.refuse_unready(given.columns)
    report(COUNTING)
    with cast("Keeps", engine).keep(given, job.kinds) as kept:
        if kept.rows < job.k:
            raise Infeasible(
                f"{kept.name} has {plural(kept.rows, 'record')}, fewer than k = {job.k:,}."
            )
        attributes = _attributes(job, kept)
        axes = _axes(job, attributes, kept)
        report("cells: cut into parts")
        # A part below k could hold no class.
        least = max(job.part_size or RECORDS, job.k)
        # Only counts of single values come here: no combination is held before its part is solved.
        parts = cut_at_top(axes, least, job.k, lambda tree, nodes: _asked(kept, tree, nodes, least))
        kept.divide(parts.tree)
        report(f"cells: {plural(len(parts.records), 'part')}")
        problem = BoxProblem(axes, job.k, cast("Objective", job.objective), parts.bounds, job.tight)
        found: list[SolvedPart] = []
        lines = _lines(attributes, problem, _answers(kept, problem, parts), found)
        if out is None:
            # Without a file the lines are not kept, but they are made: what is found of each part
            # comes with them.
            deque(lines, maxlen=0)
        else:
            names = distinct_names([each.name for each in attributes], ["part", "records"])
            # The two added names come first, and are the ones that get a mark if a column is called
            # so.
            header = [*names[-2:], *names[:-2]]
            write_csv(out, header, lines)
        notes = (*kept.notes, *_notes(attributes, kept), *_notes_on_parts(parts, least))
        return CellsInParts(tuple(found), kept.most, all_spoken(notes))


def _notes(attributes: Sequence[Attribute], kept: Kept) -> Iterator[str]:
    """What the user should know of missing, empty and far values."""
    for attribute in attributes:
        yield from attribute.notes
        counts = _as_counted(attribute.name, kept.columns[attribute.name]).counts
        if attribute.missing_is_a_label or attribute.anchor is not None:
            yield from attribute.notes_on(counts, np.zeros(len(counts), dtype=bool))
        elif attribute.missing.any():
            # Whether all are in classes without others is known to the parts alone.
            yield have_none(int(counts[attribute.missing].sum()), repr(attribute.name))
        if attribute.far(counts) is not None:
            yield from warnings_on_far([attribute.name])


def _notes_on_parts(parts: Parts, least: int) -> Iterator[str]:
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


def _answers(kept: Kept, problem: BoxProblem, parts: Parts) -> Iterator[BoxAnswer]:
    """The answers of all parts, in their order."""
    solved = 0
    for part, answered in enumerate(kept.solved(_Solve(problem))):
        answer = BoxAnswer.from_bytes(answered)
        records, meant = int(answer.sizes.sum()), int(parts.records[part])
        # Another machine solved the part. Its classes are not trusted before their records were
        # added up here.
        if answer.part != part or records != meant or int(answer.sizes.min()) < problem.k:
            raise InternalError(
                f"Part {part} has {meant:,} records, but the classes of part {answer.part} have"
                f" {records:,}, and at least {int(answer.sizes.min()):,} each."
            )
        solved += 1
        yield answer
    if solved != len(parts.records):
        raise InternalError(f"{solved:,} of {len(parts.records):,} parts were solved.")


def _lines(
    attributes: Sequence[Attribute],
    problem: BoxProblem,
    answers: Iterable[BoxAnswer],
    found: list[SolvedPart],
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
                lost=problem.lost(answer),
            )
        )
        texts = []
        for attribute, sets in zip(attributes, answer.sets, strict=True):
            named = attribute.named(sets, line_per_value=False)
            texts.append(named.of_classes(attribute.name))
        part = [len(found)] * len(sizes)
        yield from zip(part, sizes.tolist(), *texts, strict=True)


@dataclass(frozen=True, eq=False)
class _Solve:
    """A function that can be sent to other machines."""

    problem: BoxProblem

    def __call__(
        self, part: int, values: Sequence[NDArray[np.int64]], counts: NDArray[np.int64]
    ) -> bytes:
        return self.problem.solve(part, values, counts).to_bytes()


def _asked(kept: Kept, tree: BoxTree, nodes: Sequence[int], least: int) -> list[list[Tally]]:
    """As many parts at once as may come here: no more rows than a part may have records, or than
    all columns have values."""
    values = sum(len(own.records) for own in kept.columns.values())
    at_once = max(1, max(least, values) // values)
    found: list[list[Tally]] = []
    for first in range(0, len(nodes), at_once):
        some = kept.tallies(tree, nodes[first : first + at_once])
        found += [[Tally(*own) for own in box] for box in some]
    return found


def _refuse_more(job: Job) -> None:
    if job.part_size == 0:
        raise InvalidInput(
            "part_size = 0 asks for no parts, and these are nothing but parts.",
            hint="Give the least number of records in a part, or use covey anonymize.",
            given=0,
        )
    others = [name for name, role in job.quasi.items() if not role.may_be_in_parts]
    if others:
        raise InvalidInput(
            "Parts that an engine cuts are of labels and of ordered values; these columns are"
            f" something else: {', '.join(others)}.",
            given=others,
        )
    asked = {
        "requirements": job.requirements,
        "person": job.person,
        "groups": job.groups,
        "suppress": job.suppress,
        "k_map": job.k_map,
        "another way of recoding than local": job.recoding != "local",
        "missing": job.missing != "own",
    }
    more = [name for name, value in asked.items() if value]
    if more:
        raise InvalidInput(
            f"Parts that an engine cuts know k and nothing else; given: {', '.join(more)}.",
            hint="Leave these out, or use covey anonymize, which has all counts here.",
            given=more,
        )


def _attributes(job: Job, kept: Kept) -> list[Attribute]:
    """The quasi-identifiers with a row for every value of each, missing ones first."""
    kinds = {column: own.kind for column, own in kept.columns.items()}
    # Roles read a staged table. There is no copy of this one, so it has no fingerprint.
    staged = Staged(kept.name, tuple(kinds), (), kinds, kept.rows, lambda: "")
    choices = Choices(job.missing, job.unmapped, k=job.k)
    found = []
    for name, role in job.quasi.items():
        own = kept.columns[name]
        counted = _as_counted(name, own)
        attribute = role.read(name, staged, counted, choices)
        # The first entry has the records without a value.
        if 0 < own.records[0] < job.k:
            # Too few for a class of their own.
            attribute = attribute.anchored(counted.counts)
        attribute.refuse_unfit(job.k)
        found.append(attribute)
    return found


def _as_counted(name: str, own: ColumnValues) -> Counted:
    # Rank -1, that of missing values, is there only if some record has none.
    missing = int(own.records[0] > 0)
    ranks = np.arange(-missing, len(own.values))
    return Counted((name,), (own.values,), (ranks,), own.records[1 - missing :])


def _axes(job: Job, attributes: Sequence[Attribute], kept: Kept) -> tuple[ValueAxis, ...]:
    given = np.array([job.weights.get(name, 1.0) for name in job.quasi])
    # As in a problem of cells: equal weights are the same to the last bit, however they are given.
    count = len(given)
    weights = np.full(count, 1 / count) if (given == given[0]).all() else given / given.sum()
    found = []
    for attribute, weight in zip(attributes, weights.tolist(), strict=True):
        own = kept.columns[attribute.name]
        missing = bool(own.records[0])
        axis = attribute.axis(np.ones(len(own.values) + missing, dtype=bool))
        assert isinstance(axis, CutByValue)
        found.append(ValueAxis(axis, missing, weight))
    return tuple(found)
