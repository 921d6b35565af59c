"""One call for every house: a problem in, a checked result out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from covey.errors import InvalidInput
from covey.method import Method, find
from covey.result import Result
from covey.stop import Stop

HOUSES = ("labels",)


def solve(
    problem: Any,
    method: str = "auto",
    *,
    stop: Stop | None = None,
    seed: int = 0,
    report: Callable[[str], None] | None = None,
    **options: Any,
) -> Result:
    """Solve a problem, check the answer, and prove how good it is.

    problem
        Of one of the houses, such as :class:`covey.LabelProblem`.
    method
        A method of that house; ``methods(house)`` lists them.
    stop
        When to stop; by default after ten seconds, or when the answer is proved optimal.
    seed
        The same problem, method, options and seed give the same answer, unless the clock cut it
        off, in which case the result's notes say so.
    report
        Called with a line of text on the progress of long work.
    options
        The method's own, such as ``eps`` or ``order``.

    >>> from covey import LabelProblem, solve
    >>> result = solve(LabelProblem([5, 3, 2, 2], k=4))
    >>> result.cost, result.lower_bound, str(result.status)
    (7, 7, 'optimal')
    """
    chosen = find(methods(problem.house), method)
    chosen.require_objective(problem.objective)
    chosen_options = chosen.with_options(options)
    problem.require_feasible()
    watch = (stop or Stop()).start(report)
    answer = chosen.run(problem, watch, _checked_seed(seed), **chosen_options)
    problem.check(answer.solution, at_least=answer.at_least)
    cost = problem.cost(answer.solution.sizes)
    bound = import_module(f"covey.{problem.house}.bound")
    return Result(
        problem=problem,
        solution=answer.solution,
        cost=cost,
        certificate=answer.certificate or bound.certify(problem, cost),
        guarantee=answer.guarantee,
        method=chosen.name,
        seed=seed,
        runtime=watch.elapsed,
        options=chosen_options,
        notes=answer.notes,
    )


def compare(
    problem: Any,
    *,
    stop: Stop | None = None,
    seed: int = 0,
    report: Callable[[str], None] | None = None,
) -> Iterator[Result]:
    """Every method of the problem's house that knows its objective, with its default options;
    a method that takes an order, in every order."""
    for method in methods(problem.house):
        if problem.objective in method.objectives:
            for options in method.variants:
                if report:
                    report(method.name)
                yield solve(problem, method.name, stop=stop, seed=seed, report=report, **options)


def methods(house: str) -> tuple[Method, ...]:
    """The methods of a house, the default first.

    >>> [method.name for method in methods("labels")][:3]
    ['auto', 'balanced', 'exact']
    """
    if house not in HOUSES:
        raise InvalidInput(f"Unknown house {house!r}: there are {', '.join(HOUSES)}.", given=house)
    found: tuple[Method, ...] = import_module(f"covey.{house}.methods").METHODS
    return found


def _checked_seed(seed: Any) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**32:
        raise InvalidInput(
            f"A seed is a whole number from 0 to 2^32 - 1; given: {seed!r}.", given=seed
        )
    return seed
