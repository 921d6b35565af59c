"""Numbers into sets of equal sums: 3-Partition, and Partition into two halves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.research.hard_problems.known import STEPS_AT_MOST, Wanted, positive, too_long

Threes = tuple[tuple[int, int, int], ...]
"""Positions of the weights of each set."""
Half = tuple[int, ...]
"""Positions of the weights of the one half."""

LARGEST = 2**40
"""Weights up to here can be lifted by thousands of bounds and stay exact."""
WEIGHTS_AT_MOST = 300_000
SUMS_AT_MOST = 2**22
"""So many sums are kept to find a half: enough for some forty large weights."""


@dataclass(frozen=True)
class ThreePartition:
    """3n weights, each above B/4 and below B/2 where n B is their sum: can they be put into n sets
    of sum B? Such a set has three.

    >>> source = ThreePartition([26, 30, 44, 33, 33, 34, 40, 31, 29])
    >>> source.bound, source.solve()
    (100, ((2, 1, 0), (6, 7, 8), (5, 3, 4)))
    """

    name: ClassVar[str] = "3-partition"
    sizes: ClassVar[str] = "sets, their sum"

    weights: tuple[int, ...]

    def __init__(self, weights: Iterable[int]) -> None:
        object.__setattr__(self, "weights", _weights(weights))
        count, total = len(self.weights), sum(self.weights)
        if count % 3 or total % (count // 3):
            raise InvalidInput(
                "3-Partition takes 3n weights whose sum is a multiple of n;"
                f" given: {plural(count, 'weight')} of sum {total:,}.",
                given=count,
            )
        for place, weight in enumerate(self.weights, start=1):
            # In whole numbers, times 4: no quarter is ever rounded.
            if not self.bound < 4 * weight < 2 * self.bound:
                raise InvalidInput(
                    f"Weights are above a quarter and below half of the sum of a set,"
                    f" {self.bound:,}; weight {place:,} is {weight:,}.",
                    given=weight,
                )

    @property
    def count(self) -> int:
        """The number n of sets."""
        return len(self.weights) // 3

    @property
    def bound(self) -> int:
        """The sum B of each set."""
        return sum(self.weights) // self.count

    @classmethod
    def random(cls, n: int, m: int, rng: np.random.Generator) -> ThreePartition:
        """Weights drawn evenly, then moved by ones until they have the right sum."""
        n, low, high = _range(n, m)
        weights = rng.integers(low, high + 1, 3 * n)
        # Each round moves up to |excess| weights by one, and none out of its range.
        while excess := int(weights.sum()) - n * m:
            step = -1 if excess > 0 else 1
            free = np.flatnonzero((weights > low) if excess > 0 else (weights < high))
            weights[rng.permutation(free)[: abs(excess)]] += step
        return cls(weights.tolist())

    @classmethod
    def planted(cls, n: int, m: int, rng: np.random.Generator) -> tuple[ThreePartition, Threes]:
        """Sets of three drawn evenly from those of sum m, shuffled."""
        n, low, high = _range(n, m)
        weights = np.empty((n, 3), dtype=np.int64)
        for row in weights:
            while True:
                one, two = rng.integers(low, high + 1, 2).tolist()
                if low <= m - one - two <= high:
                    break
            row[:] = one, two, m - one - two
        order = rng.permutation(3 * n)
        # Where the shuffle put each of the three weights of a set.
        places = np.argsort(order).reshape(n, 3)
        threes = tuple((a, b, c) for a, b, c in places.tolist())
        return cls(weights.ravel()[order].tolist()), threes

    @classmethod
    def refuse_unless_possible(cls, n: int, m: int, wanted: Wanted) -> None:
        n, low, high = _range(n, m)
        # With two different weights their numbers are given by the sum, and the same in all sets.
        if wanted == "no" and (n == 1 or high - low < 2):
            raise InvalidInput(
                f"Every instance of {plural(n, 'set')} of sum {m:,} can be partitioned.",
                hint="Take at least two sets and a larger sum.",
                given=(n, m),
            )

    @property
    def plainly_no(self) -> bool:
        return False

    def solve(self) -> Threes | None:
        """Sets, or None if there are none: the heaviest weight left goes with two others."""
        left = Counter(self.weights)
        values = sorted(left, reverse=True)
        # A search without recursion: `waiting` has the sets not yet tried at every depth.
        chosen: list[tuple[int, int, int]] = []
        waiting: list[list[tuple[int, int, int]]] = []
        steps = 0
        while len(chosen) < self.count:
            first = next(value for value in values if left[value])
            waiting.append(self._sets_with(first, left, values))
            # Nothing left to try here: the set before is taken back.
            while not waiting[-1]:
                waiting.pop()
                if not chosen:
                    return None
                left.update(chosen.pop())
            chosen.append(waiting[-1].pop())
            left.subtract(chosen[-1])
            steps += 1
            if steps > STEPS_AT_MOST:
                raise too_long("a partition")
        places: dict[int, list[int]] = {}
        for place, weight in enumerate(self.weights):
            places.setdefault(weight, []).append(place)
        return tuple((places[a].pop(0), places[b].pop(0), places[c].pop(0)) for a, b, c in chosen)

    def _sets_with(
        self, first: int, left: Counter[int], values: list[int]
    ) -> list[tuple[int, int, int]]:
        # Sets in descending order only, first >= second >= third, so that each is tried once.
        found = []
        for second in values:
            third = self.bound - first - second
            if third > second:
                break
            # A value may be used as often as it is left, also if two or three of a set are equal.
            if second <= first and left[second] > (second == first) and third in left:
                needed = 1 + (third == second) + (third == first)
                if left[third] >= needed:
                    found.append((first, second, third))
        return found

    def check(self, answer: Threes) -> None:
        """Refuse what is no partition into sets of sum B."""
        members = sorted(place for three in answer for place in three)
        sums = {sum(self.weights[place] for place in three) for three in answer}
        if members != list(range(len(self.weights))) or sums != {self.bound}:
            raise InvalidInput(f"These sets are not all of sum {self.bound:,}.", given=answer)

    def to_dict(self) -> dict[str, Any]:
        return {"weights": list(self.weights), "sets": self.count, "sum": self.bound}

    def answer_to_list(self, answer: Threes) -> list[Any]:
        return [[self.weights[place] for place in three] for three in answer]


@dataclass(frozen=True)
class Partition:
    """Weights of an even sum: do some of them have half of it?

    >>> Partition([3, 3, 3, 3, 3, 5]).solve() is None, Partition([8, 7, 6, 5, 4]).solve()
    (True, (2, 3, 4))
    """

    name: ClassVar[str] = "partition"
    sizes: ClassVar[str] = "weights, the largest possible"

    weights: tuple[int, ...]

    def __init__(self, weights: Iterable[int]) -> None:
        object.__setattr__(self, "weights", _weights(weights))
        if sum(self.weights) % 2:
            raise InvalidInput(
                f"The weights add up to {sum(self.weights):,}, which has no whole half: the answer"
                " is no at first sight.",
                hint="Change a weight by one.",
            )

    @property
    def half(self) -> int:
        return sum(self.weights) // 2

    @classmethod
    def random(cls, n: int, m: int, rng: np.random.Generator) -> Partition:
        """Weights drawn evenly from 1 to m, all again until their sum is even."""
        n, m = _numbers(n, m)
        while int((weights := rng.integers(1, m + 1, n)).sum()) % 2:
            # An odd number of ones never becomes even, and the loop would not end.
            if m == 1:
                raise InvalidInput(f"{plural(n, 'weight')} of 1 have no even sum.", given=n)
        return cls(weights.tolist())

    @classmethod
    def planted(cls, n: int, m: int, rng: np.random.Generator) -> tuple[Partition, Half]:
        """Two halves drawn evenly, the lighter one raised by ones until they weigh the same."""
        cls.refuse_unless_possible(n, m, "yes")
        weights = rng.integers(1, m + 1, n)
        one = np.arange(n) < (n + 1) // 2
        while excess := int(weights[one].sum() - weights[~one].sum()):
            light = ~one if excess > 0 else one
            heavy = ~light
            up, down = np.flatnonzero(light & (weights < m)), np.flatnonzero(heavy & (weights > 1))
            # Large differences are closed in large steps, the rest by ones.
            step = max(1, abs(excess) // (2 * n))
            if len(up):
                place = rng.choice(up)
                weights[place] += min(step, m - weights[place])
            else:
                place = rng.choice(down)
                weights[place] -= min(step, weights[place] - 1)
        order = rng.permutation(n)
        return cls(weights[order].tolist()), tuple(np.flatnonzero(one[order]).tolist())

    @classmethod
    def refuse_unless_possible(cls, n: int, m: int, wanted: Wanted) -> None:
        n, m = _numbers(n, m)
        # All weights are 1: halves exist for every even n, and only then.
        ones = m == 1 and (n % 2 or wanted == "no")
        if wanted == "yes" and (n == 1 or ones):
            raise InvalidInput(
                f"{plural(n, 'weight')} from 1 to {m:,} have no halves of equal sums.",
                hint="Take more weights, or larger ones.",
                given=(n, m),
            )
        if wanted == "no" and (ones or (n == 2 and m == 2)):
            raise InvalidInput(
                f"Every instance of {plural(n, 'weight')} from 1 to {m:,} can be halved.",
                hint="Take larger weights.",
                given=(n, m),
            )

    @property
    def plainly_no(self) -> bool:
        """Whether one weight is above half of the sum."""
        return max(self.weights) > self.half

    def solve(self) -> Half | None:
        """The one half, or None if there is none: all sums of the first weights, all sums of the
        others, and two of them that add up."""
        middle = len(self.weights) // 2
        first = _all_sums(self.weights[:middle])
        second = _all_sums(self.weights[middle:])
        # Meet in the middle: 2^(n/2) sums on each side instead of 2^n.
        common = np.intersect1d(first[-1], self.half - second[-1], assume_unique=True)
        if len(common) == 0:
            return None
        one = int(common[0])
        places = _members(first, self.weights[:middle], one)
        others = _members(second, self.weights[middle:], self.half - one)
        return tuple(sorted([*places, *(middle + place for place in others)]))

    def check(self, answer: Half) -> None:
        """Refuse what is no half."""
        inside = len(set(answer)) == len(answer) and set(answer) <= set(range(len(self.weights)))
        if not inside or sum(self.weights[place] for place in answer) != self.half:
            raise InvalidInput(f"These weights do not add up to {self.half:,}.", given=answer)

    def to_dict(self) -> dict[str, Any]:
        return {"weights": list(self.weights), "half": self.half}

    def answer_to_list(self, answer: Half) -> list[Any]:
        one = set(answer)
        return [
            [self.weights[place] for place in answer],
            [weight for place, weight in enumerate(self.weights) if place not in one],
        ]


def _weights(given: Iterable[int]) -> tuple[int, ...]:
    weights = validate.counts(list(given))
    _few(len(weights))
    if weights.min() < 1 or weights.max() > LARGEST:
        bad = int(np.argmax((weights < 1) | (weights > LARGEST)))
        raise InvalidInput(
            f"Weights are whole numbers from 1 to 2^40; weight {bad + 1:,} is {weights[bad]:,}.",
            given=int(weights[bad]),
        )
    return tuple(weights.tolist())


def _few(count: int) -> None:
    if count > WEIGHTS_AT_MOST:
        raise InvalidInput(f"At most {WEIGHTS_AT_MOST:,} weights; given: {count:,}.", given=count)


def _range(n: Any, m: Any) -> tuple[int, int, int]:
    """The number of sets, and the least and the largest weight above m/4 and below m/2."""
    n, m = positive(n, "The number of sets"), positive(m, "The sum of each set")
    _few(3 * n)
    low, high = m // 4 + 1, (m - 1) // 2
    if not 3 * low <= m <= 3 * high or high > LARGEST:
        raise InvalidInput(
            f"No three whole numbers above a quarter and below half of {m:,} add up to it."
            if high <= LARGEST
            else f"The sum of a set is at most 2^41; given: {m:,}.",
            hint="Take another sum, such as 100.",
            given=m,
        )
    return n, low, high


def _numbers(n: Any, m: Any) -> tuple[int, int]:
    n, m = positive(n, "The number of weights"), positive(m, "The largest weight")
    _few(n)
    if m > LARGEST:
        raise InvalidInput(f"Weights are at most 2^40; given: {m:,}.", given=m)
    return n, m


def _all_sums(weights: tuple[int, ...]) -> list[NDArray[np.int64]]:
    """The sums of the first 0, 1, 2, ... weights, ascending."""
    layers = [np.zeros(1, dtype=np.int64)]
    kept = 1
    for weight in weights:
        # Two ascending halves: a stable sort merges them in one pass.
        both = np.sort(np.concatenate([layers[-1], layers[-1] + weight]), kind="stable")
        layers.append(both[np.diff(both, prepend=-1) > 0])
        kept += len(layers[-1])
        if kept > SUMS_AT_MOST:
            raise InvalidInput(
                f"The search for a half was given up at {SUMS_AT_MOST:,} sums.",
                hint="Take fewer or smaller weights, or plant a solution (--plant).",
            )
    return layers


def _members(layers: list[NDArray[np.int64]], weights: tuple[int, ...], total: int) -> list[int]:
    """Which of the weights add up to this, read back through the layers."""
    found = []
    # A sum that the layer before has needs not this weight; otherwise the weight is in it.
    for place in range(len(weights) - 1, -1, -1):
        before = layers[place]
        at = np.searchsorted(before, total)
        if at == len(before) or before[at] != total:
            found.append(place)
            total -= weights[place]
    return found
