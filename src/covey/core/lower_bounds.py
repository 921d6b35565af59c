"""Bounds that hold for any grouping of weighted items, whatever shape a class must have.

Every problem is such a grouping, so these bounds and their certificates serve all kinds.
The proofs are in docs/reference/labels.md.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.grouping import GroupingProblem
from covey.core.result import Certificate, CertificateFor
from covey.core.words import plural

ONE_ITEM = "alone has as many records"
"""How the proof ends that a single item is the largest class."""


@dataclass(frozen=True)
class Arithmetic(CertificateFor[GroupingProblem]):
    """No class can be below k or below the heaviest item, and at most ``most_classes`` classes
    share all the records.

    For the quadratic objective: the class sizes, sorted down, majorize the vector that gives each
    item above the average its own class and shares the rest equally, and the cost is convex.
    """

    kind: ClassVar[str] = "arithmetic"
    most_classes: int

    def _follows(self, problem: GroupingProblem, seconds: float) -> bool:
        sizes, k, unit = in_units(problem)
        most = most_classes_of(sizes, k)
        if self.most_classes != most:
            return False
        if problem.objective == "quadratic":
            # The sum of s (s - k) is the sum of squares less k times all records, whatever the
            # classes are.
            return (
                self.bound <= unit * unit * least_squares(sizes, most) - problem.k * problem.total
            )
        return self.bound <= unit * max(k, int(sizes[0]), -(-int(sizes.sum()) // most))

    def _explained(self, problem: GroupingProblem) -> str:
        if problem.objective == "quadratic":
            return f"at most {plural(self.most_classes, 'class')}, none more equal than the average"
        if self.bound == int(problem.weights.max()):
            return f"the heaviest {problem.item} {ONE_ITEM}"
        if self.bound == problem.k:
            return "k itself"
        return (
            f"{problem.total:,} records in at most {plural(self.most_classes, 'class')}:"
            " the average, rounded up"
        )


@dataclass(frozen=True)
class Pigeonhole(CertificateFor[GroupingProblem]):
    """For every possible number m of classes some class must reach the bound.

    Of the jm + 1 heaviest items, j + 1 share a class, which weighs at least as much as the
    lightest j + 1 of them; and some class reaches the average.
    """

    kind: ClassVar[str] = "pigeonhole"
    most_classes: int

    def _follows(self, problem: GroupingProblem, seconds: float) -> bool:
        if problem.objective != "max-size":
            return False
        sizes, k, unit = in_units(problem)
        most = most_classes_of(sizes, k)
        if self.most_classes != most:
            return False
        # Class sizes are whole units, so a bound between two of them says as much as the upper one.
        sums, reached = prefix_sums(sizes), -(-self.bound // unit)
        if max(k, int(sizes[0])) >= reached:
            return True
        # With fewer classes than these the average is enough.
        fewest = (int(sums[-1]) - 1) // (reached - 1) + 1
        return all(crowded(sums, m) >= reached for m in range(fewest, most + 1))

    def _explained(self, problem: GroupingProblem) -> str:
        return (
            f"with any number of classes up to {self.most_classes:,}, heavy {problem.item}s must"
            " share a class of this size"
        )


def arithmetic(problem: GroupingProblem) -> Arithmetic:
    """The bound that costs a few passes over the weights."""
    largest, most = least_largest(problem)
    if problem.objective == "max-size":
        return Arithmetic(largest, most)
    sizes, _, unit = in_units(problem)
    squares = unit * unit * least_squares(sizes, most)
    return Arithmetic(squares - problem.k * problem.total, most)


def least_largest(problem: GroupingProblem) -> tuple[int, int]:
    """No solution has a smaller largest class, and none has more classes."""
    unit = common_divisor(problem.weights)
    # Rounded up: no class ends between two units.
    k = -(-problem.k // unit)
    # Most tables have no item of k or more: no need to look for them.
    weights = problem.weights if problem.largest >= problem.k else problem.weights[:0]
    heavy = weights[weights >= problem.k]
    most = len(heavy) + (problem.total - int(heavy.sum())) // unit // k
    average = -(-(problem.total // unit) // most)
    return max(unit * max(k, average), problem.largest), most


def certify(problem: GroupingProblem, cost: int) -> Certificate:
    """The first of these certificates that proves the cost, else the strongest."""
    plain = arithmetic(problem)
    if plain.bound == cost or problem.objective == "quadratic":
        return plain
    sizes, k, unit = in_units(problem)
    shared = unit * least_crowded(prefix_sums(sizes), max(k, int(sizes[0])), plain.most_classes)
    return Pigeonhole(shared, plain.most_classes) if shared > plain.bound else plain


class Sums(Protocol):
    """Entry i is the sum of the i heaviest items."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: NDArray[np.int64]) -> NDArray[np.int64]: ...


