"""Trees of cuts whose classes meet requirements, best of several.

The first is the tree without requirements: if its classes meet them, it is the answer, so that a
requirement that asks for nothing changes nothing. If not, it is pruned and then cut again as far as
the requirements allow, and a second tree is grown whose cuts meet them. In a small table with a
single requirement, more trees are made for tighter settings of it, on a fixed ladder: they meet the
looser requirement as well. So the answer to a looser requirement is never worse than that to a
tighter one on the ladder.

Classes of more than k records are classes of k. So in a very small table, the trees for all larger
k are grown as well, and the answer to a smaller k is never worse than that to a larger one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from covey.core.lower_bounds import arithmetic
from covey.core.stop import Watch
from covey.problems.cells.improve import finished, typed
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.pruning import failing, pruned
from covey.problems.cells.withhold import best_of, rank, rare_gaps, withholdings
from covey.requirements.ladder import tighter_than
from covey.requirements.requirement import Requirement, is_met_by_all

LADDER_CODES = 40_000
"""Up to so many codes, rows times columns, tighter requirements are tried."""

LADDER_EFFORT = 0.1
"""The share of the effort that every tree has in such a table."""

LARGER_K_CODES, LARGER_K_RECORDS = 400, 100
"""Up to so many codes and records, the trees for larger k are grown: they take up to a second."""

Found = tuple[CellSolution, bool]
"""A tree, and whether nothing in it can be cut any more."""


def best_tree(problem: CellProblem, watch: Watch) -> Found:
    """The best tree whose classes meet the requirements, without what is worth withholding."""
    solution, done = constrained(problem, watch)
    found = withholdings(problem, solution, watch)
    for gaps in rare_gaps(problem):
        if not done or watch.expired:
            break
        other, complete = typed(problem, watch, left_out=gaps)
        if complete:
            found += withholdings(problem, other, watch)
    return best_of(problem, found), done


def constrained(problem: CellProblem, watch: Watch) -> Found:
    """The best tree whose classes meet the problem's requirements, and whether nothing in it can be
    cut any more."""
    free, done = _without_requirements(problem, watch)
    if not problem.requirements:
        return free, done
    # Without requirements first: a requirement that asks for nothing must change nothing.
    if not failing(problem, problem.requirements, free.classes, len(free.sizes)).any():
        return free, done
    ladder = list(_settings(problem))
    # The same for every setting: else a tighter requirement, asked for by itself, could have a
    # better answer than a looser one finds on its ladder.
    effort = LADDER_EFFORT if _has_ladder(problem) else 1.0
    own = _made_for(problem, watch, free, problem.requirements, effort)
    # From the tightest on: what meets a tighter setting is cut as far as the next one allows.
    above: Found | None = None
    for requirements in reversed(ladder):
        if watch.expired:
            break
        is_own = requirements is problem.requirements
        found = own if is_own else _made_for(problem, watch, free, requirements, effort)
        if above is not None:
            further = finished(problem, watch, above[0], requirements, effort)
            found = _better(problem, found, further)
        above = found
    return own if above is None else _better(problem, own, above)


def _without_requirements(problem: CellProblem, watch: Watch) -> Found:
    own = typed(problem, watch)
    # For k, and for every larger k that may be of use: no answer to that has less than its bound.
    trees = [(problem, own)]
    while _is_small(problem) and trees[-1][0].k < problem.total // 2:
        below, found = trees[-1]
        tighter = problem.with_k(below.k + 1)
        if arithmetic(tighter.distinct).bound > below.cost(found[0].sizes):
            break
        trees.append((tighter, typed(tighter, watch)))
        # All trees have to be grown, or none: what is promised compares with all of them.
        if watch.expired:
            return own
    best: Found | None = None
    # From the largest k on, which is how the answer to a larger k was found as well.
    for each, found in reversed(trees):
        if best is None or rank(each, found[0]) <= rank(each, best[0]):
            best = found
        else:
            best = finished(each, watch, best[0], ())
    return best or own


def _is_small(problem: CellProblem) -> bool:
    # Equal combinations count once: a sensitive column divides them, and must change nothing. The
    # quadratic cost has k in it, so that costs for different k cannot be compared.
    codes = len(problem.distinct.weights) * len(problem.axes)
    small = codes <= LARGER_K_CODES and problem.total <= LARGER_K_RECORDS
    return small and problem.objective == "max-size"


def _made_for(
    problem: CellProblem,
    watch: Watch,
    free: CellSolution,
    requirements: Sequence[Requirement],
    effort: float,
) -> Found:
    """The better one of two trees: one whose cuts meet the requirements from the top on, and the
    free one, pruned and then cut as far as they allow."""
    rest = pruned(problem, free, requirements)
    if watch.expired:
        return rest, False
    again = finished(problem, watch, rest, requirements, effort)
    return _better(problem, typed(problem, watch, requirements, effort=effort), again)


def _better(problem: CellProblem, one: Found, other: Found) -> Found:
    return min(one, other, key=lambda each: rank(problem, each[0]))


def _settings(problem: CellProblem) -> Iterator[Sequence[Requirement]]:
    """The requirements, then tighter ones that the table as one class meets."""
    yield problem.requirements
    if not _has_ladder(problem):
        return
    for requirement in tighter_than(problem.requirements[0]):
        if not is_met_by_all(requirement, problem.sensitive, problem.weights, problem.population):
            return
        yield (requirement,)


def _has_ladder(problem: CellProblem) -> bool:
    return len(problem.requirements) == 1 and problem.axis_table.codes.size <= LADDER_CODES
