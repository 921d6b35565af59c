"""Requirements for the problems of one attribute."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from tests.measures import oracle as measured
from tests.problems.trees import oracle as trees_oracle

REQUIREMENTS: dict[str, Any] = {
    "distinct": covey.DistinctDiversity("illness", 2),
    "entropy": covey.EntropyDiversity("illness", 1.5),
    "recursive": covey.RecursiveDiversity("illness", 3, 2),
    "alpha": covey.Alpha("illness", 0.75),
    "closeness": covey.Closeness("illness", 0.3),
    "ordered closeness": covey.Closeness("illness", 0.3, ordered=True),
}


def is_met(name: str, classes: list[int], illness: list[int]) -> bool:
    """By the definitions, from the records."""
    groups = measured.groups(classes, illness)
    match name:
        case "distinct":
            return measured.distinct(groups) >= 2
        case "entropy":
            return measured.entropy_l(groups) >= 1.5 - 1e-9
        case "recursive":
            return measured.recursive_c(groups, 2) < 3
        case "alpha":
            return measured.alpha(groups) <= 0.75 + 1e-9
        case "closeness":
            return measured.t_equal(groups) <= 0.3 + 1e-9
    return measured.t_ordered(groups, sorted(set(illness))) <= 0.3 + 1e-9


PROBLEM_KINDS = ("labels", "intervals", "rectangles", "regions", "trees", "ordered trees")


def random_problem(problem_kind: str, rng: np.random.Generator) -> tuple[Any, covey.Entries]:
    """Some 40 records of 12 items, some items without any."""
    count = 12
    items = np.sort(rng.integers(0, count, 40))
    illness = rng.integers(0, 3, 40)
    pairs, counts = np.unique(np.column_stack([items, illness]), axis=0, return_counts=True)
    weights = np.bincount(items, minlength=count)
    problem: Any
    if problem_kind == "labels":
        problem = covey.LabelProblem(weights, 3)
    elif problem_kind == "intervals":
        problem = covey.IntervalProblem(weights, 3)
    elif problem_kind == "rectangles":
        x, y = np.unravel_index(rng.permutation(count), (4, 3))
        problem = covey.RectangleProblem(x, y, 3, weights)
        assert len(problem.weights) == count
    elif "trees" in problem_kind:
        parents = trees_oracle.along(trees_oracle.random_parents(rng, count), count)
        problem = covey.TreeProblem(weights, parents, 3, ordered=problem_kind == "ordered trees")
    else:
        edges = [(v, int(rng.integers(max(0, v - 3), v))) for v in range(1, count)]
        problem = covey.RegionProblem(weights, edges, 3)
    return problem, covey.Entries(pairs[:, 0], counts, [covey.Sensitive("illness", pairs[:, 1])])


@pytest.mark.parametrize("problem_kind", PROBLEM_KINDS)
def test_every_class_meets_what_is_required(problem_kind: str) -> None:
    rng = np.random.default_rng(4)
    as_cells = 0
    for name in REQUIREMENTS:
        for _ in range(6):
            problem, entries = random_problem(problem_kind, rng)
            try:
                result = covey.solve(problem, requirements=[REQUIREMENTS[name]], entries=entries)
            except covey.Infeasible:
                assert not is_met(name, [0] * int(entries.counts.sum()), illnesses(entries))
                continue
            problem.check(result.solution)
            classes = np.repeat(result.solution.classes[entries.items], entries.counts).tolist()
            assert is_met(name, classes, illnesses(entries))
            assert result.lower_bound <= result.cost == result.solution.sizes.max()
            assert result.certificate.holds(problem)
            as_cells += any("divided step by step" in note for note in result.notes)
    assert as_cells


def illnesses(entries: covey.Entries) -> list[int]:
    found: list[int] = np.repeat(entries.sensitive[0].codes, entries.counts).tolist()
    return found


def test_parts_of_a_map_must_meet_requirements_by_themselves() -> None:
    problem = covey.RegionProblem([3, 3, 3, 3], [(0, 1), (2, 3)], 3, names=["a", "b", "c", "d"])
    illness = covey.Sensitive("illness", [0, 1, 0, 0], ["flu", "cold"])
    entries = covey.Entries([0, 1, 2, 3], [3, 3, 3, 3], [illness])
    with pytest.raises(covey.Infeasible, match="joins c, d to other areas"):
        covey.solve(problem, requirements=[covey.DistinctDiversity("illness", 2)], entries=entries)


def test_entries_must_be_those_of_the_problem() -> None:
    entries = covey.Entries([0, 1], [3, 4], [covey.Sensitive("illness", [0, 1])])
    required = [covey.DistinctDiversity("illness", 2)]
    with pytest.raises(covey.InvalidInput, match="at position 1 has 5 records, but its entries"):
        covey.solve(covey.LabelProblem([3, 5], 2), requirements=required, entries=entries)
    with pytest.raises(covey.InvalidInput, match="need the entries"):
        covey.solve(covey.LabelProblem([3, 5], 2), requirements=required)
