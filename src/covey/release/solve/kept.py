"""The answer to a job whose combinations stay in the engine: the engine counts the records of every
value in every part, from which the cuts between parts are made, the same as those of the whole
table (:mod:`covey.problems.cells.top_cuts`). Each part is solved where its combinations are, or is
brought here alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import Attribute, Choices
from covey.attributes.kept import KeptDescription, describe_kept
from covey.codebook.dimensions import Dimension, Members, Runs
from covey.codebook.locating import locate_cells
from covey.core.box_tree import BoxTree
from covey.core.dataclass import dataclass
from covey.core.errors import Infeasible, InternalError, InvalidInput
from covey.core.result import Result
from covey.core.stop import Stop
from covey.core.tallied import Tallied
from covey.core.words import plural
from covey.engine.kept import ColumnValues, Kept
from covey.engine.protocol import Counted, Staged
from covey.problems.cells.axes import CutByValue
from covey.problems.cells.bound import certify
from covey.problems.cells.boxed import (
    BoxAnswer,
    BoxedCells,
    BoxProblem,
    BoxSets,
    TalliedCells,
    joined,
)
from covey.problems.cells.methods import nothing, promised
from covey.problems.cells.parts import RECORDS, made_in_parts
from covey.problems.cells.sets import ANY_SET, MISSING_SET, MemberSets
from covey.problems.cells.top_cuts import Parts, Tally, ValueAxis, cut_at_top
from covey.release.job import Job
from covey.release.job.kept import STAYED

if TYPE_CHECKING:
    from covey.core.grouping import Objective


@dataclass(frozen=True, eq=False)
class CutTable:
    """A table cut into parts of ``least`` records or more."""

    attributes: tuple[Attribute, ...]
    parts: Parts
    problem: BoxProblem
    least: int


def cut_into_parts(job: Job, kept: Kept, report: Callable[[str], None]) -> CutTable:
    """Only counts of single values come here: no combination is held before its part is solved."""
    if kept.rows < job.k:
        raise Infeasible(
            f"{kept.name} has {plural(kept.rows, 'record')}, fewer than k = {job.k:,}."
        )
    attributes = _attributes(job, kept)
    axes = _axes(job, attributes, kept)
    report("cells: cut into parts")
    # A part below k could hold no class.
    least = max(job.part_size or RECORDS, job.k)
    parts = cut_at_top(axes, least, job.k, lambda tree, nodes: _asked(kept, tree, nodes, least))
    kept.divide(parts.tree)
    kept.room = least
    report(f"cells: {plural(len(parts.records), 'part')}")
    problem = BoxProblem(axes, job.k, cast("Objective", job.objective), parts.bounds, job.tight)
    return CutTable(tuple(attributes), parts, problem, least)


def answers_of(kept: Kept, table: CutTable) -> Iterator[BoxAnswer]:
    """The answers of all parts, in their order."""
    solved, parts = 0, table.parts
    for part, answered in enumerate(kept.solved(_Solve(table.problem))):
        answer = BoxAnswer.from_bytes(answered)
        records, meant = int(answer.sizes.sum()), int(parts.records[part])
        # Another machine solved the part. Its classes are not trusted before their records were
        # added up here.
        if answer.part != part or records != meant or int(answer.sizes.min()) < table.problem.k:
            raise InternalError(
                f"Part {part} has {meant:,} records, but the classes of part {answer.part} have"
                f" {records:,}, and at least {int(answer.sizes.min()):,} each."
            )
        solved += 1
        yield answer
    if solved != len(parts.records):
        raise InternalError(f"{solved:,} of {len(parts.records):,} parts were solved.")


def solve_kept(
    job: Job, kept: Kept, report: Callable[[str], None]
) -> tuple[Result, KeptDescription]:
    """The answer, with the proof that follows from how many combinations have how many records."""
    watch = Stop(seconds=None).start(report)
    table = cut_into_parts(job, kept, report)
    done, anything = True, np.zeros(len(table.attributes), dtype=np.int64)
    tally: Counter[int] = Counter()

    def noted() -> Iterator[BoxAnswer]:
        nonlocal done, anything
        for answer in answers_of(kept, table):
            done, anything = done and answer.done, anything + answer.anything
            # No part shares a combination with another.
            tally.update(dict(zip(*answer.tally.tolist(), strict=True)))
            yield answer

    solution = joined(noted())
    if kept.classes != len(solution.sizes):
        raise InternalError(
            f"The engine has {kept.classes:,} classes, and the parts {len(solution.sizes):,}."
        )
    _refuse_overlapping(solution, [each.axis.size for each in table.problem.axes])
    axes = table.problem.axes
    weights, many = np.array(sorted(tally.items()), dtype=np.int64).T
    tallied = Tallied(weights, many, job.k, table.problem.objective)
    if tallied.total != kept.rows or int(solution.sizes.sum()) != kept.rows:
        raise InternalError(
            f"{kept.rows:,} records were counted; the combinations have {tallied.total:,}, and the"
            f" classes {int(solution.sizes.sum()):,}."
        )
    problem = TalliedCells(axes, tallied)
    cost, records = problem.cost(solution.sizes), job.part_size or RECORDS
    smaller = int((table.parts.records < records).sum())
    result = Result(
        problem=problem,
        solution=solution,
        cost=cost,
        certificate=certify(problem, cost),
        guarantee=promised(problem) if done else nothing(problem),
        method="parts",
        seed=job.seed,
        runtime=watch.elapsed,
        options={"records": records},
        notes=(made_in_parts(len(table.parts.records), records, smaller), STAYED),
    )
    of_values = [
        as_counted(attribute.name, kept.columns[attribute.name]).counts
        for attribute in table.attributes
    ]
    description = describe_kept(
        table.attributes, of_values, problem, solution, anything.tolist(), tight=job.tight
    )
    return result, description


def _refuse_overlapping(solution: BoxedCells, sizes: Sequence[int]) -> None:
    """Refuse classes that share a combination, as ``covey verify`` does: other machines found them,
    and no combination is here that could show it."""
    classes = len(solution.sizes)
    dimensions = [_dimension(sets, size) for sets, size in zip(solution.joined, sizes, strict=True)]
    try:
        locate_cells(dimensions, classes, 0)
    except InvalidInput as error:
        raise InternalError(f"Classes of the parts are not disjoint: {error.message}") from None


def _dimension(sets: BoxSets, size: int) -> Dimension:
    """Sets with missing values as the first value."""
    own, nobody = sets.of_class.astype(np.int64), np.zeros(0, dtype=np.int64)
    if isinstance(sets, MemberSets):
        # Missing is a label like any other: there are no special sets.
        return Members(sets.starts, sets.members.astype(np.int32), size, own, nobody)
    known = len(sets.low)
    low = np.concatenate([sets.low + 1, [0, 0]]).astype(np.int64)
    high = np.concatenate([sets.high + 2, [1, size + 1]]).astype(np.int64)
    own = np.where(own == MISSING_SET, known, np.where(own == ANY_SET, known + 1, own))
    return Runs(low, high, own, nobody)


def as_counted(name: str, own: ColumnValues) -> Counted:
    """A row for each value of a column, missing ones first."""
    # Rank -1, that of missing values, is there only if some record has none.
    missing = int(own.records[0] > 0)
    ranks = np.arange(-missing, len(own.values))
    return Counted((name,), (own.values,), (ranks,), own.records[1 - missing :])


@dataclass(frozen=True, eq=False)
class _Solve:
    """A function that can be sent to other machines."""

    problem: BoxProblem

    def __call__(
        self, part: int, values: Sequence[NDArray[np.int64]], counts: NDArray[np.int64]
    ) -> tuple[bytes, NDArray[np.int32]]:
        answer, classes = self.problem.solve(part, values, counts)
        return answer.to_bytes(), classes


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


def _attributes(job: Job, kept: Kept) -> list[Attribute]:
    """The quasi-identifiers with a row for every value of each, missing ones first."""
    kinds = {column: own.kind for column, own in kept.columns.items()}
    # Roles read a staged table. There is no copy of this one, so it has no fingerprint.
    staged = Staged(kept.name, tuple(kinds), (), kinds, kept.rows, lambda: "")
    choices = Choices(job.missing, job.unmapped, k=job.k)
    found = []
    for name, role in job.quasi.items():
        own = kept.columns[name]
        counted = as_counted(name, own)
        attribute = role.read(name, staged, counted, choices)
        # The first entry has the records without a value.
        if 0 < own.records[0] < job.k:
            # Too few for a class of their own.
            attribute = attribute.anchored(counted.counts, job.k)
        attribute.refuse_unfit(job.k)
        found.append(attribute)
    return found


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
