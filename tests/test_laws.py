"""The laws: what every method of every house owes on every instance."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import covey
from covey.grouping import Objective, quadratic_cost
from tests.labels import oracle

INSTANCES = int(os.environ.get("COVEY_INSTANCES", "1600"))
"""Random instances per guarantee; ``make test-long`` takes 120,000."""

SHARDS = 8

HAND_MADE: dict[str, tuple[list[int], int]] = {
    "one label": ([7], 3),
    "one label of k": ([5], 5),
    "two that must share": ([3, 3], 5),
    "all alone": ([5, 6, 7], 5),
    "nothing but ones": ([1] * 9, 4),
    "k is one": ([3, 1, 2], 1),
    "labels without records": ([0, 4, 0, 3, 2, 0], 4),
    "a giant": ([1000, 1, 2, 3, 4], 5),
    "giants and less than k": ([100, 99, 98, 2, 2], 10),
    "the leftover after an oversize item": ([29, 9, 9, 9], 10),
    "a common divisor": ([12, 12, 8, 8, 4], 10),
    "odd number above k/2": ([9, 8, 7, 6, 6, 1], 10),
    "three above k/2 in one class": ([6, 6, 6], 10),
    "two bins and a leftover": ([9, 9, 9, 9, 2, 2, 2], 10),
    "a leftover in three parts": ([5, 5, 5, 5, 5, 5, 3, 3, 3], 10),
    "3-partition, yes": ([26, 30, 44, 33, 33, 34, 40, 31, 29], 100),
    "3-partition, no": ([26, 26, 26, 26, 26, 35, 45, 45, 45], 100),
    "partition, no: one class of 2k": ([3, 3, 3, 3, 3, 3], 9),
    "half the sum": ([8, 7, 6, 5, 4], 15),
}

OBJECTIVES: tuple[Objective, ...] = ("max-size", "quadratic")


def runs(objective: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for method in covey.methods("labels"):
        if objective in method.objectives:
            for variant in method.variants:
                yield method.name, dict(variant)
    if objective == "max-size":
        yield "scheme", {"eps": 0.1}
        yield "relaxed", {"eps": 0.5}


RUNS = [
    pytest.param(
        objective, method, options, id=" ".join([objective, method, *map(str, options.values())])
    )
    for objective in OBJECTIVES
    for method, options in runs(objective)
]


def obey(
    weights: NDArray[np.int64], k: int, objective: Objective, method: str, options: dict[str, Any]
) -> covey.Result:
    """All laws for one run, but for the second run that determinism takes."""
    before = weights.copy()
    problem = covey.LabelProblem(weights, k, objective)
    result = covey.solve(problem, method, seed=3, **options)
    best = oracle.optimum(weights, k, objective)

    at_least = k
    if method == "relaxed":
        at_least = int(np.ceil((1 - result.options["eps"]) * k))
    sizes = result.solution.sizes.tolist()
    oracle.refuse_unless_partition(
        weights.tolist(), result.solution.classes.tolist(), sizes, at_least
    )
    assert result.lower_bound <= best
    if min(sizes) >= k:
        assert best <= result.cost
    else:
        assert result.status is covey.Status.BELOW_K
        assert any("NOT k-anonymous" in note for note in result.notes)
    allowed = result.guarantee.at_most(best)
    assert allowed is not None
    assert result.cost <= allowed
    assert result.certificate.holds(problem)
    forged = dataclasses.replace(result.certificate, bound=best + 1)
    assert not forged.holds(problem)
    assert (result.status is covey.Status.OPTIMAL) == (
        result.cost == result.lower_bound and min(sizes) >= k
    )
    np.testing.assert_array_equal(weights, before)
    return result


@pytest.mark.parametrize(("objective", "method", "options"), RUNS)
@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_instances(
    name: str, objective: Objective, method: str, options: dict[str, Any]
) -> None:
    weights, k = HAND_MADE[name]
    result = obey(np.array(weights), k, objective, method, options)
    again = covey.solve(result.problem, method, seed=3, **options)
    np.testing.assert_array_equal(result.solution.classes, again.solution.classes)
    written = json.loads(result.to_json())["certificate"]
    assert covey.read_certificate("labels", json.dumps(written)) == result.certificate


@st.composite
def small_instances(draw: st.DrawFn) -> tuple[NDArray[np.int64], int]:
    weights = draw(st.lists(st.integers(0, 40), min_size=1, max_size=8).filter(any))
    unit = draw(st.sampled_from([1, 1, 1, 3, 10]))
    scaled = np.array(weights, dtype=np.int64) * unit
    return scaled, draw(st.integers(1, int(scaled.sum())))


@pytest.mark.parametrize(("objective", "method", "options"), RUNS)
@settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
@given(instance=small_instances())
def test_generated_instances(
    objective: Objective,
    method: str,
    options: dict[str, Any],
    instance: tuple[NDArray[np.int64], int],
) -> None:
    obey(*instance, objective, method, options)


def random_instance(rng: np.random.Generator) -> tuple[NDArray[np.int64], int]:
    """Small tables of different flavours: near-equal, heavy-tailed, with giants, with divisors."""
    count = int(rng.integers(1, 9))
    most = int(rng.choice([2, 5, 10, 30, 100]))
    weights = rng.integers(0, most + 1, count)
    if rng.random() < 0.3:
        weights[0] *= int(rng.integers(1, 8))
    if rng.random() < 0.2:
        weights *= int(rng.integers(2, 5))
    weights[-1] += weights.sum() == 0
    return weights, int(rng.integers(1, min(int(weights.sum()), 3 * most) + 1))


@pytest.mark.parametrize(("objective", "method", "options"), RUNS)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_instances(
    objective: Objective, method: str, options: dict[str, Any], shard: int
) -> None:
    integer_programs = method in ("exact", "auto", "scheme", "relaxed")
    count = INSTANCES // SHARDS
    if integer_programs and "COVEY_INSTANCES" not in os.environ:
        count //= 5
    rng = np.random.default_rng([shard, 20])
    for _ in range(count):
        obey(*random_instance(rng), objective, method, options)


def test_exact_breaks_ties_by_the_quadratic_cost() -> None:
    rng = np.random.default_rng(5)
    for _ in range(150):
        weights, k = random_instance(rng)
        result = covey.solve(covey.LabelProblem(weights, k), "exact")
        largest = oracle.least_largest(weights, k)
        assert result.cost == largest
        assert quadratic_cost(result.solution.sizes, k) == oracle.least_quadratic(
            weights, k, largest
        )


def test_exact_and_auto_are_optimal() -> None:
    rng = np.random.default_rng(6)
    for _ in range(100):
        weights, k = random_instance(rng)
        for objective in OBJECTIVES:
            for method in ("exact", "auto"):
                result = covey.solve(covey.LabelProblem(weights, k, objective), method)
                assert result.cost == oracle.optimum(weights, k, objective)
                assert result.status is covey.Status.OPTIMAL
