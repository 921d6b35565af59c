"""The rows of a table as a solver moves them: the rows of a cell stand together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.problems.cells.axis_table import Columns
from covey.problems.cells.cut_tree import Cut
from covey.problems.cells.kinds import AT_POSITION, BY_MISSING, LABELS

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem


class Rows(NamedTuple):
    """The codes, records, own numbers, sensitive values and population of every row."""

    codes: NDArray[np.int32]
    weights: NDArray[np.int64]
    ids: NDArray[np.int32]
    secrets: NDArray[np.int32]
    people: NDArray[np.int64]


def rows_of(problem: CellProblem, left_out: NDArray[np.bool_] | None = None) -> Rows:
    """A copy of the problem's rows, free to be moved."""
    count = len(problem.weights)
    ids = np.arange(count) if left_out is None else np.flatnonzero(~left_out)
    secrets = np.zeros((len(ids), len(problem.sensitive)), dtype=np.int32)
    for column, attribute in enumerate(problem.sensitive):
        secrets[:, column] = attribute.codes[ids]
    people = np.zeros(0, np.int64) if problem.population is None else problem.population[ids]
    return Rows(
        problem.axis_table.codes[ids], problem.weights[ids], ids.astype(np.int32), secrets, people
    )


def empty_rows(like: Rows) -> Rows:
    return Rows(**{name: np.empty_like(field) for name, field in like._asdict().items()})


@kernel
def move(source: Rows, i: int, target: Rows, j: int) -> None:
    """Row i of one table becomes row j of another."""
    for c in range(source.codes.shape[1]):
        target.codes[j, c] = source.codes[i, c]
    target.weights[j] = source.weights[i]
    target.ids[j] = source.ids[i]
    for c in range(source.secrets.shape[1]):
        target.secrets[j, c] = source.secrets[i, c]
    if len(source.people):
        target.people[j] = source.people[i]


@kernel
def split_rows(
    rows: Rows,
    spare: Rows,
    begin: int,
    end: int,
    column: int,
    cut: Cut,
    kind: int,
    taken: NDArray[np.bool_],
) -> int:
    """Bring the rows that a cut takes to the front, in their order; returns where the others begin.

    The labels that a cut takes are marked in ``taken``.
    """
    front = begin
    back = begin
    for i in range(begin, end):
        code = rows.codes[i, column]
        if cut.how == AT_POSITION:
            first = code <= cut.low
        elif cut.how == BY_MISSING:
            first = code < 0
        elif kind == LABELS:
            first = taken[code]
        else:
            first = cut.low <= code < cut.high
        # Rows of the first side move forward in place, the others wait in the spare table: that is
        # stable, and no row is moved more than twice.
        if first:
            if front != i:
                move(rows, i, rows, front)
            front += 1
        else:
            move(rows, i, spare, back)
            back += 1
    for i in range(begin, back):
        move(spare, i, rows, front + i - begin)
    return front


@kernel
def split_by_component(
    rows: Rows,
    spare: Rows,
    begin: int,
    end: int,
    column: int,
    columns: Columns,
    tally: NDArray[np.int64],
) -> None:
    """Bring the rows of each component together, the components in their order."""
    at = columns.at[column]
    size = columns.sizes[column]
    for p in range(size):
        tally[p] = 0
    # A counting sort: the number of rows of each component, then where each component begins.
    for i in range(begin, end):
        tally[columns.component[at + rows.codes[i, column]]] += 1
    place = begin
    for p in range(size):
        count = tally[p]
        tally[p] = place
        place += count
    for i in range(begin, end):
        own = columns.component[at + rows.codes[i, column]]
        move(rows, i, spare, tally[own])
        tally[own] += 1
    for p in range(size):
        tally[p] = 0
    for i in range(begin, end):
        move(spare, i, rows, i)
