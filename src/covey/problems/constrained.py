"""Requirements for the kinds of problems of one attribute.

The solver's own answer stands if it meets them. Otherwise the same problem is solved as cells of
one attribute, whose cuts respect requirements, and the classes of the own answer are merged until
they meet them; the better answer is taken. The lower bound is that of the own solver in all cases:
requirements only raise the optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from covey.core.errors import InvalidInput
from covey.core.grouping import Grouping, GroupingProblem
from covey.core.result import Result
from covey.core.stop import CUT_OFF, Stop
from covey.problems.alone import kind_of
from covey.problems.alone.kind import OwnKind
from covey.problems.cells.bound import certify
from covey.problems.cells.merge import merged
from covey.problems.cells.methods import nothing
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.pruning import failing
from covey.problems.cells.sets import Sets
from covey.problems.cells.single import (
    SingleProblem,
    SingleSolution,
    as_cells,
)
from covey.problems.cells.withhold import rank, withheld
from covey.requirements.entries import Entries
from covey.requirements.requirement import (
    Requirement,
    bind,
    offending,
    refuse_impossible,
)

DIVIDED = "values were divided step by step, so that every class meets what is asked"
MERGED = "classes were merged until each meets what is asked"
"""What is noted about the way to the answer."""


def solve_constrained(
    problem: GroupingProblem,
    solved: Callable[[GroupingProblem], Result],
    requirements: Sequence[Requirement],
    entries: Entries,
) -> Result:
    """``solved`` solves a problem without requirements."""
    kind = kind_of(problem)
    if kind is None:
        raise InvalidInput("The requirements of cells are part of their problem.")
    # What no classes can meet is refused before anything is solved.
    entries.refuse_unless_of(problem.weights, problem.item)
    bound = bind(requirements, entries.sensitive, entries.population, len(entries.items))
    problem.require_feasible()
    refuse_impossible(bound, entries.sensitive, entries.counts, entries.population)
    kind.refuse_unfit(bound, entries)
    # Without the requirements first: if its answer meets them, it is the answer, with its proof.
    own = solved(problem)
    if _offending(own.solution, bound, entries) is None:
        return replace(own, notes=(*own.notes, f"meets its requirements: {_words(bound)}"))
    cells = CellProblem(
        [kind.axis(entries.items.astype(np.int64))],
        entries.counts,
        problem.k,
        problem.objective,
        requirements=bound,
        sensitive=entries.sensitive,
        population=entries.population,
    )
    single = SingleProblem(problem, entries.items.astype(np.int64))
    found = solve_as_cells(cells, single, own, kind.sets_of, solved)
    solution = _own(kind, found.solution)
    problem.check(solution)
    assert _offending(solution, bound, entries) is None
    return replace(
        found,
        problem=problem,
        solution=solution,
        cost=problem.cost(solution.sizes),
        # A bound without requirements holds with them: they only rule answers out.
        certificate=own.certificate,
        runtime=own.runtime + found.runtime,
        notes=(
            # The bound is that of the first search, which the clock may have cut off as well.
            *dict.fromkeys((*(note for note in own.notes if note == CUT_OFF), *found.notes)),
            f"every class has {_words(bound)}; the lower bound is that without requirements",
        ),
    )


def solve_as_cells(
    cells: CellProblem,
    single: SingleProblem,
    own: Result,
    sets_of: Callable[[Grouping], Sets],
    solved: Callable[[CellProblem], Result],
) -> Result:
    """Solve a problem of one attribute whose own answer does not meet the requirements.

    It is cut as cells, whose cuts respect requirements, and the classes of its own answer are
    merged until they meet them: the better answer is taken. ``sets_of`` gives the sets of the
    classes of an own answer, ``solved`` solves cells.
    """
    # Neither way is always better: cuts respect requirements from the start, merging keeps the
    # shapes of the own answer.
    found = solved(cells)
    found = replace(
        found,
        notes=(
            *found.notes,
            DIVIDED,
        ),
    )
    together = merged(cells, single, own.solution)
    if together is None:
        return found
    other = as_cells(cells, single, together, sets_of(together))
    # Records without a value are a class that cannot be merged with others.
    unmet = failing(cells, cells.requirements, other.classes, len(other.sizes)).any()
    if unmet or int(other.sizes.min()) < cells.k:
        return found
    # Without the clock: what is withheld must not depend on how long the first answer took.
    other = withheld(cells, other, Stop(seconds=None).start())
    assert isinstance(found.solution, CellSolution)
    if rank(cells, found.solution) <= rank(cells, other):
        return found
    cells.check(other)
    cost = cells.cost(other.sizes)
    return replace(
        found,
        solution=other,
        cost=cost,
        certificate=certify(cells, cost),
        guarantee=nothing(cells),
        method=own.method,
        options=own.options,
        # The last note says how the other answer was made.
        notes=(*found.notes[:-1], MERGED),
    )


def _words(requirements: Sequence[Requirement]) -> str:
    return "; ".join(requirement.words() for requirement in requirements)


def _offending(
    solution: Grouping, requirements: Sequence[Requirement], entries: Entries
) -> Requirement | None:
    classes = solution.classes[entries.items]
    return offending(requirements, entries.sensitive, classes, entries.counts, entries.population)


def _own(kind: OwnKind[GroupingProblem], found: Grouping) -> Grouping:
    """The answer to the attribute's own problem."""
    if isinstance(found, SingleSolution):
        return found.own
    assert isinstance(found, CellSolution)
    return kind.turned_back(found)
