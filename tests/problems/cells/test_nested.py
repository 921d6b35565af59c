"""Nested recoding: disjoint products of nodes, one tree for each axis."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import covey
from covey._native import cells as native
from covey.core.stop import Stop
from covey.problems.cells import nested as module
from covey.problems.cells.axes import Axis
from covey.problems.cells.first_trees import labels
from covey.problems.cells.first_trees.tree import SEARCHED
from covey.requirements.requirement import offending
from tests.effort import cases
from tests.problems.cells import oracle
from tests.problems.cells.tables import made_axis
from tests.problems.cells.test_hierarchy import leaves_below, random_parents

FOREVER = Stop(seconds=None)
EVERYTHING = 2**40
KINDS = ("labels", "ordered", "places", "areas", "islands", "regions", "trees")


def solved(problem: covey.CellProblem, method: str = "nested", **how: Any) -> Any:
    return covey.solve(problem, method, **how).solution


def best_cuts(
    parents: list[np.ndarray],
    points: dict[tuple[int, ...], int],
    k: int,
    loss: list[np.ndarray],
    people: dict[tuple[int, ...], set[int]] | None = None,
) -> float:
    """The least loss of all trees of cuts, by a table over products of nodes. For two columns it is
    the least of all partitions into disjoint products: if a cell has the whole of one column and
    another the whole of the other, they meet, so that on some column all cells lie below children.
    With ``people``, those of each point, a product must have k different ones.
    """
    leaves = [1 + max(point[axis] for point in points) for axis in range(len(parents))]
    leaves = [
        max(many, int((tree < 0).size - len(set(tree[tree >= 0]))))
        for many, tree in zip(leaves, parents, strict=True)
    ]
    below = [leaves_below(tree, many) for tree, many in zip(parents, leaves, strict=True)]
    children = [
        [np.flatnonzero(tree == node).tolist() for node in range(len(tree))] for tree in parents
    ]

    @lru_cache(None)
    def lost(nodes: tuple[int, ...]) -> float:
        own_points = [
            point
            for point in points
            if all(point[axis] in below[axis][node] for axis, node in enumerate(nodes))
        ]
        inside = [points[point] for point in own_points]
        if not inside:
            return 0.0
        found = np.inf
        who = set().union(*(people[point] for point in own_points)) if people else range(k)
        if sum(inside) >= k and len(who) >= k:
            found = sum(inside) * sum(own[node] for own, node in zip(loss, nodes, strict=True))
        for axis, node in enumerate(nodes):
            parts = [(*nodes[:axis], child, *nodes[axis + 1 :]) for child in children[axis][node]]
            if parts:
                found = min(found, sum(map(lost, parts)))
        return found

    return lost(tuple(int(np.argmin(tree)) for tree in parents))


@pytest.mark.parametrize(("columns", "by_people"), [(2, False), (3, False), (2, True), (3, True)])
def test_all_ways_of_cutting_find_the_least_loss(columns: int, by_people: bool) -> None:
    """Theorem: docs/explanation/nested.md. By people a point has a row for each of its own."""
    rng = np.random.default_rng(columns)
    cut = 0
    for _ in range(150):
        parents = [random_parents(rng, int(rng.integers(2, 5))) for _ in range(columns)]
        k = int(rng.integers(2, 7))
        shares = [
            np.array(list(map(len, leaves_below(tree, leaf_count(tree))))) for tree in parents
        ]
        loss = [np.where(many > 1, many / many.max(), 0.0) / columns for many in shares]
        sizes = [leaf_count(tree) for tree in parents]
        every = np.stack(np.meshgrid(*map(np.arange, sizes), indexing="ij"), -1).reshape(
            -1, columns
        )
        own = every[rng.random(len(every)) < rng.choice([0.4, 0.9])].astype(np.int32)
        weights = rng.integers(1, k + 1, len(own))
        points = {tuple(row): int(many) for row, many in zip(own.tolist(), weights, strict=True)}
        people = None
        if by_people:
            drawn = [rng.permutation(3 * k)[:many] for many in weights]
            pairs = zip(own.tolist(), drawn, strict=True)
            people = {tuple(row): set(who.tolist()) for row, who in pairs}
            own, weights = np.repeat(own, weights, axis=0), np.ones(weights.sum(), dtype=np.int64)
            who = np.concatenate([np.zeros(0, dtype=np.int64), *drawn])
            codes = np.unique(who, return_inverse=True)[1]
        enough = len(set(codes.tolist())) if by_people else int(weights.sum())
        if enough < k:
            continue
        table = native.Nested(weights, k)
        if by_people:
            table.add_holders(codes.astype(np.int32), k)
        for axis, tree in enumerate(parents):
            leaves = np.ascontiguousarray(own[:, axis])
            table.add_fixed(leaves, tree, loss[axis], sizes[axis])
        _, begin, end, axis_of, *_, order, lost, _ = table.search(
            0, 0, 0, EVERYTHING, EVERYTHING, 60.0
        )
        assert lost == pytest.approx(best_cuts(parents, points, k, loss, people), abs=1e-9)
        classes = np.flatnonzero(axis_of < 0)
        assert all(weights[order[begin[c] : end[c]]].sum() >= k for c in classes)
        if by_people:
            assert all(len(set(codes[order[begin[c] : end[c]]].tolist())) >= k for c in classes)
        cut += len(classes) > 1
    assert cut > (20 if by_people else 50)


def leaf_count(parents: np.ndarray) -> int:
    return len(parents) - len(set(parents[parents >= 0].tolist()))


def random_problem(rng: np.random.Generator, **more: Any) -> covey.CellProblem:
    rows = int(rng.integers(6, 60))
    kinds = rng.choice(KINDS, int(rng.integers(1, 4)))
    axes = [made_axis(rng, kind, rows) for kind in kinds]
    return covey.CellProblem(axes, rng.integers(1, 4, rows), int(rng.integers(1, 6)), **more)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=cases(150, quick=50), deadline=None, suppress_health_check=list(HealthCheck))
def test_sets_nest_and_classes_are_apart(seed: int) -> None:
    problem = random_problem(np.random.default_rng(seed))
    solution = solved(problem, stop=FOREVER)
    assert solution.sizes.min() >= problem.k
    spelled = [
        [oracle.spelled_out(axis, sets, number) for number in range(len(solution.sizes))]
        for axis, sets in zip(problem.axes, solution.sets, strict=True)
    ]
    for axis, own in zip(problem.axes, spelled, strict=True):
        assert all(oracle.is_shaped(axis, each) for each in own)
        for one, other in combinations(set(own), 2):
            assert one <= other or other <= one or not one & other
    for first, second in combinations(range(len(solution.sizes)), 2):
        assert any(not own[first] & own[second] for own in spelled)
    for row, number in enumerate(solution.classes.tolist()):
        for axis, own in zip(problem.axes, spelled, strict=True):
            assert oracle.value(axis, row) in own[number]


def people(rows: int = 2000) -> covey.CellProblem:
    rng = np.random.default_rng(5)
    age = np.clip(rng.normal(40, 15, rows), 0, 89).astype(np.int64)
    work = (rng.integers(0, 9, rows) + age // 30) % 9
    town = np.minimum(rng.zipf(1.5, rows) - 1, 19)
    axes: list[Axis] = [
        covey.OrderedAxis(age, np.arange(90)),
        covey.LabelAxis(work, 9),
        covey.LabelAxis(town, 20),
    ]
    return covey.CellProblem(axes, np.ones(rows, dtype=np.int64), 5)


def test_any_number_of_threads_gives_the_same_answer() -> None:
    problem = people()
    stop = Stop(seconds=None, iterations=200)
    first, *others = (solved(problem, stop=stop, seed=3, threads=many) for many in (1, 2, 5))
    for other in others:
        assert np.array_equal(first.classes, other.classes)
        for one, same in zip(first.hierarchies, other.hierarchies, strict=True):
            assert np.array_equal(one.parents, same.parents)


def test_the_search_finds_better_trees() -> None:
    problem = people()
    losses = [
        problem.loss(solved(problem, stop=Stop(seconds=None, iterations=many))) for many in (0, 400)
    ]
    assert losses[1] < 0.98 * losses[0]


def test_fewer_sets_than_local_recoding_and_less_loss_than_global() -> None:
    problem = people()
    stop = Stop(seconds=None, iterations=200)
    found = {method: solved(problem, method, stop=stop) for method in ("typed", "nested", "global")}
    sets = {
        name: sum(len(np.unique(own.of_class)) for own in each.sets) for name, each in found.items()
    }
    assert sets["nested"] < sets["typed"] / 2
    assert problem.loss(found["nested"]) < problem.loss(found["global"])


def test_requirements_are_met() -> None:
    rng = np.random.default_rng(0)
    plain = people(800)
    secret = covey.Sensitive("illness", rng.integers(0, 3, 800))
    for requirement in (covey.DistinctDiversity("illness", 3), covey.Closeness("illness", 0.2)):
        problem = covey.CellProblem(
            plain.axes, plain.weights, 5, requirements=[requirement], sensitive=[secret]
        )
        stop = Stop(seconds=None, iterations=40)
        solution = solved(problem, stop=stop)
        own = (problem.requirements, problem.sensitive, solution.classes, problem.weights, None)
        assert offending(*own) is None
        assert len(solution.sizes) > 10


def test_withholding_keeps_sets_nested_and_loses_less() -> None:
    plain = people(600)
    stop = Stop(seconds=None, iterations=200)
    before = solved(plain, stop=stop)
    problem = covey.CellProblem(plain.axes, plain.weights, 5, suppress=60)
    after = solved(problem, stop=stop)
    assert 0 < len(after.withheld) <= 60
    assert problem.loss(after) < plain.loss(before)
    for axis, own in zip(problem.axes, after.sets, strict=True):
        spelled = {oracle.spelled_out(axis, own, number) for number in range(len(after.sizes))}
        for one, other in combinations(spelled, 2):
            assert one <= other or other <= one or not one & other


def test_a_small_table_has_few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    problem = random_problem(np.random.default_rng(0))
    watch = FOREVER.start(tried.append)
    module.nested(problem, watch, 0)
    assert f"nested: {problem.axis_table.codes.size:,} changes of trees" in tried


def test_a_few_changes_lose_no_more_than_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of these tables would lose more with one change."""
    worse = []
    for seed in (1, 14):
        rng = np.random.default_rng(seed)
        # Three columns of 20 values that go together.
        values = (rng.normal(5, 2, (200, 1)) + rng.normal(5, 2, (200, 3))).astype(int).clip(0, 19)
        points, counts = np.unique(values, axis=0, return_counts=True)
        scale = np.arange(20)
        axes = [covey.OrderedAxis(points[:, 0], scale), covey.LabelAxis(points[:, 1], 20)]
        problem = covey.CellProblem([*axes, covey.OrderedAxis(points[:, 2], scale)], counts, 5)
        loss = {}
        for compared in (0, module.COMPARED_CODES):
            monkeypatch.setattr(module, "COMPARED_CODES", compared)
            for changes in (0, 1):
                stop = Stop(seconds=None, iterations=changes)
                loss[compared, changes] = problem.loss(solved(problem, stop=stop))
        worse.append(loss[0, 1] > loss[0, 0])
        assert loss[module.COMPARED_CODES, 1] == min(loss[0, 0], loss[0, 1])
    assert worse == [False, True]


