"""The methods for rectangles by name."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput, closest
from covey.core.lower_bounds import certify
from covey.core.method import Method, MethodResult
from covey.core.result import Guarantee
from covey.core.stop import Watch
from covey.problems.rectangles.approx import RULES, kd
from covey.problems.rectangles.bound import Tilings
from covey.problems.rectangles.exact import best_guillotine, best_tiling
from covey.problems.rectangles.improve import proportional
from covey.problems.rectangles.problem import RectangleProblem


def of_maximal_cuts(problem: RectangleProblem) -> Guarantee:
    """What holds for every tree of cuts that ends only where no cut leaves k on both sides."""
    heaviest, k = int(problem.weights.max()), problem.k
    around = 2 if problem.distinct_along_an_axis else 4
    most = max(heaviest + around * (k - 1), k)
    if problem.objective == "quadratic":
        limit = problem.total * (most - k)
        return Guarantee(f"no cell above {most:,} records", "Theorem GPS", limit=limit)
    if problem.distinct_along_an_axis:
        text = "at most heaviest + 2 (k - 1), coordinates being distinct on an axis"
    else:
        text = "at most heaviest + 4 (k - 1), so 5 max(k, heaviest) - 4"
    return Guarantee(text, "Theorem GPS", ratio=Fraction(1 + around), limit=most)


OPTIMAL = Guarantee("optimal", source="all tilings", ratio=Fraction(1))


def _kd(problem: RectangleProblem, watch: Watch, seed: int, *, rule: str) -> MethodResult:
    if rule not in RULES:
        raise InvalidInput(f"Unknown rule {rule!r}.", hint=closest(str(rule), RULES), given=rule)
    return MethodResult(kd(problem, rule), of_maximal_cuts(problem))


def _proportional(problem: RectangleProblem, watch: Watch, seed: int) -> MethodResult:
    return MethodResult(proportional(problem, watch), of_maximal_cuts(problem))


def _exact(problem: RectangleProblem, watch: Watch, seed: int) -> MethodResult:
    best = proportional(problem, watch)
    notes = []
    cuts = best_guillotine(problem)
    if cuts is None:
        notes.append("too many distinct coordinates for the exact methods: proportional's answer")
    elif _rank(problem, cuts.sizes) <= _rank(problem, best.sizes):
        best = cuts
    cost = problem.cost(best.sizes)
    certificate = certify(problem, cost)
    if certificate.bound < cost:
        found = best_tiling(problem, best, certificate.bound, watch)
        if found is None and cuts is not None:
            notes.append("best of all guillotine tilings; others were not searched")
        if found is not None:
            best, bound = found
            certificate = Tilings(bound) if bound > certificate.bound else certificate
    proved = problem.cost(best.sizes) == certificate.bound
    promise = OPTIMAL if proved else of_maximal_cuts(problem)
    return MethodResult(best, promise, certificate, tuple(notes) if not proved else ())


def _rank(problem: RectangleProblem, sizes: NDArray[np.int64]) -> tuple[int, int]:
    from covey.core.grouping import quadratic_cost

    pair = int(sizes.max()), quadratic_cost(sizes, problem.k)
    return pair if problem.objective == "max-size" else (pair[1], pair[0])


METHODS: tuple[Method, ...] = (
    Method("auto", "the proportional method", _proportional),
    Method("proportional", "cuts into equal shares, with search where that fails", _proportional),
    Method("exact", "all tilings, where coordinates are few", _exact),
    Method(
        "kd",
        "the paper's cuts while both sides keep k",
        _kd,
        {"rule": "median"},
        variants=tuple({"rule": rule} for rule in RULES),
    ),
)
