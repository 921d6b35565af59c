"""Trees that meet requirements, the best of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.cells import constrain
from covey.problems.cells.axes import JoinedBy
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


def of_a_map(rng: np.random.Generator) -> covey.CellProblem:
    """Areas of which many have as many records, so that many cuts are worth the same; with nested
    regions or without."""
    rows, areas = int(rng.integers(30, 90)), int(rng.integers(8, 30))
    borders = [(v, int(rng.integers(max(0, v - 3), v))) for v in range(1, areas)]
    by = JoinedBy(rng.integers(1, 5, areas)) if rng.random() < 0.5 else None
    graph = covey.Graph.from_edges(areas, borders)
    return covey.CellProblem(
        [covey.AreaAxis(rng.integers(0, areas, rows), graph, joined_by=by)],
        np.ones(rows, dtype=np.int64),
        int(rng.integers(2, 5)),
        requirements=[covey.Alpha("illness", 0.65)],
        sensitive=[covey.Sensitive("illness", rng.integers(0, 2, rows))],
    )


@pytest.mark.parametrize("drawn", [required, of_a_map])
def test_a_class_is_final_only_if_no_cut_of_it_meets_the_requirements(
    drawn: Callable[[np.random.Generator], covey.CellProblem],
) -> None:
    """Every position, every group of a few labels, and every edge is tried by brute force."""
    rng = np.random.default_rng(7)
    checked = 0
    for _ in range(60):
        problem = drawn(rng)
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
    """The first side of every cut of values of which none is missing."""
    for axis, tree in zip(problem.axes, problem.axis_table.trees, strict=True):
        codes = axis.codes[rows]
        values = np.unique(codes)
        if isinstance(axis, covey.OrderedAxis) and values[0] >= 0:
            yield from (codes <= value for value in values[:-1])
        if isinstance(axis, covey.PlaceAxis) and values[0] >= 0:
            for each in (axis.x_codes[rows], axis.y_codes[rows]):
                yield from (each <= value for value in np.unique(each)[:-1])
        if tree is not None and values[0] >= 0:
            places = tree.place[codes]
            # A region of several components is not cut at an edge.
            if len(np.unique(tree.component[places])) == 1:
                for edge in np.flatnonzero(tree.parent >= 0).tolist():
                    below = (edge <= places) & (places < tree.end[edge])
                    if below.any() and not below.all():
                        yield below
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
