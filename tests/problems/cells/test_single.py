"""Answers of the only attribute's own solver, as cells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from covey import IntervalProblem, LabelProblem, RectangleProblem, RegionProblem, solve
from covey.core.errors import InternalError
from covey.problems.cells.axes import AreaAxis, LabelAxis, OrderedAxis, PlaceAxis
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.sets import MISSING_SET
from covey.problems.cells.single import (
    SingleProblem,
    SingleSolution,
    as_cells,
    member_sets,
    rectangle_sets,
    run_sets,
)
from covey.problems.regions.graph import Graph

KINDS = ("labels", "ordered", "places", "areas")
SIZE = 12


def answered(kind: str, seed: int, missing: bool = False) -> SingleSolution:
    """A random table of one attribute, and its solver's answer. Combinations come several times, as
    where they differ in a sensitive value."""
    rng = np.random.default_rng(seed)
    rows, k = 60, 7
    codes = rng.integers(0, SIZE, rows)
    counts = rng.integers(1, 4, rows)
    if missing:
        codes[:20] = -1
    there = codes >= 0
    weights = np.bincount(codes[there], weights=counts[there], minlength=SIZE).astype(np.int64)
    if kind == "places":
        return _places(rng, codes, counts, k)
    own, axis, sets_of = _of_codes(kind, codes, weights, k)
    solution = solve(own).solution
    problem = CellProblem([axis], counts, k)
    return as_cells(problem, SingleProblem(own, codes), solution, sets_of(solution))


def _of_codes(kind: str, codes: Any, weights: Any, k: int) -> tuple[Any, Any, Any]:
    if kind == "labels":
        return LabelProblem(weights, k), LabelAxis(codes, SIZE), member_sets
    if kind == "ordered":
        axis = OrderedAxis(codes, np.arange(SIZE) ** 2.0)
        return IntervalProblem(weights, k), axis, lambda found: run_sets(found.starts, SIZE)
    graph = Graph.from_edges(SIZE, [(v, v + 1) for v in range(SIZE - 1)] + [(0, 5), (3, 9)])
    return RegionProblem(weights, graph, k), AreaAxis(codes, graph), member_sets


def _places(rng: np.random.Generator, codes: Any, counts: Any, k: int) -> SingleSolution:
    x, y, there = rng.permutation(SIZE), rng.integers(0, 5, SIZE), codes >= 0
    xs, ys = np.arange(SIZE, dtype=np.float64) * 1.5, np.arange(5, dtype=np.float64) - 2.25
    own = RectangleProblem(xs[x[codes[there]]], ys[y[codes[there]]], k, counts[there])
    items = np.full(len(codes), -1)
    items[there] = own.rows
    axis = PlaceAxis(np.where(there, x[codes], -1), np.where(there, y[codes], -1), xs, ys)
    solution: Any = solve(own).solution
    sets = rectangle_sets(solution.cells, xs, ys)
    return as_cells(CellProblem([axis], counts, k), SingleProblem(own, items), solution, sets)


# Among labels, missing is one more of them.
@pytest.mark.parametrize(
    ("kind", "missing"),
    [*((kind, False) for kind in KINDS), *((kind, True) for kind in KINDS[1:])],
)
def test_the_answer_of_the_own_solver_is_one_for_cells(kind: str, missing: bool) -> None:
    for seed in range(20):
        found = answered(kind, seed, missing)
        found.cells.check(found)
        (sets,) = found.sets
        assert (sets.of_class == MISSING_SET).sum() == missing
        assert len(found.sizes) > 1
        assert 0 <= found.cells.loss(found, tight=True) <= found.cells.loss(found) <= 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_class_is_refused(kind: str) -> None:
    found = answered(kind, 1)
    classes = found.classes.copy()
    at = [int(np.flatnonzero(classes == number)[0]) for number in (0, 1)]
    classes[at] = classes[at[::-1]]
    sizes = np.bincount(classes, weights=found.cells.weights).astype(np.int64)
    with pytest.raises(InternalError, match="class of its value"):
        found.cells.check(replace(found, classes=classes, sizes=sizes))


@pytest.mark.parametrize("kind", KINDS)
def test_sets_of_other_classes_are_refused(kind: str) -> None:
    found = answered(kind, 2)
    of_class = found.own_sets.of_class[::-1].copy()
    other = replace(found, own_sets=replace(found.own_sets, of_class=of_class))
    with pytest.raises(InternalError, match="not in the set of its class"):
        found.cells.check(other)


@pytest.mark.parametrize("kind", KINDS[1:])
def test_a_class_of_missing_values_holds_these_alone(kind: str) -> None:
    found = answered(kind, 3, missing=True)
    of_class = found.own_sets.of_class.copy()
    of_class[[0, -1]] = of_class[[-1, 0]]
    other = replace(found, own_sets=replace(found.own_sets, of_class=of_class))
    with pytest.raises(InternalError, match="without a value"):
        found.cells.check(other)


def test_another_problem_is_refused() -> None:
    found = answered("labels", 4)
    weights = found.single.own.weights.copy()
    weights[0] += 1
    single = replace(found.single, own=LabelProblem(weights, found.cells.k))
    own = solve(single.own).solution
    with pytest.raises(InternalError, match="other records"):
        found.cells.check(replace(found, single=single, own=own))


def test_withheld_records_are_counted() -> None:
    found = answered("ordered", 5)
    classes, row = found.classes.copy(), int(np.argmax(found.classes == np.argmax(found.sizes)))
    classes[row] = -1
    sizes = found.sizes.copy()
    sizes[found.classes[row]] -= found.cells.weights[row]
    with pytest.raises(InternalError, match="withheld"):
        found.cells.check(replace(found, classes=classes, sizes=sizes))
