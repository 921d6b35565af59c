"""Parts of a tiling that are cut again: so that cells are more compact, and none is very long.

A part is a rectangle that some cells make up. Within limits that hardly any tiling of all points
meets, most parts of a few cells still have several tilings. No class becomes larger than the
largest one, and the cost does not grow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from covey._native import rectangles as native
from covey._native.rectangles import Rule
from covey.core.dataclass import dataclass
from covey.core.stop import Watch
from covey.problems.rectangles.cuts import grow
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

PARTS = (8, 16, 32, 64, 128, 256)
"""Parts of at most so many cells are cut again, one round after the other."""

EVENNESS = (0.5, 3.0)
"""How much evenness may count where a part is to be more compact."""

EVENNESS_OF_LONG = (0.5, 3.0, 30.0, math.inf)
"""The same where a part has a cell that is too long: any tiling will do."""

EFFORT = 200
"""Visits per location that one search in a part may make."""

MOST_VISITS = 20_000_000
"""Visits that it may make in all."""

COMPARED_UP_TO = 200_000
"""With more locations, a tiling that has the least largest cell at once is not compared with a
plain kd split, which would take half as long again."""

MOST_BESIDE_SQUARE = 100.0
"""How much more of a perimeter than a square a cell may count."""


def more_compact(
    problem: RectangleProblem, solution: RectangleSolution, watch: Watch
) -> RectangleSolution:
    """Cut small parts again where that makes their cells more compact, then larger ones."""
    visits = watch.iterations(EFFORT)
    for most in PARTS:
        if watch.expired:
            break
        watch.report(f"proportional: parts of {most} cells")
        solution = _round(problem, solution, most, visits, watch)
    return solution


def without_long_cells(
    problem: RectangleProblem, solution: RectangleSolution, watch: Watch
) -> RectangleSolution:
    """A tiling without a cell that is longer than all of a plain kd split, if one is found. It is
    found wherever that split costs no more: if all else fails, it is the split."""
    plain = grow(problem, Rule.PLAIN)
    longest = greatest_aspect(problem, plain)
    found: RectangleSolution | None = solution
    while found is not None and greatest_aspect(problem, found) > longest:
        solution = found
        found = None if watch.expired else _without_longest(problem, solution, longest, watch)
    if found is not None:
        return found
    return plain if problem.cost(plain.sizes) <= problem.cost(solution.sizes) else solution


def greatest_aspect(problem: RectangleProblem, solution: RectangleSolution) -> float:
    """How many times as long as wide the longest cell is."""
    return float(native.aspects(solution.cells, problem.surface).max())


def beside_square(problem: RectangleProblem, cells: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much more of a perimeter than a square of the same area every cell has."""
    halves = native.half_perimeters(cells, problem.surface)
    height = cells[:, 3] - cells[:, 1]
    area = np.maximum(halves - height, 0.0) * height
    # A cell without an area is as long as can be, but one of them must not decide.
    square = np.maximum(2 * np.sqrt(area), halves / MOST_BESIDE_SQUARE)
    found: NDArray[np.float64] = np.divide(
        halves, square, out=np.ones_like(halves), where=square > 0
    )
    return found


@dataclass(frozen=True, eq=False)
class _Part:
    """Cells that make up a rectangle: those of the classes from ``first`` on. ``members`` are its
    locations, and ``classes`` theirs, from 0."""

    first: int
    members: NDArray[np.intp]
    classes: NDArray[np.int32]
    sizes: NDArray[np.int64]
    cells: NDArray[np.float64]


class _Parts:
    """A tiling whose parts can be asked for and replaced."""

    def __init__(self, problem: RectangleProblem, solution: RectangleSolution) -> None:
        self.problem = problem
        self.solution = solution
        self.cap = int(solution.sizes.max())
        self._members = np.argsort(solution.classes, kind="stable")
        counts = np.bincount(solution.classes, minlength=len(solution.sizes))
        self._starts = np.concatenate([[0], np.cumsum(counts)])

    def part(self, first: int, end: int) -> _Part:
        members = self._members[self._starts[first] : self._starts[end]]
        return _Part(
            first,
            members,
            self.solution.classes[members] - np.int32(first),
            self.solution.sizes[first:end],
            self.solution.cells[first:end],
        )

    def cut_again(
        self, part: _Part, evenness: float, longest: float, visits: int, seconds: float
    ) -> _Part | None:
        """Another tiling of a part that costs no more, if one is found."""
        problem = self.problem
        box = np.concatenate([part.cells[:, :2].min(axis=0), part.cells[:, 2:].max(axis=0)])
        found = native.search(
            problem.x[part.members],
            problem.y[part.members],
            problem.weights[part.members],
            box,
            problem.k,
            self.cap,
            0.5,
            evenness,
            problem.surface,
            min(visits * len(part.members), MOST_VISITS),
            seconds,
            longest=longest,
        )
        if found is None:
            return None
        classes, sizes, cells = found
        # The largest class is within the cap. The quadratic cost is a sum over all classes.
        if problem.objective == "quadratic" and problem.cost(sizes) > problem.cost(part.sizes):
            return None
        return _Part(part.first, part.members, classes, sizes, cells)

    def with_parts(self, parts: Sequence[tuple[_Part, int]]) -> RectangleSolution:
        """The tiling with some parts in place of others, each with the end of what it replaces, in
        ascending order."""
        classes = np.empty_like(self.solution.classes)
        sizes, cells = [], []
        at = number = 0
        for part, end in [*parts, (None, len(self.solution.sizes))]:
            first = end if part is None else part.first
            kept = self.part(at, first)
            for piece in (kept, part):
                if piece is not None:
                    classes[piece.members] = piece.classes + np.int32(number)
                    sizes.append(piece.sizes)
                    cells.append(piece.cells)
                    number += len(piece.sizes)
            at = end
        return RectangleSolution(classes, np.concatenate(sizes), np.concatenate(cells))


