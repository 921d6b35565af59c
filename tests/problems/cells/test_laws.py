"""What docs/reference/cells.md promises: no option that asks for nothing, and no looser constraint,
makes an answer worse. Better is a smaller cost, then less loss; with global recoding, and where
records may be withheld for the loss, less loss."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import covey
from covey.core.stop import Stop
from covey.problems.cells.withhold import rank
from covey.requirements.ladder import tighter_than
from covey.requirements.requirement import offending
from tests.effort import cases
from tests.problems.cells.tables import tables

FOREVER = Stop(seconds=None)
METHODS = ("typed", "global")
SAME = 1e-9

quick = settings(
    max_examples=cases(60, quick=25), deadline=None, suppress_health_check=list(HealthCheck)
)


def solved(table: dict[str, Any], method: str = "auto", **more: Any) -> Any:
    problem = covey.CellProblem(**table, **more)
    result = covey.solve(problem, method, stop=FOREVER)
    return problem, result.solution


def value_of(table: dict[str, Any], method: str = "auto", **more: Any) -> tuple[int, float]:
    problem, solution = solved(table, method, **more)
    if method == "global":
        return 0, problem.loss(solution)
    return rank(problem, solution)


def is_no_worse(one: tuple[int, float], other: tuple[int, float]) -> bool:
    return one[0] < other[0] or (one[0] == other[0] and one[1] <= other[1] + SAME)


def illness(table: dict[str, Any], seed: int) -> Any:
    values = np.random.default_rng(seed).integers(0, 4, len(table["counts"]))
    return covey.Sensitive("illness", values)


def is_met(problem: Any, solution: Any, requirement: Any, secret: Any) -> bool:
    found = offending([requirement], [secret], solution.classes, problem.weights, None)
    return found is None


@pytest.mark.parametrize("method", METHODS)
@quick
@given(table=tables(), allowances=st.tuples(st.integers(0, 40), st.integers(0, 40)))
def test_a_larger_allowance_is_never_worse(
    method: str, table: dict[str, Any], allowances: tuple[int, int]
) -> None:
    small, large = sorted(allowances)
    none, few, many = (value_of(table, method, suppress=each) for each in (0, small, large))
    assert many[1] <= few[1] + SAME
    assert many[1] <= none[1] + SAME
    assert many[0] <= none[0]


@settings(quick, max_examples=cases(15, quick=8))
@given(table=tables(), allowances=st.tuples(st.integers(0, 40), st.integers(0, 40)))
def test_a_larger_allowance_never_loses_more_with_nested_sets(
    table: dict[str, Any], allowances: tuple[int, int]
) -> None:
    losses = []
    for allowed in (0, *sorted(allowances)):
        problem, solution = solved(table, "nested", suppress=allowed)
        losses.append(problem.loss(solution))
    assert losses[2] <= losses[1] + SAME
    assert losses[1] <= losses[0] + SAME


@quick
@given(table=tables(), allowances=st.tuples(st.integers(0, 40), st.integers(0, 40)))
def test_a_larger_allowance_for_the_largest_class_is_never_worse(
    table: dict[str, Any], allowances: tuple[int, int]
) -> None:
    few, many = (
        value_of(table, suppress=each, suppress_for="largest") for each in sorted(allowances)
    )
    assert is_no_worse(many, few)


@quick
@given(
    table=tables(),
    allowances=st.tuples(st.integers(0, 40), st.integers(0, 40)),
    seed=st.integers(0, 99),
    requirement=st.sampled_from(
        [
            covey.DistinctDiversity("illness", 2),
            covey.Alpha("illness", 0.6),
            covey.Closeness("illness", 0.3),
        ]
    ),
)
def test_a_larger_allowance_is_never_worse_with_requirements(
    table: dict[str, Any], allowances: tuple[int, int], seed: int, requirement: Any
) -> None:
    small, large = sorted(allowances)
    more: dict[str, Any] = {
        "requirements": [requirement],
        "sensitive": [illness(table, seed)],
    }
    try:
        few, many = (value_of(table, suppress=each, **more) for each in (small, large))
        none = value_of(table, **more)
    except covey.Infeasible:
        return
    assert many[1] <= min(few[1], none[1]) + SAME
    assert many[0] <= none[0]


@quick
@given(table=tables(), allowance=st.integers(1, 40))
def test_an_allowance_is_never_worse_than_none_in_the_quadratic_objective(
    table: dict[str, Any], allowance: int
) -> None:
    without = value_of(table, objective="quadratic")
    assert is_no_worse(value_of(table, objective="quadratic", suppress=allowance), without)


@pytest.mark.parametrize("method", METHODS)
@quick
@given(
    table=tables(),
    seed=st.integers(0, 99),
    requirement=st.sampled_from(
        [
            covey.DistinctDiversity("illness", 1),
            covey.EntropyDiversity("illness", 1),
            covey.Alpha("illness", 1),
            covey.Closeness("illness", 1),
            covey.DistinctDiversity("illness", 2),
            covey.Alpha("illness", 0.9),
        ]
    ),
)
def test_a_requirement_that_the_answer_meets_anyhow_changes_nothing(
    method: str, table: dict[str, Any], seed: int, requirement: Any
) -> None:
    secret = illness(table, seed)
    problem, free = solved(table, method)
    met = is_met(problem, free, requirement, secret)
    if not met:
        return
    _, found = solved(table, method, requirements=[requirement], sensitive=[secret])
    assert np.array_equal(found.classes, free.classes)


@quick
@given(
    table=tables(),
    seed=st.integers(0, 99),
    requirement=st.sampled_from(
        [
            covey.DistinctDiversity("illness", 2),
            covey.EntropyDiversity("illness", 1.7),
            covey.RecursiveDiversity("illness", 5, 2),
            covey.Alpha("illness", 0.95),
            covey.Alpha("illness", 0.75),
            covey.Closeness("illness", 0.85),
            covey.Closeness("illness", 0.35, ordered=True),
        ]
    ),
    pick=st.integers(0, 10),
)
def test_a_looser_requirement_is_never_worse_than_a_tighter_one_of_the_ladder(
    table: dict[str, Any], seed: int, requirement: Any, pick: int
) -> None:
    ladder = tighter_than(requirement)
    tighter = ladder[pick % min(5, len(ladder))]
    secret = illness(table, seed)
    problem, free = solved(table)
    if is_met(problem, free, requirement, secret):
        return
    try:
        tight = value_of(table, requirements=[tighter], sensitive=[secret])
    except covey.Infeasible:
        return
    loose = value_of(table, requirements=[requirement], sensitive=[secret])
    assert is_no_worse(loose, tight)


@quick
@given(table=tables(), weight=st.floats(0.01, 100))
def test_equal_weights_and_stated_defaults_change_nothing(
    table: dict[str, Any], weight: float
) -> None:
    _, plain = solved(table)
    weights = [weight] * len(table["axes"])
    _, stated = solved(table, "typed", weights=weights, objective="max-size", suppress=0)
    assert np.array_equal(plain.classes, stated.classes)
