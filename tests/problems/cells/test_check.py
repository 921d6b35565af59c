"""The checker refuses what is no answer."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.cells.kinds import BY_MEMBERS
from covey.problems.cells.map_tree import MapTree
from tests.problems.cells.tables import made_axis, random_problem


def test_a_broken_solution_is_refused() -> None:
    rng = np.random.default_rng(9)
    refused = 0
    for _ in range(30):
        problem = random_problem(rng)
        solution: Any = covey.solve(problem).solution
        if len(solution.sizes) < 2:
            continue
        classes = solution.classes.copy()
        row = int(rng.integers(len(classes)))
        classes[row] = (classes[row] + 1) % len(solution.sizes)
        sizes = np.bincount(classes, weights=problem.weights).astype(np.int64)
        if len(sizes) < len(solution.sizes) or sizes.min() < problem.k:
            continue
        with pytest.raises(covey.InternalError, match=r"cell of its class|several parts"):
            problem.check(dataclasses.replace(solution, classes=classes, sizes=sizes))
        refused += 1
    assert refused > 5


def test_a_region_that_does_not_hang_together_is_refused() -> None:
    graph = covey.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    axis = covey.AreaAxis([0, 1, 2, 3], graph)
    problem = covey.CellProblem([axis], [1, 1, 1, 1], 2)
    solution: Any = covey.solve(problem).solution
    problem.check(solution)
    nodes = solution.nodes
    assert nodes.how[0] == BY_MEMBERS
    high = nodes.high.copy()
    high[0] -= 1
    with pytest.raises(covey.InternalError, match="not at an edge"):
        problem.check(dataclasses.replace(solution, nodes=nodes._replace(high=high)))
    tree = solution.axis_table.trees[0]
    crossed = MapTree(tree.order[[0, 2, 1, 3]], tree.parent, tree.end)
    with pytest.raises(covey.InternalError, match="no border"):
        crossed.refuse_unless_spanning(graph)


def refusals(problem: covey.CellProblem, solution: Any) -> list[str]:
    try:
        problem.check(solution)
    except covey.InternalError as error:
        return [str(error)]
    return []


@pytest.mark.parametrize("kind", ["labels", "ordered", "places", "areas", "regions", "trees"])
def test_a_node_that_does_not_hold_its_values_is_refused(kind: str) -> None:
    rng = np.random.default_rng(4)
    messages: list[str] = []
    for _ in range(8):
        axes = [made_axis(rng, kind, 40), covey.OrderedAxis(np.arange(40) % 6, np.arange(6))]
        problem = covey.CellProblem(axes, np.ones(40, dtype=np.int64), 3)
        solution: Any = covey.solve(problem, "nested").solution
        first, other = solution.hierarchies
        leaves = rng.permutation(first.leaves)
        wrong = dataclasses.replace(
            solution, hierarchies=(dataclasses.replace(first, leaves=leaves), other)
        )
        problem.check(solution)
        messages += refusals(problem, wrong)
    assert messages
    assert all("node" in each for each in messages)
