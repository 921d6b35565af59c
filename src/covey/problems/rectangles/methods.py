"""The methods for rectangles by name."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput, closest
from covey.core.lower_bounds import least_largest
from covey.core.method import Method, MethodResult
from covey.core.result import Guarantee
from covey.core.stop import Watch
from covey.problems.rectangles.approx import RULES, kd
from covey.problems.rectangles.bound import Tilings, strongest
from covey.problems.rectangles.exact import best_guillotine, best_tiling, least_guillotine
from covey.problems.rectangles.improve import proportional, refined
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution
from covey.problems.rectangles.slabs import slabs


def of_maximal_cuts(problem: RectangleProblem) -> Guarantee:
    """What holds for every tree of cuts that ends only where no cut leaves k on both sides."""
    heaviest, k = problem.largest, problem.k
    # A line with one place only adds nothing beside that place: rectangles-cuts.md.
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


def of_both(problem: RectangleProblem) -> Guarantee:
    """What holds for the better one of a maximal tree of cuts and slabs."""
    cuts = of_maximal_cuts(problem)
    if problem.objective == "quadratic" or problem.distinct_along_an_axis:
        return cuts
    text = f"{OF_SLABS.text}, and at most heaviest + 4 (k - 1)"
    return Guarantee(
        text, "docs/explanation/slabs.md and Theorem GPS", ratio=Fraction(4), limit=cuts.limit
    )


OF_SLABS = Guarantee("at most 4 times the optimum", "docs/explanation/slabs.md", ratio=Fraction(4))
"""What holds for every tiling whose largest cell is no larger than that of slabs."""

OPTIMAL = Guarantee("optimal", source="all tilings", ratio=Fraction(1))


def _kd(problem: RectangleProblem, watch: Watch, seed: int, *, rule: str) -> MethodResult:
    if rule not in RULES:
        raise InvalidInput(f"Unknown rule {rule!r}.", hint=closest(str(rule), RULES), given=rule)
    return _answer(problem, kd(problem, rule), of_maximal_cuts(problem))


def _proportional(problem: RectangleProblem, watch: Watch, seed: int) -> MethodResult:
    return _answer(problem, proportional(problem, watch), of_maximal_cuts(problem))


def _slabs(problem: RectangleProblem, watch: Watch, seed: int) -> MethodResult:
    return _answer(problem, slabs(problem), OF_SLABS)


def _auto(problem: RectangleProblem, watch: Watch, seed: int) -> MethodResult:
    return _answer(problem, best_of_both(problem, watch), of_both(problem))


def best_of_both(problem: RectangleProblem, watch: Watch) -> RectangleSolution:
    """Cuts into equal shares, or slabs where these are better. Slabs take n log n steps, also when
    time is over: the promise rests on them."""
    cuts = proportional(problem, watch)
    if problem.objective == "quadratic" or problem.distinct_along_an_axis:
        return cuts
    # Optimal already.
    if int(cuts.sizes.max()) == least_largest(problem)[0]:
        return cuts
    other = slabs(problem)
    if problem.cost(cuts.sizes) <= problem.cost(other.sizes):
        return cuts
    return refined(problem, other, watch)


def _exact(problem: RectangleProblem, watch: Watch, seed: int) -> MethodResult:
    best, searched = _best_guillotine(problem, best_of_both(problem, watch), watch)
    cost = problem.cost(best.sizes)
    certificate = strongest(problem, cost)
    notes = []
    if certificate.bound < cost:
        found = best_tiling(problem, best, certificate.bound, watch)
        if found is not None:
            best, bound = found
            certificate = Tilings(bound) if bound > certificate.bound else certificate
        elif searched:
            notes.append("best of all guillotine tilings; others were not searched")
        else:
            notes.append("too many distinct coordinates for the exact methods: auto's answer")
    # The search may have been cut off, or not have looked at tilings that are no trees of cuts:
    # only the bound decides.
    proved = problem.cost(best.sizes) == certificate.bound
    promise = OPTIMAL if proved else of_both(problem)
    return MethodResult(best, promise, certificate, tuple(notes) if not proved else ())


def _best_guillotine(
    problem: RectangleProblem, best: RectangleSolution, watch: Watch
) -> tuple[RectangleSolution, bool]:
    """The best of all tilings by cuts from side to side, and whether all were searched."""
    cuts = best_guillotine(problem)
    if cuts is not None:
        return min(cuts, best, key=lambda found: _rank(problem, found.sizes)), True
    if problem.objective == "quadratic":
        return best, False
    bound = strongest(problem, problem.cost(best.sizes)).bound
    return least_guillotine(problem, best, bound, watch)


def _answer(
    problem: RectangleProblem, solution: RectangleSolution, promise: Guarantee
) -> MethodResult:
    return MethodResult(solution, promise, strongest(problem, problem.cost(solution.sizes)))


def _rank(problem: RectangleProblem, sizes: NDArray[np.int64]) -> tuple[int, int]:
    from covey.core.grouping import quadratic_cost

    pair = int(sizes.max()), quadratic_cost(sizes, problem.k)
    return pair if problem.objective == "max-size" else (pair[1], pair[0])


METHODS: tuple[Method, ...] = (
    Method("auto", "the proportional method, or slabs where these are better", _auto),
    Method("proportional", "cuts into equal shares, with search where that fails", _proportional),
    Method("slabs", "columns of k together, cut by rows", _slabs, objectives=("max-size",)),
    Method("exact", "all tilings, where coordinates are few", _exact),
    Method(
        "kd",
        "the paper's cuts while both sides keep k",
        _kd,
        {"rule": "median"},
        variants=tuple({"rule": rule} for rule in RULES),
    ),
)
