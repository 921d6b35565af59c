from __future__ import annotations

import numpy as np

from covey import LabelProblem, Stop, solve
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
