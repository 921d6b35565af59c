"""The proportional method: cut so that both sides can be tiled by classes of the same size.

A set of weight w can be tiled by classes within [k, K] only if w is in
A(K) = {w : m k <= w <= m K for some m}. Each cut is made where both sides are in A(K).
:func:`grow` does so once, from the top; :func:`search` takes cuts back, within a budget, and K is
bisected between the lower bound and what was found. Of the tilings within the last K the most
compact one is taken, and parts of it are cut again (``recut``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from covey._native.rectangles import Rule, half_perimeters
from covey.core.lower_bounds import least_largest
from covey.core.stop import Watch
from covey.problems.rectangles.bound import strongest
from covey.problems.rectangles.cuts import grow, search
from covey.problems.rectangles.exact import guillotine_within
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution
from covey.problems.rectangles.recut import (
    COMPARED_UP_TO,
    beside_square,
    greatest_aspect,
    more_compact,
    without_long_cells,
)

EFFORT = 60
"""Visits per location that one search may make."""

LOOKS = 20_000_000
"""Looks at cuts of a grid that one search may make."""

WAYS = (
    (0.5, 3.0),
    (0.5, math.inf),
    (0.5, 30.0),
    (0.25, 3.0),
    (0.75, 3.0),
    (0.25, math.inf),
    (0.75, math.inf),
    (0.1, 30.0),
    (0.9, 30.0),
)
"""Where between k and the cap the cells should be, and how much evenness counts against compact
cells, in the order in which it is tried."""

BISECTING = 0.7
"""The share of the time in which a smaller largest cell is looked for."""

RETILING = 0.7
"""The share of the time left in which all points are tiled again. Then parts are."""

COMPACT = (0.0, 0.5, 2.0, 3.0, 10.0, 30.0)
"""How much evenness may count where compact cells are looked for."""

NEARLY = 1.02
"""Of tilings that are about as compact as the most compact one, that without very long cells is
taken."""

AT_LENGTH = (1.0, 10.0)
"""The same for the longer second search."""

EFFORT_AT_LENGTH = 1_200
"""Visits per location that such a search may make."""

MOST_VISITS = 100_000_000
"""Visits that it may make in all: a second or two."""


def proportional(problem: RectangleProblem, watch: Watch, seed: int = 0) -> RectangleSolution:
    """Never ends with a larger cell than a tree of cuts that ends only where no cut leaves k on
    both sides, so that the guarantee of the paper's kd cuts holds for it."""
    low, _ = least_largest(problem)
    # One pass from the top already ends only where no cut leaves k on both sides: the promise holds
    # from here on, whatever the time limit is.
    best = grow(problem, Rule.PROPORTIONAL, low)
    high = int(best.sizes.max())
    if low == high:
        few = len(problem.x) <= COMPARED_UP_TO
        return without_long_cells(problem, best, watch) if few else best
    if problem.objective == "max-size":
        low = strongest(problem, high).bound
    # What is found last may have long cells: there must be time to look for compact ones.
    bisecting = watch.for_share(BISECTING)
    while low < high and not bisecting.expired:
        cap = (low + high) // 2
        watch.report(f"proportional: largest cell {high:,}, trying {cap:,}")
        found = _within(problem, cap, bisecting)
        if found is not None:
            high = int(found.sizes.max())
            # For the quadratic cost a smaller largest cell is not always better.
            if problem.cost(found.sizes) <= problem.cost(best.sizes):
                best = found
        # Nothing found says nothing if time was over: the cap may be possible. Without a proof that
        # it is not, low only steers the search, and is no bound.
        elif not bisecting.expired:
            low = cap + 1
    watch.cut_off = watch.cut_off or bisecting.cut_off
    return refined(problem, best, watch)


def refined(problem: RectangleProblem, best: RectangleSolution, watch: Watch) -> RectangleSolution:
    """Cells as compact as they are found for the same cost, none of them longer than the longest
    one of a plain kd split that costs no more."""
    # Parts are soon cut again: there must be time for it.
    compacting = watch.for_share(RETILING)
    best = compacted(problem, best, compacting)
    watch.cut_off = watch.cut_off or compacting.cut_off
    return without_long_cells(problem, more_compact(problem, best, watch), watch)


def compacted(
    problem: RectangleProblem, best: RectangleSolution, watch: Watch
) -> RectangleSolution:
    """The most compact one of some tilings that cost no more."""
    visits = watch.iterations(EFFORT) * len(problem.x)
    best, found = _most_compact(problem, best, COMPACT, visits, watch)
    # A search succeeded in which evenness counts little: the longer one is for tables where none
    # does.
    if found and found[0] <= AT_LENGTH[0]:
        return best
    # Many points coincide, so that hardly any tiling is within the cap: more cuts must be taken
    # back until a compact one is found.
    visits = min(watch.iterations(EFFORT_AT_LENGTH) * len(problem.x), MOST_VISITS)
    for evenness in AT_LENGTH:
        best, found = _most_compact(problem, best, (evenness,), visits, watch)
        if found:
            break
    return best


def _most_compact(
    problem: RectangleProblem,
    best: RectangleSolution,
    evennesses: Sequence[float],
    visits: int,
    watch: Watch,
) -> tuple[RectangleSolution, list[float]]:
    """The most compact of the tilings that cost no more, and what evenness counted where one was
    found."""
    cost, cap = problem.cost(best.sizes), int(best.sizes.max())
    tilings = [best]
    successes = []
    for evenness in evennesses:
        if watch.expired:
            break
        watch.report(f"proportional: largest cell {cap:,}, compact cells")
        found = search(problem, cap, 0.5, visits, watch.remaining, evenness)
        if found is not None and problem.cost(found.sizes) <= cost:
            successes.append(evenness)
            tilings.append(found)
    away = [elongation(problem, each) for each in tilings]
    near = [each for each, own in zip(tilings, away, strict=True) if own <= NEARLY * min(away)]
    # Of equals the first one, so that a tiling stays unless another one is better.
    return min(near, key=lambda each: greatest_aspect(problem, each)), successes


def perimeter(problem: RectangleProblem, solution: RectangleSolution) -> float:
    """Half the perimeter of a record's cell, on average over records."""
    halves = half_perimeters(solution.cells, problem.surface)
    return float(halves @ solution.sizes) / problem.total


def elongation(problem: RectangleProblem, solution: RectangleSolution) -> float:
    """How far cells are from compact: their perimeter, times the square of what it is beside that
    of a square of the same area, both on average over records. Perimeters alone are those of the
    large cells, and hardly tell whether the many small ones are compact."""
    beside = beside_square(problem, solution.cells)
    return perimeter(problem, solution) * (float(beside @ solution.sizes) / problem.total) ** 2


def _within(problem: RectangleProblem, cap: int, watch: Watch) -> RectangleSolution | None:
    """Cells within [k, cap], if one of the ways leads to them in time. On grids that are small
    enough, all tilings by cuts from side to side are looked at, as far as the effort goes."""
    looks = watch.iterations(LOOKS)
    found, decided = guillotine_within(problem, cap, looks, watch.remaining)
    # Decided: on this grid it is known whether there are such cells.
    if decided or watch.remaining == 0:
        return found
    effort = watch.iterations(EFFORT) * len(problem.x)
    for aim, evenness in WAYS:
        found = search(problem, cap, aim, effort, watch.remaining, evenness)
        if found is not None or watch.remaining == 0:
            return found
    return None
