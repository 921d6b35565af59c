"""What docs/reference/cells.md promises: no option that asks for nothing, and no looser constraint,
makes an answer worse. Better is a smaller cost, then less loss; with global recoding, and where
records may be withheld for the loss, less loss."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
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


def cut_at_random(rng: Any, places: Any, counts: Any, k: int, rows: Any) -> list[Any]:
    """The classes of a tree of cuts."""
    ways = []
    for column, values in enumerate(places[rows].T):
        for value in np.unique(values)[:-1]:
            left = rows[places[rows, column] <= value]
            right = np.setdiff1d(rows, left)
            if min(counts[left].sum(), counts[right].sum()) >= k:
                ways.append((left, right))
    if not ways or rng.random() < 0.15:
        return [rows]
    sides = ways[int(rng.integers(len(ways)))]
    return [each for side in sides for each in cut_at_random(rng, places, counts, k, side)]


def partitions(items: list[int]) -> Iterator[list[list[int]]]:
    if not items:
        yield []
        return
    first, *rest = items
    for found in partitions(rest):
        yield [[first], *found]
        for at, block in enumerate(found):
            yield [*found[:at], [first, *block], *found[at + 1 :]]


def requirements_of(blocks: list[Any], counts: Any) -> tuple[list[Any], list[Any]]:
    """t-closeness that only these classes meet, and several of them together. A column for each
    pair of combinations in one class: the code of every record, those of a combination in a row."""
    pairs = [pair for block in blocks for pair in pairwise(block.tolist())]
    secrets = []
    for number, (one, other) in enumerate(pairs):
        first = counts // 2
        first[one] += 1
        first[other] -= 1
        codes = [
            int(at < own) for own, many in zip(first, counts, strict=True) for at in range(many)
        ]
        secrets.append(covey.Sensitive(f"pair {number}", np.array(codes)))
    return [covey.Closeness(each.column, 0.0) for each in secrets], secrets


@pytest.mark.parametrize("seed", range(6))
def test_every_tree_of_cuts_is_the_only_answer_to_some_requirements(seed: int) -> None:
    """So a solver that leaves no class which could be cut, and that is never worse without than
    with requirements, is exact ("Why the law stops there")."""
    rng = np.random.default_rng(seed)
    places = np.array([(column, row) for column in range(3) for row in range(2)])
    counts, k = 2 * rng.integers(1, 4, 6), 4
    blocks = cut_at_random(rng, places, counts, k, np.arange(6))
    asked, secrets = requirements_of(blocks, counts)
    owner = np.repeat(np.arange(6), counts)
    ones, names = np.ones(len(owner), dtype=np.int64), [set(each.tolist()) for each in blocks]
    met = 0
    for found in partitions(list(range(6))):
        class_of = {item: number for number, block in enumerate(found) for item in block}
        classes = np.array([class_of[item] for item in owner.tolist()], dtype=np.int32)
        made_of_blocks = all(
            one <= set(block) or not one & set(block) for one in names for block in found
        )
        is_met = offending(asked, secrets, classes, ones, None) is None
        assert is_met == made_of_blocks
        met += is_met
    assert 0 < met < 203
    axes = [covey.OrderedAxis(own[owner], np.unique(own)) for own in places.T]
    problem = covey.CellProblem(axes, ones, k, requirements=asked, sensitive=secrets)
    answer: Any = covey.solve(problem, "typed", stop=FOREVER).solution
    found_sets = [
        set(owner[answer.classes == number].tolist()) for number in range(len(answer.sizes))
    ]
    assert sorted(map(sorted, found_sets)) == sorted(map(sorted, names))
