"""The methods for intervals by name."""

from __future__ import annotations

from fractions import Fraction

from covey.core.lower_bounds import arithmetic
from covey.core.method import Method, MethodResult
from covey.core.result import Guarantee
from covey.core.stop import Watch
from covey.problems.intervals.approx import sweep
from covey.problems.intervals.bound import Chain
from covey.problems.intervals.exact import least_chain
from covey.problems.intervals.problem import IntervalProblem

OPTIMAL = Guarantee("optimal", source="dynamic program", ratio=Fraction(1))


def _exact(problem: IntervalProblem, watch: Watch, seed: int) -> MethodResult:
    solution = problem.solution(least_chain(problem))
    cost = problem.cost(solution.sizes)
    # An average is easier to follow than a search over chains, if it proves as much.
    if problem.objective == "max-size" and arithmetic(problem).bound == cost:
        return MethodResult(solution, OPTIMAL, arithmetic(problem))
    return MethodResult(solution, OPTIMAL, Chain(cost))


def _sweep(problem: IntervalProblem, watch: Watch, seed: int) -> MethodResult:
    solution = problem.solution(sweep(problem.weights, problem.k))
    most = max(2 * (problem.k - 1) + problem.largest, problem.k)
    if problem.objective == "quadratic":
        limit = problem.total * (most - problem.k)
        return MethodResult(
            solution,
            Guarantee(
                f"no class above {most:,} records", "docs/reference/intervals.md", limit=limit
            ),
        )
    text = "at most optimum + k - 1, so below twice the optimum, and 2 (k - 1) + heaviest"
    promise = Guarantee(
        text,
        "docs/reference/intervals.md",
        ratio=Fraction(1),
        added=Fraction(problem.k - 1),
        limit=most,
    )
    return MethodResult(solution, promise)


METHODS: tuple[Method, ...] = (
    Method("auto", "the exact method", _exact),
    Method("exact", "dynamic program, optimal", _exact),
    Method("sweep", "one pass, each class ended as soon as it has k", _sweep),
)
