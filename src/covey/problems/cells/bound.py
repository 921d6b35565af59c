"""Lower bounds for cells: no class parts equal combinations, whatever its shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from covey.core import lower_bounds as averaging
from covey.core.result import Certificate
from covey.core.words import plural

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem


@dataclass(frozen=True)
class Together(Certificate):
    """A bound of any grouping, equal combinations taken together."""

    of_any: ClassVar[type[averaging.Arithmetic] | type[averaging.Pigeonhole]]
    most_classes: int

    def _is_within(self, problem: CellProblem) -> bool:
        return problem.suppress == 0

    def _follows(self, problem: CellProblem, seconds: float) -> bool | None:
        return self._plain._follows(problem.distinct, seconds)

    def _explained(self, problem: CellProblem) -> str:
        return self._plain._explained(problem.distinct)

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
    """What is left after the most records that may be withheld are, whichever: a class has at least
    k of them, the rest of the heaviest combination, or the average. It also holds for answers that
    withhold a part of a row, which covey's do not."""

    kind: ClassVar[str] = "withheld"
    most_classes: int

    def _follows(self, problem: CellProblem, seconds: float) -> bool:
        return self.most_classes == _most(problem) and self.bound <= left_over(problem).bound

    def _explained(self, problem: CellProblem) -> str:
        if self.bound == problem.k:
            return "k itself"
        if problem.objective == "max-size" and self.bound == _heaviest_left(problem):
            heaviest = plural(int(problem.distinct.weights.max()), "record")
            return (
                f"the heaviest combination has {heaviest}, of which {problem.suppress:,} at most"
                " may be withheld"
            )
        left = plural(max(problem.total - problem.suppress, 0), "record")
        return f"{left} at least in at most {plural(self.most_classes, 'class')}"


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
    return max(int(problem.distinct.weights.max()) - problem.suppress, 0)


CERTIFICATES: tuple[type[Certificate], ...] = (Combinations, CrowdedCombinations, Withheld)
