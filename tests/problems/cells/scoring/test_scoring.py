"""The best cut of a column, held against all cuts of it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import covey
from covey.problems.cells.cut_tree import Cut
from covey.problems.cells.kinds import AT_POSITION, BY_COMPONENT, BY_MEMBERS, BY_MISSING
from covey.problems.cells.rows import rows_of
from covey.problems.cells.scoring import best_cut
from covey.problems.cells.scoring.histogram import scratch_for
from covey.problems.cells.scoring.labels import take_labels
from covey.problems.cells.scoring.score import NOTHING, Terms, members_gain, score_of
from tests.problems.cells.test_map_tree import joined


def scored(problem: covey.CellProblem, k: int, under: float = math.inf) -> tuple[Cut, Terms]:
    columns = problem.axis_table.columns([1.0])
    terms = Terms(problem.total, k, 0.3, under)
    rows = rows_of(problem)
    scratch = scratch_for(len(problem.weights), columns)
    return best_cut(rows, columns, 0, 0, len(problem.weights), terms, scratch), terms


def records_of(problem: covey.CellProblem, inside: Any) -> int:
    return int(problem.weights[inside].sum())


def test_the_best_position_is_the_best_of_all() -> None:
    rng = np.random.default_rng(0)
    for _ in range(60):
        codes = rng.integers(0, 8, 20)
        positions = np.cumsum(rng.integers(1, 9, 8)).astype(float)
        problem = covey.CellProblem(
            [covey.OrderedAxis(codes, positions)], rng.integers(1, 4, 20), 1
        )
        cut, terms = scored(problem, 5)
        scale = 1 / (positions[-1] - positions[0])
        low, high = positions[codes.min()], positions[codes.max()]
        scores = [NOTHING]
        for at in sorted(set(codes.tolist()))[:-1]:
            inside = codes <= at
            left = records_of(problem, inside)
            if min(left, terms.total - left) >= 5:
                gain = left * (high - positions[at])
                gain += (terms.total - left) * (positions[codes[~inside].min()] - low)
                scores.append(score_of(gain * scale, left, terms))
        assert math.isclose(cut.score, max(scores))
        assert cut.how == AT_POSITION or max(scores) == NOTHING


def test_the_best_edge_is_the_best_of_all() -> None:
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(60):
        edges = [(v, int(rng.integers(max(0, v - 3), v))) for v in range(1, 10)]
        axis = covey.AreaAxis(rng.integers(0, 10, 15), covey.Graph.from_edges(10, edges))
        problem = covey.CellProblem([axis], rng.integers(1, 4, 15), 1)
        tree = problem.axis_table.trees[0]
        assert tree is not None
        places = problem.axis_table.codes[:, 0]
        cut, terms = scored(problem, 5)
        whole = len(joined(tree, places.tolist()))
        scores = [NOTHING]
        for edge in range(1, 10):
            inside = (places >= edge) & (places < tree.end[edge])
            left = records_of(problem, inside)
            if min(left, terms.total - left) >= 5:
                sides = [len(joined(tree, places[each].tolist())) for each in (inside, ~inside)]
                gain = members_gain(whole, sides[0], sides[1], left, terms.total)
                scores.append(score_of(gain / 10, left, terms))
        assert math.isclose(cut.score, max(scores))
        found += cut.how == BY_MEMBERS
    assert found > 30


def test_labels_are_split_as_the_score_says() -> None:
    rng = np.random.default_rng(2)
    for _ in range(60):
        codes = rng.integers(0, 6, 15)
        problem = covey.CellProblem([covey.LabelAxis(codes, 6)], rng.integers(1, 4, 15), 1)
        cut, terms = scored(problem, 4)
        if cut.score == NOTHING:
            continue
        columns = problem.axis_table.columns([1.0])
        taken = take_labels(rows_of(problem), 0, 0, 15, cut, scratch_for(15, columns))
        inside = np.isin(codes, taken)
        distinct = len(set(codes.tolist()))
        left = records_of(problem, inside)
        gain = members_gain(distinct, len(taken), distinct - len(taken), left, terms.total)
        assert math.isclose(cut.score, score_of(gain / 6, left, terms))
        assert taken.tolist() == sorted(taken.tolist())


def test_missing_values_and_components_come_first() -> None:
    ages = covey.OrderedAxis([-1, 0, 1], [0, 1])
    assert scored(covey.CellProblem([ages], [4, 4, 4], 1), 4)[0].how == BY_MISSING
    assert scored(covey.CellProblem([ages], [3, 4, 4], 1), 4)[0].score == NOTHING
    islands = covey.AreaAxis([0, 1, 2, 3], covey.Graph.from_edges(4, [(0, 1), (2, 3)]))
    problem = covey.CellProblem([islands], [2, 2, 2, 2], 1)
    assert scored(problem, 4)[0].how == BY_COMPONENT
    assert scored(problem, 5)[0].score == NOTHING
