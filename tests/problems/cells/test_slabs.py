"""Slabs of one ordered column: the theorem of docs/explanation/slabs.md, case by case."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

import covey
from covey.core.stop import Stop
from covey.problems.cells import slabs as module
from covey.problems.cells.axes import AreaAxis, Axis, LabelAxis, OrderedAxis, PlaceAxis
from covey.problems.cells.methods import _around
from covey.problems.cells.slabs import slabs
from covey.problems.regions.graph import Graph
from tests.problems.cells import oracle

STAR = Graph.from_edges(7, np.array([[0, 1], [0, 2], [0, 3], [1, 4], [2, 5], [3, 6]]))
"""Three legs of two areas around area 0."""
PATH = Graph.from_edges(5, np.array([[0, 1], [1, 2], [2, 3], [3, 4]]))
MIXES = ("ordered", "label", "star", "path", "place", "ordered ordered", "ordered label")
"""The attributes beside the one that is cut into slabs."""


class Kind(NamedTuple):
    """The middle of a column, and on each side of it a value next to it and one farther off."""

    middle: int
    sides: tuple[tuple[int, int], ...]


LINE = Kind(2, ((1, 0), (3, 4)))
COLUMNS = {
    "ordered": [LINE],
    "label": [Kind(0, ((1, 2),))],
    "star": [Kind(0, ((1, 4), (2, 5), (3, 6)))],
    "path": [LINE],
    "place": [LINE, LINE],
}


def axes_of(mix: str, codes: Any) -> list[Axis]:
    """The first column of codes is the one of slabs. Places take two columns."""
    found: list[Axis] = [OrderedAxis(codes[:, 0], np.arange(codes[:, 0].max() + 1))]
    at, line = 1, np.arange(5)
    for kind in mix.split():
        own = codes[:, at]
        if kind == "ordered":
            found.append(OrderedAxis(own, line))
        elif kind == "label":
            found.append(LabelAxis(own, 3))
        elif kind == "place":
            found.append(PlaceAxis(own, codes[:, at + 1], line, line))
        else:
            found.append(AreaAxis(own, STAR if kind == "star" else PATH))
        at += len(COLUMNS[kind])
    return found


def crosses(rng: np.random.Generator, mix: str, count: int) -> tuple[list[Axis], Any, int]:
    """Some crosses in a row: a combination of k with as many lighter ones around it as there can
    be, most of them as heavy as they can be, and at times a heavy one behind these."""
    columns = [column for kind in mix.split() for column in COLUMNS[kind]]
    k = int(rng.integers(2, 9))
    middle = tuple(column.middle for column in columns)
    weights: dict[tuple[int, ...], int] = {}

    def put(place: tuple[int, ...], weight: int) -> None:
        usual = rng.random() < 0.93
        found = weight if usual else int(rng.integers(0, weight + 1))
        if found:
            weights[place] = found

    for cross in range(count):
        line = 2 * cross + 1
        put((line - 1, *middle), k - 1)
        put((line, *middle), k)
        for at, column in enumerate(columns):
            for near, far in column.sides:
                put((line, *middle[:at], near, *middle[at + 1 :]), k - 1)
                if rng.random() < 0.1:
                    put((line, *middle[:at], far, *middle[at + 1 :]), k)
    put((2 * count, *middle), k - 1)
    codes = np.array(list(weights), dtype=np.int64)
    _, codes[:, 0] = np.unique(codes[:, 0], return_inverse=True)
    return axes_of(mix, codes), np.array(list(weights.values())), k


MOST = 7
"""Combinations for which all partitions can be tried."""


@pytest.mark.parametrize("mix", MIXES)
def test_no_partition_is_that_much_better(mix: str) -> None:
    rng = np.random.default_rng(MIXES.index(mix))
    tried = 0
    while tried < 10:
        axes, weights, k = crosses(rng, mix, int(rng.integers(1, 4)))
        if weights.sum() < k or len(weights) > MOST:
            continue
        problem = covey.CellProblem(axes, weights, k)
        found = slabs(problem, Stop().start())
        assert found is not None
        problem.check(found)
        best = oracle.optimum(tuple(axes), weights.tolist(), k, "max-size")
        assert found.sizes.max() < _around(problem) * best or found.sizes.max() == best
        tried += 1


def full_cross(k: int, label_axis: bool) -> covey.CellProblem:
    """One line with a strip on either side, and lighter combinations around the middle."""
    middle = [1, 1]
    beside = [[0, 1], [2, 1], [1, 0]] + ([] if label_axis else [[1, 2]])
    codes = np.array([middle, *beside])
    other: Axis = LabelAxis(codes[:, 1], 2) if label_axis else OrderedAxis(codes[:, 1], [0, 1, 2])
    weights = [k] + [k - 1] * len(beside)
    return covey.CellProblem([OrderedAxis(codes[:, 0], [0, 1, 2]), other], weights, k)


@pytest.mark.parametrize("label_axis", [False, True])
def test_a_full_cross_is_one_class(label_axis: bool) -> None:
    problem = full_cross(5, label_axis)
    found = slabs(problem, Stop().start())
    assert found is not None
    assert found.sizes.tolist() == [problem.total]


@pytest.mark.parametrize("mix", MIXES)
def test_every_case_of_the_proof_is_met(mix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slabs that cuts alone bring below the limit, those that take a cut around the middle, and
    tables of nothing but full crosses. What the lemmas say is checked inside, as errors."""
    met: Counter[str] = Counter()
    around, cut = module._Slabs.cut_around, module._Slabs.cut_within_limit

    def counted_around(self: Any, *given: Any) -> Any:
        found = around(self, *given)
        met["around" if found is not None else "light on all sides"] += 1
        return found

    def counted_cut(self: Any, rows: Any) -> Any:
        found = cut(self, rows)
        met["within" if found.largest() <= self.limit else "cross"] += 1
        return found

    monkeypatch.setattr(module._Slabs, "cut_around", counted_around)
    monkeypatch.setattr(module._Slabs, "cut_within_limit", counted_cut)
    rng = np.random.default_rng(MIXES.index(mix) + 100)
    for _ in range(60):
        axes, weights, k = crosses(rng, mix, int(rng.integers(1, 5)))
        if weights.sum() >= k:
            problem = covey.CellProblem(axes, weights, k)
            found = slabs(problem, Stop().start())
            assert found is not None
            problem.check(found)
    for case in ("within", "around", "light on all sides", "cross"):
        assert met[case], (case, met)


