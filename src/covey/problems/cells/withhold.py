"""Withholding records: first where it lowers the largest class, then where it saves most loss.

Only whole combinations are withheld, from classes that keep k records and meet their requirements
without them. A withheld record is lost entirely, so one is worth withholding only if the others of
its class gain more: if it alone stretches a range, adds a label, or misses a value.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel, wide
from covey.core.stop import Watch
from covey.problems.cells.columns import AREAS, LABELS, Columns
from covey.problems.cells.derive import Members
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.single import SingleSolution
from covey.problems.cells.weigh.worth import size_loss
from covey.requirements.requirement import spread_of

ROUNDS = 50
"""Combinations that may be taken from one class, at most."""


S = TypeVar("S", CellSolution, SingleSolution)


def withheld(problem: CellProblem, solution: S, watch: Watch, *, lower: bool = True) -> S:
    """The same cells without some of their combinations. Without ``lower``, only those whose
    absence saves loss: to bring down the largest class may cost some."""
    if problem.suppress == 0:
        return solution
    peel = Peel(problem, solution)
    if lower:
        peel.lower_largest()
    for _ in range(ROUNDS):
        if watch.expired or not peel.save_loss():
            break
    return peel.solution()


def rare_gaps(problem: CellProblem) -> NDArray[np.bool_] | None:
    """Combinations that lack the values which fewer than k records lack together, the rarest first
    and as far as they may be withheld; None, if there are none. A cell that holds them cannot be
    cut where they lack a value, so that a handful take it from all others there."""
    if problem.suppress == 0 or problem.requirements:
        return None
    missing, number = np.unique(problem.layout.codes < 0, axis=0, return_inverse=True)
    sizes = np.zeros(len(missing), dtype=np.int64)
    np.add.at(sizes, number, problem.weights)
    rare = np.flatnonzero((sizes < problem.k) & missing.any(axis=1))
    rare = rare[np.argsort(sizes[rare], kind="stable")]
    most = min(problem.suppress, problem.total - problem.k)
    rare = rare[np.cumsum(sizes[rare]) <= most]
    found: NDArray[np.bool_] = np.isin(number, rare)
    return found if len(rare) else None


class Peel(Generic[S]):
    def __init__(self, problem: CellProblem, solution: S) -> None:
        self.problem = problem
        self.before: S = solution
        self.classes = solution.classes.copy()
        self.sizes = solution.sizes.copy()
        self.left = problem.suppress - int(problem.weights[solution.classes < 0].sum())
        self.columns = problem.layout.columns(problem.axis_weights)

    def lower_largest(self) -> None:
        """Bring every class down to the least size for which the records suffice."""
        start = self.classes, self.sizes, self.left
        largest = int(self.sizes.max())
        low = max(self.problem.k, self._reachable())
        while low < largest:
            cap = (low + largest) // 2
            self.classes, self.sizes, self.left = start[0].copy(), start[1].copy(), start[2]
            if self._lower_to(cap):
                largest = cap
            else:
                low = cap + 1
        self.classes, self.sizes, self.left = start[0].copy(), start[1].copy(), start[2]
        if largest < int(start[1].max()):
            self._lower_to(largest)

    def _reachable(self) -> int:
        """No size below this can be reached: not even single records would suffice."""
        sizes = np.sort(self.sizes)
        more = np.cumsum(sizes[::-1]) - sizes[::-1] * np.arange(1, len(sizes) + 1)
        enough = np.flatnonzero(more <= self.left)
        last = int(enough[-1])
        over = int(sizes[::-1][: last + 1].sum()) - self.left
        return max(0, -(-over // (last + 1)))

    def _lower_to(self, cap: int) -> bool:
        over = np.flatnonzero(self.sizes > cap)
        gains, members = self._gains()
        weights = self.problem.weights
        touched = np.zeros(len(self.sizes), dtype=bool)
        for number in over.tolist():
            rows = members.rows[members.starts[number] : members.starts[number + 1]]
            gain = gains[members.starts[number] : members.starts[number + 1]] / weights[rows]
            for row in rows[np.argsort(-gain, kind="stable")].tolist():
                weight = int(weights[row])
                if self.sizes[number] <= cap:
                    break
                fits = self.sizes[number] - weight >= self.problem.k and weight <= self.left
                if fits and not self.problem.pinned[row]:
                    self._withhold(row)
            if self.sizes[number] > cap:
                return False
            touched[number] = True
        return not self._refused(touched).any()

    def save_loss(self) -> bool:
        """Take one combination from every class where that saves loss, the most per record first;
        False, if there is none."""
        gains, members = self._gains()
        weights = self.problem.weights
        owner = members.classes
        own = weights[members.rows]
        fits = (gains > 0) & (self.sizes[owner] - own >= self.problem.k) & (own <= self.left)
        fits &= ~self.problem.pinned[members.rows]
        places = np.flatnonzero(fits)
        worth = gains[places] / own[places]
        # The best of each class, then the best of these.
        order = np.lexsort((-worth, owner[places]))
        best = order[np.flatnonzero(np.diff(owner[places][order], prepend=-1))]
        start = self.classes.copy(), self.sizes.copy(), self.left
        touched = np.zeros(len(self.sizes), dtype=bool)
        for at in best[np.argsort(-worth[best], kind="stable")].tolist():
            row = int(members.rows[places[at]])
            if int(weights[row]) <= self.left:
                touched[self.classes[row]] = True
                self._withhold(row)
        if not touched.any():
            return False
        bad = self._refused(touched)
        if bad.any():
            kept = self.classes.copy()
            undone = np.isin(start[0], np.flatnonzero(bad)) & (kept < 0)
            self.classes[undone] = start[0][undone]
            np.add.at(self.sizes, self.classes[undone], weights[undone])
            self.left += int(weights[undone].sum())
            # What is refused once would be tried for ever.
            return bool((touched & ~bad).any()) and not bad.any()
        return True

    def _withhold(self, row: int) -> None:
        weight = int(self.problem.weights[row])
        self.sizes[self.classes[row]] -= weight
        self.left -= weight
        self.classes[row] = -1

    def _refused(self, touched: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The touched classes that do not meet a requirement any more. Distances are those to the
        published table, so that every class may fail."""
        bad = np.zeros(len(self.sizes), dtype=bool)
        for requirement in self.problem.requirements:
            spread, _ = spread_of(
                requirement,
                self.problem.sensitive,
                self.classes,
                self.problem.weights,
                self.problem.population,
            )
            failed = ~requirement.met(spread)
            bad |= failed & touched
            if (failed & ~touched).any():
                bad |= touched
        return bad

    def _gains(self) -> tuple[NDArray[np.float64], Members]:
        members = Members.of(self.classes, len(self.sizes))
        return savings(
            self.problem.layout.codes,
            self.problem.weights,
            members.rows,
            members.starts,
            self.sizes,
            self.columns,
        ), members

    def solution(self) -> S:
        return replace(self.before, classes=self.classes, sizes=self.sizes)


