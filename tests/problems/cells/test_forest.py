"""Trees that grow side by side."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.forest import Forest, roots_of
from covey.problems.cells.kinds import LEAF
from tests.problems.cells.tables import random_problem


def test_a_forest_begins_as_one_leaf_with_all_rows() -> None:
    problem = random_problem(np.random.default_rng(1))
    forest = Forest(problem)
    assert forest.leaves.tolist() == [0]
    assert forest.totals(forest.leaves).tolist() == [problem.total]


def test_trees_that_are_joined_one_by_one_are_those_that_grow_at_once() -> None:
    rng = np.random.default_rng(2)
    watch = covey.Stop(seconds=None).start()
    for _ in range(20):
        problem = random_problem(rng)
        once = Forest(problem)
        once.graft(once.leaves, once.grown(once.leaves, watch))
        steps = Forest(problem)
        half = problem.total // 2
        steps.graft(steps.leaves, steps.grown(steps.leaves, watch, least=half))
        leaves = steps.leaves
        steps.graft(leaves, steps.grown(leaves, watch))
        solutions = [once.solution(), steps.solution()]
        for each in solutions:
            problem.check(each)
        one, other = (each.classes.tolist() for each in solutions)
        # The same classes, numbered in another order.
        assert len(set(zip(one, other, strict=True))) == len(set(one)) == len(set(other))


def test_every_node_knows_its_root() -> None:
    parent = np.array([-1, -1, 0, 1, 2, 3], dtype=np.int32)
    assert roots_of(parent).tolist() == [0, 1, 0, 1, 0, 1]


def test_rows_that_are_left_out_have_no_class() -> None:
    problem = random_problem(np.random.default_rng(5))
    gone = np.zeros(len(problem.weights), dtype=bool)
    gone[0] = True
    found = Forest(problem, left_out=gone).solution()
    assert found.classes[0] == -1
    assert found.nodes.how[0] == LEAF
