"""What a reader can derive of the cells that are not published: the least and the most that each
can be, given all others and all sums.

The programs have whole numbers where sums alone do not make them so: with one or two columns the
equations are those of a network, and the ends of every range are whole numbers anyhow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InternalError
from covey.cross_tables.cross_table import Sums

if TYPE_CHECKING:
    import highspy

NETWORK = 2
"""Columns up to which the ends of ranges are whole numbers by themselves."""
# The tolerance of HiGHS for constraints is 1e-7: a difference below this is rounding.
NEAR = 1e-6


class Range(NamedTuple):
    """What a cell can be. ``most`` is infinite where nothing limits it."""

    least: float
    most: float


class Attack:
    """A reader who knows the equations, and of every hidden cell a ``lowest`` and a ``highest``
    number; ``sums`` are over the hidden cells alone, each of which adds up to its ``known``."""

    def __init__(
        self,
        sums: Sums,
        known: NDArray[np.float64],
        lowest: NDArray[np.float64],
        highest: NDArray[np.float64],
        *,
        whole: bool,
    ) -> None:
        self._solver = program(sums, known, lowest, highest)
        self._whole = program(sums, known, lowest, highest, whole=True) if whole else None

    def ranges(self, cells: Iterable[int]) -> Iterator[Range]:
        for cell in cells:
            yield Range(self.end(cell, -1), self.end(cell, 1))

    def end(self, cell: int, way: int) -> float:
        """The most that a cell can be (``way`` is 1), or the least (-1). In fractions first: where
        the table that has it is one of whole numbers, there is nothing more to find."""
        found = _end(self._solver, cell, way)
        if self._whole is None or not np.isfinite(found):
            return found
        # The whole table that reaches this end is in whole numbers, so the end is one as well.
        if without_fractions(np.array(self._solver.getSolution().col_value)):
            return found
        return _end(self._whole, cell, way)


def _end(solver: highspy.Highs, cell: int, way: int) -> float:
    import highspy

    solver.changeColCost(cell, float(-way))
    status = _status(solver)
    found = -way * solver.getInfo().objective_function_value
    # Back to no cost, so that the next cell starts from the same program.
    solver.changeColCost(cell, 0.0)
    if status == highspy.HighsModelStatus.kOptimal:
        return float(found)
    if status in _without_end():
        return way * np.inf
    raise InternalError(f"The range of a cell was not found: {status}.")


def _without_end() -> tuple[highspy.HighsModelStatus, ...]:
    """What HiGHS says of a cell that nothing limits. There always is a table, the one counted, so
    that what is unbounded or infeasible is unbounded."""
    import highspy

    return (
        highspy.HighsModelStatus.kUnbounded,
        highspy.HighsModelStatus.kUnboundedOrInfeasible,
    )


def _status(solver: highspy.Highs) -> highspy.HighsModelStatus:
    """How the program ends. From the basis of the program before it, HiGHS 1.15 does not always
    see that one is unbounded; from nothing it does."""
    import highspy

    solver.run()
    status = solver.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal and status not in _without_end():
        solver.clearSolver()
        solver.run()
        status = solver.getModelStatus()
    return status


def without_fractions(values: NDArray[np.float64]) -> bool:
    """Whether these are whole numbers, as far as a program can tell."""
    return bool((np.abs(values - np.round(values)) < NEAR).all())


def program(
    sums: Sums,
    known: NDArray[np.float64],
    lowest: NDArray[np.float64],
    highest: NDArray[np.float64],
    *,
    whole: bool = False,
    costs: NDArray[np.float64] | None = None,
) -> highspy.Highs:
    """HiGHS with these equations and limits."""
    import highspy

    count = len(lowest)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = count, sums.count
    model.col_cost_ = np.zeros(count) if costs is None else costs
    model.col_lower_, model.col_upper_ = lowest, highest
    model.row_lower_ = model.row_upper_ = known
    # HiGHS wants the matrix column by column: by cell, then by row.
    order = np.lexsort((sums.row, sums.cell))
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = np.searchsorted(sums.cell[order], np.arange(count + 1)).astype(np.int32)
    matrix.index_, matrix.value_ = sums.row[order].astype(np.int32), sums.sign[order]
    if whole:
        model.integrality_ = [highspy.HighsVarType.kInteger] * count
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    # One thread: the same answer on every machine.
    solver.setOptionValue("threads", 1)
    # An optimum that is only near would make a range too narrow or too wide.
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.passModel(model)
    return solver


def ranges_of_hidden(
    shape: tuple[int, ...],
    published: NDArray[np.int64],
    hidden: NDArray[np.bool_],
    asked: NDArray[np.bool_] | None = None,
) -> list[Range]:
    """The range of every hidden cell of a table that is asked for, in their order. A cell of nobody
    is published, so that a hidden one has 1 record or more."""
    every = Sums.of(shape)
    own = every.among(hidden)
    told = np.where(hidden, 0, published)
    # What the published numbers of each equation add up to; hidden ones make up for it.
    rest = np.zeros(every.count)
    np.add.at(rest, every.row, every.sign * told[every.cell])
    with_hidden = np.unique(every.row[hidden[every.cell]])
    many = int(hidden.sum())
    attack = Attack(
        own,
        -rest[with_hidden],
        # From 1 on, without an upper limit: nothing else is known of a hidden number.
        np.ones(many),
        np.full(many, np.inf),
        whole=len(shape) > NETWORK,
    )
    wanted = np.arange(many) if asked is None else np.flatnonzero(asked[hidden])
    return list(attack.ranges(wanted.tolist()))