def _round(
    problem: RectangleProblem, solution: RectangleSolution, most: int, visits: int, watch: Watch
) -> RectangleSolution:
    parts = _Parts(problem, solution)
    around = float(native.half_perimeters(solution.cells, problem.surface) @ solution.sizes)
    beside = float(beside_square(problem, solution.cells) @ solution.sizes)

    def away(part: _Part) -> float:
        """What a part adds to how far all cells are from compact: to the logarithm of their mean
        perimeter times the square of what it is beside a square."""
        own = native.half_perimeters(part.cells, problem.surface)
        return float(
            own @ part.sizes / around
            + 2 * (beside_square(problem, part.cells) @ part.sizes) / beside
        )

    better = []
    for first, end in _topmost(solution.cells, most):
        if watch.expired:
            break
        part = parts.part(first, end)
        tried = [
            parts.cut_again(part, evenness, math.inf, visits, watch.remaining)
            for evenness in EVENNESS
        ]
        best = min((part, *(each for each in tried if each is not None)), key=away)
        if best is not part:
            better.append((best, end))
    return parts.with_parts(better) if better else solution


def _without_longest(
    problem: RectangleProblem, solution: RectangleSolution, longest: float, watch: Watch
) -> RectangleSolution | None:
    """A tiling whose longest cell is not in it any more, nor another one that is too long in its
    place: the smallest part around it that can be tiled in another way."""
    parts = _Parts(problem, solution)
    cell = int(native.aspects(solution.cells, problem.surface).argmax())
    for first, end in reversed(list(_around(solution.cells, cell))):
        part = parts.part(first, end)
        for evenness in EVENNESS_OF_LONG:
            if watch.expired:
                return None
            found = parts.cut_again(part, evenness, longest, EFFORT, watch.remaining)
            if found is not None:
                return parts.with_parts([(found, end)])
    return None


def _topmost(cells: NDArray[np.float64], most: int) -> Iterator[tuple[int, int]]:
    """The largest parts of two to so many cells, in ascending order: what a tree of cuts has below
    its top. Where there is no cut, there is no part."""
    waiting = [(0, len(cells))]
    while waiting:
        first, end = waiting.pop()
        if end - first <= most:
            if end - first > 1:
                yield first, end
            continue
        cut = _middle_cut(cells[first:end])
        if cut is not None:
            waiting += [(first + cut, end), (first, first + cut)]


def _around(cells: NDArray[np.float64], cell: int) -> Iterator[tuple[int, int]]:
    """The parts around a cell, from all cells to the smallest one."""
    first, end = 0, len(cells)
    while end - first > 1:
        yield first, end
        cut = _middle_cut(cells[first:end])
        if cut is None:
            break
        first, end = (first, first + cut) if cell < first + cut else (first + cut, end)


def _middle_cut(cells: NDArray[np.float64]) -> int | None:
    """How many of the cells, which are in the order of a tree of cuts, lie on the one side of a
    cut: as near to half of them as there is one; None if there is none."""
    count = len(cells)
    found = []
    for low, high in ((0, 2), (1, 3)):
        # Trees are followed from below to above, or from above to below.
        for ordered, turned in ((cells, False), (cells[::-1], True)):
            reached = np.maximum.accumulate(ordered[:, high])[:-1]
            ahead = np.minimum.accumulate(ordered[::-1, low])[::-1][1:]
            places = 1 + np.flatnonzero(reached <= ahead)
            found.append(count - places if turned else places)
    cuts = np.concatenate(found)
    return int(cuts[np.abs(2 * cuts - count).argmin()]) if len(cuts) else None