def test_without_another_column_there_are_no_slabs() -> None:
    alone = covey.CellProblem([OrderedAxis([0, 1], [0, 1])], [3, 3], 3)
    labels = covey.CellProblem([LabelAxis([0, 1], 2), LabelAxis([0, 1], 2)], [3, 3], 3)
    for problem in (alone, labels):
        assert slabs(problem, Stop().start()) is None
        assert covey.solve(problem, "slabs").cost == 3


def test_many_slabs_make_a_shallow_tree() -> None:
    rng = np.random.default_rng(3)
    rows = 4_000
    codes = np.column_stack([np.arange(rows), rng.integers(0, 9, rows)])
    axes = [OrderedAxis(codes[:, 0], np.arange(rows)), OrderedAxis(codes[:, 1], np.arange(9))]
    found = slabs(covey.CellProblem(axes, np.ones(rows, dtype=np.int64), 10), Stop().start())
    assert found is not None
    assert found.sizes.min() >= 10
    depth = np.zeros(len(found.nodes.parent), dtype=int)
    for node in range(1, len(depth)):
        depth[node] = depth[found.nodes.parent[node]] + 1
    assert depth.max() <= 30


def test_out_of_time_slabs_promise_nothing() -> None:
    rng = np.random.default_rng(3)
    rows = 5_000
    axes: list[Axis] = [
        OrderedAxis(np.arange(rows), np.arange(rows)),
        LabelAxis(rng.integers(0, 9, rows), 9),
    ]
    problem = covey.CellProblem(axes, np.ones(rows, dtype=np.int64), 10)
    result = covey.solve(problem, "slabs", stop=Stop(seconds=0.0))
    assert result.guarantee.source != "docs/explanation/slabs.md"
    assert result.notes
