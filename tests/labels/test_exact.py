from __future__ import annotations

import numpy as np
import pytest

from covey import LabelProblem, Stop, programs, solve
from covey.labels.bound import Prices, Search


def test_the_linear_program_proves_what_arithmetic_cannot() -> None:
    rng = np.random.default_rng(1)
    kinds = set()
    for _ in range(12):
        problem = LabelProblem(rng.integers(300, 700, 14), k=1000)
        result = solve(problem, "exact", stop=Stop(seconds=60))
        assert result.status == "optimal"
        assert result.certificate.holds(problem)
        kinds.add(type(result.certificate))
    assert Prices in kinds


def test_prices_prove_quadratic_costs_too() -> None:
    rng = np.random.default_rng(2)
    strongest = 0
    for _ in range(8):
        problem = LabelProblem(rng.integers(30, 70, 12), k=100, objective="quadratic")
        result = solve(problem, "exact", stop=Stop(seconds=60))
        assert result.status == "optimal"
        assert result.certificate.holds(problem)
        strongest += isinstance(result.certificate, Prices | Search)
    assert strongest


def test_a_model_that_is_too_large_is_said() -> None:
    rng = np.random.default_rng(3)
    problem = LabelProblem(rng.integers(10**6, 3 * 10**6, 400), k=5 * 10**6)
    result = solve(problem, "exact", stop=Stop(seconds=5))
    assert result.status == "feasible"
    assert any("too large" in note for note in result.notes)


def test_no_time_gives_the_balanced_answer_and_says_so() -> None:
    rng = np.random.default_rng(1)
    problem = LabelProblem(rng.integers(300, 700, 14), k=1000)
    result = solve(problem, "exact", stop=Stop(seconds=0))
    assert result.cost >= result.lower_bound
    assert any("time limit" in note for note in result.notes)


def test_a_solver_that_does_not_stop_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """HiGHS has heuristics that do not look at the clock; the time limit holds all the same."""
    monkeypatch.setattr("covey.programs.GRACE", -1.0)
    rng = np.random.default_rng(5)
    problem = LabelProblem(rng.integers(300, 700, 60), k=1000)
    result = solve(problem, "exact", stop=Stop(seconds=1.0))
    for thread in programs._abandoned:
        thread.join()
    assert not programs.still_running()
    assert result.cost >= result.lower_bound