@pytest.mark.parametrize("kind", ["labels", "trees"])
@pytest.mark.parametrize("seed", range(6))
def test_a_tree_of_labels_that_is_not_searched_keeps_its_numbers(
    monkeypatch: pytest.MonkeyPatch, kind: str, seed: int
) -> None:
    monkeypatch.setattr(labels, "SEARCHED", 3)
    rng = np.random.default_rng(seed)
    axes = [made_axis(rng, kind, 60), made_axis(rng, kind, 60), made_axis(rng, "ordered", 60)]
    problem = covey.CellProblem(axes, np.ones(60, dtype=np.int64), 3)
    # The answer is checked on its way, class by class; with one large cell nothing would be.
    assert len(solved(problem).sizes) > 3


def test_more_labels_than_are_searched() -> None:
    many = SEARCHED + 104
    rng = np.random.default_rng(1)
    codes = rng.permutation(np.concatenate([np.arange(many), rng.integers(0, many, 3 * many)]))
    axes = [covey.LabelAxis(codes, many), covey.OrderedAxis(codes % 50, np.arange(50))]
    problem = covey.CellProblem(axes, np.ones(len(codes), dtype=np.int64), 5)
    found = solved(problem, stop=Stop(iterations=0))
    assert len(found.sizes) > 1_000
