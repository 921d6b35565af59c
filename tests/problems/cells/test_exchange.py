"""Classes that exchange combinations with their neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.core import threads
from covey.problems.cells import exchange
from covey.problems.cells.forest import Forest
from covey.problems.cells.improve import typed
from covey.problems.cells.parts import RECORDS
from covey.problems.cells.withhold import rank
from tests.problems.cells.tables import random_problem
from tests.problems.cells.test_forest import large_problem

FOREVER = covey.Stop(seconds=None)


def answers(problem: covey.CellProblem, rounds: tuple[tuple[int, int], ...], patch: Any) -> Any:
    patch.setattr(exchange, "ROUNDS", rounds)
    return typed(problem, FOREVER.start())[0]


@pytest.mark.parametrize("objective", ["max-size", "quadratic"])
def test_every_round_lowers_the_loss_at_no_cost(
    objective: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(1)
    lower = 0
    for _ in range(40):
        problem = random_problem(rng, objective=objective)
        before = answers(problem, (), monkeypatch)
        for many in range(1, 5):
            after = answers(problem, ((4, 1), (8, 2), (16, 2), (32, 3))[:many], monkeypatch)
            problem.check(after)
            assert rank(problem, after)[0] <= rank(problem, before)[0]
            assert problem.loss(after, tight=True) <= problem.loss(before, tight=True) + 1e-12
            lower += problem.loss(after, tight=True) < problem.loss(before, tight=True) - 1e-9
            before = after
    assert lower > 5


def test_two_classes_that_are_no_siblings_exchange_a_combination() -> None:
    """The first cut is at age 4, where the gap is; whoever is 4 has more in common with the
    others."""
    ages = covey.OrderedAxis([0, 0, 1, 1, 2, 2, 3, 3], [0, 1, 9, 10])
    towns = covey.LabelAxis([0, 1, 0, 1, 0, 1, 0, 1], 2)
    problem = covey.CellProblem([ages, towns], [1] * 8, 2)
    found: Any = covey.solve(problem, stop=FOREVER).solution
    assert problem.loss(found, tight=True) == pytest.approx(0.05)
    assert found.sizes.tolist() == [2] * 4


def test_the_answer_does_not_depend_on_the_number_of_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = large_problem(5000, weighted=True)
    found = []
    for count in (1, 2, 5):
        monkeypatch.setattr(threads, "count", lambda many=count: many)
        found.append(typed(problem, FOREVER.start())[0])
    for other in found[1:]:
        assert np.array_equal(found[0].classes, other.classes)
        for one, same in zip(found[0].nodes, other.nodes, strict=True):
            assert np.array_equal(one, same)


def test_more_time_allows_for_more_effort_and_less_for_no_less() -> None:
    usual = exchange.effort(covey.Stop().start(), 9)
    assert exchange.effort(FOREVER.start(), 9) == usual
    assert exchange.effort(covey.Stop(seconds=1).start(), 9) == usual
    assert exchange.effort(covey.Stop(seconds=30).start(), 9) == 3 * usual


def test_a_large_table_is_searched_as_long_as_its_parts_together() -> None:
    part = RECORDS * 5
    usual = exchange.effort(FOREVER.start(), part)
    assert usual == exchange.effort(FOREVER.start(), 9)
    assert exchange.effort(FOREVER.start(), 4 * part) == 4 * usual


def test_a_longer_time_limit_is_never_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "EFFORT", 300)
    monkeypatch.setattr(exchange, "EFFORT_PER_CODE", 1)
    rng = np.random.default_rng(4)
    better = 0
    for _ in range(40):
        problem = random_problem(rng)
        short, long = (
            typed(problem, covey.Stop(seconds=seconds).start())[0] for seconds in (10, 3600)
        )
        assert rank(problem, long) <= rank(problem, short)
        better += rank(problem, long) < rank(problem, short)
    assert better


def test_time_that_is_over_ends_a_search_with_what_there_is() -> None:
    problem = large_problem(3000)
    forest = Forest(problem)
    forest.cut(forest.leaves(), FOREVER.start())
    before = forest.solution()
    watch = covey.Stop(seconds=0).start()
    assert forest.recut(8 * problem.k, watch, largest=10**6, breadth=2) == 0
    assert watch.cut_off
    assert np.array_equal(forest.solution().classes, before.classes)


def test_cuts_are_moved_to_where_ranges_are_narrowest() -> None:
    """Nobody is 2 to 8: these ages go to the class of fewer records, and classes stay."""
    ages = covey.OrderedAxis([0, 1, 9, 10], np.arange(11.0))
    problem = covey.CellProblem([ages], [3, 3, 2, 2], 4)
    found: Any = covey.solve(problem, stop=FOREVER).solution
    assert found.classes.tolist() == [0, 0, 1, 1]
    (sets,) = found.sets
    assert sets.high[sets.of_class[0]] == 1
    assert sets.low[sets.of_class[1]] == 2


def test_settling_never_widens_ranges_and_moves_nobody() -> None:
    rng = np.random.default_rng(6)
    narrower = 0
    for _ in range(60):
        problem = random_problem(rng)
        forest = Forest(problem)
        forest.cut(forest.leaves(), FOREVER.start())
        before = forest.solution()
        forest.settle()
        after = forest.solution()
        problem.check(after)
        assert np.array_equal(before.classes, after.classes)
        assert problem.loss(after) <= problem.loss(before) + 1e-12
        narrower += problem.loss(after) < problem.loss(before) - 1e-9
    assert narrower
