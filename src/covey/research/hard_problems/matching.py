"""3-Dimensional Matching: n of m triples that hold every element exactly once."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import numpy as np

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.research.hard_problems.known import STEPS_AT_MOST, Wanted, positive, too_long

Triple = tuple[int, int, int]
Matching = tuple[int, ...]
"""Positions of triples, ascending."""

ELEMENTS_AT_MOST = 10_000
TRIPLES_AT_MOST = 100_000


@dataclass(frozen=True)
class ThreeDimensionalMatching:
    """Elements 0 to n - 1 of each of the sets X, Y and Z, and distinct triples (x, y, z) of them.

    >>> source = ThreeDimensionalMatching(2, [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)])
    >>> source.solve() is None
    True
    >>> ThreeDimensionalMatching(2, [(0, 1, 0), (1, 1, 0), (1, 0, 1)]).solve()
    (0, 2)
    """

    name: ClassVar[str] = "3dm"
    sizes: ClassVar[str] = "elements of each set, triples"

    n: int
    triples: tuple[Triple, ...]

    def __init__(self, n: int, triples: Iterable[Sequence[int]]) -> None:
        object.__setattr__(self, "n", _elements(n))
        given = tuple(_triple(triple, place) for place, triple in enumerate(triples, start=1))
        object.__setattr__(self, "triples", given)
        if not given:
            raise InvalidInput("There are no triples: at least one is needed.")
        seen: set[Triple] = set()
        for place, triple in enumerate(given, start=1):
            for axis, element in zip("xyz", triple, strict=True):
                if not 0 <= element < self.n:
                    raise InvalidInput(
                        f"Triple {place:,} has element {element + 1:,} in {axis};"
                        f" they run from 1 to {self.n:,}.",
                        hint="Correct it, or say how many elements each set has.",
                        given=triple,
                    )
            if triple in seen:
                raise InvalidInput(
                    f"Triple {place:,} stood before; all are different.",
                    hint="Leave the second one out.",
                    given=triple,
                )
            seen.add(triple)

    @classmethod
    def random(cls, n: int, m: int, rng: np.random.Generator) -> ThreeDimensionalMatching:
        """m of all triples, each set of them equally likely."""
        n, m = _elements(n), _refuse_too_many(n, m)
        return cls(n, _unpacked(rng.choice(n**3, m, replace=False), n))

    @classmethod
    def planted(
        cls, n: int, m: int, rng: np.random.Generator
    ) -> tuple[ThreeDimensionalMatching, Matching]:
        """A random matching, and random triples besides, shuffled."""
        cls.refuse_unless_possible(n, m, "yes")
        x = np.arange(n)
        # A triple as one number, x n^2 + y n + z; two permutations make a matching.
        kept = (x * n + rng.permutation(n)) * n + rng.permutation(n)
        # Of m distinct numbers at most n are among those kept: enough remain.
        others = np.setdiff1d(rng.choice(n**3, m, replace=False), kept)
        chosen = np.concatenate([kept, rng.permutation(others)[: m - n]])
        order = rng.permutation(m)
        source = cls(n, _unpacked(chosen[order], n))
        return source, tuple(np.flatnonzero(order < n).tolist())

    @classmethod
    def refuse_unless_possible(cls, n: int, m: int, wanted: Wanted) -> None:
        n, m = _elements(n), _refuse_too_many(n, m)
        if wanted == "yes" and m < n:
            raise InvalidInput(
                f"A matching of {plural(n, 'element')} has as many triples; given: {m:,}.",
                hint=f"Take at least {n:,} triples.",
                given=m,
            )
        # All triples are n^2 disjoint matchings, and a no takes one triple from each; to take all
        # those of one element is enough.
        if wanted == "no" and m > n**3 - n**2:
            raise InvalidInput(
                f"Every instance of {plural(n, 'element')} and {plural(m, 'triple')} has a"
                f" matching: without one there are at most {n**3 - n**2:,} triples.",
                hint="Take fewer triples, or more elements.",
                given=m,
            )

    @property
    def plainly_no(self) -> bool:
        """Whether an element is in no triple."""
        return any(len(set(axis)) < self.n for axis in zip(*self.triples, strict=True))

    def solve(self) -> Matching | None:
        """A matching, or None if there is none: tries the triples of the element that has the
        fewest left."""
        offsets = (0, self.n, 2 * self.n)
        members = [tuple(map(operator.add, triple, offsets)) for triple in self.triples]
        holders: list[list[int]] = [[] for _ in range(3 * self.n)]
        for number, triple in enumerate(members):
            for element in triple:
                holders[element].append(number)
        # How many chosen elements each triple holds: it is free at 0, also after steps are taken
        # back.
        blocked = [0] * len(members)
        missing = set(range(3 * self.n))
        chosen: list[int] = []
        waiting: list[list[int]] = []
        steps = 0

        def change(number: int, by: int) -> None:
            for element in members[number]:
                for other in holders[element]:
                    blocked[other] += by
            (missing.difference_update if by > 0 else missing.update)(members[number])

        while missing:
            # The element with the fewest free triples: one without any ends the branch at once.
            element = min(
                missing, key=lambda e: (sum(not blocked[t] for t in holders[e]), e), default=-1
            )
            waiting.append([t for t in reversed(holders[element]) if not blocked[t]])
            while not waiting[-1]:
                waiting.pop()
                if not chosen:
                    return None
                change(chosen.pop(), -1)
            chosen.append(waiting[-1].pop())
            change(chosen[-1], 1)
            steps += 1
            if steps > STEPS_AT_MOST:
                raise too_long("a matching")
        return tuple(sorted(chosen))

    def check(self, answer: Matching) -> None:
        """Refuse what is no matching."""
        chosen = set(answer)
        if not chosen <= set(range(len(self.triples))):
            raise InvalidInput(f"Triples have the positions 0 to {len(self.triples) - 1}.")
        axes = list(zip(*(self.triples[place] for place in answer), strict=True)) or [()] * 3
        if len(answer) != self.n or any(len(set(axis)) < self.n for axis in axes):
            raise InvalidInput(
                f"A matching is {plural(self.n, 'triple')} that hold every element once;"
                " these do not.",
                given=answer,
            )

    def to_dict(self) -> dict[str, Any]:
        triples = [[element + 1 for element in triple] for triple in self.triples]
        return {"elements": self.n, "triples": triples}

    def answer_to_list(self, answer: Matching) -> list[Any]:
        return [[element + 1 for element in self.triples[place]] for place in answer]


def _elements(n: Any) -> int:
    count = positive(n, "The number of elements of each set")
    if count > ELEMENTS_AT_MOST:
        raise InvalidInput(f"At most {ELEMENTS_AT_MOST:,} elements; given: {count:,}.", given=count)
    return count


def _refuse_too_many(n: int, m: Any) -> int:
    count = positive(m, "The number of triples")
    if count > TRIPLES_AT_MOST:
        raise InvalidInput(f"At most {TRIPLES_AT_MOST:,} triples; given: {count:,}.", given=count)
    if count > n**3:
        raise InvalidInput(
            f"{plural(n, 'element')} in each set make {n**3:,} different triples;"
            f" given: {count:,}.",
            hint="Take fewer triples, or more elements.",
            given=count,
        )
    return count


def _triple(given: Sequence[int], place: int) -> Triple:
    try:
        x, y, z = (operator.index(element) for element in given)
    except (TypeError, ValueError):
        raise InvalidInput(
            f"A triple is three whole numbers; triple {place:,} is {given!r}.", given=given
        ) from None
    return x, y, z


def _unpacked(numbers: Any, n: int) -> list[Triple]:
    return [(number // n**2, number // n % n, number % n) for number in numbers.tolist()]
