"""Which cells of a table of counts are hidden, so that no small number can be derived.

Cells of 1 to k - 1 records are hidden first. What is left gives them away by subtraction, so that
others are hidden with them, as few records as possible. A cell is *protected* if, as far as the
published numbers tell, it can be as small as can be (1; for a total the number of its parts that
are not 0) and it can be k or more.

Two steps: for every cell the cheapest change of the table that keeps all sums shows what to hide
with it, one cell after the other (Kelly, Golden, Assad 1992); then the least set is looked for by
cuts: whatever protects a cell must hide some of the cells that keep it from changing (Fischetti,
Salazar 2000).

With three columns or more, a range in fractions can be wider than one in whole numbers. A change in
fractions is looked for first, which is quick; where it is in whole numbers by itself, as most are,
it is one. Else whole numbers are looked for. The cuts are in fractions, and so prove a bound, but
what they find is taken only if it protects in whole numbers as well.

Where time does not suffice, coarse.py has an answer that needs none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core import milp
from covey.core.dataclass import dataclass
from covey.core.stop import Watch
from covey.cross_tables.coarse import coarse
from covey.cross_tables.cross_table import CrossTable, Sums
from covey.cross_tables.ranges import NEAR, NETWORK, program, without_fractions

if TYPE_CHECKING:
    import highspy

ROUNDS = 60
"""How often the program of the least set is solved again, with more cuts."""
TRIES = 4_000
"""Programs that are solved to find cells that need not be hidden: the same on every machine."""


@dataclass(frozen=True, eq=False)
class Hidden:
    """The cells that are hidden, how many records they have together, and a number of records that
    no other choice is below."""

    cells: NDArray[np.bool_]
    records: int
    lower_bound: int


@dataclass(frozen=True)
class Need:
    """A cell that must be able to change by ``much`` upwards (``way`` is 1) or downwards."""

    cell: int
    way: int
    much: int


def hide(table: CrossTable, k: int, watch: Watch) -> Hidden:
    """The cells to hide, found for any table: if nothing else helps, all of them are."""
    search = _Search(table, k, watch)
    if not search.needs:
        return Hidden(search.small, 0, 0)
    patched = search.patched()
    # Time is over before all needs are met: the answer that needs no time is published instead.
    if patched is None:
        watch.cut_off = True
        cells = coarse(table, k)
        records = int(table.flat[cells].sum())
        return Hidden(cells, records, int(table.flat[search.small].sum()))
    # Met one after the other, needs often hide cells that later ones make needless.
    cells = search.without_needless(patched)
    best = int(table.flat[cells].sum())
    found, bound = search.least(best)
    if found is not None and int(table.flat[found].sum()) < best:
        cells, best = found, int(table.flat[found].sum())
    # Rounding in the program may lift a bound above what was found: it is never reported above.
    return Hidden(cells, best, min(bound, best))


class _Search:
    """Cells of nobody are published and cannot change: only the others are looked at.

    A change of the table that meets a need is kept. It meets the need for as long as all of its
    cells are hidden, and mostly it meets other needs as well: few programs are solved.
    """

    def __init__(self, table: CrossTable, k: int, watch: Watch) -> None:
        self.small = table.small(k)
        self._watch = watch
        self._able = table.flat > 0
        # Equations between cells that are not 0. Zeros are published and never change.
        self._sums: Sums = table.sums.among(self._able)
        self._values = table.flat[self._able].astype(np.float64)
        self._most = float(self._values.max(initial=0) + k)
        """No cell needs to grow by more: k for one cell is shared by all others of its sums."""
        self._at = np.flatnonzero(self._able)
        self._whole = table.values.ndim > NETWORK
        nothing = np.zeros(len(self._values))
        # One program for all questions in fractions: only its limits and costs change, so that
        # HiGHS starts from the answer before.
        self._free = program(self._sums, np.zeros(self._sums.count), nothing, nothing)
        self._both = self._in_two_parts()
        own = np.flatnonzero(self.small[self._able])
        room = (table.flat - table.least)[self._able]
        # Two for each small cell: up to k, and down to the least that it can be.
        self.needs = [
            Need(int(cell), way, much)
            for cell in own.tolist()
            for way, much in ((1, k - int(self._values[cell])), (-1, int(room[cell])))
            if much > 0
        ]
        self._cells = np.array([need.cell for need in self.needs], dtype=np.int64)
        # With its sign: the change that meets the need.
        self._least = np.array([need.way * need.much for need in self.needs], dtype=np.float64)
        self._changed: list[NDArray[np.int64] | None] = [None] * len(self.needs)
        """For each need the cells of a change that meets it."""
        self._solved = 0

    def _on_table(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        found = np.zeros(len(self._able), dtype=bool)
        found[self._at[cells]] = True
        return found

    def _limits(self, hidden: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How far every cell can change: to 1 at least, and only if it is hidden."""
        return np.where(hidden, 1 - self._values, 0.0), np.where(hidden, self._most, 0.0)

    def _run(self, solver: highspy.Highs) -> bool:
        """Whether the program was solved, in the time that is left."""
        import highspy

        self._solved += 1
        # From the basis of the program before, HiGHS sometimes ends without an answer. A second run
        # starts from nothing.
        for again in (False, True):
            if again:
                solver.clearSolver()
            left = self._watch.remaining
            if np.isfinite(left):
                # The clock of HiGHS goes on from run to run, and the limit is one for all of them.
                solver.setOptionValue("time_limit", solver.getRunTime() + max(0.01, left))
            solver.run()
            status = solver.getModelStatus()
            if status == highspy.HighsModelStatus.kOptimal:
                return True
            if status == highspy.HighsModelStatus.kInfeasible or self._watch.expired:
                return False
        return False

    def _reach(self, hidden: NDArray[np.bool_], need: Need) -> tuple[float, NDArray[np.float64]]:
        """How far a cell can change in fractions if these are hidden, and the prices that prove it:
        a price for every cell, so that any set of hidden cells lets this one change by at most
        the sum of their prices. Infinite, if it is not known."""
        self._bound(*self._limits(hidden))
        # HiGHS minimizes: the negated way makes the cell as large, or as small, as can be.
        self._free.changeColCost(need.cell, float(-need.way))
        is_known = self._run(self._free)
        far = -self._free.getInfo().objective_function_value if is_known else np.inf
        dual = np.array(self._free.getSolution().col_dual)
        self._free.changeColCost(need.cell, 0.0)
        # How far each cell could move if it were hidden. By duality, price times room bounds what
        # hiding it adds to the reach.
        room = np.where(dual < 0, self._most, self._values - 1)
        return far, np.abs(dual) * room

    def _bound(self, low: NDArray[np.float64], high: NDArray[np.float64]) -> None:
        every = np.arange(len(low), dtype=np.int32)
        self._free.changeColsBounds(len(low), every, low, high)

    def _is_met(self, hidden: NDArray[np.bool_], number: int) -> bool:
        kept = self._changed[number]
        if kept is not None and hidden[kept].all():
            return True
        need = self.needs[number]
        low, high = self._limits(hidden)
        # As far as it must, and no farther: whether that is possible is all that is asked.
        low[need.cell] = high[need.cell] = need.way * need.much
        self._bound(low, high)
        if not self._run(self._free):
            return False
        change = np.array(self._free.getSolution().col_value)
        if self._whole and not without_fractions(change):
            # No change is made in fractions: the question is asked again in whole numbers.
            solver = program(self._sums, np.zeros(self._sums.count), low, high, whole=True)
            if not self._run(solver):
                return False
            change = np.array(solver.getSolution().col_value)
        self._keep(change, hidden)
        return True

    def _keep(self, change: NDArray[np.float64], hidden: NDArray[np.bool_]) -> None:
        """Remember a change for all needs that it meets and that have none."""
        cells = np.flatnonzero(np.abs(change) > NEAR)
        own = change[self._cells]
        met = np.where(self._least > 0, own >= self._least - NEAR, own <= self._least + NEAR)
        for number in np.flatnonzero(met).tolist():
            kept = self._changed[number]
            if kept is None or not hidden[kept].all():
                self._changed[number] = cells

    def _protects(self, hidden: NDArray[np.bool_]) -> bool:
        return all(self._is_met(hidden, number) for number in range(len(self.needs)))

    def patched(self) -> NDArray[np.bool_] | None:
        """Enough cells, found need by need; None, if time is over before."""
        # Small cells are hidden in any case.
        hidden = self.small[self._able].copy()
        for number in range(len(self.needs)):
            self._watch.report(f"cells: {number:,} of {len(self.needs):,} ranges")
            if self._watch.expired:
                return None
            if not self._is_met(hidden, number):
                # In fractions first, which is quick; in whole numbers only if its cells do not
                # suffice.
                for whole in (False, True) if self._whole else (False,):
                    change = self._cheapest_change(hidden, self.needs[number], whole=whole)
                    if change is None:
                        return None
                    # Where it has fractions, its cells mostly have a change in whole numbers, too.
                    more = hidden | (np.abs(change) > NEAR)
                    if self._is_met(more, number):
                        break
                else:
                    return None
                hidden = more
        return hidden

    def _in_two_parts(self) -> Sums:
        """The sums of changes, which have an upward and a downward part: a variable for each."""
        many = len(self._values)
        return Sums(
            np.concatenate([self._sums.row, self._sums.row]),
            np.concatenate([self._sums.cell, self._sums.cell + many]),
            np.concatenate([self._sums.sign, -self._sums.sign]),
            self._sums.count,
        )

    def _cheapest_change(
        self, hidden: NDArray[np.bool_], need: Need, *, whole: bool
    ) -> NDArray[np.float64] | None:
        """The cheapest change of the table in which the cell changes as it must; None, if time is
        over before it is found."""
        many = len(self._values)
        # Cells that are hidden already cost nothing; a new one costs its records if it changes by
        # one, and more if by more.
        price = np.where(hidden, 0.0, self._values)
        low, high = (
            np.zeros(2 * many),
            np.concatenate([np.full(many, self._most), self._values - 1]),
        )
        up, down = need.cell, many + need.cell
        forward, back = (up, down) if need.way > 0 else (down, up)
        # The cell moves by what it needs at least, and not back at the same time.
        low[forward], high[forward], high[back] = need.much, max(need.much, high[forward]), 0.0
        solver = program(
            self._both,
            np.zeros(self._both.count),
            low,
            high,
            whole=whole,
            costs=np.tile(price, 2),
        )
        if not self._run(solver):
            return None
        moved = np.array(solver.getSolution().col_value)
        return np.asarray(moved[:many] - moved[many:])

    def without_needless(self, hidden: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Without the cells that need not be hidden after all, those of most records first."""
        more = np.flatnonzero(hidden & ~self.small[self._able])
        more = more[np.argsort(-self._values[more], kind="stable")]
        # Counted in programs, not in seconds, so that the answer does not depend on the machine.
        until = self._solved + TRIES
        for cell in more.tolist():
            if self._solved > until or self._watch.expired:
                break
            # Changes that were found for a choice that is not taken are forgotten again.
            kept = list(self._changed)
            hidden[cell] = False
            if not self._protects(hidden):
                hidden[cell] = True
                self._changed = kept
        return self._on_table(hidden)

    def least(self, known: int) -> tuple[NDArray[np.bool_] | None, int]:
        """The least set, if it was found in time, and a number of records that none is below."""
        own = self.small[self._able]
        # Small cells are hidden by every answer.
        bound = int(self._values[own].sum())
        cuts: list[tuple[NDArray[np.float64], int]] = []
        hidden = own.copy()
        for round_ in range(ROUNDS):
            self._watch.report(f"cells: the least set, round {round_ + 1}")
            new = self._cuts(hidden)
            if self._watch.expired:
                return None, bound
            # No cut is violated: in fractions the set protects, and it is the cheapest that
            # satisfies all cuts. It is taken only if a change meets every need: in whole numbers
            # there may be none, and a program that ended without an answer gave no cut.
            if not new:
                return self._on_table(hidden) if self._protects(hidden) else None, bound
            cuts += new
            chosen = self._cheapest(cuts, own)
            if chosen is None:
                return None, bound
            hidden = chosen
            bound = max(bound, int(self._values[hidden].sum()))
            # The set that is known already is proved to be least.
            if bound >= known:
                return None, known
        return None, bound

    def _cuts(self, hidden: NDArray[np.bool_]) -> list[tuple[NDArray[np.float64], int]]:
        """For every need that is not met: prices of which hidden cells must have as much."""
        found = []
        for need in self.needs:
            if self._watch.expired:
                break
            far, prices = self._reach(hidden, need)
            if far < need.much - NEAR:
                # One hidden cell never has to give more than all that is needed.
                found.append((np.minimum(prices, need.much), need.much))
        return found

    def _cheapest(
        self, cuts: list[tuple[NDArray[np.float64], int]], own: NDArray[np.bool_]
    ) -> NDArray[np.bool_] | None:
        """The cells of fewest records that satisfy all cuts, those of small numbers among them."""
        import highspy

        free = np.flatnonzero(~own)
        rows, columns, values, low = [], [], [], []
        for at, (prices, much) in enumerate(cuts):
            places = np.flatnonzero(prices[free] > NEAR)
            rows.append(np.full(len(places), at))
            columns.append(places)
            # A little more than the price: rounding must not cut off what is just enough.
            values.append(prices[free][places] * (1 + NEAR))
            low.append(much - float(prices[own].sum()))
        model = milp.build(
            self._values[free],
            np.concatenate(rows),
            np.concatenate(columns),
            np.concatenate(values),
            np.array(low),
            np.full(len(cuts), np.inf),
            integral=True,
        )
        model.col_upper_ = np.ones(len(free))
        solver = milp.run(model, self._watch)
        if solver is None or solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        chosen = own.copy()
        chosen[free[np.array(solver.getSolution().col_value) > 0.5]] = True
        return chosen
