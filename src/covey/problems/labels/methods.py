"""The methods for labels by name, each with the guarantee that its theorem gives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput, closest
from covey.core.lower_bounds import certify
from covey.core.method import Method, MethodResult
from covey.core.result import Guarantee
from covey.core.stop import Watch
from covey.problems.labels import approx, schemes
from covey.problems.labels.exact import exact
from covey.problems.labels.improve import balanced
from covey.problems.labels.items import Items
from covey.problems.labels.problem import LabelProblem
from covey.problems.labels.two import two


def largest_class(problem: LabelProblem, name: str) -> Guarantee:
    """Theorem approx3's bound, in the terms of the problem's objective."""
    most = max(problem.k - 1 + problem.largest, 3 * problem.k - 3, problem.k)
    if problem.objective == "quadratic":
        return Guarantee(
            f"no class above {most:,} records",
            source=name,
            limit=problem.total * (most - problem.k),
        )
    return Guarantee(
        "at most max(k - 1 + heaviest, 3k - 3), so 3 times the optimum",
        source=name,
        ratio=Fraction(3),
        limit=most,
    )


def five_halves_of_optimum(problem: LabelProblem) -> Guarantee:
    if problem.objective == "quadratic":
        return largest_class(problem, "Theorem approx3")
    return Guarantee("at most 5/2 times the optimum", source="Theorem 5/2", ratio=Fraction(5, 2))


def twice_the_optimum(problem: LabelProblem) -> Guarantee:
    """Of :func:`covey.problems.labels.two.two`, which is never worse than fold, and of whatever is
    never worse than two."""
    folded = largest_class(problem, "Theorem approx3")
    if problem.objective == "quadratic":
        return folded
    return Guarantee(
        f"at most twice the optimum, and {folded.limit:,} records",
        source="docs/explanation/labels-two.md",
        ratio=Fraction(2),
        limit=folded.limit,
    )


OPTIMAL = Guarantee("optimal", source="arc-flow integer program", ratio=Fraction(1))


def _answer(
    problem: LabelProblem, bins: NDArray[np.int32], guarantee: Guarantee, **more: Any
) -> MethodResult:
    return MethodResult(problem.solution(bins), guarantee, **more)


def _in_order(
    algorithm: Callable[[Items, approx.Order, int], NDArray[np.int32]], source: str
) -> Callable[..., MethodResult]:
    def run(problem: LabelProblem, watch: Watch, seed: int, *, order: approx.Order) -> MethodResult:
        if order not in get_args(approx.Order):
            raise InvalidInput(
                f"Unknown order {order!r}.",
                hint=closest(str(order), get_args(approx.Order)),
                given=order,
            )
        bins = algorithm(problem.items, order, seed)
        return _answer(problem, bins, largest_class(problem, source))

    return run


def _two(problem: LabelProblem, watch: Watch, seed: int) -> MethodResult:
    return _answer(problem, two(problem.items), twice_the_optimum(problem))


def _five_halves(problem: LabelProblem, watch: Watch, seed: int) -> MethodResult:
    return _answer(problem, approx.five_halves(problem.items), five_halves_of_optimum(problem))


def _scheme(problem: LabelProblem, watch: Watch, seed: int, *, eps: object) -> MethodResult:
    accuracy = schemes.as_eps(eps)
    try:
        bins = schemes.scheme(problem.items, accuracy, watch)
    except schemes.OutOfTime:
        return _fallback(problem)
    promise = Guarantee(
        f"at most (1 + eps) (optimum + k) with eps = {float(accuracy):g}",
        source="Theorem 2+eps",
        ratio=1 + accuracy,
        added=(1 + accuracy) * problem.k,
    )
    return _answer(problem, bins, promise)


def _relaxed(problem: LabelProblem, watch: Watch, seed: int, *, eps: object) -> MethodResult:
    accuracy = schemes.as_eps(eps)
    try:
        bins = schemes.relaxed(problem.items, accuracy, watch)
    except schemes.OutOfTime:
        return _fallback(problem)
    # Exactly, as a fraction, and rounded up: classes have whole records.
    least = -(-(1 - accuracy) * problem.k // 1)
    promise = Guarantee(
        f"at most 1 + eps times the optimum with eps = {float(accuracy):g},"
        f" but classes may fall to {int(least):,} records, below k",
        source="Theorem 1+eps",
        ratio=1 + accuracy,
    )
    answer = _answer(problem, bins, promise, at_least=int(least))
    low = int((answer.solution.sizes < problem.k).sum())
    if low == 0:
        return answer
    warning = (
        f"NOT k-anonymous: the method relaxed left {low:,} of {len(answer.solution.sizes):,}"
        f" classes below k = {problem.k:,}; never publish this answer"
    )
    return _answer(problem, bins, promise, at_least=int(least), notes=(warning,))


def _fallback(problem: LabelProblem) -> MethodResult:
    """What stands for a scheme that was stopped."""
    return _answer(
        problem,
        two(problem.items),
        twice_the_optimum(problem),
        notes=("the scheme did not come to its end; this is the answer and guarantee of two",),
    )


def _balanced(problem: LabelProblem, watch: Watch, seed: int) -> MethodResult:
    bins = balanced(problem.items, problem.objective, watch, seed)
    return _answer(problem, bins, twice_the_optimum(problem))


def _exact(problem: LabelProblem, watch: Watch, seed: int) -> MethodResult:
    return _exactly(problem, balanced(problem.items, problem.objective, watch, seed), watch)


def _exactly(problem: LabelProblem, start: NDArray[np.int32], watch: Watch) -> MethodResult:
    proof = exact(problem, start, watch)
    answer = _answer(problem, proof.bins, twice_the_optimum(problem))
    # The solver's word is not enough: optimal is what a certificate proves.
    proved = problem.cost(answer.solution.sizes) == proof.certificate.bound
    return MethodResult(
        answer.solution,
        OPTIMAL if proved else answer.guarantee,
        proof.certificate,
        proof.notes,
    )


def _auto(problem: LabelProblem, watch: Watch, seed: int) -> MethodResult:
    bins = balanced(problem.items, problem.objective, watch, seed)
    answer = _answer(problem, bins, twice_the_optimum(problem))
    cost = problem.cost(answer.solution.sizes)
    certificate = certify(problem, cost)
    if watch.satisfied(cost, certificate.bound) or watch.expired:
        return MethodResult(answer.solution, answer.guarantee, certificate, answer.notes)
    watch.report(f"balanced: {cost:,}, lower bound {certificate.bound:,}; trying to close the gap")
    return _exactly(problem, bins, watch)


IN_EVERY_ORDER = tuple({"order": order} for order in get_args(approx.Order))

METHODS: tuple[Method, ...] = (
    Method("auto", "balanced, then exact where the bound is not met", _auto),
    Method("balanced", "as many and as equal classes as possible", _balanced),
    Method("exact", "arc-flow integer program", _exact),
    Method("two", "twice the optimum at most, the best that is possible in general", _two),
    Method("five-halves", "the paper's 5/2 approximation", _five_halves),
    Method(
        "scheme",
        "the paper's (1 + eps) (optimum + k)",
        _scheme,
        {"eps": 0.25},
        objectives=("max-size",),
    ),
    Method(
        "relaxed",
        "the paper's 1 + eps, NOT k-anonymous",
        _relaxed,
        {"eps": 0.25},
        objectives=("max-size",),
    ),
    Method(
        "spread",
        "greedy, the leftover spread over the classes",
        _in_order(approx.spread, "leftover below k, as in Theorem approx3"),
        {"order": "descending"},
        variants=IN_EVERY_ORDER,
    ),
    Method(
        "fold",
        "greedy, the leftover into one class",
        _in_order(approx.fold, "Theorem approx3"),
        {"order": "descending"},
        variants=IN_EVERY_ORDER,
    ),
)
