"""Whether records that may be withheld are: only where that loses less.

The loss that counts is that of all records on the scale of all values, a withheld one being lost
entirely: so it can be compared with what is lost without an allowance, and is never more.

Where outliers are withheld, a column may become coarse at next to no loss on that scale: all ages
from 20 to 60 are a small part of those up to 1,000. What is left is then solved again on its own
scale, which is all that others see; the better one of the two by that scale is published.

A search for one partition of every column takes seconds. It looks at the same partitions whatever
the allowance, and knows the best one that withholds nobody: it is not made without an allowance.
What is left is solved again only if a column has lost half of its scale.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from covey.attributes.coded import CodedTable
from covey.attributes.description import Description, describe
from covey.core.grouping import Grouping
from covey.core.result import Certificate, Result
from covey.core.stop import CUT_OFF
from covey.problems.cells.answer import cell_answer
from covey.problems.cells.bound import certify
from covey.problems.cells.hierarchy import Hierarchy
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.single import SingleSolution

Solve = Callable[[CodedTable], Result]

WORTH_A_SEARCH = 2.0
"""How many times as much a column must count on the scale of what is published for another search
that takes seconds."""


def worth_withholding(coded: CodedTable, solve: Solve) -> Result:
    """The answer that withholds nobody, unless one that withholds some loses less. Records that are
    withheld for the largest class may raise the loss: then the answer is the first one."""
    return _among_equals(coded, _worth_withholding(coded, solve))


def _worth_withholding(coded: CodedTable, solve: Solve) -> Result:
    first = solve(coded)
    problem = coded.problem
    if not problem.suppress or problem.suppress_for != "loss":
        return first
    found = cell_answer(first.solution)
    described = describe(coded, found)
    withholds = bool((found.classes < 0).any())
    if not withholds and not found.one_partition:
        # The same search as without an allowance.
        return first
    # Withholding is a heuristic: only a comparison with the answer that withholds nobody shows
    # whether it helps.
    nobody: Grouping | None = found.nobody if isinstance(found, CellSolution) else None
    other: Result | None = None
    known, cut_off = nobody is not None, CUT_OFF in first.notes
    if nobody is None:
        other = solve(coded.withholding_nobody)
        nobody, cut_off = other.solution, CUT_OFF in other.notes
    most = describe(coded, cell_answer(nobody)).loss
    # The second search has other weights, and must not buy less loss with larger classes.
    largest = max(_cost(coded, each) for each in (first.solution, nobody))
    able = [described] if described.loss < most else []
    if withholds:
        able += [
            again
            for each in _solved_again(coded, described, solve, WORTH_A_SEARCH if known else 1.0)
            if (again := describe(coded, each)).loss < most and _cost(coded, each) <= largest
        ]
    if not able:
        if other is not None and coded.by_people is None:
            # With its own proof, which is one for answers that withhold nobody.
            return replace(other, nobody=True)
        return _proved(coded, first, nobody, cut_off)
    # Among answers that beat withholding nobody, by what readers of the published records lose.
    best = min(able, key=lambda each: each.loss_of_published)
    return first if best is described else _proved(coded, first, best.solution, False)


def _among_equals(coded: CodedTable, result: Result) -> Result:
    """An answer that withholds nobody, with the proof that it has without an allowance: what might
    be withheld does not make the same classes worse. By people, and for groups, the bound stays
    that for all answers."""
    problem = coded.problem
    withholds = bool((result.solution.classes < 0).any())
    if result.nobody or withholds or coded.by_people is not None:
        return result
    # Who asks for smaller classes wants to know what withholding could reach.
    if not problem.suppress or problem.suppress_for != "loss":
        return result
    plain = coded.withholding_nobody.problem
    return replace(result, problem=plain, certificate=certify(plain, result.cost), nobody=True)


def _with_problem(coded: CodedTable, problem: CellProblem) -> CodedTable:
    people = coded.by_people
    by_people = None if people is None else replace(people, cells=problem)
    return replace(coded, problem=problem, by_people=by_people)


def _solved_again(
    coded: CodedTable, described: Description, solve: Solve, worth: float
) -> list[CellSolution]:
    """What is left of several columns, with what each of them is worth on the scale of what is
    published. It keeps its codes, so that its answer is one for the whole table. Nothing, unless a
    column counts ``worth`` times as much as before or more."""
    problem = coded.problem
    if coded.by_people is not None or coded.single is not None:
        # The weight of a single column changes nothing. People are counted by holders, who go with
        # the rows of the whole table.
        return []
    pairs = zip(problem.axes, described.axes, strict=True)
    # How much more a column counts if its scale is what is left of it. A column that has no extent
    # keeps its weight.
    scale = [axis.extent / (left.extent or axis.extent or 1.0) for axis, left in pairs]
    weights = problem.axis_weights * scale
    # Columns that count may have no extent, and then no weight is left.
    if max(scale) < worth or not weights.any():
        return []
    rows = np.flatnonzero(described.solution.classes >= 0)
    part = problem.restricted_to(rows, suppress=0).changed(weights=weights)
    found = solve(_with_problem(coded, part)).solution
    assert isinstance(found, CellSolution)
    return [_of_all(problem, found, rows)]


def _of_all(problem: CellProblem, found: CellSolution, rows: NDArray[np.int64]) -> CellSolution:
    """An answer for some rows as one for all, that withholds the others."""
    hierarchies = found.hierarchies
    if hierarchies is not None:
        hierarchies = tuple(
            _hierarchy_of_all(problem, number, each, rows)
            for number, each in enumerate(hierarchies)
        )
    solution = replace(problem.with_others_withheld(found, rows), hierarchies=hierarchies)
    problem.check(solution)
    return solution


def _hierarchy_of_all(
    problem: CellProblem, number: int, each: Hierarchy, rows: NDArray[np.int64]
) -> Hierarchy:
    # Nobody asks for the leaf of a row that is in no class.
    leaves = np.zeros(len(problem.weights), dtype=np.int32)
    leaves[rows] = each.leaves
    return replace(each, axis=problem.axes[number], leaves=leaves)


def _cost(coded: CodedTable, solution: Grouping) -> int:
    asked = coded.by_people
    if asked is not None and asked.person:
        # The same unit as the cost of the results that are compared.
        people = asked.problem(in_order=coded.in_order)
        return people.cost(asked.sizes(solution.classes, len(solution.sizes)))
    return coded.problem.cost(solution.sizes)


def _proved(coded: CodedTable, first: Result, solution: Grouping, cut_off: bool) -> Result:
    """The result with another answer, which is one to the problem with the allowance: its bound
    holds, whatever is withheld."""
    from covey.problems.cells.methods import nothing
    from covey.problems.people.bound import certify as certify_people

    asked, problem = coded.by_people, coded.problem
    cost = _cost(coded, solution)
    certificate: Certificate
    if asked is not None and asked.person:
        certificate = certify_people(asked.problem(in_order=coded.in_order), cost)
    else:
        certificate = certify(problem, cost)
    if isinstance(solution, SingleSolution):
        solution = replace(solution, cells=problem)
    notes = first.notes if not cut_off or CUT_OFF in first.notes else (*first.notes, CUT_OFF)
    # The guarantee is of a search that ends by itself.
    promise = nothing(problem) if cut_off else first.guarantee
    return replace(
        first,
        problem=problem if asked is None or not asked.person else first.problem,
        solution=solution,
        cost=cost,
        certificate=certificate,
        guarantee=promise,
        notes=notes,
    )
