"""Integer programs in HiGHS: how they are run, whatever they are about."""

from __future__ import annotations

import math
import time
from threading import Thread
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core.stop import Watch

if TYPE_CHECKING:
    import highspy


Limit = float | Watch
"""Seconds, or a watch, which remembers that its time ended the search."""

GRACE = 0.25
"""Seconds that HiGHS may take beyond its time limit before it is interrupted: some of its parts
do not look at the clock."""

REACTION = 0.5
"""Seconds in which an interrupted HiGHS must stop. One that does not is left to itself: its thread
goes on, but nobody waits for it."""

# Doubles hold every whole number up to here.
EXACT_UP_TO = 2**53

_abandoned: list[Thread] = []
"""Those whose solvers did not stop."""


def run(program: highspy.HighsLp, limit: Limit, nodes: int | None = None) -> highspy.Highs | None:
    """Solve to the end, to the time limit, or until so many nodes of the search tree were looked
    at, which is the same on every machine. Charges are whole numbers; Ctrl-C is heard.

    It returns at most GRACE + REACTION seconds after the limit: None, if HiGHS has not stopped.
    """
    import highspy

    if not isinstance(limit, Watch):
        return _run(program, limit, nodes)
    solver = _run(program, limit.remaining, nodes)
    stopped = (highspy.HighsModelStatus.kTimeLimit, highspy.HighsModelStatus.kInterrupt)
    if solver is None or solver.getModelStatus() in stopped:
        limit.cut_off = True
    return solver


def _run(program: highspy.HighsLp, seconds: float, nodes: int | None) -> highspy.Highs | None:
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    # One thread: the same answer on every machine.
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_rel_gap", 0.0)
    # Charges are whole numbers, so a gap below 1 is none.
    solver.setOptionValue("mip_abs_gap", 0.5)
    # Rows are sums of whole numbers: what is feasible must be so exactly.
    solver.setOptionValue("mip_feasibility_tolerance", 1e-9)
    solver.setOptionValue("primal_feasibility_tolerance", 1e-9)
    if math.isfinite(seconds):
        solver.setOptionValue("time_limit", max(0.01, seconds))
    if nodes is not None:
        solver.setOptionValue("mip_max_nodes", nodes)
    solver.passModel(program)
    # Without this, HiGHS has no callbacks that could stop it from outside.
    solver.HandleUserInterrupt = True
    began = time.monotonic()
    if not _solve(solver, seconds):
        return None
    if solver.getModelStatus() == highspy.HighsModelStatus.kSolveError:
        # HiGHS 1.15 fails on some infeasible covers after presolving them.
        solver.clearSolver()
        solver.setOptionValue("presolve", "off")
        # The second run has what the first has left of the time: HiGHS starts its clock again.
        left = max(0.01, seconds - (time.monotonic() - began))
        if math.isfinite(left):
            solver.setOptionValue("time_limit", left)
        if not _solve(solver, left):
            return None
    return solver


def _solve(solver: highspy.Highs, seconds: float) -> bool:
    """Whether HiGHS stopped in time, by itself or because it was interrupted."""
    failed: list[Exception] = []

    # An error in another thread would be printed and forgotten: it is handed over, and raised
    # below.
    def solve() -> None:
        try:
            solver.solve()
        except Exception as error:
            failed.append(error)

    # Not highspy's startSolve: its lock is one for all solvers, so one given up stops all others.
    at_work = Thread(target=solve, daemon=True)
    at_work.start()
    try:
        at_work.join(seconds + GRACE if math.isfinite(seconds) else None)
    except BaseException:
        # Ctrl-C while HiGHS is at work.
        _interrupt(solver, at_work)
        raise
    if at_work.is_alive() and not _interrupt(solver, at_work):
        return False
    if failed:
        raise failed[0]
    return True


def _interrupt(solver: highspy.Highs, at_work: Thread) -> bool:
    """Ask HiGHS to stop, and wait a little: whether it did. Its callbacks look for it between two
    iterations, which in a large program can take long."""
    solver.cancelSolve()
    at_work.join(REACTION)
    if at_work.is_alive():
        _abandoned.append(at_work)
        return False
    return True


def build(
    charges: NDArray[np.float64],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    values: NDArray[np.float64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    *,
    integral: bool,
) -> highspy.HighsLp:
    """A program over variables of 0 or more: low <= matrix <= high, least charges."""
    import highspy

    count = len(charges)
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = count, len(low)
    program.col_cost_ = charges
    program.col_lower_ = np.zeros(count)
    program.col_upper_ = np.full(count, highspy.kHighsInf)
    program.row_lower_, program.row_upper_ = low, high
    # HiGHS takes the matrix column by column, rows ascending within each.
    order = np.lexsort((rows, columns))
    matrix = program.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = np.searchsorted(columns[order], np.arange(count + 1)).astype(np.int32)
    matrix.index_, matrix.value_ = rows[order].astype(np.int32), values[order]
    if integral:
        program.integrality_ = [highspy.HighsVarType.kInteger] * count
    return program


def is_exact(charges: NDArray[np.float64] | NDArray[np.int64], places: int) -> bool:
    """Whether so many charges are added up exactly in doubles, in which HiGHS counts. Above 2^53 it
    cannot tell the best choice from the second best."""
    return float(np.abs(charges).max(initial=0)) * places < EXACT_UP_TO


def exact_cover(
    sets: list[list[int]],
    places: int,
    charges: NDArray[np.float64] | NDArray[np.int64],
    limit: Limit,
    nodes: int | None = None,
) -> tuple[list[int] | None, bool]:
    """The cheapest choice of sets that cover every place exactly once, and whether the program was
    solved: without a choice, that there is none."""
    import highspy

    rows = np.array([place for members in sets for place in members], dtype=np.int64)
    lengths = np.array([len(members) for members in sets], dtype=np.int64)
    columns = np.repeat(np.arange(len(sets)), lengths)
    # A place that no set has cannot be covered. HiGHS need not be asked.
    if len(np.unique(rows)) < places:
        return None, True
    once = np.ones(places)
    program = build(
        np.asarray(charges, dtype=np.float64), rows, columns, np.ones(len(rows)), once, once,
        integral=True,
    )  # fmt: skip
    solver = run(program, limit, nodes)
    if solver is None:
        return None, False
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None, True
    # Where time was over there may be a choice all the same. It is valid, but not proved the
    # cheapest.
    feasible = highspy.SolutionStatus.kSolutionStatusFeasible
    if solver.getInfo().primal_solution_status != feasible:
        return None, False
    # HiGHS keeps whole numbers up to a tolerance.
    chosen = np.flatnonzero(np.array(solver.getSolution().col_value) > 0.5)
    optimal = status == highspy.HighsModelStatus.kOptimal
    return chosen.tolist(), optimal and is_exact(charges, places)
