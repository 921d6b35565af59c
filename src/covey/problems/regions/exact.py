"""All connected regions within limits, and the best choice of them by integer programs in HiGHS.

The regions of an answer cover every area exactly once, so an answer is an exact cover by connected
sets of areas from k to some limit. Where areas are few, or heavy against k, all of these sets can
be listed.
"""

from __future__ import annotations

from math import isqrt

import numpy as np
from numpy.typing import NDArray

from covey.core import milp as programs
from covey.core.dataclass import dataclass
from covey.core.grouping import quadratic_cost
from covey.core.milp import Limit
from covey.core.stop import Watch
from covey.problems.regions.approx import second_of, solution_of
from covey.problems.regions.problem import RegionProblem, RegionSolution

MOST_REGIONS = 150_000
FEW_REGIONS = 20_000
"""Candidate regions that the integer program chooses from, and as many as take little time."""

STEPS = 2_000
"""Neighbours that listing may look at for each of them."""

MOST_MEMBERS = 10_000_000
"""Areas of all candidate regions together: what fits into memory, and HiGHS can work on."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Connected sets of areas: the c-th is ``areas[starts[c]:starts[c + 1]]`` and weighs
    ``weights[c]``."""

    starts: NDArray[np.int64]
    areas: NDArray[np.int32]
    weights: NDArray[np.int64]

    def up_to(self, most: int) -> list[int]:
        return np.flatnonzero(self.weights <= most).tolist()

    def only(self, kept: NDArray[np.bool_]) -> Candidates:
        lengths = np.diff(self.starts)
        starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths[kept])])
        return Candidates(starts, self.areas[np.repeat(kept, lengths)], self.weights[kept])

    def members(self, number: int) -> list[int]:
        found: list[int] = self.areas[self.starts[number] : self.starts[number + 1]].tolist()
        return found


def candidates(
    problem: RegionProblem, most: int, most_regions: int = MOST_REGIONS
) -> Candidates | None:
    """All regions from k to ``most`` records; None if they are too many."""
    second, at_least = second_of(problem)
    # The limit may come from a file, and allow for more records than there are. Every other limit
    # is a number of steps or of memory, so that the answer does not depend on the clock.
    complete, starts, areas, weights = problem.graph.native.connected_sets(
        problem.weights, problem.k, min(most, problem.total), second, at_least,
        most_sets=most_regions, most_steps=STEPS * most_regions, most_members=MOST_MEMBERS,
    )  # fmt: skip
    return Candidates(starts, areas, weights) if complete else None


def choose(
    problem: RegionProblem,
    all_of_them: Candidates,
    most: int,
    quadratic: bool,
    limit: Limit,
    nodes: int | None = None,
) -> tuple[RegionSolution | None, bool]:
    """An answer out of candidates of at most so many records, at the least quadratic cost if asked,
    and whether the program was solved: without an answer, that there is none."""
    few = all_of_them.up_to(most)
    # Without charges every choice is as good as another: only whether there is one is asked.
    charges = _squares(problem, all_of_them.weights[few]) * float(quadratic)
    sets = [all_of_them.members(number) for number in few]
    chosen, solved = programs.exact_cover(sets, len(problem.weights), charges, limit, nodes)
    if chosen is None:
        return None, solved
    classes = np.empty(len(problem.weights), dtype=np.int32)
    for number in chosen:
        classes[sets[number]] = number
    return solution_of(problem, classes), solved


def is_exact(problem: RegionProblem, listed: Candidates) -> bool:
    """Whether the least quadratic cost can be told from all others."""
    return programs.is_exact(_squares(problem, listed.weights), len(problem.weights))


def _squares(problem: RegionProblem, weights: NDArray[np.int64]) -> NDArray[np.float64]:
    """As doubles: the products may be beyond 64 bits."""
    return weights.astype(np.float64) * (weights - problem.k)


def best_partition(
    problem: RegionProblem,
    start: RegionSolution,
    bound: int,
    watch: Watch,
    most_regions: int = MOST_REGIONS,
) -> tuple[RegionSolution, int] | None:
    """The best answer and a bound on it; None if there are too many regions to list. ``start`` is
    the best answer known, ``bound`` a lower bound."""
    best = start
    if problem.objective == "quadratic":
        # A heavier region alone would cost more than the best answer known.
        listed = candidates(
            problem, heaviest_within(problem.cost(best.sizes), problem.k), most_regions
        )
        if listed is None:
            return None
        most = int(listed.weights.max())
        found, solved = choose(problem, listed, most, True, watch)
        if found is not None and problem.cost(found.sizes) <= problem.cost(best.sizes):
            best = found
        return best, problem.cost(best.sizes) if solved else bound
    listed = candidates(problem, int(best.sizes.max()), most_regions)
    if listed is None:
        return None
    # Only sizes that some region has can be the largest of an answer: bisection goes over these
    # alone.
    sizes = np.unique(listed.weights)
    sizes = sizes[sizes >= bound]
    low, high = 0, int(np.searchsorted(sizes, best.sizes.max()))
    # Below sizes[low] there is no answer, at sizes[high] there is one.
    while low < high and not watch.expired:
        middle = (low + high) // 2
        found, solved = choose(problem, listed, int(sizes[middle]), False, watch)
        if found is not None:
            best = found
            # The answer may be better than was asked for.
            high = int(np.searchsorted(sizes, best.sizes.max()))
        elif solved:
            low = middle + 1
        else:
            break
    bound = max(bound, int(sizes[low])) if low < len(sizes) else bound
    # The largest region is optimal. Among the answers that have it, the quadratic cost decides.
    if bound == int(best.sizes.max()) and not watch.expired:
        found, _ = choose(problem, listed, bound, True, watch)
        # A program that was cut off may hand over something worse.
        if found is not None and _squared(problem, found) <= _squared(problem, best):
            best = found
    return best, bound


def _squared(problem: RegionProblem, solution: RegionSolution) -> int:
    return quadratic_cost(solution.sizes, problem.k)


def heaviest_within(cost: int, k: int) -> int:
    """The largest s with s (s - k) <= cost: no region of an answer at that cost is heavier.

    >>> heaviest_within(10, k=3), heaviest_within(0, k=3)
    (5, 3)
    """
    return (k + isqrt(k * k + 4 * cost)) // 2
