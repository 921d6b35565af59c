"""Hard instances of regions for any k: 3-Dimensional Matching with a gap that nears 2.

docs/explanation/regions-hardness.md has the proof. The graph is planar where the source can be
drawn so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.grouping import Grouping
from covey.problems.regions.approx import solution_of
from covey.problems.regions.problem import RegionProblem
from covey.research.hard_problems.matching import Matching, ThreeDimensionalMatching
from covey.research.hard_problems.reduction import Reduction

LEAST_K = 4
"""Below it, a region with two triples is no heavier than one with one."""


@dataclass(frozen=True, eq=False)
class HeavyTriples(Reduction):
    """Every triple is an area of k - 2. Every y and z is an area of 1 next to its triples. Of the
    triples of an x, each but the last shares an area of 2, a *dummy*, with the next one.

    ``dummies[t]`` are those next to triple t, the one before it and the one after it, -1 where
    there is none; ``owner[v]`` is the area of the weighted graph that area v stands for: itself, or
    where weights are 1, the one whose path it is on.
    """

    source_kinds: ClassVar[tuple[str, ...]] = (ThreeDimensionalMatching.name,)

    source: ThreeDimensionalMatching
    problem: RegionProblem
    dummies: tuple[tuple[int, int], ...]
    owner: NDArray[np.int64]

    @classmethod
    def from_matching(
        cls, source: ThreeDimensionalMatching, k: int = 10, unit: bool = False
    ) -> HeavyTriples:
        """Yes: regions of k. No: some region has at least 2k - 3. With ``unit``, all weights are 1:
        an area of m records becomes a path of m areas, which hangs at its first.

        >>> source = ThreeDimensionalMatching(2, [(0, 0, 0), (0, 1, 1), (1, 1, 1)])
        >>> hard = HeavyTriples.from_matching(source, k=10)
        >>> hard.problem.description, hard.gap
        ('8 areas, 30 records, 8 borders', Fraction(17, 10))
        >>> hard.solution((0, 2)).sizes.tolist()
        [10, 10, 10]
        """
        if k < LEAST_K:
            raise InvalidInput(f"k is {LEAST_K} or more; given: {k}.", given=k)
        if source.plainly_no:
            raise InvalidInput("An element is in no triple: the answer is no, plainly.")
        triples, n = len(source.triples), source.n
        edges = [(t, triples + y) for t, (_, y, _) in enumerate(source.triples)]
        edges += [(t, triples + n + z) for t, (_, _, z) in enumerate(source.triples)]
        first = triples + 2 * n
        # Areas in this order: triples, elements of Y, of Z, dummies.
        dummies = _dummies(source, first)
        edges += [(t, each) for t, pair in enumerate(dummies) for each in pair if each >= 0]
        # k - 2 with two units is k, and with a dummy of 2 as well: there is one dummy less than
        # triples for each x.
        weights = np.array([k - 2] * triples + [1] * (2 * n) + [2] * (triples - n))
        owner = np.arange(len(weights))
        if unit:
            owner, edges = _paths(weights, edges)
            weights = np.ones(len(owner), dtype=np.int64)
        problem = RegionProblem(weights, np.array(edges), k)
        return cls(source, problem, k, 2 * k - 3, dummies, owner)

    def _to_solution(self, answer: Matching) -> Grouping:
        """A chosen triple has its y and its z. Of the others with the same x, those before it have
        the dummy after them, those after it the dummy before them."""
        count, n = len(self.source.triples), self.source.n
        region = np.full(count + 2 * n + (count - n), -1, dtype=np.int32)
        region[:count] = np.arange(count)
        chosen = set(answer)
        for own in _by_first(self.source):
            # A matching has exactly one triple of each x.
            (at,) = (place for place, t in enumerate(own) if t in chosen)
            for place, t in enumerate(own):
                if place != at:
                    region[self.dummies[t][1 if place < at else 0]] = t
        for t in answer:
            _, y, z = self.source.triples[t]
            region[[count + y, count + n + z]] = t
        return solution_of(self.problem, region[self.owner])

    def _to_answer(self, solution: Grouping) -> Matching:
        """The triples that share their region with their y."""
        count = len(self.source.triples)
        # The first area of each path; without paths, the area itself.
        start = np.searchsorted(self.owner, np.arange(count + self.source.n))
        region = solution.classes[start].tolist()
        pairs: Iterable[tuple[int, tuple[int, int, int]]] = enumerate(self.source.triples)
        return tuple(t for t, (_, y, _) in pairs if region[t] == region[count + y])


def _by_first(source: ThreeDimensionalMatching) -> list[list[int]]:
    """The triples of every x."""
    found: list[list[int]] = [[] for _ in range(source.n)]
    for t, (x, _, _) in enumerate(source.triples):
        found[x].append(t)
    return found


def _dummies(source: ThreeDimensionalMatching, first: int) -> tuple[tuple[int, int], ...]:
    found = [(-1, -1)] * len(source.triples)
    for own in _by_first(source):
        for place, t in enumerate(own):
            found[t] = (
                first + place - 1 if place > 0 else -1,
                first + place if place < len(own) - 1 else -1,
            )
        first += len(own) - 1
    return tuple(found)


def _paths(
    weights: NDArray[np.int64], edges: list[tuple[int, int]]
) -> tuple[NDArray[np.int64], list[tuple[int, int]]]:
    """Every area as a path of as many areas as it weighs, which hangs at the first of them."""
    owner = np.repeat(np.arange(len(weights)), weights)
    start = np.cumsum(weights) - weights
    inside = np.flatnonzero(owner[1:] == owner[:-1])
    between = [(int(start[a]), int(start[b])) for a, b in edges]
    return owner, between + [(int(v), int(v) + 1) for v in inside]
