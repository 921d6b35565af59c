"""A bound from areas whose removal leaves light parts: no region can do without one of them."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from covey.core.dataclass import dataclass
from covey.core.result import CertificateFor
from covey.core.words import plural
from covey.problems.regions.problem import RegionProblem


@dataclass(frozen=True)
class ClosedSet(CertificateFor[RegionProblem]):
    """Some areas, in ascending order, and the parts below k into which the map falls without them.

    A region that has an area of such a part leaves it, since the part is below k, and it leaves it
    over one of the named areas. So every region that meets the named areas and these parts has a
    named area of its own: there are no more such regions than named areas, and the heaviest has at
    least the average. A pocket is a closed set of one area.
    """

    kind: ClassVar[str] = "closed-set"
    areas: tuple[int, ...]

    def _is_within(self, problem: RegionProblem) -> bool:
        # No area may be named twice: the average divides by their number.
        ascending = all(map(int.__lt__, self.areas, self.areas[1:]))
        inside = all(0 <= area < len(problem.weights) for area in self.areas)
        return bool(self.areas) and inside and ascending

    def _follows(self, problem: RegionProblem, seconds: float) -> bool:
        return problem.objective == "max-size" and self.bound <= average(problem, self.areas)

    def _explained(self, problem: RegionProblem) -> str:
        named = ", ".join(str(problem.names[area]) for area in self.areas[:3])
        others = f" and {plural(len(self.areas) - 3, 'more area')}" if len(self.areas) > 3 else ""
        many = plural(len(self.areas), "region")
        return f"without {named}{others}, parts below k are left: at most {many} cover all of these"


def average(problem: RegionProblem, areas: tuple[int, ...]) -> int:
    """What some areas weigh with all parts below k that their removal leaves, shared among as many
    regions, and rounded up. By plain search, to check what the method for any graph found."""
    graph = problem.graph
    chosen = np.zeros(graph.count, dtype=np.bool_)
    chosen[list(areas)] = True
    parts = graph.without(chosen[graph.edges[:, 0]] | chosen[graph.edges[:, 1]]).components
    sums = np.zeros(int(parts.max()) + 1, dtype=np.int64)
    np.add.at(sums, parts, problem.weights)
    # Without its borders, a chosen area is a part of its own.
    counted = chosen | (sums[parts] < problem.k)
    return -(-int(problem.weights[counted].sum()) // len(areas))
