"""Trees that meet requirements, the best of several."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.cells import constrain
from covey.problems.cells.improve import typed
from covey.problems.cells.pruning import pruned
from covey.problems.cells.withhold import rank
from tests.problems.cells import oracle


def required(rng: np.random.Generator) -> covey.CellProblem:
    rows = 40
    return covey.CellProblem(
        oracle.random_axes(rng, rows),
        rng.integers(1, 4, rows),
        2,
        requirements=[covey.Alpha("illness", 0.65)],
        sensitive=[covey.Sensitive("illness", rng.integers(0, 3, rows))],
    )


def free_of(problem: covey.CellProblem) -> Any:
    watch = covey.Stop(seconds=None).start()
    return typed(problem, watch)[0]


def test_the_answer_is_never_worse_than_the_pruned_free_one() -> None:
    rng = np.random.default_rng(2)
    better = 0
    for _ in range(25):
        problem = required(rng)
        found: Any = covey.solve(problem, stop=covey.Stop(seconds=None)).solution
        cut_back = pruned(problem, free_of(problem), problem.requirements)
        assert rank(problem, found) <= rank(problem, cut_back)
        better += rank(problem, found) < rank(problem, cut_back)
    assert better


def test_tighter_settings_are_tried_in_small_tables_with_one_requirement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = required(np.random.default_rng(3))
    tried: Any = constrain._settings(problem)
    shares = [each[0].alpha for each in tried]
    assert shares[:2] == [0.65, 0.6]
    assert shares == sorted(shares, reverse=True)
    monkeypatch.setattr(constrain, "LADDER_CODES", 1)
    assert len(list(constrain._settings(problem))) == 1


def test_a_class_is_final_only_if_no_cut_of_it_meets_the_requirements() -> None:
    """Every position, and every group of a few labels, is tried by brute force."""
    rng = np.random.default_rng(7)
    checked = 0
    for _ in range(60):
        problem = required(rng)
        try:
            found: Any = covey.solve(problem, stop=covey.Stop(seconds=None)).solution
        except covey.Infeasible:
            continue
        for number in range(len(found.sizes)):
            rows = np.flatnonzero(found.classes == number)
            for left in plain_cuts(problem, rows):
                checked += 1
                sides = [rows[left], rows[~left]]
                enough = all(problem.weights[side].sum() >= problem.k for side in sides)
                assert not (enough and all(is_met(problem, side) for side in sides))
    assert checked > 100


def is_met(problem: covey.CellProblem, rows: Any) -> bool:
    counts = np.bincount(problem.sensitive[0].codes[rows], weights=problem.weights[rows])
    return bool(counts.max() / counts.sum() <= 0.65 + 1e-9)


def plain_cuts(problem: covey.CellProblem, rows: Any) -> Iterator[Any]:
    """The first side of every cut on ordered values and on labels, of which none is missing."""
    for axis in problem.axes:
        codes = axis.codes[rows]
        values = np.unique(codes)
        if isinstance(axis, covey.OrderedAxis) and values[0] >= 0:
            yield from (codes <= value for value in values[:-1])
        if isinstance(axis, covey.LabelAxis) and len(values) <= 10:
            for size in range(1, len(values)):
                for group in combinations(values[1:].tolist(), size):
                    yield np.isin(codes, group)


@pytest.mark.parametrize("seed", range(6))
def test_in_a_small_table_a_smaller_k_is_never_worse_than_a_larger_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(10, 50))
    labels = covey.LabelAxis(rng.integers(0, 7, rows), 7)
    axes = [labels, covey.OrderedAxis(rng.integers(0, 90, rows), np.arange(90))]
    problem = covey.CellProblem(axes, rng.integers(1, 3, rows), 2)
    found: list[Any] = []
    for k in range(2, problem.total + 1):
        each: Any = covey.solve(problem.with_k(k), "typed", stop=covey.Stop(seconds=None))
        found.append(rank(problem, each.solution))
    for (cost, loss), (most, more) in pairwise(found):
        # Sums of the same numbers in another order may differ in their last bits.
        assert cost < most or (cost == most and loss <= more + 1e-12)


def test_trees_for_larger_k_make_answers_better_and_only_in_small_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(5)
    labels = covey.LabelAxis(rng.integers(0, 7, 100), 7)
    axes = [labels, covey.OrderedAxis(rng.integers(0, 90, 100), np.arange(90))]
    problems = [covey.CellProblem(axes, np.ones(100, dtype=np.int64), k) for k in (5, 6)]
    own = [rank(each, free_of(each)) for each in problems]

    def answers() -> list[tuple[int, float]]:
        watch = covey.Stop(seconds=None).start()
        return [rank(each, constrain.constrained(each, watch)[0]) for each in problems]

    assert all(each <= known for each, known in zip(answers(), own, strict=True))
    assert answers() != own
    monkeypatch.setattr(constrain, "LARGER_K_RECORDS", 99)
    assert answers() == own
    monkeypatch.undo()
    monkeypatch.setattr(constrain, "LARGER_K_CODES", 100)
    assert answers() == own