@kernel
def savings(
    codes: NDArray[np.int32],
    weights: NDArray[np.int64],
    rows: NDArray[np.int64],
    starts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    columns: Columns,
) -> NDArray[np.float64]:
    """The loss that is saved, in records, if a row is withheld: what the others of its class gain
    on ranges, labels and missing values, less what it loses itself."""
    found = np.zeros(len(rows), np.float64)
    widest = 0
    for column in range(len(columns.kinds)):
        widest = max(widest, columns.sizes[column])
    tally = np.zeros(widest, np.int64)
    for c in range(len(starts) - 1):
        begin = starts[c]
        end = starts[c + 1]
        lost = 0.0
        for column in range(len(columns.kinds)):
            lost += stretched(codes, rows, begin, end, column, columns, tally, found)
        for i in range(begin, end):
            own = weights[rows[i]]
            found[i] = (sizes[c] - own) * found[i] - own * (1.0 - lost)
    return found


@kernel
def stretched(
    codes: NDArray[np.int32],
    rows: NDArray[np.int64],
    begin: int,
    end: int,
    column: int,
    columns: Columns,
    tally: NDArray[np.int64],
    found: NDArray[np.float64],
) -> float:
    """The loss of a record of the class on this column; rows that alone are to blame for a part of
    it have that part added to what is found."""
    low = wide(2147483647)
    next_low = low
    high = wide(-1)
    next_high = high
    missing = 0
    one_missing = begin
    one_present = begin
    for i in range(begin, end):
        code = wide(codes[rows[i], column])
        if code < 0:
            missing += 1
            one_missing = i
            continue
        one_present = i
        if code < low:
            next_low = low
            low = code
        else:
            next_low = min(next_low, code)
        if code > high:
            next_high = high
            high = code
        else:
            next_high = max(next_high, code)
    kind = columns.kinds[column]
    scale = columns.scale[column]
    at = columns.at[column]
    many = end - begin
    if missing == many or (missing == 0 and kind == AREAS):
        return 0.0
    if kind == LABELS:
        distinct = 0
        for i in range(begin, end):
            code = codes[rows[i], column]
            distinct += tally[code] == 0
            tally[code] += 1
        for i in range(begin, end):
            if tally[codes[rows[i], column]] == 1:
                found[i] += (size_loss(distinct) - size_loss(distinct - 1)) * scale
        for i in range(begin, end):
            tally[codes[rows[i], column]] = 0
        return float(size_loss(distinct) * scale)
    width = 0.0
    if kind != AREAS:
        width = (columns.positions[at + high] - columns.positions[at + low]) * scale
    if missing > 0:
        if missing == 1:
            found[one_missing] += columns.worth[column] - width
        elif missing == many - 1:
            found[one_present] += columns.worth[column]
        return float(columns.worth[column])
    if many > 1:
        for i in range(begin, end):
            code = wide(codes[rows[i], column])
            if code == low and next_low > low:
                gap = columns.positions[at + next_low] - columns.positions[at + low]
                found[i] += gap * scale
            elif code == high and next_high < high:
                gap = columns.positions[at + high] - columns.positions[at + next_high]
                found[i] += gap * scale
    return float(width)
