"""Trees of cuts without the cuts that break a requirement."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import covey
from covey.problems.cells.pruning import failing, pruned
from tests.effort import cases
from tests.problems.cells.tables import tables

quick = settings(
    max_examples=cases(60, quick=25), deadline=None, suppress_health_check=list(HealthCheck)
)


def grown(table: dict[str, Any], seed: int) -> tuple[covey.CellProblem, Any]:
    illness = np.random.default_rng(seed).integers(0, 3, len(table["counts"]))
    problem = covey.CellProblem(**table, sensitive=[covey.Sensitive("illness", illness)])
    return problem, covey.solve(problem, stop=covey.Stop(seconds=None)).solution


def is_parts_of(fine: Any, coarse: Any) -> bool:
    pairs = np.unique(np.column_stack([fine.classes, coarse.classes]), axis=0)
    return len(pairs) == len(fine.sizes)


@quick
@given(table=tables(), seed=st.integers(0, 99), alphas=st.tuples(*[st.floats(0.4, 1)] * 2))
def test_a_looser_requirement_leaves_a_finer_tree(
    table: dict[str, Any], seed: int, alphas: tuple[float, float]
) -> None:
    problem, free = grown(table, seed)
    tight, loose = (covey.Alpha("illness", each) for each in sorted(alphas))
    if failing(problem, [tight], np.zeros_like(free.classes), 1).any():
        return
    found = [pruned(problem, free, [each]) for each in (loose, tight)]
    for each, required in zip(found, (loose, tight), strict=True):
        problem.check(each)
        assert not failing(problem, [required], each.classes, len(each.sizes)).any()
    assert is_parts_of(free, found[0])
    assert is_parts_of(found[0], found[1])
    costs = [problem.cost(each.sizes) for each in (free, *found)]
    losses = [problem.loss(each) for each in (free, *found)]
    assert costs == sorted(costs)
    assert all(a <= b + 1e-12 for a, b in pairwise(losses))


def test_only_what_fails_is_joined() -> None:
    ages = covey.OrderedAxis([0, 1, 2, 3, 0, 1], [0, 1, 2, 3])
    illness = covey.Sensitive("illness", [0, 0, 0, 0, 1, 1])
    problem = covey.CellProblem([ages], [2, 2, 4, 4, 2, 2], 4, sensitive=[illness])
    free: Any = covey.solve(problem).solution
    assert sorted(free.sizes.tolist()) == [4, 4, 4, 4]
    found = pruned(problem, free, [covey.Alpha("illness", 0.8)])
    by_age = {int(code): int(own) for code, own in zip(ages.codes, found.classes, strict=True)}
    assert len(found.sizes) < 4
    assert by_age[2] == by_age[3]


def test_a_tree_that_meets_it_stays_as_it_is() -> None:
    ages = covey.OrderedAxis([0, 0, 1, 1], [0, 1])
    illness = covey.Sensitive("illness", [0, 1, 0, 1])
    problem = covey.CellProblem([ages], [2, 2, 2, 2], 4, sensitive=[illness])
    free: Any = covey.solve(problem).solution
    found = pruned(problem, free, [covey.DistinctDiversity("illness", 2)])
    assert found.classes.tolist() == free.classes.tolist()
    problem.check(found)
