"""Trees of cuts whose classes meet requirements, best of several.

The first is the tree without requirements: if its classes meet them, it is the answer, so that a
requirement that asks for nothing changes nothing. If not, it is pruned, and a second tree is grown
whose cuts meet the requirements. In a small table with a single requirement, more trees are grown
to tighter settings of it, on a fixed ladder: they meet the looser requirement as well. So the
answer to a looser requirement is never worse than that to a tighter one on the ladder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from covey.core.stop import Watch
from covey.problems.cells.improve import typed
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.pruning import failing, pruned
from covey.problems.cells.withhold import rank
from covey.requirements.ladder import tighter_than
from covey.requirements.requirement import Requirement, is_met_by_all

LADDER_CODES = 40_000
"""Up to so many codes, rows times columns, tighter requirements are tried."""


def constrained(problem: CellProblem, watch: Watch) -> tuple[CellSolution, bool]:
    """The best tree whose classes meet the problem's requirements, and whether nothing in it can be
    cut any more."""
    free, done = typed(problem, watch)
    if not problem.requirements:
        return free, done
    if not failing(problem, problem.requirements, free.classes, len(free.sizes)).any():
        return free, done
    found = [(pruned(problem, free, problem.requirements), False)]
    for requirements in _settings(problem):
        if len(found) > 1 and watch.expired:
            break
        found.append(typed(problem, watch, requirements))
    return min(found, key=lambda each: rank(problem, each[0]))


def _settings(problem: CellProblem) -> Iterator[Sequence[Requirement]]:
    """The requirements, then tighter ones that the table as one class meets."""
    yield problem.requirements
    if len(problem.requirements) > 1 or problem.axis_table.codes.size > LADDER_CODES:
        return
    for requirement in tighter_than(problem.requirements[0]):
        if not is_met_by_all(requirement, problem.sensitive, problem.weights, problem.population):
            return
        yield (requirement,)
