"""The default: a good start, then regions re-split with their neighbours, aim after aim."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import quadratic_cost
from covey.core.stop import Watch
from covey.problems.regions.approx import cut_tree, second_of, solution_of
from covey.problems.regions.descent import (
    ATTEMPT,
    CAPPED,
    COMPACT,
    MEND,
    QUADRATIC,
    RECORDS,
    USED,
    State,
    descend,
    new_state,
)
from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.problems.regions.rebuild import rebuild
from covey.problems.regions.split import Limits, Weights
from covey.problems.regions.start import joined, multilevel, spare_above
from covey.problems.regions.trees import Tree

PACE = 60_000_000
"""Steps of the search in a second of the time limit: what a slow machine does. Steps limit the
search, so that the same limit gives the same answer; the clock is for slower machines still."""

HURRY = 3.0
"""Seconds below which the start must be quick, so that time is left to make it better."""

NEAR = 1.05
"""In a hurry, an answer within so many times the floor needs no second start."""

SLICE = 5_000_000
"""Steps between two looks at the clock."""

REBUILD_STEPS = 5_000_000
"""What an exact look at the heaviest region's surroundings counts for."""

MOST_UNITED = 14
"""Regions that are split again together, at most."""

MENDING = (2.0, 3.0, 5.0, 10.0)
"""How many times further above k than the average part a region may get, one after the other, when
those below k are mended."""

NO_LIMIT = 1 << 60

COMPACT_PRICE = 0.005
"""The share of the sum of squares that may be given for shorter borders."""


@dataclass(frozen=True)
class Floors:
    """What the heaviest region cannot be below, plain and with every area capped at k."""

    records: int
    capped: int


def balanced(
    problem: RegionProblem, tree: Tree, floors: Floors, watch: Watch, seed: int
) -> RegionSolution:
    """Never worse than cutting the tree; mostly much better."""
    search = Search(problem, floors, watch, seed)
    fallback = cut_tree(problem, tree)
    best = new_state(fallback.classes, search.weights, seed)
    search.improve(best, share=0.1)
    parts = None
    if not (search.hurry and search.is_near(best)) and not watch.expired:
        parts = multilevel(problem.graph, search.weights.capped, problem.k, seed, search.hurry)
    if parts is not None:
        other = search.mended(parts)
        search.improve(other, share=0.45)
        best = min(best, other, key=search.rank)
    search.polish(best)
    found = solution_of(problem, best.region)
    return min(found, fallback, key=lambda answer: rank(problem, answer.sizes))


def rank(problem: RegionProblem, sizes: NDArray[np.int64]) -> tuple[int, int]:
    """Smaller is better."""
    pair = int(sizes.max()), quadratic_cost(sizes, problem.k)
    return pair if problem.objective == "max-size" else (pair[1], pair[0])


class Search:
    """The stages of the search on one problem, and its budget."""

    def __init__(self, problem: RegionProblem, floors: Floors, watch: Watch, seed: int) -> None:
        second, self.at_least = second_of(problem)
        self.problem, self.floors, self.watch, self.seed = problem, floors, watch, seed
        self.weights = Weights(problem.weights, np.minimum(problem.weights, problem.k), second)
        seconds = 10.0 if watch.stop.seconds is None else min(watch.stop.seconds, 3600.0)
        self.steps = int(PACE * seconds)
        self.hurry = seconds < HURRY
        self.patience = max(1.0, seconds / 10)
        self.attempts = watch.iterations(NO_LIMIT)

    def rank(self, state: State) -> tuple[float, ...]:
        """The aims in their order; smaller is better."""
        graph = self.problem.graph
        ends = state.region[graph.edges]
        borders = float(graph.lengths[ends[:, 0] != ends[:, 1]].sum())
        squares = self._squares(state)
        if self.problem.objective == "quadratic":
            return squares, borders
        return int(state.sizes.records.max()), int(state.sizes.capped.max()), squares, borders

    def is_near(self, state: State) -> bool:
        if self.problem.objective == "quadratic":
            return False
        return int(state.sizes.records.max()) <= NEAR * self.floors.records

    def improve(self, state: State, share: float) -> None:
        """Lower the heaviest regions, or the quadratic cost if that is the objective."""
        if self.problem.objective == "quadratic":
            self._descend(state, QUADRATIC, int(self.steps * share))
            return
        if int(self.problem.weights.max()) <= self.problem.k:
            # Then no area is capped, and both aims are one.
            self._lower(state, RECORDS, int(self.steps * share))
            return
        self._lower(state, RECORDS, int(self.steps * share * 0.7))
        self._lower(state, CAPPED, int(self.steps * share * 0.3))

    def polish(self, state: State) -> None:
        """More equal regions, then shorter borders, none heavier than the heaviest."""
        self._descend(state, QUADRATIC, int(self.steps * 0.2))
        if self.problem.objective == "max-size":
            state.slack[0] = COMPACT_PRICE * self._squares(state)
        self._descend(state, COMPACT, int(self.steps * 0.1))

    def mended(self, parts: NDArray[np.int32]) -> State:
        """Regions that all reach their thresholds, from connected parts of which some do not."""
        state = new_state(parts, self.weights, self.seed)
        k, spare = (
            self.problem.k,
            spare_above(self.problem.graph, self.weights.capped, self.problem.k),
        )
        for times in MENDING:
            most = max(int(k * (1 + times * spare)), self.floors.capped)
            limits = Limits(k, self.at_least, NO_LIMIT, most)
            self._descend(state, MEND, int(self.steps * 0.15), limits)
        classes = joined(self.problem, state.region)
        return new_state(classes, self.weights, self.seed)

    def _lower(self, state: State, aim: int, steps: int) -> None:
        """Lower the heaviest region by re-splitting, and where that does not help, by an exact look
        at what surrounds it."""
        while True:
            steps = self._descend(state, aim, steps)
            limits = self._limits(state, aim)
            if steps <= 0 or not rebuild(
                self.problem, self.weights, state, limits, aim, self.watch
            ):
                return
            steps -= REBUILD_STEPS

    def _descend(self, state: State, aim: int, steps: int, limits: Limits | None = None) -> int:
        """One stage, in slices that leave time to look at the clock. Hands back the steps that are
        left when it lost patience, 0 if it was done or stopped."""
        graph = self.problem.graph
        limits = limits or self._limits(state, aim)
        floor = self.floors.capped if aim == CAPPED else self.floors.records
        patience = int(self.patience * (1000 + 40 * int(state.numbers[USED])))
        failures = 0
        while failures < patience:
            if steps <= 0 or self.attempts <= 0 or self.watch.expired:
                return 0
            before = int(state.numbers[ATTEMPT])
            work, failures, reached = descend(
                graph.rows, graph.lengths, self.weights, state, limits, aim, floor, MOST_UNITED,
                failures, patience, self.attempts, min(steps, SLICE),
            )  # fmt: skip
            if reached:
                return 0
            steps -= max(work, 1)
            self.attempts -= int(state.numbers[ATTEMPT]) - before
        return steps

    def _limits(self, state: State, aim: int) -> Limits:
        """No stage gives up what an earlier one has reached."""
        k, capped = self.problem.k, int(state.sizes.capped.max())
        if self.problem.objective == "quadratic":
            return Limits(k, self.at_least, NO_LIMIT, max(capped, 3 * k))
        if aim == RECORDS:
            capped = max(capped, 3 * k)
        return Limits(k, self.at_least, int(state.sizes.records.max()), capped)

    def _squares(self, state: State) -> float:
        return float((np.maximum(state.sizes.records, 0).astype(np.float64) ** 2).sum())
