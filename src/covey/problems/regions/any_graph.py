"""Regions of any graph: none above max(Opt + k - 1, 3k - 3), which is below three times the best.

No planarity and no tree of low degree is needed. docs/explanation/regions-any-graph.md has the
proof.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.result import Certificate, Guarantee
from covey.core.stop import Watch
from covey.problems.regions.approx import second_of, solution_of
from covey.problems.regions.closed_set import ClosedSet
from covey.problems.regions.problem import RegionProblem, RegionSolution

SOURCE = "Theorem any-graph"

JUMPS = 30
"""How often the limit follows the proved bound before it is found by bisection. Once is mostly
enough; bisection keeps the number of rounds small whatever the weights are."""


@dataclass(frozen=True, eq=False)
class Lightened:
    """Regions, the best lower bound that was met on the way with its proof, if k and the heaviest
    area alone do not prove it, and whether the promise holds: it does unless time was over."""

    solution: RegionSolution
    bound: int
    proof: Certificate | None
    finished: bool

    def most(self, problem: RegionProblem) -> int | None:
        """No region is above this; None if nothing is promised."""
        return limit(problem.k, self.bound) if self.finished else None


def limit(k: int, bound: int) -> int:
    """What the theorem allows where no answer is below the bound.

    >>> limit(10, 10), limit(10, 40), limit(1, 7)
    (27, 49, 7)
    """
    return max(bound + k - 1, 3 * k - 3)


def lightened(problem: RegionProblem, classes: NDArray[np.int32], watch: Watch) -> Lightened:
    """Regions of k or more, connected and numbered without gaps, with too heavy ones made lighter.

    Parts of heavy regions move to regions next to them, along chains of regions where the next one
    has no room, until no region is above max(bound + k - 1, 3k - 3). Where a part has nowhere to
    go, the areas around which it is stuck prove a higher bound. A problem with a second threshold
    is handed back as it is: a part that moves may be missed there.
    """
    if problem.second is not None:
        return Lightened(solution_of(problem, classes), problem.kappa, None, False)
    region, bound, closed, finished, _ = problem.graph.native.relieved(
        problem.weights, problem.k, classes, JUMPS, watch.remaining
    )
    # Where nothing was given up, the clock has decided nothing.
    watch.cut_off |= not finished
    proof = ClosedSet(bound, tuple(closed.tolist())) if len(closed) else None
    return Lightened(solution_of(problem, region), bound, proof, finished)


def first_pieces(problem: RegionProblem) -> NDArray[np.int32]:
    """Pieces of a spanning forest by depth-first search, which takes linear time on any graph."""
    graph, none = problem.graph, np.zeros(problem.graph.count, dtype=np.int64)
    # Any degree will do, and none is repaired: the theorem does not ask for a tree of low degree.
    chosen = graph.native.spanning_forest(none, 0, graph.count)
    second, at_least = second_of(problem)
    pieces = graph.native.cut(chosen, problem.weights, problem.k, second, at_least)
    return solution_of(problem, pieces).classes


def promise(problem: RegionProblem, found: Lightened) -> Guarantee:
    """What is promised of an answer that is no worse than this one."""
    most = found.most(problem)
    if most is None:
        why = "the theorem knows one threshold only" if problem.second else "time was over"
        return Guarantee(f"nothing: {why}", SOURCE)
    if problem.objective == "quadratic":
        text = f"no region above {most:,} records"
        return Guarantee(text, SOURCE, limit=problem.total * (most - problem.k))
    # Both terms, divided by the optimum, are largest where that is kappa.
    ratio = Fraction(limit(problem.k, problem.kappa), problem.kappa)
    times = 2 if ratio < 2 else 3
    text = f"at most max(Opt + k - 1, 3k - 3), below {times} times the optimum"
    return Guarantee(text, SOURCE, ratio=ratio, limit=most)
