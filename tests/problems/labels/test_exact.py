from __future__ import annotations

import numpy as np
import pytest

from covey import LabelProblem, Stop, solve
from covey.core import milp as programs
from covey.problems.labels.bound import Prices, Search
from tests.effort import cases
from tests.problems.labels import oracle


def test_the_linear_program_proves_what_arithmetic_cannot() -> None:
    rng = np.random.default_rng(4)
    kinds = set()
    for _ in range(cases(12, quick=3)):
        problem = LabelProblem(rng.integers(300, 700, 14), k=1000)
        result = solve(problem, "exact", stop=Stop(seconds=60))
        assert result.status == "optimal"
        assert result.certificate.holds(problem)
        kinds.add(type(result.certificate))
    assert Prices in kinds


def test_prices_prove_quadratic_costs_too() -> None:
    rng = np.random.default_rng(2)
    strongest = 0
    for _ in range(cases(8, quick=4)):
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
    monkeypatch.setattr("covey.core.milp.GRACE", -1.0)
    rng = np.random.default_rng(5)
    problem = LabelProblem(rng.integers(300, 700, 60), k=1000)
    result = solve(problem, "exact", stop=Stop(seconds=1.0))
    for thread in programs._abandoned:
        thread.join()
    assert result.cost >= result.lower_bound


def test_counts_of_billions_are_solved_like_others() -> None:
    """What is kept grows with the number of sets of labels, not with what they weigh."""
    rng = np.random.default_rng(4)
    for _ in range(30):
        most = int(rng.choice([10**9, 10**13]))
        weights = rng.integers(most // 3, most, int(rng.integers(5, 9)))
        k = int(rng.integers(most // 2, 2 * most))
        result = solve(LabelProblem(weights, k), "exact", stop=Stop(seconds=60))
        assert result.status == "optimal"
        assert result.cost == oracle.least_largest(weights, k)
        assert result.certificate.holds(result.problem)


def test_squares_that_doubles_cannot_tell_apart_prove_nothing() -> None:
    problem = LabelProblem([10**9 + 7 * i * i for i in range(9)], 2 * 10**9, "quadratic")
    result = solve(problem, "exact", stop=Stop(seconds=1))
    assert not isinstance(result.certificate, Search)
    assert not Search(result.cost).holds(problem)


def test_a_model_of_many_copies_takes_no_more_room_than_it_has_weights() -> None:
    """140,000 weights with up to 200,000 copies each would be 200 gigabytes, written out."""
    problem = LabelProblem(np.repeat([2, 1], [140_000, 10**6]), k=200_000)
    assert Search(200_001).check(problem) is False
