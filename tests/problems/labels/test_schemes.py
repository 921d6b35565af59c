from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from covey import InvalidInput, LabelProblem, Status, Stop, solve
from tests.effort import cases
from tests.problems.labels import oracle


@pytest.mark.parametrize("eps", [0, 1, -0.1, "many", float("nan"), None])
def test_eps_lies_between_0_and_1(eps: object) -> None:
    with pytest.raises(InvalidInput, match="eps is a number between 0 and 1"):
        solve(LabelProblem([3, 4], 2), "scheme", eps=eps)


def test_scheme_and_the_paper_s_enumeration_keep_the_same_promise() -> None:
    """The enumeration of all types is the paper's algorithm exactly, on tiny instances."""
    rng = np.random.default_rng(8)
    eps = Fraction(1, 4)
    for _ in range(cases(80, quick=25)):
        weights = rng.integers(1, 30, int(rng.integers(1, 7)))
        k = int(rng.integers(1, weights.sum() + 1))
        optimum = oracle.least_largest(weights, k)
        promise = (1 + eps) * (optimum + k)
        by_enumeration = oracle.scheme_by_enumeration(weights.tolist(), k, eps)
        ours = solve(LabelProblem(weights, k), "scheme", eps=eps).cost
        assert optimum <= by_enumeration <= promise
        assert optimum <= ours <= promise


def test_relaxed_says_loudly_that_it_is_not_k_anonymous() -> None:
    weights = [9] * 11
    result = solve(LabelProblem(weights, k=10), "relaxed", eps=0.25)
    assert result.cost <= 1.25 * 18
    assert result.status is Status.BELOW_K
    assert result.gap is None
    assert "NOT k-ANONYMOUS" in result.summary()
    assert "do not publish" in result.summary()
    assert result.to_dict()["k_anonymous"] is False


def test_a_small_eps_is_as_good_as_exact_on_few_labels() -> None:
    problem = LabelProblem([50, 40, 33, 30, 27, 21, 19, 14, 12, 8], k=60)
    assert solve(problem, "scheme", eps=0.05).cost <= 1.05 * (solve(problem, "exact").cost + 60)


def test_out_of_time_falls_back_to_two_and_its_guarantee() -> None:
    rng = np.random.default_rng(0)
    problem = LabelProblem(rng.integers(300, 700, 200), k=1000)
    result = solve(problem, "scheme", eps=0.1, stop=Stop(seconds=0))
    assert result.guarantee.source == "docs/explanation/labels-two.md"
    assert any("time limit" in note for note in result.notes)


def test_giants_do_not_make_the_program_large() -> None:
    problem = LabelProblem([10**12 + 5, 10**12, 7, 6, 5], k=20)
    result = solve(problem, "scheme")
    assert result.cost <= 1.25 * (10**12 + 9 + 20)
    assert len(result.solution.sizes) == 2
