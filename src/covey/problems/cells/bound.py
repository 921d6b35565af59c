"""Lower bounds for cells: no class splits equal combinations, whatever its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from covey.core import lower_bounds as averaging
from covey.core import tallied
from covey.core.dataclass import dataclass
from covey.core.grouping import GroupingProblem
from covey.core.result import Certificate, CertificateFor
from covey.core.words import plural

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem


@dataclass(frozen=True)
class Together(CertificateFor["CellProblem"]):
    """A bound of any grouping, equal combinations taken together."""

    of_any: ClassVar[type[averaging.Arithmetic] | type[averaging.Pigeonhole]]
    most_classes: int

    # Where records may be withheld, a combination may be gone from the answer: Withheld is for
    # that.
    def _is_within(self, problem: CellProblem) -> bool:
        return problem.suppress == 0

    def _follows(self, problem: CellProblem, seconds: float) -> bool | None:
        return self._plain._follows(problem.distinct, seconds)

    def _explained(self, problem: CellProblem) -> str:
        return self._plain._explained(problem.distinct)

    @property
    def _plain(self) -> CertificateFor[GroupingProblem]:
        return self.of_any(self.bound, self.most_classes)


class Combinations(Together):
    """The arithmetic bound."""

    kind: ClassVar[str] = "combinations"
    of_any = averaging.Arithmetic


class CrowdedCombinations(Together):
    """The pigeonhole bound."""

    kind: ClassVar[str] = "crowded-combinations"
    of_any = averaging.Pigeonhole


@dataclass(frozen=True)
class Withheld(CertificateFor["CellProblem"]):
    """A bound whatever records are withheld, up to the most that may be: a class has at least
    k of them, what is left of the heaviest combinations, the average, or the heavy combinations
    that must share a class, less all that is withheld. It also holds for answers that withhold a
    part of a row, which covey's do not."""

    kind: ClassVar[str] = "withheld"
    most_classes: int

    def _is_within(self, problem: CellProblem) -> bool:
        return self.most_classes >= 1

    def _follows(self, problem: CellProblem, seconds: float) -> bool:
        return self.most_classes == _most(problem) and self.bound <= left_over(problem).bound

    def _explained(self, problem: CellProblem) -> str:
        if self.bound == problem.k:
            return "k itself"
        if problem.objective == "max-size" and self.bound == _heaviest_left(problem):
            heaviest = int(problem.distinct.weights.max())
            if self.bound == heaviest - problem.suppress:
                return (
                    f"the heaviest combination has {plural(heaviest, 'record')}, of which"
                    f" {problem.suppress:,} at most may be withheld"
                )
            return (
                "several combinations have more records, and together more above that than the"
                f" {problem.suppress:,} that may be withheld"
            )
        left = max(problem.total - problem.suppress, 0)
        if problem.objective == "max-size" and self.bound > -(-left // self.most_classes):
            return (
                f"with any number of classes up to {self.most_classes:,}, heavy combinations must"
                f" share a class of this size, whichever {problem.suppress:,} records are withheld"
            )
        return f"{plural(left, 'record')} at least in at most {plural(self.most_classes, 'class')}"


def certify(problem: CellProblem, cost: int) -> Certificate:
    """The first of these certificates that proves the cost, else the strongest."""
    if problem.suppress:
        return left_over(problem)
    distinct = problem.distinct
    if isinstance(distinct, tallied.Tallied):
        # The combinations are not here, and the bound is the same.
        found: Certificate = tallied.certify(distinct, cost)
    else:
        found = averaging.certify(distinct, cost)
    if isinstance(found, averaging.Pigeonhole):
        return CrowdedCombinations(found.bound, found.most_classes)
    assert isinstance(found, averaging.Arithmetic)
    return Combinations(found.bound, found.most_classes)


def left_over(problem: CellProblem) -> Withheld:
    most = _most(problem)
    left = max(problem.total - problem.suppress, 0)
    if problem.objective == "quadratic":
        # x (x / m - k) falls up to x = m k / 2 and grows from there on.
        least = max(left, -(-most * problem.k // 2))
        return Withheld(max(0, -(-least * (least - problem.k * most) // most)), most)
    return Withheld(_least_crowded(problem, left, most), most)


def _least_crowded(problem: CellProblem, left: int, most: int) -> int:
    """The least, over the numbers m of classes, of what some class must reach. Of the jm + 1
    heaviest combinations, j + 1 share a class; all that is withheld may be theirs."""
    # Sizes of classes are no multiples of the unit once a part of a row may go, so k and the
    # averages are in records.
    sizes, _, unit = averaging.in_units(problem.distinct)
    sums, floor, least = averaging.prefix_sums(sizes), max(problem.k, _heaviest_left(problem)), -1
    for m in range(most, 0, -1):
        # What is left at least, shared by m classes.
        average = max(floor, -(-left // m))
        if 0 <= least <= average:
            # Fewer classes only raise the average.
            break
        reached = max(average, unit * averaging.crowded(sums, m) - problem.suppress)
        least = reached if least < 0 else min(least, reached)
    return least


def _most(problem: CellProblem) -> int:
    """Withholding makes no more classes possible than there were."""
    sizes, k, _ = averaging.in_units(problem.distinct)
    return averaging.most_classes_of(sizes, k)


def _heaviest_left(problem: CellProblem) -> int:
    """The least size to which all combinations can be brought down together: each one above it
    loses what it has more.

    With the j heaviest at that size, their records less all that is withheld are shared by j, and
    no j gives more than the right one does.
    """
    heaviest = -np.sort(-problem.distinct.weights)
    shared = np.cumsum(heaviest) - problem.suppress
    return max(int((-(-shared // np.arange(1, len(heaviest) + 1))).max()), 0)


CERTIFICATES: tuple[type[Certificate], ...] = (Combinations, CrowdedCombinations, Withheld)
