"""Slabs of one ordered column: at most b times the optimum, where cuts alone promise b + 1.

docs/explanation/slabs.md has the theorem. A *slab* is a run of values of the ordered column that
has k records; it is cut on the other columns. Each closes at a value, its *line*; the values before
it are its *strip*, which has fewer than k records. One slab also takes the strip behind it. That is
the one that may be hard to cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core import threads
from covey.core.dataclass import dataclass
from covey.core.errors import InternalError
from covey.core.stop import Watch
from covey.problems.cells.cut_tree import CutTree, numbered_tree
from covey.problems.cells.grafting import Grafting
from covey.problems.cells.kinds import AREAS, AT_POSITION, BY_MEMBERS, LABELS, LEAF, ORDERED
from covey.problems.cells.map_tree import MapTree
from covey.problems.cells.problem import CellProblem, CellSolution

Rows = NDArray[np.int64]
NO_ROWS: Rows = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class Side:
    """The cut that takes one side of a value off a column: ``first`` tells whether the side is the
    first child of the cut, ``inside`` which rows it has."""

    how: int
    low: int
    high: int
    labels: NDArray[np.int32]
    first: bool
    inside: NDArray[np.bool_]


@dataclass
class Piece:
    """Rows that are one node of the tree, with the cut in two children, or with the tree of all
    ``cuts`` below it."""

    rows: Rows
    cuts: Cuts | None = None
    column: int = 0
    how: int = LEAF
    low: int = 0
    high: int = 0
    labels: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    children: tuple[Piece, ...] = ()

    def largest(self) -> int:
        if self.cuts is not None:
            return int(self.cuts.sizes.max())
        return max(child.largest() for child in self.children)


@dataclass(frozen=True)
class Cuts:
    """The tree of cuts of a piece, its classes by row of the piece, and their sizes."""

    nodes: CutTree
    pool: NDArray[np.int32]
    classes: NDArray[np.int32]
    sizes: NDArray[np.int64]


class OutOfTimeError(Exception):
    """The watch stopped while a piece was cut: what was promised of it does not hold."""


def slabs(problem: CellProblem, watch: Watch) -> CellSolution | None:
    """The answer with the smallest largest class among those of every ordered column, and of these
    the one of least loss. None if there is no such column beside another, or if time is over."""
    table = problem.axis_table
    ordered = np.flatnonzero(table.kinds == ORDERED).tolist() if len(table.kinds) > 1 else []
    found = []
    for column in ordered:
        try:
            found.append(_Slabs(problem, column, watch).solution())
        except OutOfTimeError:
            break
    if not found:
        return None
    return min(found, key=lambda answer: (int(answer.sizes.max()), problem.loss(answer)))


class _Slabs:
    """The slabs of one ordered column. Missing values and requirements are not for it."""

    def __init__(self, problem: CellProblem, column: int, watch: Watch) -> None:
        self.problem = problem
        self.column = column
        self.watch = watch
        self.k = problem.k
        table = problem.axis_table
        self.codes = table.codes
        self.kinds = table.kinds
        self.columns = table.native_columns(problem.axis_weights)
        self.trees = {
            first: tree
            for first, tree in zip(table.first, table.trees, strict=True)
            if tree is not None
        }
        self.others = frozenset(range(len(self.kinds))) - {column}
        # The limit of the theorem: a class that no cut divides is one combination, fewer than k
        # records on each side of it, and fewer than k in one strip.
        around = sum(self.sides(other) for other in self.others)
        kappa = max(self.k, int(problem.distinct.weights.max()))
        self.limit = kappa + (around + 1) * (self.k - 1)
        # Stable: rows of one value stay in the order of the table, so that the answer is the same
        # everywhere.
        order = np.argsort(self.codes[:, column], kind="stable")
        self.order: Rows = order.astype(np.int64)
        self.sorted_codes = self.codes[order, column]
        self.lines = self._lines()

    def sides(self, column: int) -> int:
        """On how many sides of one of its values a column has others, at most."""
        if self.kinds[column] == AREAS:
            return self.trees[column].degree
        return 2 if self.kinds[column] == ORDERED else 1

    def _lines(self) -> NDArray[np.int64]:
        """The values at which a slab has k records."""
        size = int(self.sorted_codes[-1]) + 1
        records = np.zeros(size, dtype=np.int64)
        np.add.at(records, self.codes[:, self.column], self.problem.weights)
        upto = np.cumsum(records)
        found: list[int] = []
        reached = 0
        # What is left after the last line is light, and becomes its strip on the right.
        while upto[-1] - reached >= self.k:
            found.append(int(np.searchsorted(upto, reached + self.k)))
            reached = int(upto[found[-1]])
        return np.array(found, dtype=np.int64)

    def solution(self) -> CellSolution:
        """Let the last slab that can be cut within the limit take two strips. If none can be, take
        the lightest."""
        count = len(self.lines)
        crosses = []
        # From the last on: by the proof, all slabs behind the last one that is no full cross keep k
        # without the strip before them.
        for two_sided in reversed(range(count)):
            piece = self.cut_within_limit(self.run(self.before(two_sided), self.behind(two_sided)))
            if piece.largest() <= self.limit:
                return self.assembled(two_sided, piece)
            crosses.append((piece.largest(), two_sided, piece))
        _, two_sided, piece = min(crosses, key=lambda cross: cross[:2])
        return self.assembled(two_sided, piece)

    def before(self, slab: int) -> int:
        """The first value of a slab with the strip before its line."""
        return int(self.lines[slab - 1]) + 1 if slab else 0

    def behind(self, slab: int) -> int:
        """The last value of a slab with the strip behind its line."""
        last = slab + 1 == len(self.lines)
        return int(self.sorted_codes[-1]) if last else int(self.lines[slab + 1]) - 1

    def run(self, low: int, high: int) -> Rows:
        """The rows with the values from ``low`` to ``high``."""
        start, end = np.searchsorted(self.sorted_codes, [low, high + 1])
        # Ascending: rows of pieces are looked up in each other by bisection.
        return np.sort(self.order[start:end])

    def cut_on(self, rows: Rows, free: frozenset[int]) -> Piece:
        """Cut rows on some columns until nothing can be cut. The other columns look as if all rows
        had one value."""
        if self.watch.expired:
            raise self._out_of_time()
        codes = self.codes[rows]
        # One code for all rows: no cut is possible on such a column.
        codes[:, sorted(set(range(len(self.kinds))) - free)] = 0
        forest = native.Forest(
            self.columns,
            np.ascontiguousarray(codes),
            self.problem.weights[rows],
            np.arange(len(rows), dtype=np.int32),
            None,
            self.k,
            threads.count(),
        )
        whole = forest.leaves(0)
        if not forest.cut(whole, np.zeros(1, np.int32), np.zeros(1), 0, self.watch.remaining):
            raise self._out_of_time()
        *fields, pool = forest.tree()
        return Piece(rows, Cuts(numbered_tree(*fields), pool, *forest.classes()))

    def _out_of_time(self) -> OutOfTimeError:
        self.watch.cut_off = True
        return OutOfTimeError()

    def cut_within_limit(self, rows: Rows) -> Piece:
        """Cut a two-sided slab so that no class is above the limit, unless it is a full cross: then
        it stays as it is."""
        piece = self.cut_on(rows, self.others)
        assert piece.cuts is not None
        if piece.largest() <= self.limit:
            return piece
        # Cutting in another order may help: around the middle of the class that is too large.
        worst = int(piece.cuts.sizes.argmax())
        heavy = rows[piece.cuts.classes == worst]
        for column in sorted(self.others):
            other = self.cut_around(column, self.centre(column, heavy), rows)
            if other is not None:
                return other
        # The theorem says that this does not happen. If it does, the promise of the method is
        # wrong, and no answer may be handed out.
        if len(piece.cuts.sizes) > 1:
            raise InternalError("A slab that is a full cross was cut.")
        return piece

    def centre(self, column: int, rows: Rows) -> int:
        """The value around which a class lies that cannot be cut: each of its sides has fewer than
        k records."""
        codes, weights = self.codes[rows, column], self.problem.weights[rows]
        records = np.bincount(codes, weights).astype(np.int64)
        if self.kinds[column] == LABELS:
            return int(records.argmax())
        if self.kinds[column] == ORDERED:
            return int(np.searchsorted(np.cumsum(records), self.k))
        # The subtrees of k records are on one way down from the root; the centre is its end.
        # records ends with the highest place that occurs: what is behind it has none.
        end = np.minimum(self.trees[column].end[: len(records)], len(records))
        upto = np.concatenate([[0], np.cumsum(records)])
        return int(np.flatnonzero(upto[end] - upto[:-1] >= self.k)[-1])

    def cut_around(self, column: int, centre: int, rows: Rows) -> Piece | None:
        """Cut the sides of a value off that have k records, and the rest on the other columns; None
        if all sides have some records, but fewer than k."""
        weights = self.problem.weights[rows]
        sides = list(self.sides_of(column, centre, self.codes[rows, column]))
        records = [int(weights[side.inside].sum()) for side in sides]
        # Case 2 of the proof, for this attribute. If it holds for all of them, the slab is a full
        # cross.
        if sum(0 < each < self.k for each in records) >= self.sides(column):
            return None
        top = piece = Piece(rows)
        for side, each in zip(sides, records, strict=True):
            # Light sides stay with the middle: case 1 of the proof.
            if each < self.k:
                continue
            inside = side.inside[np.searchsorted(rows, piece.rows)]
            off = self.cut_on(piece.rows[inside], self.others)
            rest = Piece(piece.rows[~inside])
            piece.column, piece.how, piece.labels = column, side.how, side.labels
            piece.low, piece.high = side.low, side.high
            piece.children = (off, rest) if side.first else (rest, off)
            piece = rest
        piece.cuts = self.cut_on(piece.rows, self.others - {column}).cuts
        if top.largest() > self.limit:
            raise InternalError("A slab that is no full cross has a class above the limit.")
        return top

    def sides_of(self, column: int, centre: int, codes: NDArray[np.int32]) -> Iterator[Side]:
        """All values but the centre, each with the others from which no cut need part it."""
        none = np.zeros(0, np.int32)
        if self.kinds[column] == ORDERED:
            yield Side(AT_POSITION, centre - 1, 0, none, True, codes < centre)
            yield Side(AT_POSITION, centre, 0, none, False, codes > centre)
        elif self.kinds[column] == LABELS:
            only = np.array([centre], np.int32)
            yield Side(BY_MEMBERS, 0, 0, only, False, codes != centre)
        else:
            yield from _branches(self.trees[column], centre, codes)

    def assembled(self, two_sided: int, piece: Piece) -> CellSolution:
        """All slabs, the two-sided one as it was cut, under cuts between them."""
        pieces, borders = [], []
        for slab in range(len(self.lines)):
            if slab < two_sided:
                rows = self.run(self.before(slab), int(self.lines[slab]))
                borders.append(int(self.lines[slab]))
            elif slab > two_sided:
                rows = self.run(int(self.lines[slab]), self.behind(slab))
                borders.append(int(self.lines[slab]) - 1)
            pieces.append(piece if slab == two_sided else self.cut_on(rows, self.others))
        top = _between(pieces, borders, self.column)
        return _grafted(self.problem, top)


def _branches(tree: MapTree, centre: int, codes: NDArray[np.int32]) -> Iterator[Side]:
    """The branches of a map's tree at an area: its children's subtrees, and all above it."""
    none = np.zeros(0, np.int32)
    for child in np.flatnonzero(tree.parent == centre).tolist():
        end = int(tree.end[child])
        yield Side(BY_MEMBERS, child, end, none, True, (codes >= child) & (codes < end))
    end = int(tree.end[centre])
    above = (codes < centre) | (codes >= end)
    yield Side(BY_MEMBERS, centre, end, none, False, above)


def _between(pieces: Sequence[Piece], borders: Sequence[int], column: int) -> Piece:
    """One tree of pieces, cut at the borders between them: the middle one first, so that it is
    shallow."""
    if len(pieces) == 1:
        return pieces[0]
    middle = len(pieces) // 2
    halves = (
        _between(pieces[:middle], borders[: middle - 1], column),
        _between(pieces[middle:], borders[middle:], column),
    )
    low = borders[middle - 1]
    return Piece(NO_ROWS, column=column, how=AT_POSITION, low=low, children=halves)


def _grafted(problem: CellProblem, top: Piece) -> CellSolution:
    """The pieces as one tree of cuts, its leaves the classes."""
    grafting = Grafting(len(problem.weights), problem.axis_table.kinds)
    waiting = [(top, grafting.root)]
    while waiting:
        piece, node = waiting.pop()
        if piece.cuts is not None:
            cuts = piece.cuts
            grafting.graft(node, cuts.nodes, cuts.pool, piece.rows, cuts.classes, cuts.sizes)
            continue
        children = grafting.cut(node, piece.column, piece.how, piece.low, piece.high, piece.labels)
        waiting += zip(piece.children, children, strict=True)
    return grafting.solution(problem.axis_table)
