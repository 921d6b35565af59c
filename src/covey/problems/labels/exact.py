"""The exact solver: arc-flow bounds, then the integer program, within the time that is left."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.lower_bounds import certify, least_squares
from covey.core.result import Certificate
from covey.core.stop import Watch
from covey.problems.labels.arcflow import Graph, Model, Outcome, TooLarge, build_graph
from covey.problems.labels.bound import (
    Prices,
    Search,
    cap_of_squares,
    dearest_classes,
)
from covey.problems.labels.improve import rank
from covey.problems.labels.items import Items
from covey.problems.labels.problem import LabelProblem

SCALE = 10**6
"""Prices are whole multiples of one millionth, so that checking them needs no rounding."""

LARGEST = 2.0**59
"""The prices of all labels add up to less, so that 64 bits are enough: then they are multiples of
something larger."""


@dataclass(frozen=True)
class Proof:
    """The best bins by sorted position, what bounds them, and what there is to say about it."""

    bins: NDArray[np.int32]
    certificate: Certificate
    notes: tuple[str, ...] = ()


def exact(problem: LabelProblem, start: NDArray[np.int32], watch: Watch) -> Proof:
    """An optimal solution and its proof, or the best found when the time is up.

    max-size: the smallest maximum K at which the linear program is feasible bounds the optimum;
    from there upwards the integer program is asked for classes within [k, K], with the quadratic
    cost as the tie-break. quadratic: one integer program.
    """
    best = _Best(problem, start)
    try:
        if problem.objective == "quadratic":
            _improve_quadratic(best, watch)
        else:
            _improve_largest(best, watch)
    except TooLarge:
        best.notes.append(
            "the exact model is too large for this table; the bound and the answer are those of"
            " the balanced method"
        )
    return Proof(best.bins, best.certificate, tuple(best.notes))


def nothing_below(problem: LabelProblem, bound: int, seconds: float) -> bool | None:
    """Whether an exhaustive search finds no solution of a cost below ``bound``; None if it was not
    finished in time. A model that is too large was never solved by anybody."""
    try:
        if problem.objective == "quadratic":
            return _no_squares_below(problem, bound, seconds)
        if bound <= problem.k:
            return True
        graph = _graph(problem, bound - 1)
    except TooLarge:
        return False
    if graph is None:
        return True
    outcome = _plain(graph).solve(seconds).outcome
    return None if outcome is Outcome.CUT_OFF else outcome is Outcome.INFEASIBLE


def _no_squares_below(problem: LabelProblem, bound: int, seconds: float) -> bool | None:
    model = _quadratic_model(problem)
    if not model.exact:
        return False
    answer = model.solve(seconds)
    if answer.outcome is not Outcome.SOLVED:
        return None
    # The objective is a whole number, which HiGHS has up to a tolerance.
    squares = problem.items.unit**2 * round(answer.objective)
    return squares - problem.k * problem.total >= bound


class _Best:
    """The best bins and the best bound so far."""

    def __init__(self, problem: LabelProblem, bins: NDArray[np.int32]) -> None:
        self.problem = problem
        self.bins = bins
        self.rank = self._rank(bins)
        self.certificate = certify(problem, self.cost)
        self.notes: list[str] = []

    @property
    def cost(self) -> int:
        loads = self.problem.items.loads(self.bins)
        return self.problem.cost(loads)

    @property
    def proved(self) -> bool:
        return self.cost == self.certificate.bound

    def good_enough(self, watch: Watch) -> bool:
        return watch.satisfied(self.cost, self.certificate.bound) or watch.expired

    def _rank(self, bins: NDArray[np.int32]) -> tuple[int, int]:
        return rank(self.problem.items.loads(bins), self.problem.objective)

    def offer(self, bins: NDArray[np.int32] | None) -> None:
        # HiGHS may have been stopped with an answer that is worse than the start.
        if bins is not None and self._rank(bins) < self.rank:
            self.bins, self.rank = bins, self._rank(bins)

    def raise_bound(self, certificate: Certificate | None) -> None:
        if certificate is not None and certificate.bound > self.certificate.bound:
            self.certificate = certificate


def _improve_largest(best: _Best, watch: Watch) -> None:
    problem = best.problem
    unit = problem.items.unit
    if best.proved:
        _break_ties(best, watch)
        return
    watch.report("exact: bounding by linear programs")
    # Bisection: what is possible up to one size is possible up to a larger one, and every size that
    # is not possible leaves a proof.
    low, high = best.certificate.bound // unit, best.cost // unit
    while low < high and not best.good_enough(watch):
        middle = (low + high) // 2
        certificate, feasible = _largest_prices(problem, middle, watch)
        if feasible is None:
            break
        best.raise_bound(certificate)
        if feasible:
            high = middle
        else:
            low = middle + 1
    # From the bound upwards: the first size that has classes is the optimum, since all sizes below
    # it are proved to have none.
    while not best.good_enough(watch):
        largest = best.certificate.bound
        watch.report(f"exact: looking for classes of at most {largest:,} records")
        graph = _graph(problem, largest)
        if graph is None:
            # Sizes between this one and the next that a set of labels has need no search of their
            # own.
            best.raise_bound(Search(_next_size(problem, largest, best.cost)))
            continue
        answer = _plain(graph).solve(watch)
        best.offer(answer.bins)
        if answer.outcome is Outcome.INFEASIBLE:
            best.raise_bound(Search(_next_size(problem, largest, best.cost)))
        elif answer.outcome is Outcome.CUT_OFF:
            break
    if best.proved:
        _break_ties(best, watch)


def _next_size(problem: LabelProblem, largest: int, most: int) -> int:
    """The least weight above ``largest`` that a set of labels has; some set weighs ``most``."""
    items, unit = problem.items.reduced, problem.items.unit
    # Prices of 0: only the weights that sets of labels can have are asked for.
    free = np.zeros_like(items.distinct)
    found = dearest_classes(items.distinct, items.copies, free, most // unit)
    if found is None:
        return largest + unit
    # There is such a place: the classes of the best answer are sets, and its largest one is above.
    return unit * int(found[0][np.searchsorted(found[0], largest // unit, side="right")])


def _break_ties(best: _Best, watch: Watch) -> None:
    """The least quadratic cost among the solutions with the optimal maximum."""
    problem = best.problem
    if best.rank[1] == _least_quadratic(problem) or watch.expired:
        return
    watch.report("exact: breaking ties by the quadratic cost")
    graph = _graph(problem, best.cost)
    if graph is None:
        return
    answer = Model(graph, graph.end_weights.astype(np.float64) ** 2).solve(watch)
    best.offer(answer.bins)
    if answer.outcome is not Outcome.SOLVED:
        best.notes.append("the largest class is optimal; the tie-break was not searched to the end")


def _least_quadratic(problem: LabelProblem) -> int:
    items = problem.items.reduced
    return problem.items.unit**2 * least_squares(items.sizes, items.most_classes)


def _improve_quadratic(best: _Best, watch: Watch) -> None:
    problem = best.problem
    if best.proved:
        return
    model = _quadratic_model(problem)
    watch.report("exact: bounding by a linear program")
    best.raise_bound(_quadratic_prices(problem, model, watch))
    if best.good_enough(watch):
        return
    watch.report("exact: minimizing the quadratic cost")
    answer = model.solve(watch)
    best.offer(answer.bins)
    if answer.outcome is Outcome.SOLVED:
        best.raise_bound(Search(best.cost))


def _graph(problem: LabelProblem, largest: int) -> Graph | None:
    """The graph of classes up to ``largest`` in the problem's units; None if one cannot be."""
    items = problem.items.reduced
    most = largest // problem.items.unit
    if most < max(items.k, items.largest):
        return None
    graph = build_graph(items, items.k, most)
    return graph if len(graph.end_nodes) else None


