"""Weights near the limits, graphs of odd shapes, and what libraries print."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from tests.problems.regions import oracle

QUICK = covey.Stop(seconds=None, iterations=300)


@pytest.mark.parametrize("objective", ["max-size", "quadratic"])
@pytest.mark.parametrize("method", ["auto", "balanced", "exact", "tree"])
def test_weights_near_the_largest(method: str, objective: str) -> None:
    """A bucket beyond the last one would be written outside of its array."""
    rng = np.random.default_rng(1)
    for seed in range(20):
        count = int(rng.integers(3, 9))
        weights = 2**53 - rng.integers(0, 9, count)
        edges = np.array([(v, int(rng.integers(0, v))) for v in range(1, count)])
        k = int(weights[0]) * int(rng.integers(1, 3))
        problem = covey.RegionProblem(weights, edges, k, objective)  # type: ignore[arg-type]
        result = covey.solve(problem, method, seed=seed, stop=QUICK)
        assert result.lower_bound <= oracle.optimum((weights, edges, k), objective) <= result.cost


def test_no_proof_beyond_what_doubles_can_tell() -> None:
    """Two partitions whose costs differ by 2 in 3e18: HiGHS takes them for equal."""
    weights, k = np.array([1, 2**31, 2**31, 1]), 1431655766
    edges = np.array([(0, 1), (0, 2), (1, 3), (3, 2)])
    problem = covey.RegionProblem(weights, edges, k, "quadratic")
    best = oracle.optimum((weights, edges, k), "quadratic")
    result = covey.solve(problem, "exact", stop=covey.Stop(seconds=0))
    assert result.lower_bound <= best
    assert not covey.read_certificate(
        "regions", f'{{"kind": "partitions", "bound": {best + 1}}}'
    ).holds(problem)


def test_charges_beyond_64_bits() -> None:
    weights = np.array(
        [878475226901, 421839025629, 760894515926, 296155971318, 705653161354, 179873986886]
    )
    edges = np.array([(3, 5), (5, 0), (0, 2), (0, 1), (2, 4)])
    problem = covey.RegionProblem(weights, edges, 1, "quadratic")
    result = covey.solve(problem, "exact", stop=covey.Stop(seconds=0))
    assert result.lower_bound <= oracle.optimum((weights, edges, 1), "quadratic") <= result.cost


def test_nothing_but_answers_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """Many small components: METIS remarks on them, on the process's standard output."""
    rng = np.random.default_rng(5)
    count = 20_000
    chain = [(v, v + 1) for v in range(count - 1) if v % 5 != 4]
    problem = covey.RegionProblem(rng.integers(5, 9, count), chain, 20)
    covey.solve(problem, "balanced", stop=QUICK)
    assert capfd.readouterr().out == ""


def test_a_star_ends() -> None:
    """All parts but one join the hub: one at a time would take all day."""
    count = 20_000
    star = np.column_stack([np.zeros(count - 1, dtype=int), np.arange(1, count)])
    problem = covey.RegionProblem(np.ones(count, dtype=int), star, 10)
    result = covey.solve(problem, "balanced", stop=QUICK)
    assert result.cost == count
    assert result.status is covey.Status.OPTIMAL
