"""The default: a good start, then regions re-split with their neighbours, aim after aim."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core import threads
from covey.core.dataclass import dataclass
from covey.core.grouping import quadratic_cost
from covey.core.stop import Watch
from covey.problems.regions.approx import second_of, solution_of
from covey.problems.regions.descent import Aim, Limits, Regions, Weights, partition
from covey.problems.regions.metis import Division
from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.problems.regions.rebuild import rebuild
from covey.problems.regions.start import joined, multilevel, spare_above

PACE = 90_000_000
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

LOOSENING = 0.05
"""The share of its steps that a search spends on more equal regions whenever it is stuck."""

FRUITLESS = 2
"""How often in a row that may be without success, for each ten seconds."""

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


def divided(problem: RegionProblem, watch: Watch, seed: int) -> Division:
    """The parts of a second start. Where they are needed in any case, and there is a CPU for it,
    METIS is at work on them."""
    hurry = _seconds(watch) < HURRY
    capped = np.minimum(problem.weights, problem.k)
    division = multilevel(problem.graph, capped, problem.k, seed, hurry)
    # In a hurry the first start may be good enough, and METIS would have worked for nothing.
    if not hurry and threads.count() > 1:
        division.begin()
    return division


def balanced(
    problem: RegionProblem,
    start: RegionSolution,
    division: Division,
    floors: Floors,
    watch: Watch,
    seed: int,
) -> RegionSolution:
    """Never worse than the start, whose promise it keeps; mostly much better."""
    search = Search(problem, floors, watch, seed)
    best = search.partition(start.classes)
    # A short look first: on many maps the start is nearly optimal already, and METIS is not waited
    # for.
    search.improve(best, share=0.05)
    parts = None
    if not (search.hurry and search.is_near(best)) and not watch.expired:
        parts = division.wait(watch)
    if parts is not None:
        # A part of METIS may be in several pieces: each becomes a part of its own.
        other = search.mended(problem.graph.native.components_within(parts))
        search.improve(other, share=0.6)
        # Both starts stay: which of them ends better is not known beforehand.
        best = min(best, other, key=search.rank)
    search.polish(best)
    found = solution_of(problem, best.region)
    # The start carries the promise of its theorem. What the search found may only replace it if it
    # is no worse by the objective itself.
    return min(found, start, key=lambda answer: rank(problem, answer.sizes))


def rank(problem: RegionProblem, sizes: NDArray[np.int64]) -> tuple[int, int]:
    """Smaller is better."""
    pair = int(sizes.max()), quadratic_cost(sizes, problem.k)
    # The objective first, the other one between equals.
    return pair if problem.objective == "max-size" else (pair[1], pair[0])


def _seconds(watch: Watch) -> float:
    return 10.0 if watch.stop.seconds is None else min(watch.stop.seconds, 3600.0)


class Search:
    """The stages of the search on one problem, and its budget."""

    def __init__(self, problem: RegionProblem, floors: Floors, watch: Watch, seed: int) -> None:
        second, self.at_least = second_of(problem)
        self.problem, self.floors, self.watch, self.seed = problem, floors, watch, seed
        self.weights = Weights(problem.weights, np.minimum(problem.weights, problem.k), second)
        seconds = _seconds(watch)
        self.steps = int(PACE * seconds)
        self.hurry = seconds < HURRY
        self.patience = max(1.0, seconds / 10)
        # Compiled loops take a number, and not "no limit".
        self.attempts = int(min(watch.iterations(NO_LIMIT), NO_LIMIT))

    def partition(self, classes: NDArray[np.int32]) -> Regions:
        return partition(self.problem.graph, self.weights, classes, self.seed)

    def rank(self, regions: Regions) -> tuple[float, ...]:
        """The aims in their order; smaller is better."""
        graph = self.problem.graph
        ends = regions.region[graph.edges]
        borders = float(graph.lengths[ends[:, 0] != ends[:, 1]].sum())
        squares = self._squares(regions)
        if self.problem.objective == "quadratic":
            return squares, borders
        return int(regions.records.max()), int(regions.capped.max()), squares, borders

    def is_near(self, regions: Regions) -> bool:
        if self.problem.objective == "quadratic":
            return False
        return int(regions.records.max()) <= NEAR * self.floors.records

    def improve(self, regions: Regions, share: float) -> None:
        """Lower the heaviest regions, or the quadratic cost if that is the objective."""
        if self.problem.objective == "quadratic":
            self._descend(regions, Aim.QUADRATIC, int(self.steps * share))
            return
        if self.problem.largest <= self.problem.k:
            # Then no area is capped, and both aims are one.
            self._lower(regions, Aim.RECORDS, int(self.steps * share))
            return
        self._lower(regions, Aim.RECORDS, int(self.steps * share * 0.7))
        self._lower(regions, Aim.CAPPED, int(self.steps * share * 0.3))

    def polish(self, regions: Regions) -> None:
        """More equal regions, then shorter borders, none heavier than the heaviest."""
        self._descend(regions, Aim.QUADRATIC, int(self.steps * 0.15))
        if self.problem.objective == "max-size":
            regions.allow(COMPACT_PRICE * self._squares(regions))
        self._descend(regions, Aim.COMPACT, int(self.steps * 0.1))

    def mended(self, parts: NDArray[np.int32]) -> Regions:
        """Regions that all reach their thresholds, from connected parts of which some do not."""
        regions = self.partition(parts)
        k, spare = (
            self.problem.k,
            spare_above(self.problem.graph, self.weights.capped, self.problem.k),
        )
        for times in MENDING:
            most = max(int(k * (1 + times * spare)), self.floors.capped)
            # Only capped sizes are limited while regions below k are mended.
            limits = Limits(k, self.at_least, NO_LIMIT, most)
            self._descend(regions, Aim.MEND, int(self.steps * 0.15), limits)
        return self.partition(joined(self.problem, regions.region))

    def _lower(self, regions: Regions, aim: Aim, steps: int) -> None:
        """Lower the heaviest region by re-splitting. Where that does not help, an exact search
        looks at what surrounds it. Where that does not help either, all regions are made more
        equal, so that others surround it."""
        # A share of what there is at the beginning: every time the same number of steps.
        loosening = int(steps * LOOSENING)
        fruitless, rounds = 0, int(FRUITLESS * self.patience)
        heaviest = self._heaviest(regions, aim)
        while fruitless <= rounds:
            steps = self._descend(regions, aim, steps)
            if steps <= 0:
                return
            lower = self._heaviest(regions, aim)
            fruitless = 0 if lower < heaviest else fruitless + 1
            heaviest = lower
            limits = self._limits(regions, aim)
            if rebuild(self.problem, self.weights, regions, limits, aim, self.watch):
                steps -= REBUILD_STEPS
            else:
                given = min(steps, loosening)
                steps -= given - self._descend(regions, Aim.QUADRATIC, given)

    def _heaviest(self, regions: Regions, aim: Aim) -> int:
        return int((regions.capped if aim == Aim.CAPPED else regions.records).max())

    def _descend(self, regions: Regions, aim: Aim, steps: int, limits: Limits | None = None) -> int:
        """One stage, in slices that leave time to look at the clock. Hands back the steps that are
        left when it lost patience, 0 if it was done or stopped."""
        limits = limits or self._limits(regions, aim)
        floor = self.floors.capped if aim == Aim.CAPPED else self.floors.records
        # More regions need more tries until it is clear that nothing helps.
        patience = int(self.patience * (1000 + 40 * len(regions.records)))
        failures = 0
        while failures < patience:
            if steps <= 0 or self.attempts <= 0 or self.watch.expired:
                return 0
            before = regions.attempts
            work, failures, reached = regions.descend(
                limits, aim, floor, MOST_UNITED, failures, patience,
                attempts=self.attempts, work=min(steps, SLICE),
            )  # fmt: skip
            if reached:
                return 0
            # At least one, so that the loop ends.
            steps -= max(work, 1)
            self.attempts -= regions.attempts - before
        return steps

    def _limits(self, regions: Regions, aim: Aim) -> Limits:
        """No stage gives up what an earlier one has reached."""
        k, capped = self.problem.k, int(regions.capped.max())
        if self.problem.objective == "quadratic":
            return Limits(k, self.at_least, NO_LIMIT, max(capped, 3 * k))
        # Capped sizes are the next aim, and have room until then.
        if aim == Aim.RECORDS:
            capped = max(capped, 3 * k)
        return Limits(k, self.at_least, int(regions.records.max()), capped)

    def _squares(self, regions: Regions) -> float:
        # Numbers of regions that are not in use have a weight of -1.
        return float((np.maximum(regions.records, 0).astype(np.float64) ** 2).sum())
