"""The methods for trees by name, each with the guarantee that its theorem gives."""

from __future__ import annotations

from fractions import Fraction

from covey._native import trees as native
from covey.core.grouping import GroupingProblem
from covey.core.lower_bounds import arithmetic, certify
from covey.core.method import Method, MethodResult
from covey.core.result import Certificate, Guarantee
from covey.core.stop import Watch
from covey.problems.trees.approx import Bins, single_nodes, two
from covey.problems.trees.bound import (
    AllSquares,
    AllSubsets,
    OneStar,
    Squares,
    best_of,
    can_check_squares,
    least_quadratic,
)
from covey.problems.trees.chain_bound import OneRow, RowSquares, can_check_rows
from covey.problems.trees.chains import chains
from covey.problems.trees.exact import exact
from covey.problems.trees.improve import SQUARES_UP_TO, Filled, filled
from covey.problems.trees.problem import TreeProblem
from covey.problems.trees.star import Stars

SOURCE = "docs/reference/trees.md"
OPTIMAL = Guarantee("optimal", source=SOURCE, ratio=Fraction(1))


def twice_the_optimum(problem: TreeProblem) -> Guarantee:
    """Of :func:`covey.problems.trees.approx.two`, and of whatever is never worse."""
    if problem.objective == "max-size":
        return Guarantee("at most twice the optimum", source=SOURCE, ratio=Fraction(2))
    most = largest_class(problem)
    return Guarantee(
        f"costs at most what classes of {most:,} records each would",
        source=SOURCE,
        limit=problem.total * (most - problem.k),
    )


def largest_class(problem: TreeProblem) -> int:
    """No class is above this where what is left over goes to a bin of light children, if there is
    one, else to the lightest heavy child."""
    stars = Stars.of(problem)
    absorbed = (stars.heavy + stars.light)[stars.light < problem.k].tolist()
    most: int = max(problem.k, problem.largest, *absorbed, 0)
    return max(most, 3 * problem.k - 3) if (stars.light >= problem.k).any() else most


def certificate_of(problem: TreeProblem, found: Filled, cost: int) -> Certificate:
    """The plainest certificate with the highest bound."""
    if problem.objective == "quadratic":
        if found.all_best and can_check_squares(problem):
            return best_of(arithmetic(problem), _squares(problem), AllSquares(cost))
        return best_of(arithmetic(problem), _squares(problem))
    # No node proves more than k.
    if found.node < 0:
        return arithmetic(problem)
    # What a plain sum proves is quicker to check than all subsets.
    kind = AllSubsets if found.searched else OneStar
    return best_of(arithmetic(problem), kind(found.bound, found.node))


def _squares(problem: TreeProblem) -> Squares:
    return Squares(max(0, least_quadratic(problem)))


def _answer(problem: TreeProblem, found: Filled, *, exact: bool) -> MethodResult:
    solution = problem.solution(found.bins)
    cost = problem.cost(solution.sizes)
    certificate = certificate_of(problem, found, cost)
    promise = OPTIMAL if exact and certificate.bound == cost else twice_the_optimum(problem)
    return MethodResult(solution, promise, certificate)


def _in_order(problem: TreeProblem) -> MethodResult:
    """The optimum of a tree whose siblings are in order."""
    found = chains(problem)
    solution = problem.solution(found.bins)
    own: Certificate = arithmetic(problem)
    if problem.objective == "quadratic":
        own = best_of(own, _squares(problem))
        # The answer is optimal in any case, but a proof must not take too long to check.
        if can_check_rows(problem):
            own = best_of(own, RowSquares(problem.cost(solution.sizes)))
    elif found.node >= 0:
        own = best_of(own, OneRow(found.bound, found.node))
    return MethodResult(solution, OPTIMAL, own)


def _auto(problem: TreeProblem, watch: Watch, seed: int) -> MethodResult:
    if problem.ordered:
        return _in_order(problem)
    return _answer(problem, filled(problem, watch, seed, SQUARES_UP_TO), exact=False)


def _exact(problem: TreeProblem, watch: Watch, seed: int) -> MethodResult:
    if problem.ordered:
        return _in_order(problem)
    return _answer(problem, exact(problem, watch, seed), exact=True)


def _plain(problem: TreeProblem, bins: Bins, promise: Guarantee) -> MethodResult:
    """An answer whose lower bound is that of the nodes' plain bounds."""
    solution = problem.solution(bins)
    cost = problem.cost(solution.sizes)
    if problem.objective == "quadratic":
        return MethodResult(solution, promise, best_of(arithmetic(problem), _squares(problem)))
    bound, node = native.best_bound(problem.parents, problem.weights, problem.k)
    general = certify(problem, cost)
    own = general if node < 0 else best_of(general, OneStar(bound, node))
    return MethodResult(solution, promise, own)


def _two(problem: TreeProblem, watch: Watch, seed: int) -> MethodResult:
    return _plain(problem, two(problem), twice_the_optimum(problem))


def _nodes(problem: TreeProblem, watch: Watch, seed: int) -> MethodResult:
    promise = Guarantee(
        "nothing about the largest class, but no answer of single nodes is better",
        source=SOURCE,
        limit=problem.highest_cost,
    )
    return _plain(problem, single_nodes(problem), promise)


def _in_order_refused(problem: GroupingProblem) -> str:
    assert isinstance(problem, TreeProblem)
    return "trees whose siblings are in order" if problem.ordered else ""


METHODS: tuple[Method, ...] = (
    Method("auto", "several ways at every node, the best kept", _auto),
    Method("exact", "all ways to group the children of a node, where they are few", _exact),
    Method(
        "two",
        "at most twice the optimum, the least possible in general",
        _two,
        refuses=_in_order_refused,
    ),
    Method("nodes", "single nodes of the tree alone, as most tools do", _nodes),
)
