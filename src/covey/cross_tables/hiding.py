"""Which cells of a table of counts are hidden, so that no small number can be derived.

Cells of 1 to k - 1 records are hidden first. What is left gives them away by subtraction, so that
others are hidden with them, as few records as possible. A cell is *protected* if, as far as the
published numbers tell, it can be as small as can be (1; for a total the number of its parts that
are not 0) and it can be k or more.

Two steps: for every cell the cheapest change of the table that keeps all sums shows what to hide
with it, one cell after the other (Kelly, Golden, Assad 1992); then the least set is looked for by
cuts: whatever protects a cell must hide some of the cells that keep it from changing (Fischetti,
Salazar 2000).

With three columns or more, a range in fractions can be wider than one in whole numbers. Ranges are
then found in whole numbers; the cuts still are in fractions, and so prove a bound, but what they
find is taken only if it protects in whole numbers as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core import milp
from covey.core.stop import Watch
from covey.cross_tables.cross_table import CrossTable, Sums
from covey.cross_tables.ranges import NEAR, NETWORK, program

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
    search = _Search(table, k)
    if not search.needs:
        return Hidden(search.small, 0, 0)
    cells = search.without_needless(search.patched(watch), watch)
    best = int(table.flat[cells].sum())
    found, bound = search.least(watch, best)
    if found is not None and int(table.flat[found].sum()) < best:
        cells, best = found, int(table.flat[found].sum())
    return Hidden(cells, best, min(bound, best))


class _Search:
    """Cells of nobody are published and cannot change: only the others are looked at."""

    def __init__(self, table: CrossTable, k: int) -> None:
        self.small = table.small(k)
        self._able = table.flat > 0
        self._sums: Sums = table.sums.among(self._able)
        self._values = table.flat[self._able].astype(np.float64)
        self._most = float(self._values.max(initial=0) + k)
        """No cell needs to grow by more: k for one cell is shared by all others of its sums."""
        self._at = np.flatnonzero(self._able)
        self._whole = table.values.ndim > NETWORK
        nothing = np.zeros(len(self._values))
        self._free = program(self._sums, np.zeros(self._sums.count), nothing, nothing)
        own = np.flatnonzero(self.small[self._able])
        room = (table.flat - table.least)[self._able]
        self.needs = [
            Need(int(cell), way, much)
            for cell in own.tolist()
            for way, much in ((1, k - int(self._values[cell])), (-1, int(room[cell])))
            if much > 0
        ]

    def _on_table(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        found = np.zeros(len(self._able), dtype=bool)
        found[self._at[cells]] = True
        return found

    def _limits(self, hidden: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How far every cell can change: to 1 at least, and only if it is hidden."""
        return np.where(hidden, 1 - self._values, 0.0), np.where(hidden, self._most, 0.0)

    def _reach(self, hidden: NDArray[np.bool_], need: Need) -> tuple[float, NDArray[np.float64]]:
        """How far a cell can change in fractions if these are hidden, and the prices that prove it:
        a price for every cell, so that any set of hidden cells lets this one change by at most
        the sum of their prices."""
        low, high = self._limits(hidden)
        every = np.arange(len(low), dtype=np.int32)
        self._free.changeColsBounds(len(low), every, low, high)
        self._free.changeColCost(need.cell, float(-need.way))
        self._free.run()
        far = -self._free.getInfo().objective_function_value
        dual = np.array(self._free.getSolution().col_dual)
        self._free.changeColCost(need.cell, 0.0)
        room = np.where(dual < 0, self._most, self._values - 1)
        return far, np.abs(dual) * room

    def _is_met(self, hidden: NDArray[np.bool_], need: Need) -> bool:
        if self._reach(hidden, need)[0] < need.much - NEAR:
            return False
        return not self._whole or self._is_met_in_whole_numbers(hidden, need)

    def _is_met_in_whole_numbers(self, hidden: NDArray[np.bool_], need: Need) -> bool:
        import highspy

        low, high = self._limits(hidden)
        # As far as it must, and no farther: whether that is possible is all that is asked.
        low[need.cell] = high[need.cell] = need.way * need.much
        solver = program(self._sums, np.zeros(self._sums.count), low, high, whole=True)
        solver.run()
        return bool(solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)

    def _protects(self, hidden: NDArray[np.bool_]) -> bool:
        return all(self._is_met(hidden, need) for need in self.needs)

    def patched(self, watch: Watch) -> NDArray[np.bool_]:
        """Enough cells, found need by need. If time is over, all cells are hidden."""
        hidden = self.small[self._able].copy()
        for done, need in enumerate(self.needs):
            watch.report(f"cells: {done:,} of {len(self.needs):,} ranges")
            if watch.expired:
                return np.ones_like(hidden)
            if not self._is_met(hidden, need):
                hidden |= self._cheapest_change(hidden, need)
        return hidden

    def _cheapest_change(self, hidden: NDArray[np.bool_], need: Need) -> NDArray[np.bool_]:
        """The cells of the cheapest change of the table in which the cell changes as it must.
        Every change has an upward and a downward part, with a variable for each."""
        many = len(self._values)
        both = Sums(
            np.concatenate([self._sums.row, self._sums.row]),
            np.concatenate([self._sums.cell, self._sums.cell + many]),
            np.concatenate([self._sums.sign, -self._sums.sign]),
            self._sums.count,
        )
        price = np.where(hidden, 0.0, self._values)
        low, high = (
            np.zeros(2 * many),
            np.concatenate([np.full(many, self._most), self._values - 1]),
        )
        up, down = need.cell, many + need.cell
        forward, back = (up, down) if need.way > 0 else (down, up)
        low[forward], high[forward], high[back] = need.much, max(need.much, high[forward]), 0.0
        solver = program(
            both, np.zeros(both.count), low, high, whole=self._whole, costs=np.tile(price, 2)
        )
        solver.run()
        moved = np.array(solver.getSolution().col_value) > NEAR
        return np.asarray(moved[:many] | moved[many:])

    def without_needless(self, hidden: NDArray[np.bool_], watch: Watch) -> NDArray[np.bool_]:
        """Without the cells that need not be hidden after all, those of most records first."""
        more = np.flatnonzero(hidden & ~self.small[self._able])
        more = more[np.argsort(-self._values[more], kind="stable")]
        for cell in more[: TRIES // len(self.needs)].tolist():
            if watch.expired:
                break
            hidden[cell] = False
            if not self._protects(hidden):
                hidden[cell] = True
        return self._on_table(hidden)

    def least(self, watch: Watch, known: int) -> tuple[NDArray[np.bool_] | None, int]:
        """The least set, if it was found in time, and a number of records that none is below."""
        own = self.small[self._able]
        bound = int(self._values[own].sum())
        cuts: list[tuple[NDArray[np.float64], int]] = []
        hidden = own.copy()
        for round_ in range(ROUNDS):
            watch.report(f"cells: the least set, round {round_ + 1}")
            new = self._cuts(hidden, watch)
            if watch.expired:
                return None, bound
            if not new:
                protects = not self._whole or self._protects(hidden)
                return self._on_table(hidden) if protects else None, bound
            cuts += new
            chosen = self._cheapest(cuts, own, watch)
            if chosen is None:
                return None, bound
            hidden = chosen
            bound = max(bound, int(self._values[hidden].sum()))
            if bound >= known:
                return None, known
        return None, bound

    def _cuts(
        self, hidden: NDArray[np.bool_], watch: Watch
    ) -> list[tuple[NDArray[np.float64], int]]:
        """For every need that is not met: prices of which hidden cells must have as much."""
        found = []
        for need in self.needs:
            if watch.expired:
                break
            far, prices = self._reach(hidden, need)
            if far < need.much - NEAR:
                # One hidden cell never has to give more than all that is needed.
                found.append((np.minimum(prices, need.much), need.much))
        return found

    def _cheapest(
        self, cuts: list[tuple[NDArray[np.float64], int]], own: NDArray[np.bool_], watch: Watch
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
        solver = milp.run(model, watch)
        if solver is None or solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        chosen = own.copy()
        chosen[free[np.array(solver.getSolution().col_value) > 0.5]] = True
        return chosen
