"""Lower bounds for cells: no class parts equal combinations, whatever its shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from covey import averaging
from covey.result import Certificate
from covey.words import plural

if TYPE_CHECKING:
    from covey.cells.problem import CellProblem


@dataclass(frozen=True)
class Together(Certificate):
    """A bound of any grouping, equal combinations taken together."""

    of_any: ClassVar[type[averaging.Arithmetic] | type[averaging.Pigeonhole]]
    most_classes: int

    def holds(self, problem: CellProblem) -> bool:
        return problem.suppress == 0 and self._plain.holds(problem.distinct)

    def words(self, problem: CellProblem) -> str:
        return self._plain.words(problem.distinct)

    @property
    def _plain(self) -> Certificate:
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
class Withheld(Certificate):
    """What is left after the most records that may be withheld are, in the best way for the bound:
    a class has at least k of them, a combination that cannot be withheld, or the average."""

    kind: ClassVar[str] = "withheld"
    most_classes: int

    def holds(self, problem: CellProblem) -> bool:
        return self.most_classes == _most(problem) and self.bound <= left_over(problem).bound

    def words(self, problem: CellProblem) -> str:
        if self.bound == problem.k:
            return "k itself"
        return (
            f"{plural(problem.total - min(problem.suppress, problem.total), 'record')} at least in"
            f" at most {plural(self.most_classes, 'class')}, or a combination that is too heavy to"
            " be withheld"
        )


def certify(problem: CellProblem, cost: int) -> Certificate:
    """The first of these certificates that proves the cost, else the strongest."""
    if problem.suppress:
        return left_over(problem)
    found = averaging.certify(problem.distinct, cost)
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
    return Withheld(max(problem.k, _heaviest_left(problem), -(-left // most)), most)


def _most(problem: CellProblem) -> int:
    """Withholding makes no more classes possible than there were."""
    sizes, k, _ = averaging.in_units(problem.distinct)
    return averaging.most_classes_of(sizes, k)


def _heaviest_left(problem: CellProblem) -> int:
    """Of a combination's rows only those can be withheld that do not exceed what may be."""
    number = problem.numbers
    light = np.where(problem.weights <= problem.suppress, problem.weights, 0)
    gone = np.zeros(int(number.max()) + 1, dtype=np.int64)
    np.add.at(gone, number, light)
    return int((problem.distinct.weights - np.minimum(gone, problem.suppress)).max())


CERTIFICATES: tuple[type[Certificate], ...] = (Combinations, CrowdedCombinations, Withheld)
