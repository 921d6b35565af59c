"""Cells in parts: the top cuts first, then every part by itself, wherever there is room for it.

The top cuts are those of the typed partition for classes of as many records as a part is to have:
by the same worth, from the same counts. What no class can have together, such as missing values and
others, is separated first, also where it is less than a part is to have: until then the column
cannot be cut. What comes below a cut depends on the combinations there alone, and so every part is
a problem of its own, on the same axes. Its tree of cuts goes on from the leaf that the part is, and
so every class lies inside of its part's box.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core import workers
from covey.core.dataclass import dataclass
from covey.core.stop import Stop, Watch
from covey.core.words import plural
from covey.problems.cells.constrain import best_tree
from covey.problems.cells.cut_tree import CutTree, top_of
from covey.problems.cells.forest import Forest
from covey.problems.cells.grafting import Grafting
from covey.problems.cells.improve import WAYS
from covey.problems.cells.kinds import BY_COMPONENT, BY_MISSING, LABELS, LEAF
from covey.requirements.requirement import Kind

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem, CellSolution

RECORDS = 500_000
"""The least records of a part. Fewer would be near the borders of parts too often, where a class
cannot reach over."""
COMBINATIONS = 2_000_000
"""A table of more combinations is solved in parts."""

OF_THE_TABLE = (Kind.EQUAL, Kind.ORDERED)
"""Requirements that compare a class with the whole table, which no part knows."""


@dataclass(frozen=True, eq=False)
class InParts:
    """A solution, how many parts it was made in, how many of these are smaller than was asked for,
    whether nothing in it can be cut any more, and whether the clock decided anything."""

    solution: CellSolution
    parts: int
    smaller: int
    done: bool
    cut_off: bool


def made_in_parts(parts: int, records: int, smaller: int) -> str:
    """The note on an answer in parts of at least so many records, of which some are smaller."""
    made = f"made in {plural(parts, 'part')} of at least {plural(records, 'record')}"
    if parts > 1 and smaller:
        made += f", {smaller:,} of them smaller, such as missing values by themselves"
    return f"{made}: every class lies inside of one part"


def can_be_in_parts(problem: CellProblem) -> bool:
    """Whether the parts can be solved without knowing of each other."""
    return not any(each.rule.kind in OF_THE_TABLE for each in problem.requirements)


def in_parts(problem: CellProblem, watch: Watch, records: int) -> InParts:
    """Solve a problem in parts of at least so many records, or fewer where missing values are put
    apart. The time limit is that of every part; without one, the clock decides nothing."""
    # No part may be below k, whatever was asked for.
    top = top_cuts(problem, max(records, problem.k))
    rows = _rows_of(top.classes, len(top.sizes))
    watch.report(f"cells: {len(rows):,} parts")
    # Rounded down, so that all parts together withhold no more than is allowed.
    budgets = [problem.suppress * int(size) // problem.total for size in top.sizes]
    pieces = _Pieces(problem, rows, budgets, watch.stop)
    answers = [PartAnswer.from_bytes(found) for found in workers.spread(solve_part, pieces)]
    grafting = Grafting(len(problem.weights), problem.axis_table.kinds)
    leaf_of = grafting.adopt(top.nodes, top.pool)
    for part, answer in enumerate(answers):
        grafting.graft(
            leaf_of[part], answer.nodes, answer.pool, rows[part], answer.classes, answer.sizes
        )
    return InParts(
        grafting.solution(problem.axis_table),
        len(rows),
        int((top.sizes < records).sum()),
        all(answer.done for answer in answers),
        any(answer.cut_off for answer in answers),
    )


def top_cuts(problem: CellProblem, records: int) -> CellSolution:
    """The parts as classes. They meet the requirements, so that each can be solved."""
    forest = Forest(problem, problem.requirements, k=records)
    apart = _put_apart(problem, records)
    if apart is not None:
        forest.adopt(*apart)
    # Without the clock: where the parts are must not depend on it.
    forest.cut(forest.leaves(), Stop(seconds=None).start(), uneven=WAYS[0][1])
    return forest.solution()


def _put_apart(problem: CellProblem, records: int) -> tuple[CutTree, NDArray[np.int32]] | None:
    """The cuts between what no class can have together, in cells that can be two parts. Both sides
    have k records and meet the requirements, but may be less than a part."""
    if not _is_mixed(problem):
        return None
    # With k itself, and not with the records of a part: missing values may be few.
    forest = Forest(problem, problem.requirements)
    # These cuts come before all others, which are forgotten.
    forest.cut(forest.leaves(), Stop(seconds=None).start(), least=2 * records)
    found = forest.solution()
    how = found.nodes.how
    urgent = np.isin(how, (BY_MISSING, BY_COMPONENT))
    # Only cuts that have nothing but such cuts above them: what is kept must still be one tree.
    kept = urgent & (top_of(found.nodes.parent, ~urgent) == np.arange(len(how)))
    if not kept.any():
        return None
    return found.nodes._replace(how=np.where(kept, how, np.int32(LEAF))), found.pool


def _is_mixed(problem: CellProblem) -> bool:
    """Whether values are missing, or a map has several components."""
    table = problem.axis_table
    if (table.codes[:, table.kinds != LABELS] < 0).any():
        return True
    return any(tree is not None and tree.component.max() > 0 for tree in table.trees)


def _rows_of(classes: NDArray[np.int32], count: int) -> list[NDArray[np.int64]]:
    order = np.argsort(classes, kind="stable")
    ends = np.cumsum(np.bincount(classes, minlength=count))
    return np.split(order, ends[:-1])


@dataclass(frozen=True, eq=False)
class _Pieces(Sequence[bytes]):
    """The parts as bytes, each made when it is asked for: all of them at once would be a second
    copy of the table."""

    problem: CellProblem
    rows: Sequence[NDArray[np.int64]]
    budgets: Sequence[int]
    stop: Stop

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, at: int) -> bytes:  # type: ignore[override]
        part = self.problem.restricted_to(self.rows[at], suppress=self.budgets[at])
        # Outwards only: what comes back is read as arrays, and nothing in it is run.
        return pickle.dumps((part, self.stop))

    def __iter__(self) -> Iterator[bytes]:
        return (self[at] for at in range(len(self)))


@dataclass(frozen=True, eq=False)
class PartAnswer:
    """The tree of a part, and the class of each of its rows. It crosses as arrays, and nothing in
    it is run: another machine made it."""

    nodes: CutTree
    pool: NDArray[np.int32]
    classes: NDArray[np.int32]
    sizes: NDArray[np.int64]
    done: bool
    cut_off: bool

    def to_bytes(self) -> bytes:
        file = io.BytesIO()
        flags = np.array([self.done, self.cut_off])
        np.savez(file, np.stack(self.nodes), self.pool, self.classes, self.sizes, flags)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, found: bytes) -> PartAnswer:
        # Never as a pickle: bytes of another machine must not run code here.
        with np.load(io.BytesIO(found), allow_pickle=False) as arrays:
            nodes, pool, classes, sizes, flags = (arrays[f"arr_{at}"] for at in range(5))
        return cls(CutTree._make(nodes), pool, classes, sizes, bool(flags[0]), bool(flags[1]))


def solve_part(piece: bytes) -> bytes:
    """Solve a part as a problem of its own."""
    problem, stop = pickle.loads(piece)
    watch = stop.start()
    found, done = best_tree(problem, watch)
    answer = PartAnswer(found.nodes, found.pool, found.classes, found.sizes, done, watch.cut_off)
    return answer.to_bytes()
