"""Requirements: the same by definition, by arrays and inside compiled loops; monotone; refusals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import covey
from covey.requirements.requirement import spread_of
from covey.requirements.rules import rules_of
from tests.measures import oracle

REQUIREMENTS: list[Any] = [
    covey.DistinctDiversity("illness", 3),
    covey.EntropyDiversity("illness", 2.2),
    covey.RecursiveDiversity("illness", 1.5, 2),
    covey.RecursiveDiversity("illness", 0.6, 1),
    covey.Alpha("illness", 0.5),
    covey.Closeness("illness", 0.25),
    covey.Closeness("illness", 0.2, ordered=True),
    covey.PopulationK(30),
]


def by_definition(requirement: Any, own: list[int], table: list[int], people: int) -> Any:
    classes = oracle.groups([0] * len(own), own)
    match requirement:
        case covey.DistinctDiversity():
            return oracle.distinct(classes) >= requirement.l
        case covey.EntropyDiversity():
            return oracle.entropy_l(classes) >= requirement.l - 1e-9
        case covey.RecursiveDiversity():
            return oracle.recursive_c(classes, requirement.l) < requirement.c
        case covey.Alpha():
            return oracle.alpha(classes) <= requirement.alpha + 1e-9
        case covey.PopulationK():
            return people >= requirement.k
    shares = [(own.count(v) / len(own), table.count(v) / len(table)) for v in sorted(set(table))]
    if not requirement.ordered:
        return sum(abs(p - q) for p, q in shares) / 2 <= requirement.t + 1e-9
    carried = moved = 0.0
    for p, q in shares:
        carried += p - q
        moved += abs(carried)
    return moved / max(len(shares) - 1, 1) <= requirement.t + 1e-9


def random_table(
    rng: np.random.Generator,
) -> tuple[NDArray[np.int32], NDArray[np.int64], covey.Sensitive, NDArray[np.int64]]:
    """Rows of three classes that stand together, their records, sensitive values and people."""
    rows = int(rng.integers(6, 25))
    classes = np.sort(np.concatenate([[0, 1, 2], rng.integers(0, 3, rows - 3)])).astype(np.int32)
    illness = covey.Sensitive("illness", rng.integers(0, int(rng.integers(1, 5)), rows))
    return classes, rng.integers(1, 5, rows), illness, rng.integers(0, 20, rows)


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda each: each.words())
def test_arrays_and_loops_agree_with_the_definition(requirement: Any) -> None:
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(150):
        classes, weights, illness, people = random_table(rng)
        table = np.repeat(illness.codes, weights).tolist()
        spread, _ = spread_of(requirement, [illness], classes, weights, people)
        met = requirement.met(spread)
        rules = rules_of([requirement], [illness], weights, people)
        for number in range(3):
            rows = np.flatnonzero(classes == number)
            own = np.repeat(illness.codes[rows], weights[rows]).tolist()
            expected = by_definition(requirement, own, table, int(people[rows].sum()))
            assert met[number] == expected
            assert rules.meets(rows) == expected
            seen.add(expected)
    assert seen == {True, False}


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda each: each.words())
def test_the_union_of_two_classes_that_meet_it_meets_it(requirement: Any) -> None:
    rng = np.random.default_rng(2)
    both = 0
    for _ in range(400):
        classes, weights, illness, people = random_table(rng)
        spread, _ = spread_of(requirement, [illness], classes, weights, people)
        met = requirement.met(spread)
        merged = np.maximum(classes - 1, 0).astype(np.int32)
        together, _ = spread_of(requirement, [illness], merged, weights, people)
        if met[0] and met[1]:
            both += 1
            assert requirement.met(together)[0]
    assert both > 10


@pytest.mark.parametrize(
    ("requirement", "said"),
    [
        (covey.DistinctDiversity("illness", 3), "only 2 different values in the whole table"),
        (covey.EntropyDiversity("illness", 2), "'cold' alone is 80.0% of all records"),
        (covey.RecursiveDiversity("illness", 2, 2), "'cold' has 8 records in 'illness'"),
        (covey.Alpha("illness", 0.5), "'cold' is 80.0% of all records in 'illness'"),
        (covey.PopulationK(50), "10 people of the population have a combination"),
    ],
    ids=lambda value: "" if isinstance(value, str) else value.words(),
)
def test_what_no_table_can_meet_is_refused_by_name(requirement: Any, said: str) -> None:
    problem = covey.CellProblem(
        [covey.LabelAxis([0, 1], 2)],
        [2, 8],
        k=2,
        requirements=[requirement],
        sensitive=[covey.Sensitive("illness", [0, 1], ["flu", "cold"])],
        population=[5, 5],
    )
    with pytest.raises(covey.Infeasible, match=said):
        covey.solve(problem)


@pytest.mark.parametrize(
    "build",
    [
        lambda: covey.DistinctDiversity("illness", 0),
        lambda: covey.DistinctDiversity("illness", 2.5),  # type: ignore[arg-type]
        lambda: covey.EntropyDiversity("illness", 0.5),
        lambda: covey.EntropyDiversity("illness", math.nan),
        lambda: covey.RecursiveDiversity("illness", 0, 2),
        lambda: covey.RecursiveDiversity("illness", 2, True),
        lambda: covey.Closeness("illness", 1.5),
        lambda: covey.Closeness("illness", math.nan),
        lambda: covey.Alpha("illness", 0),
        lambda: covey.Alpha("illness", "half"),  # type: ignore[arg-type]
        lambda: covey.PopulationK(0),
    ],
)
def test_amounts_out_of_range_are_refused(build: Any) -> None:
    with pytest.raises(covey.InvalidInput):
        build()
