"""A hard instance: a problem whose solutions give those of a source, and the other way round."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, ClassVar

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.grouping import Grouping, GroupingProblem
from covey.research.hard_problems.known import Source


@dataclass(frozen=True, eq=False)
class Reduction(ABC):
    """``problem`` has the optimum ``yes`` if the source has a solution, and at least ``no`` if it
    has none."""

    source_kinds: ClassVar[tuple[str, ...]]

    source: Source
    problem: GroupingProblem
    yes: int
    no: int

    @property
    def gap(self) -> Fraction:
        """To approximate the optimum within less than this is to solve the source."""
        return Fraction(self.no, self.yes)

    def solution(self, answer: Any) -> Grouping:
        """The grouping of maximum ``yes`` that an answer of the source stands for."""
        # Both directions are checked on both sides: a wrong reduction cannot pass unnoticed.
        self.source.check(answer)
        found = self._to_solution(answer)
        self.problem.check(found)
        return found

    def answer(self, solution: Grouping) -> Any:
        """The answer of the source that a grouping of maximum ``yes`` stands for."""
        self.problem.check(solution)
        largest = int(solution.sizes.max())
        # Above `yes` a grouping says nothing about the source.
        if largest > self.yes:
            raise InvalidInput(
                f"Only a grouping whose largest class has {self.yes:,} records tells a solution;"
                f" this one's has {largest:,}.",
                given=largest,
            )
        found = self._to_answer(solution)
        self.source.check(found)
        return found

    @abstractmethod
    def _to_solution(self, answer: Any) -> Grouping: ...

    @abstractmethod
    def _to_answer(self, solution: Grouping) -> Any: ...
