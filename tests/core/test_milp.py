"""Integer programs: what they answer, and that a time limit holds whatever HiGHS does."""

from __future__ import annotations

import time
from threading import Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from covey.core import milp
from covey.core.stop import Stop

LONG = 120.0
"""Seconds that a solver would take which nobody stops."""


def deaf(*, hears: bool) -> Any:
    """A solver that does not look at the clock. It stops if it is interrupted, or never."""
    ended = Event()
    return SimpleNamespace(
        ended=ended,
        solve=lambda: ended.wait(LONG),
        cancelSolve=ended.set if hears else lambda: None,
    )


def test_a_solver_that_overruns_its_limit_is_interrupted() -> None:
    began = time.monotonic()
    assert milp._solve(deaf(hears=True), 0.05)
    assert time.monotonic() - began < LONG / 2


def test_nobody_waits_for_a_solver_that_does_not_stop() -> None:
    solver = deaf(hears=False)
    began = time.monotonic()
    assert not milp._solve(solver, 0.05)
    assert time.monotonic() - began < LONG / 2
    assert any(thread.is_alive() for thread in milp._abandoned)
    solver.ended.set()
    for thread in milp._abandoned:
        thread.join()


def test_the_limit_is_kept_within_a_second() -> None:
    """What is waited for beyond the limit is the sum of the two constants."""
    assert milp.GRACE + milp.REACTION < 1


def test_a_second_run_has_only_what_the_first_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    import highspy

    given: list[float] = []

    def solve(solver: Any, seconds: float) -> bool:
        given.append(seconds)
        monkeypatch.setattr(time, "monotonic", lambda: 106.0)
        return True

    monkeypatch.setattr(milp, "_solve", solve)
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    monkeypatch.setattr(
        highspy.Highs, "getModelStatus", lambda self: highspy.HighsModelStatus.kSolveError
    )
    milp._run(cover([[0]], 1), 10.0, None)
    assert given == [10.0, 4.0]


def test_an_error_of_the_solver_is_not_lost() -> None:
    def fail() -> None:
        raise ArithmeticError("broken")

    broken: Any = SimpleNamespace(solve=fail)
    with pytest.raises(ArithmeticError, match="broken"):
        milp._solve(broken, 1.0)


def cover(sets: list[list[int]], places: int) -> Any:
    rows = np.array([place for members in sets for place in members], dtype=np.int64)
    columns = np.repeat(np.arange(len(sets)), [len(members) for members in sets])
    once = np.ones(places)
    return milp.build(
        np.ones(len(sets)), rows, columns, np.ones(len(rows)), once, once, integral=True
    )


def test_the_cheapest_exact_cover_is_found() -> None:
    sets = [[0, 1], [2], [0], [1, 2], [0, 1, 2]]
    chosen, solved = milp.exact_cover(sets, 3, np.array([3, 3, 1, 4, 7]), 60.0)
    assert solved
    assert sorted(chosen or []) == [2, 3]


def test_that_there_is_no_cover_is_an_answer() -> None:
    assert milp.exact_cover([[0, 1], [1, 2]], 3, np.array([1, 1]), 60.0) == (None, True)
    assert milp.exact_cover([[0]], 2, np.array([1]), 60.0) == (None, True)


def test_charges_that_doubles_cannot_add_prove_nothing() -> None:
    assert milp.is_exact(np.array([2**40]), 100)
    assert not milp.is_exact(np.array([2**50]), 100)


def test_a_watch_remembers_that_its_time_ended_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Stop(seconds=60).start()
    milp.run(cover([[0], [1]], 2), watch)
    assert not watch.cut_off
    monkeypatch.setattr(milp, "_run", lambda *_: None)
    milp.run(cover([[0], [1]], 2), watch)
    assert watch.cut_off
