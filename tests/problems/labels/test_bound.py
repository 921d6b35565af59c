from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from covey import LabelProblem, solve
from covey.problems.labels.bound import Prices, Search, dearest_classes


def test_a_certificate_of_another_problem_does_not_hold() -> None:
    problem = LabelProblem([9, 8, 8, 7, 7, 6, 6, 6, 5, 5, 5, 4, 3], k=11)
    smaller = LabelProblem([2, 2, 2, 2], k=4)
    for method in ("balanced", "exact"):
        certificate = solve(problem, method).certificate
        assert certificate.holds(problem)
        assert not certificate.holds(smaller)


@pytest.mark.parametrize(
    "change",
    [
        {"scale": 0},
        {"prices": ()},
        {"cap": 5},
        {"cap": 2**40},
        {"prices": ((7, 2**62), (5, 0))},
    ],
)
def test_prices_that_prove_nothing_are_refused(change: dict[str, object]) -> None:
    problem = LabelProblem([7, 7, 7, 5, 5], k=10)
    honest = Prices(11, 10, 1, ((7, 1), (5, -1)))
    assert not dataclasses.replace(honest, **change).holds(problem)  # type: ignore[arg-type]


def test_prices_by_hand() -> None:
    """{7, 5} weighs 12 and {7, 7} 14; only {5, 5} weighs 10. With 7s left over, 10 is too little:
    a price of 1 for each 7 and 0 for each 5 is positive in all, and 0 for the class {5, 5}."""
    problem = LabelProblem([7, 7, 7, 5, 5], k=10)
    assert Prices(11, 10, 1, ((7, 1), (5, 0))).holds(problem)
    assert not Prices(13, 12, 1, ((7, 1), (5, 0))).holds(problem)


def test_search_is_checked_by_searching_again() -> None:
    problem = LabelProblem([7, 7, 7, 5, 5], k=10)
    best = solve(problem, "exact").cost
    assert Search(best).holds(problem)
    assert not Search(best + 1).holds(problem)


def test_dearest_classes_respect_the_number_of_copies() -> None:
    found = dearest_classes(np.array([3, 5]), np.array([2, 1]), np.array([1, 10]), 11)
    assert found is not None
    weights, dearest = (each.tolist() for each in found)
    assert dict(zip(weights, dearest, strict=True)) == {0: 0, 3: 1, 5: 10, 6: 2, 8: 11, 11: 12}


def test_a_cap_that_no_memory_would_hold_is_checked() -> None:
    weights = [10**9 + 7 * i for i in range(12)]
    problem = LabelProblem(weights, k=10**9)
    prices = tuple((weight, 1) for weight in weights)
    assert Prices(10**9, 10**9 - 1 + 7, 1, prices).check(problem) is False
    for cap in (1_500_000_000, 2**61, problem.total):
        assert not Prices(10**9, cap, 1, prices).holds(problem)


def test_prices_that_name_a_size_twice_are_refused() -> None:
    problem = LabelProblem([7, 7, 7, 5, 5], k=10)
    assert Prices(11, 10, 1, ((7, 1), (5, 0))).holds(problem)
    assert not Prices(11, 10, 1, ((7, 1), (7, 1), (5, 0))).holds(problem)


def test_a_check_with_too_many_sets_of_labels_ends() -> None:
    problem = LabelProblem(np.arange(1, 100_001), k=10**6)
    prices = tuple((size, 1) for size in range(1, 100_001))
    assert Prices(10**6 + 1, 10**6, 1, prices).check(problem) is False


def test_a_search_that_was_cut_off_is_not_checked() -> None:
    rng = np.random.default_rng(0)
    problem = LabelProblem(rng.integers(200, 1000, 60), 1500, "quadratic")
    bound = solve(problem, "balanced").cost
    certificate = Search(bound)
    assert certificate.check(problem, seconds=0.0) is None
    assert not certificate.holds(problem, seconds=0.0)