def _plain(graph: Graph) -> Model:
    return Model(graph, np.zeros(len(graph.end_weights)))


def _quadratic_model(problem: LabelProblem) -> Model:
    items = problem.items.reduced
    graph = build_graph(items, items.k, cap_of_squares(items.distinct, items.copies, items.k))
    return Model(graph, graph.end_weights.astype(np.float64) ** 2)


def _largest_prices(
    problem: LabelProblem, cap: int, watch: Watch
) -> tuple[Prices | None, bool | None]:
    """Whether the linear program has classes of up to ``cap`` units; if not, prices that say so."""
    items = problem.items.reduced
    graph = build_graph(items, items.k, cap)
    if len(graph.end_nodes) == 0:
        # No set of labels weighs from k to the cap, so any prices above 0 prove that there are no
        # classes.
        prices = np.ones(len(items.distinct), dtype=np.int64)
    else:
        model = Model(graph, np.zeros(len(graph.end_weights)), may_omit=True)
        answer = model.solve_relaxation(watch)
        if answer.prices is None:
            return None, None
        # If this tolerance hides that something must be left out, a proof is lost, but none is
        # wrong: prices are checked in whole numbers below.
        if answer.objective < 1e-6:
            return None, True
        # Any multiple of the prices proves the same.
        most = float(np.abs(answer.prices).max()) * items.total
        # Rounded to whole numbers, so that the check needs no tolerance. What rounding spoils is
        # lowered below.
        prices = np.floor(answer.prices * min(SCALE, LARGEST / max(most, 1.0))).astype(np.int64)
    dearest = dearest_classes(items.distinct, items.copies, prices, cap)
    if dearest is None:
        return None, True
    prices = _lower(prices, items, _most(dearest[1][dearest[0] >= items.k]))
    found = Prices(problem.items.unit * (cap + 1), cap, 1, _pairs(items, prices))
    # Rounding may cost a proof that is very thin; then the linear program proves nothing here.
    return (found, False) if found.holds(problem) else (None, True)


def _quadratic_prices(problem: LabelProblem, model: Model, watch: Watch) -> Prices | None:
    answer = model.solve_relaxation(watch)
    if answer.prices is None:
        return None
    items, unit = model.graph.items, problem.items.unit
    cap = cap_of_squares(items.distinct, items.copies, items.k)
    most = max(float(np.abs(answer.prices).max()) * items.total, float(cap) ** 2)
    scale = int(min(SCALE, LARGEST / most))
    # Prices would all round to 0, which proves nothing.
    if scale < 1:
        return None
    prices = np.floor(answer.prices * scale).astype(np.int64)
    dearest = dearest_classes(items.distinct, items.copies, prices, cap)
    if dearest is None:
        return None
    excess = (dearest[1] - scale * dearest[0] ** 2)[dearest[0] >= items.k]
    prices = _lower(prices, items, _most(excess))
    least = -(-int((prices * items.copies).sum()) // scale)
    found = Prices(
        unit * unit * least - problem.k * problem.total, cap, scale, _pairs(items, prices)
    )
    return found if found.holds(problem) else None


def _most(excess: NDArray[np.int64]) -> int:
    return int(excess.max(initial=0))


def _lower(prices: NDArray[np.int64], items: Items, excess: int) -> NDArray[np.int64]:
    """Prices lowered in proportion to size until no class is too dear by ``excess``: every class
    weighs at least k."""
    return prices - max(0, -(-excess // items.k)) * items.distinct


def _pairs(items: Items, prices: NDArray[np.int64]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(items.distinct.tolist(), prices.tolist(), strict=True))