def least_crowded(sums: Sums, floor: int, most: int) -> int:
    """The least, over the numbers m of classes, of what some class must reach, which is ``floor``
    at least."""
    total, least = int(sums[np.array([len(sums) - 1])][0]), -1
    for m in range(most, 0, -1):
        average = max(floor, -(-total // m))
        if 0 <= least <= average:
            # Fewer classes only raise the average.
            break
        reached = max(average, crowded(sums, m))
        least = reached if least < 0 else min(least, reached)
    return least


def least_squares(sizes: NDArray[np.int64], classes: int, total: int | None = None) -> int:
    """The least sum of squares of so many class sizes: items above the average of what is left
    have a class of their own, the others share the rest equally. With a ``total``, items that are
    not above any average may be left out of ``sizes``."""
    total = int(sizes.sum()) if total is None else total
    alone = above_average(sizes, total, classes)
    rest = total - int(sizes[:alone].sum())
    # Python's integers: squares may be beyond 64 bits.
    squares: int = sum(size * size for size in sizes[:alone].tolist())
    if classes == alone:
        return squares
    low, extra = divmod(rest, classes - alone)
    return squares + (classes - alone - extra) * low**2 + extra * (low + 1) ** 2


def above_average(heaviest: NDArray[np.int64], total: int, classes: int) -> int:
    """How many items, of the ``classes`` heaviest, exceed the average of the classes left."""
    # The last class takes whatever is left, so one item fewer than classes can be above the
    # average.
    few = heaviest[: classes - 1]
    rest = total - (np.cumsum(few) - few)
    fits = few <= rest // (classes - np.arange(len(few)))
    return int(np.argmax(fits)) if fits.any() else len(few)


def prefix_sums(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])


def crowded(sums: Sums, classes: int) -> int:
    """What j + 1 of the j m + 1 heaviest must weigh together, for the best j."""
    # As many j as there are j m + 1 items; sums has one entry more than there are items.
    j = np.arange(1, (len(sums) - 2) // classes + 1)
    if len(j) == 0:
        return 0
    # Of the first j m + 1 items, heaviest first, the last j + 1.
    return int((sums[j * classes + 1] - sums[j * classes - j]).max())


def in_units(problem: GroupingProblem) -> tuple[NDArray[np.int64], int, int]:
    """Positive weights sorted down and k, in units of the weights' greatest common divisor, which
    is the third."""
    unit = common_divisor(problem.weights)
    # Items without records can join any class, and change nothing.
    positive = problem.weights[problem.weights > 0]
    return -np.sort(-positive) // unit, -(-problem.k // unit), unit


def common_divisor(weights: NDArray[np.int64]) -> int:
    # Most tables have a common divisor of 1, which a few weights show.
    some = int(np.gcd.reduce(weights[:1000]))
    return 1 if some == 1 else int(np.gcd.reduce(weights))


def most_classes_of(sizes: NDArray[np.int64], k: int) -> int:
    """No grouping has more classes: one for each item of k or more, and the others fill no more."""
    return int((sizes >= k).sum()) + int(sizes[sizes < k].sum()) // k


CERTIFICATES: tuple[type[Certificate], ...] = (Arithmetic, Pigeonhole)
