"""One call for every kind of problem: a problem in, a checked result out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from covey.core import progress
from covey.core.errors import InvalidInput
from covey.core.grouping import GroupingProblem
from covey.core.lower_bounds import certify
from covey.core.method import Method, find
from covey.core.result import Result
from covey.core.stop import CUT_OFF, Stop
from covey.core.threads import takes_threads
from covey.problems.registry import methods_of

if TYPE_CHECKING:
    from covey.requirements.entries import Entries
    from covey.requirements.requirement import Requirement


@takes_threads
def solve(
    problem: GroupingProblem,
    method: str = "auto",
    *,
    stop: Stop | None = None,
    seed: int = 0,
    report: Callable[[str], None] | None = None,
    requirements: Sequence[Requirement] = (),
    entries: Entries | None = None,
    threads: int | None = None,
    **options: Any,
) -> Result:
    """Solve a problem, check the answer, and prove how good it is.

    problem
        Of one of the kinds, such as :class:`covey.LabelProblem`.
    method
        A method for that kind; ``methods(problem_kind)`` lists them.
    stop
        When to stop; by default after ten seconds, or when the answer is proved optimal.
    seed
        The same problem, method, options and seed give the same answer, unless the clock cut it
        off, in which case the result's notes say so.
    report
        Called with a line of text on the progress of long work.
    requirements, entries
        What every class must meet besides k, and the sensitive values behind the problem's items.
        (The requirements of cells are part of their problem.)
    threads
        How many threads compiled loops use: all CPUs, if neither this nor the environment variable
        COVEY_THREADS says it. The answer is the same for any number.
    options
        The method's own, such as ``eps`` or ``order``.

    >>> from covey import LabelProblem, solve
    >>> result = solve(LabelProblem([5, 3, 2, 2], k=4))
    >>> result.cost, result.lower_bound, str(result.status)
    (7, 7, 'optimal')
    """
    # The requirements of cells are part of their problem: these are for all other kinds.
    if requirements:
        return _constrained(
            problem, method, requirements, entries, stop=stop, seed=seed, report=report, **options
        )
    chosen = find(methods_of(problem.problem_kind), method)
    chosen.require_suited(problem)
    chosen_options = chosen.with_options(options)
    problem.require_feasible()
    _checked_seed(seed)
    watch = (stop or Stop()).start(report)
    answer = chosen.run(problem, watch, seed, **chosen_options)
    # Every answer of every method, by code that shares nothing with the methods.
    problem.check(answer.solution, at_least=answer.at_least)
    cost = problem.cost(answer.solution.sizes)
    result = Result(
        problem=problem,
        solution=answer.solution,
        cost=cost,
        certificate=answer.certificate or certify(problem, cost),
        guarantee=answer.guarantee,
        method=chosen.name,
        seed=seed,
        runtime=watch.elapsed,
        options=chosen_options,
        notes=answer.notes,
    )
    # Also of an optimal answer: the clock may have chosen among several.
    return replace(result, notes=(*result.notes, CUT_OFF)) if watch.cut_off else result


def _constrained(
    problem: GroupingProblem,
    method: str,
    requirements: Sequence[Requirement],
    entries: Entries | None,
    **rest: Any,
) -> Result:
    from covey.problems.constrained import solve_constrained

    if entries is None:
        raise InvalidInput("Requirements need the entries that they are about.")

    def solved(which: GroupingProblem) -> Result:
        # The method and its options are for the problem that was given. Cells made of it have their
        # own.
        return solve(which, method, **rest) if which is problem else solve(which, **common)

    common = {name: rest[name] for name in ("stop", "seed", "report")}
    return solve_constrained(problem, solved, requirements, entries)


def compare(
    problem: GroupingProblem,
    *,
    stop: Stop | None = None,
    seed: int = 0,
    report: Callable[[str], None] | None = None,
) -> Iterator[Result]:
    """Every method for the problem that knows its objective, with its default options; a method
    that takes an order, in every order."""
    runs = [
        (method, options)
        for method in methods_of(problem.problem_kind)
        if method.suits(problem)
        for options in method.variants
    ]
    # A generator: the next method runs when the next result is asked for, and counts as done then.
    pieces = progress.Pieces(len(runs))
    with progress.measured(pieces):
        for method, options in runs:
            if report:
                report(method.name)
            yield solve(problem, method.name, stop=stop, seed=seed, report=report, **options)
            pieces.done += 1


def methods(problem_kind: str) -> tuple[Method, ...]:
    """The methods of a kind of problem, the default first.

    >>> [method.name for method in methods("labels")][:3]
    ['auto', 'balanced', 'exact']
    """
    return methods_of(problem_kind)


def _checked_seed(seed: object) -> None:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**32:
        raise InvalidInput(
            f"A seed is a whole number from 0 to 2^32 - 1; given: {seed!r}.", given=seed
        )
