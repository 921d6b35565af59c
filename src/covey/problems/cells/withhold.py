"""Withholding records where that saves loss; if asked, first where it lowers the largest class.

Only whole combinations are withheld, from classes that keep k records and meet their requirements
without them. A withheld record is lost entirely, so one is worth withholding only if the others of
its class gain more: if it alone stretches a range, adds a label, or misses a value.

A larger allowance never gives a worse answer, and that by construction: which combinations would
go, and in which order, does not depend on the allowance. The allowance only decides how far along
that order one gets, and the best answer on the way is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from covey._native.cells import Columns
from covey.core.dataclass import dataclass
from covey.core.stop import Watch
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.hierarchy import Hierarchy
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.single import SingleSolution
from covey.requirements.requirement import spread_of

ROUNDS = 50
"""Combinations that may be taken from one class, at most."""

CAPS = 32
"""Sizes that the largest class may be brought down to, where requirements have to be checked for
each of them."""

WEIGHT_STEP = 8
"""Combinations of at most 1, 8, 64, ... records are also tried alone: a heavy combination early in
the order would use up the allowance, or exceed it, before the light ones have their turn."""

S = TypeVar("S", CellSolution, SingleSolution)


def withheld(problem: CellProblem, solution: S, watch: Watch) -> S:
    """The same cells without some of their combinations: the best answer, by :func:`best_of`, that
    the allowance pays for."""
    return best_of(problem, withholdings(problem, solution, watch))


def withholdings(problem: CellProblem, solution: S, watch: Watch) -> list[S]:
    """A solution, and what it becomes without some of its combinations, in several ways."""
    found = [solution]
    if problem.suppress == 0:
        return found
    for heaviest in _weight_limits(problem):
        # Each limit has a plan from the beginning: what is left of the allowance is its own.
        plan = Withholding(problem, solution, heaviest)
        if problem.suppress_for == "largest":
            plan.lower_largest()
        plan.save_loss(watch)
        found.append(plan.solution())
    return found


def best_of(problem: CellProblem, found: Sequence[S]) -> S:
    """The best of some answers, of which the first withholds nothing.

    Records that are withheld for the loss leave nobody worse off: of the answers that cost no more
    than the first, the one of least loss is taken.
    """
    if len(found) == 1:
        # To shrink the sets of a large map, only to compare an answer with itself, takes longer
        # than to solve.
        return found[0]
    if problem.suppress_for == "largest":
        return min(found, key=lambda each: rank(problem, each))
    ranked = [(rank(problem, each), each) for each in found]
    most = ranked[0][0][0]
    able = [(loss, cost, each) for (cost, loss), each in ranked if cost <= most]
    return min(able, key=lambda each: each[:2])[2]


def rank(problem: CellProblem, solution: CellSolution | SingleSolution) -> tuple[int, float]:
    """What makes one answer better than another: the cost, then the loss by what occurs in each
    class."""
    return problem.cost(solution.sizes), problem.loss(solution, tight=True)


def rare_gaps(problem: CellProblem) -> Iterator[NDArray[np.bool_]]:
    """Combinations that lack the values which fewer than k records lack together, the rarest
    first: one pattern of missing values, two, three, ..., as far as they may be withheld.

    A cell that holds them cannot be cut where they lack a value, so that a handful of records take
    that value from all others there.
    """
    if problem.suppress == 0 or problem.requirements:
        return
    # Patterns of missing values, and the pattern of every row.
    blocked = np.stack([axis.blocked for axis in problem.axes], axis=1)
    missing, number = np.unique(blocked, axis=0, return_inverse=True)
    sizes = np.zeros(len(missing), dtype=np.int64)
    np.add.at(sizes, number, problem.weights)
    rare = np.flatnonzero((sizes < problem.k) & missing.any(axis=1))
    rare = rare[np.argsort(sizes[rare], kind="stable")]
    # At least one class must be left.
    most = min(problem.suppress, problem.total - problem.k)
    affordable = int((np.cumsum(sizes[rare]) <= most).sum())
    for many in _growing(affordable, len(rare)):
        yield np.isin(number, rare[:many])


def _growing(affordable: int, every: int) -> list[int]:
    """Numbers up to the affordable one, which follow each other in growing steps and are the same
    whatever is affordable; also all, if that is.

    >>> _growing(8, 9), _growing(9, 9), _growing(7, 7)
    ([1, 2, 3, 4, 6], [1, 2, 3, 4, 6, 9], [1, 2, 3, 4, 6, 7])
    """
    found, many = [], 1
    while many <= affordable:
        found.append(many)
        many += max(1, many // 2)
    if affordable == every and every not in found and every:
        found.append(every)
    return found


def _weight_limits(problem: CellProblem) -> Iterator[int]:
    """The most records of a combination that is withheld: no limit, and each of the steps."""
    heaviest = int(problem.weights.max())
    yield heaviest
    limit = 1
    while limit < min(heaviest, problem.suppress + 1):
        # Up to the allowance only, and the same steps for every allowance.
        yield limit
        limit *= WEIGHT_STEP


@dataclass
class Withholding(Generic[S]):
    """Combinations of at most ``heaviest`` records that are taken from the classes of a
    solution."""

    problem: CellProblem
    before: S
    heaviest: int
    classes: NDArray[np.int32] = field(init=False)
    sizes: NDArray[np.int64] = field(init=False)
    left: int = field(init=False)
    columns: Columns = field(init=False)

    def __post_init__(self) -> None:
        problem, solution = self.problem, self.before
        self.classes = solution.classes.copy()
        self.sizes = solution.sizes.copy()
        # Less what is withheld already: a tree may have left rows out.
        self.left = problem.suppress - int(problem.weights[solution.classes < 0].sum())
        self.columns = problem.axis_table.native_columns(problem.axis_weights)

    def lower_largest(self) -> None:
        """Bring every class down to the least size that the allowance pays for."""
        largest = int(self.sizes.max())
        gains, members = self._gains()
        orders = _Orders(self, gains, members)
        if not self.problem.requirements:
            low = self.problem.k
            # What a cap costs only falls as the cap rises, so that halving finds the least one.
            while low < largest:
                cap = (low + largest) // 2
                if orders.cost(cap) <= self.left:
                    largest = cap
                else:
                    low = cap + 1
            self._take(orders.rows(largest))
            return
        # Whether a cap meets the requirements may change with every step, so that each is tried.
        # The caps do not depend on the allowance: a larger one tries the same and some lower ones.
        for cap in np.unique(np.linspace(self.problem.k, largest, CAPS).astype(np.int64)):
            if orders.cost(int(cap)) > self.left:
                continue
            start = self.classes.copy(), self.sizes.copy(), self.left
            rows = orders.rows(int(cap))
            self._take(rows)
            if self._meets():
                return
            self.classes, self.sizes, self.left = start

    def save_loss(self, watch: Watch) -> None:
        """Take one combination after the other that saves loss, until the allowance is used up.

        In a round every class gives its best combination, those that save most per record first.
        """
        closed = np.zeros(len(self.sizes), dtype=bool)
        if self.problem.suppress_for == "largest":
            # One largest class stays as it is, so that how large it is depends on the least size
            # alone that the allowance pays for. Otherwise a smaller allowance could have the
            # smaller largest class, by luck.
            closed[np.argmax(self.sizes)] = True
        for _ in range(ROUNDS):
            rows = self._round(closed)
            if not len(rows) or watch.expired:
                return
            withheld_so_far = np.cumsum(self.problem.weights[rows])
            if not self.problem.requirements:
                # A prefix of the round: to pass over an expensive row would make the order depend
                # on the allowance.
                affordable = rows[withheld_so_far <= self.left]
                self._take(affordable)
                if len(affordable) < len(rows):
                    return
                continue
            if not self._take_required(rows, withheld_so_far, closed):
                return

    def _take_required(
        self, rows: NDArray[np.int64], withheld_so_far: NDArray[np.int64], closed: NDArray[np.bool_]
    ) -> bool:
        """Take the rows of a round whose classes meet their requirements without them, and close
        the other classes; False, if the allowance ends within the round."""
        while len(rows):
            owner = self.classes[rows]
            bad = self._bad_without(rows)
            if not bad.any():
                break
            # Distances are those to the published table: if others fail, no row is taken.
            refused = bad[owner] if bad[owner].any() else np.ones(len(rows), dtype=bool)
            closed[owner[refused]] = True
            rows = rows[~refused]
            withheld_so_far = np.cumsum(self.problem.weights[rows])
        if not len(rows) or withheld_so_far[-1] <= self.left:
            self._take(rows)
            return True
        # The allowance ends within the round: the first 1, 2, 4, ... rows are tried, which do not
        # depend on it, and the most of them that are affordable and meet the requirements.
        for many in reversed([2**i for i in range(len(rows).bit_length())]):
            if withheld_so_far[many - 1] <= self.left and not self._bad_without(rows[:many]).any():
                self._take(rows[:many])
                break
        return False

    def _round(self, closed: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The best combination of every class, those that save most per record first."""
        gains, members = self._gains()
        owner = members.classes
        own = self.problem.weights[members.rows]
        fits = (gains > 0) & (self.sizes[owner] - own >= self.problem.k) & ~closed[owner]
        fits &= self._may_go(members.rows)
        places = np.flatnonzero(fits)
        saved = gains[places] / own[places]
        # By class, and in each the row that saves most for each of its records.
        order = np.lexsort((-saved, owner[places]))
        best = order[np.flatnonzero(np.diff(owner[places][order], prepend=-1))]
        best = best[np.argsort(-saved[best], kind="stable")]
        return members.rows[places[best]]

    def _may_go(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = ~self.problem.pinned[rows]
        found &= self.problem.weights[rows] <= self.heaviest
        return found

    def _take(self, rows: NDArray[np.int64]) -> None:
        weights = self.problem.weights[rows]
        np.subtract.at(self.sizes, self.classes[rows], weights)
        self.left -= int(weights.sum())
        self.classes[rows] = -1

    def _bad_without(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """The classes that do not meet a requirement without these rows."""
        classes = self.classes.copy()
        classes[rows] = -1
        bad = np.zeros(len(self.sizes), dtype=bool)
        for requirement in self.problem.requirements:
            spread, _ = spread_of(
                requirement,
                self.problem.sensitive,
                classes,
                self.problem.weights,
                self.problem.population,
            )
            bad |= ~requirement.met(spread)
        return bad

    def _meets(self) -> bool:
        return not self._bad_without(np.zeros(0, dtype=np.int64)).any()

    def _gains(self) -> tuple[NDArray[np.float64], ClassRows]:
        """The loss that is saved, in records, if a row is withheld: what the others of its class
        gain on ranges, labels and missing values, less what it loses itself."""
        members = ClassRows.of(self.classes, len(self.sizes))
        hierarchies = getattr(self.before, "hierarchies", None)
        if hierarchies is not None:
            return self._nested_gains(hierarchies, members), members
        gains = self.columns.savings(
            self.problem.axis_table.codes,
            self.problem.weights,
            members.rows,
            members.starts,
            self.sizes,
        )
        return gains, members

    def _nested_gains(
        self, hierarchies: Sequence[Hierarchy], members: ClassRows
    ) -> NDArray[np.float64]:
        """The same where a class has nodes of trees: the least ones around what is left."""
        of = members.classes
        own = self.problem.weights[members.rows]
        before, after = np.zeros(len(of)), np.zeros(len(of))
        for tree, weight in zip(hierarchies, self.problem.axis_weights, strict=True):
            before += weight * tree.penalties[tree.around(members)][of]
            after += weight * tree.penalties[tree.without_each(members)]
        size = self.sizes[of]
        gains: NDArray[np.float64] = size * before - (size - own) * after - own
        return gains

    def solution(self) -> S:
        return replace(self.before, classes=self.classes, sizes=self.sizes)


class _Orders:
    """For every class the order in which its combinations go while it is brought down: those that
    save most loss per record first, as long as k records are left. A lower cap takes more of the
    same order."""

    def __init__(
        self, plan: Withholding[S], gains: NDArray[np.float64], members: ClassRows
    ) -> None:
        self._sizes = plan.sizes.copy()
        self._weights = plan.problem.weights
        self._k = plan.problem.k
        self._members = members
        self._saved = gains / self._weights[members.rows]
        self._may_go = plan._may_go(members.rows)
        self._known: dict[int, tuple[NDArray[np.int64], NDArray[np.int64]]] = {}

    def cost(self, cap: int) -> float:
        """The records that go if no class may have more; infinite, if that cannot be."""
        total = 0
        for number in np.flatnonzero(self._sizes > cap).tolist():
            many = self._how_many(number, cap)
            if many is None:
                return np.inf
            total += int(self._order(number)[1][many])
        return total

    def rows(self, cap: int) -> NDArray[np.int64]:
        """The combinations that go if no class may have more."""
        found = [np.zeros(0, dtype=np.int64)]
        for number in np.flatnonzero(self._sizes > cap).tolist():
            many = self._how_many(number, cap)
            assert many is not None
            found.append(self._order(number)[0][: many + 1])
        return np.concatenate(found)

    def _how_many(self, number: int, cap: int) -> int | None:
        """The place in the order of a class at which it has no more than the cap."""
        gone = self._order(number)[1]
        place = int(np.searchsorted(gone, int(self._sizes[number]) - cap))
        return place if place < len(gone) else None

    def _order(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The combinations of a class in their order, and the records of all up to each."""
        if number not in self._known:
            begin, end = self._members.starts[number], self._members.starts[number + 1]
            rows = self._members.rows[begin:end]
            order = np.argsort(-self._saved[begin:end], kind="stable")
            order = order[self._may_go[begin:end][order]]
            spare = int(self._sizes[number]) - self._k
            taken, gone = [], [0]
            for row, weight in zip(
                rows[order].tolist(), self._weights[rows[order]].tolist(), strict=True
            ):
                # A combination that would take the class below k is passed over: a lighter one may
                # still fit.
                if gone[-1] + weight <= spare:
                    taken.append(row)
                    gone.append(gone[-1] + weight)
            self._known[number] = (
                np.array(taken, dtype=np.int64),
                np.array(gone[1:], dtype=np.int64),
            )
        return self._known[number]
