"""Trees of cuts that are put together."""

from __future__ import annotations

import numpy as np

import covey
from covey.core.stop import Stop
from covey.problems.cells.axes import Axis, LabelAxis, OrderedAxis
from covey.problems.cells.grafting import Grafting
from covey.problems.cells.improve import typed
from covey.problems.cells.kinds import AT_POSITION, BY_MEMBERS

NONE = np.zeros(0, np.int32)


def test_the_parts_of_a_table_are_solved_one_by_one() -> None:
    """By cuts of both kinds at the top, with labels that the trees below take as well."""
    rng = np.random.default_rng(4)
    rows = 300
    age, town = rng.integers(0, 20, rows), rng.integers(0, 6, rows)
    ages, towns = OrderedAxis(age, np.arange(20)), LabelAxis(town, 6)
    problem = covey.CellProblem([ages, towns], np.ones(rows, dtype=np.int64), 5)
    grafting = Grafting(rows, problem.axis_table.kinds)
    young, old = grafting.cut(grafting.root, 0, AT_POSITION, 9, 0, NONE)
    some, others = grafting.cut(old, 1, BY_MEMBERS, 0, 0, np.array([1, 4], np.int32))
    apart = np.isin(town, [1, 4])
    parts = ((young, age <= 9), (others, (age > 9) & ~apart), (some, (age > 9) & apart))
    for node, inside in parts:
        own = np.flatnonzero(inside)
        axes: list[Axis] = [OrderedAxis(age[own], np.arange(20)), LabelAxis(town[own], 6)]
        part = covey.CellProblem(axes, np.ones(len(own), dtype=np.int64), 5)
        found, _ = typed(part, Stop().start())
        grafting.graft(node, found.nodes, found.pool, own, found.classes, found.sizes)
    whole = grafting.solution(problem.axis_table)
    problem.check(whole)
    assert whole.sizes.sum() == rows
    for _, inside in parts:
        assert not np.isin(whole.classes[~inside], whole.classes[inside]).any()


def test_a_tree_at_the_root_is_the_whole_tree() -> None:
    axes = [OrderedAxis([0, 1, 2, 3], [0, 1, 2, 3])]
    problem = covey.CellProblem(axes, [3, 3, 3, 3], 3)
    found, _ = typed(problem, Stop().start())
    grafting = Grafting(4, problem.axis_table.kinds)
    rows = np.arange(4)
    grafting.graft(grafting.root, found.nodes, found.pool, rows, found.classes, found.sizes)
    whole = grafting.solution(problem.axis_table)
    problem.check(whole)
    assert np.array_equal(whole.classes, found.classes)
    for own, expected in zip(whole.nodes, found.nodes, strict=True):
        assert np.array_equal(own, expected)
