"""The answer to the problem of a release, by the solver that suits it.

One quasi-identifier is solved by the solver of its kind. What a job asks for besides, such as
requirements or a share of records that may be withheld, does not change the solver as long as its
answer meets the job. Cells are for several quasi-identifiers, and for requirements that it does
not meet. The solvers of cells are some forty modules, which load where they are needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes.coded import CodedTable
from covey.core.dataclass import dataclass
from covey.core.grouping import Grouping, GroupingProblem
from covey.core.result import Certificate, Guarantee, Result
from covey.core.stop import CUT_OFF, Stop
from covey.problems.cells.bound import certify
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.single import SingleProblem, SingleSolution, as_cells
from covey.problems.people.problem import ByPeople
from covey.problems.solver import solve
from covey.requirements.requirement import offending


@dataclass(frozen=True)
class Search:
    """How to search: for how long, with which seed, and what to call with its progress."""

    stop: Stop
    seed: int
    report: Callable[[str], None] | None = None

    def solve(self, problem: GroupingProblem, method: str = "auto", **options: Any) -> Result:
        return solve(problem, method, stop=self.stop, seed=self.seed, report=self.report, **options)


def solve_coded(
    coded: CodedTable, recoding: str, search: Search, part_records: int | None = None
) -> Result:
    """``part_records`` is how many records every part has at least, None for no parts."""
    if coded.by_people is not None:
        return _solve_by_people(coded, coded.by_people, recoding, search)
    if coded.single is not None:
        # One quasi-identifier has one partition, however it is recoded.
        return _solve_single(coded, coded.single, search)
    if part_records is not None:
        return search.solve(coded.problem, "parts", records=part_records)
    return search.solve(coded.problem, "auto" if recoding == "local" else recoding)


def _solve_by_people(coded: CodedTable, asked: ByPeople, recoding: str, search: Search) -> Result:
    """Count who the records are of. The cost is that of classes counted by people, if these are
    asked for; of groups alone that of records."""
    from covey.problems.by_people import solve_by_people
    from covey.problems.cells.nested import nested
    from covey.problems.cells.withhold import withheld
    from covey.problems.people.bound import NoChain
    from covey.problems.people.bound import certify as certify_people

    # solve() does this for the other ways. Here the search begins without it.
    coded.problem.require_feasible()
    watch = search.stop.start(search.report)
    # One quasi-identifier has one partition, however it is recoded.
    recoding = recoding if len(coded.attributes) > 1 else "local"
    solution: CellSolution | SingleSolution
    notes: tuple[str, ...] = ()
    direct = _directly(coded, asked)
    if direct is not None:
        solution, promise = direct
        solution = withheld(coded.problem, solution, watch)
        coded.problem.check(solution)
    else:

        def globally(each: CellProblem) -> Grouping:
            found = search.solve(each, "global")
            watch.cut_off |= CUT_OFF in found.notes
            return found.solution

        cuts: dict[str, Callable[[CellProblem], Grouping]] = {
            "global": globally,
            # People and groups are counted at every cut. What else is required undoes cuts.
            "nested": lambda each: nested(each, watch, search.seed, asked.held.columns),
        }
        solution, promise, notes = solve_by_people(asked, watch, cuts.get(recoding))
        solution = _better_by_homes(coded, asked, solution, search)
    problem: GroupingProblem = coded.problem
    cost = problem.cost(solution.sizes)
    certificate: Certificate = certify(coded.problem, cost)
    if asked.person:
        people = asked.problem(in_order=coded.in_order)
        cost = people.cost(asked.sizes(solution.classes, len(solution.sizes)))
        problem, certificate = people, certify_people(people, cost)
        # The answer is optimal by its algorithm, but no cheap bound shows it: the proof is to
        # search again.
        if direct is not None and certificate.bound < cost and promise.ratio == 1:
            certificate = NoChain(cost)
    if watch.cut_off:
        notes += (CUT_OFF,)
    return Result(
        problem=problem,
        solution=solution,
        cost=cost,
        certificate=certificate,
        guarantee=promise,
        method=_method(solution, direct is not None, recoding),
        seed=search.seed,
        runtime=watch.elapsed,
        options={},
        notes=notes,
    )


def _method(solution: Grouping, direct: bool, recoding: str) -> str:
    if isinstance(solution, SingleSolution):
        return "people" if direct else "homes"
    return "typed" if recoding == "local" else recoding


def _better_by_homes(
    coded: CodedTable, asked: ByPeople, found: CellSolution, search: Search
) -> CellSolution | SingleSolution:
    """An answer, or that of the solver of the only quasi-identifier's own kind, by homes, if its
    largest class has fewer people; among equals if it has more classes."""
    from covey.problems.by_people import solve_by_homes

    problem = coded.problem
    if coded.single is None or not asked.person or problem.suppress:
        return found
    sets_of = coded.attributes[0].sets_of
    other = solve_by_homes(asked, coded.single, sets_of, search.solve)
    if other is None:
        return found
    problem.check(other)

    # Compared by people, the unit of k here.
    def rank(each: Grouping) -> tuple[int, int]:
        sizes = asked.sizes(each.classes, len(each.sizes))
        return asked.problem().cost(sizes), -len(sizes)

    return other if rank(other) < rank(found) else found


def _directly(coded: CodedTable, asked: ByPeople) -> tuple[SingleSolution, Guarantee] | None:
    """The answer of the only quasi-identifier, if people can be counted as it is grouped."""
    from covey.problems.by_people import solve_single

    if coded.single is None or not asked.person:
        return None
    return solve_single(asked, coded.single, coded.attributes[0].sets_of)


def records_of_parts(coded: CodedTable, recoding: str, asked: int | None) -> int | None:
    """How many records the parts are to have that cells are solved in, None for no parts. What was
    ``asked`` counts; if nothing was, parts are for tables of very many combinations."""
    problem = coded.problem
    if coded.single is not None or coded.by_people is not None or recoding != "local":
        return None
    if asked is not None:
        # 0 asks for no parts.
        return asked or None
    from covey.problems.cells.parts import COMBINATIONS, RECORDS, can_be_in_parts

    many = len(problem.weights) > COMBINATIONS and can_be_in_parts(problem)
    return RECORDS if many else None


def _solve_single(coded: CodedTable, single: SingleProblem, search: Search) -> Result:
    problem = coded.problem
    # The solver of the kind first, whatever is asked besides k: options that ask for nothing must
    # not change the answer.
    own = search.solve(single.own)
    found = as_cells(problem, single, own.solution, coded.attributes[0].sets_of(own.solution))
    if not _meets(problem, found):
        return _cut_as_cells(coded, single, own, search)
    chosen = _withheld(problem, found, search)
    problem.check(chosen)
    cost = problem.cost(chosen.sizes)
    result = replace(own, solution=chosen, cost=cost, guarantee=_guarantee_left(own, found))
    if _may_withhold_for_loss(problem) and not (chosen.classes < 0).any():
        # The same classes as without an allowance, with the same proof: it is one for answers that
        # withhold nobody.
        return replace(_proved(problem.changed(suppress=0), result), nobody=True)
    return _proved(problem, result)


def _may_withhold_for_loss(problem: CellProblem) -> bool:
    """Whether records may be withheld, and not for smaller classes: then an answer that withholds
    nobody is as good as it is without an allowance."""
    return problem.suppress > 0 and problem.suppress_for == "loss"


def _meets(problem: CellProblem, found: Grouping) -> bool:
    if not problem.requirements:
        return True
    bad = offending(
        problem.requirements, problem.sensitive, found.classes, problem.weights, problem.population
    )
    return bad is None


def _cut_as_cells(coded: CodedTable, single: SingleProblem, own: Result, search: Search) -> Result:
    """Cuts respect requirements. The bound without them holds all the more."""
    from covey.problems.constrained import solve_as_cells

    problem = coded.problem
    sets_of = coded.attributes[0].sets_of
    found = solve_as_cells(problem, single, own, sets_of, search.solve)
    if problem.suppress:
        # With an allowance the bound of the attribute alone does not hold: records that it counts
        # may be withheld. It does for answers that withhold nobody.
        if not _may_withhold_for_loss(problem) or (found.solution.classes < 0).any():
            return found
        plain = problem.changed(suppress=0)
        found = replace(found, problem=plain, certificate=certify(plain, found.cost), nobody=True)
    if own.certificate.bound <= found.certificate.bound:
        return found
    return replace(found, problem=own.problem, certificate=own.certificate)


def _withheld(problem: CellProblem, found: SingleSolution, search: Search) -> SingleSolution:
    """The same classes without some of their records."""
    if not problem.suppress:
        return found
    from covey.problems.cells.withhold import withheld

    return withheld(problem, found, search.stop.start(search.report))


def _guarantee_left(own: Result, found: SingleSolution) -> Guarantee:
    """What is promised for the classes of values does not count those without a value, nor what
    withholding might gain."""
    if found.cells.suppress:
        from covey.problems.cells.methods import nothing

        return nothing(found.cells)
    # As many classes as the values alone have: no class of missing values.
    if len(found.sizes) == len(own.solution.sizes):
        return own.guarantee
    return replace(own.guarantee, text=f"{own.guarantee.text}; missing values apart", limit=None)


def _proved(problem: CellProblem, result: Result) -> Result:
    """With the stronger of two bounds: that of the attribute's own problem, which knows nothing of
    withholding and of records without a value, and that of cells."""
    if not problem.suppress and len(result.solution.sizes) == len(_own_sizes(result)):
        return result
    other: Certificate = certify(problem, result.cost)
    if not problem.suppress and result.certificate.bound >= other.bound:
        return result
    return replace(result, problem=problem, certificate=other)


def _own_sizes(result: Result) -> NDArray[np.int64]:
    assert isinstance(result.solution, SingleSolution)
    return result.solution.own.sizes
