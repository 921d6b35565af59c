"""Bounds of cells."""

from __future__ import annotations

import dataclasses
import math
from functools import partial
from typing import Any

import numpy as np
import pytest

import covey
from covey import solve
from covey.problems.cells.axes import LabelAxis
from covey.problems.cells.bound import Withheld, certify
from covey.problems.cells.problem import CellProblem
from tests import test_laws
from tests.problems.cells import oracle
from tests.test_laws import OBJECTIVES

INSTANCES = max(test_laws.INSTANCES, 800)
"""Enough to meet an optimal answer."""


def test_a_bound_holds_for_those_who_withhold_a_part_of_a_combination() -> None:
    """The same records, once each combination as one row and once every record as a row."""
    weights = np.array([20, 9, 8])
    together = CellProblem(
        [LabelAxis(np.arange(3), 3)], weights, k=8, suppress=6, suppress_for="largest"
    )
    single = CellProblem(
        [LabelAxis(np.repeat(np.arange(3), weights), 3)],
        np.ones(weights.sum(), dtype=np.int64),
        k=8,
        suppress=6,
        suppress_for="largest",
    )
    bounds = [solve(problem).certificate for problem in (together, single)]
    assert bounds == [Withheld(14, 3)] * 2
    assert solve(single).cost == 14
    assert "20 records, of which 6 at most may be withheld" in bounds[0].words(together)
    assert not Withheld(15, 3).holds(together)


ILLNESSES = 3


def random_requirement(rng: np.random.Generator) -> Any:
    column = "illness"
    share = float(rng.choice([0.4, 0.5, 0.6, 0.8]))
    return [
        covey.DistinctDiversity(column, int(rng.integers(1, 4))),
        covey.EntropyDiversity(column, float(rng.choice([1.2, 1.7, 2.0]))),
        covey.RecursiveDiversity(column, 2 * share, int(rng.integers(1, 3))),
        covey.Alpha(column, share),
        covey.Closeness(column, share / 2),
        covey.Closeness(column, share / 2, ordered=True),
        covey.PopulationK(int(rng.integers(1, 12))),
    ][int(rng.integers(7))]


def shares_of(rows: list[int], weights: list[int], illness: list[int]) -> list[float]:
    counts = [sum(weights[row] for row in rows if illness[row] == v) for v in range(ILLNESSES)]
    return [count / sum(counts) for count in counts]


def meets(
    asked: Any, rows: list[int], weights: list[int], illness: list[int], people: list[int]
) -> bool:
    """By the definitions of docs/reference/cells.md; the table is what is published of it."""
    if isinstance(asked, covey.PopulationK):
        return sum(people[row] for row in rows) >= asked.k
    own = shares_of(rows, weights, illness)
    down = sorted(own, reverse=True)
    if isinstance(asked, covey.DistinctDiversity):
        return sum(share > 0 for share in own) >= asked.l
    if isinstance(asked, covey.EntropyDiversity):
        return 2 ** -sum(p * math.log2(p) for p in own if p) >= asked.l - 1e-6
    if isinstance(asked, covey.RecursiveDiversity):
        return down[0] < asked.c * sum(down[asked.l - 1 :]) + 1e-6
    if isinstance(asked, covey.Alpha):
        return down[0] <= asked.alpha + 1e-6
    published = [row for row, weight in enumerate(weights) if weight]
    all_ = shares_of(published, weights, illness)
    apart = [a - b for a, b in zip(own, all_, strict=True)]
    if not asked.ordered:
        return bool(sum(map(abs, apart)) / 2 <= asked.t + 1e-6)
    occurring = [value for value in range(ILLNESSES) if all_[value] > 0]
    moved = sum(abs(sum(apart[: value + 1])) for value in occurring)
    return bool(moved <= asked.t * (len(occurring) - 1) + 1e-6)


def meets_all(
    asked: list[Any], illness: list[int], people: list[int], rows: list[int], weights: list[int]
) -> bool:
    return all(meets(each, rows, weights, illness, people) for each in asked)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("suppressing", [False, True])
@pytest.mark.parametrize("requiring", [False, True])
def test_no_bound_is_above_what_can_be_done(
    objective: Any, suppressing: bool, requiring: bool
) -> None:
    """Over all classes of all tables that are left when single records are withheld."""
    rng = np.random.default_rng([3, suppressing, requiring, objective == "quadratic"])
    met = optimal = 0
    for _ in range(INSTANCES // 20):
        rows = int(rng.integers(1, 6))
        axes = oracle.random_axes(rng, rows)
        weights = rng.integers(1, 4, rows).tolist()
        illness, people = rng.integers(0, ILLNESSES, (2, rows)).tolist()
        people = [weight + more for weight, more in zip(weights, people, strict=True)]
        k = int(rng.integers(1, min(sum(weights), 5) + 1))
        asked = [random_requirement(rng)] if requiring else []
        problem = covey.CellProblem(
            axes, weights, k, objective, requirements=asked, population=people,
            sensitive=[covey.Sensitive("illness", illness)],
            suppress=int(rng.integers(1, 4)) if suppressing else 0,
        )  # fmt: skip

        allowed = partial(meets_all, asked, illness, people)
        best = oracle.optimum_withholding(axes, weights, k, objective, problem.suppress)
        with_all = oracle.optimum_withholding(
            axes, weights, k, objective, problem.suppress, allowed
        )
        assert best is not None
        certificate = certify(problem, problem.highest_cost)
        assert certificate.holds(problem)
        assert certificate.bound <= best
        assert not dataclasses.replace(certificate, bound=best + 1).holds(problem)
        try:
            result = covey.solve(problem)
        except covey.Infeasible:
            continue
        assert with_all is not None
        assert result.lower_bound <= best <= with_all <= result.cost
        left = [w if c >= 0 else 0 for w, c in zip(weights, result.solution.classes, strict=True)]
        for number in range(len(result.solution.sizes)):
            assert allowed(np.flatnonzero(result.solution.classes == number).tolist(), left)
        met += 1
        optimal += result.status is covey.Status.OPTIMAL
    assert met > INSTANCES // 60
    assert optimal > INSTANCES // 400


def test_rows_that_are_alike_count_together_for_the_bound() -> None:
    axis = covey.LabelAxis([0, 0, 1], 2)
    problem = covey.CellProblem([axis], [4, 5, 3], 3)
    result = covey.solve(problem)
    assert result.lower_bound == result.cost == 9
    assert "heaviest combination" in result.certificate.words(problem)
