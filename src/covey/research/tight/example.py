"""A tight example: an instance with a known optimum, and what a method makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.grouping import GroupingProblem


@dataclass(frozen=True, eq=False)
class Tight:
    """``method`` ends with ``cost`` on ``problem``, though ``classes`` has the largest class
    ``optimum``, and none is better.

    ``why`` is the proof of the optimum in a sentence. ``shows`` says which promise is reached, and
    whether at this k or in the limit of large k.
    """

    name: str
    problem: GroupingProblem
    classes: Sequence[int]
    """Of the problem's items, numbered from 0: an optimal answer."""
    optimum: int
    why: str
    method: str
    cost: int
    shows: str
    options: Mapping[str, Any] = field(default_factory=dict)
    start: NDArray[np.int32] | None = None
    """Where a local method stays, if it is there."""

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.cost, self.optimum)

    def reached(self) -> int:
        """What the method really ends with."""
        # A local method may begin elsewhere by itself and do better: the example shows where it can
        # stay.
        if self.start is not None:
            return _left_alone(self.problem, self.start)
        from covey.problems.solver import solve

        return solve(self.problem, self.method, **self.options).cost

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "problem": self.problem.problem_kind,
            "k": self.problem.k,
            "optimum": self.optimum,
            "why": self.why,
            "method": self.method,
            "options": dict(self.options),
            "start": None if self.start is None else self.start.tolist(),
            "cost": self.cost,
            "ratio": str(self.ratio),
            "shows": self.shows,
        }


@dataclass(frozen=True)
class Family:
    """Tight examples, one for every k from ``least`` on that is a multiple of ``step``."""

    make: Callable[[int], Tight]
    least: int
    step: int = 1
    default: int = 30

    @property
    def name(self) -> str:
        return self.make(self.default).name


def _left_alone(problem: GroupingProblem, start: NDArray[np.int32]) -> int:
    from covey.core.stop import Stop
    from covey.problems.regions.any_graph import lightened
    from covey.problems.regions.problem import RegionProblem

    assert isinstance(problem, RegionProblem)
    found = lightened(problem, start, Stop(seconds=None).start())
    return problem.cost(found.solution.sizes)
