"""The loss of the leaves of a tree, held against the loss of the finished solution."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.improve import typed
from covey.problems.cells.leaf_loss import classes_of, leaf_losses
from covey.problems.cells.rows import rows_of
from covey.problems.cells.scoring.histogram import scratch_for
from tests.problems.cells.tables import random_problem


def test_leaves_lose_what_their_tight_sets_lose() -> None:
    rng = np.random.default_rng(4)
    for _ in range(40):
        problem = random_problem(rng)
        solution, _ = typed(problem, covey.Stop(seconds=None).start())
        order = np.argsort(solution.classes, kind="stable")
        nodes = solution.nodes
        leaves = np.array(
            [
                np.flatnonzero((nodes.how == 0) & (nodes.number == c))[0]
                for c in range(len(solution.sizes))
            ]
        )
        # The rows of a class stand together.
        rows = rows_of(problem)._replace(
            codes=problem.axis_table.codes[order],
            weights=problem.weights[order],
            ids=order.astype(np.int32),
        )
        ends = np.cumsum(np.bincount(solution.classes))
        nodes.begin[leaves], nodes.end[leaves] = np.append(0, ends[:-1]), ends
        columns = problem.axis_table.columns(problem.axis_weights)
        scratch = scratch_for(len(order), columns)
        sizes, lost = leaf_losses(nodes, leaves, rows, columns, scratch)
        assert sizes.tolist() == solution.sizes.tolist()
        assert np.isclose(lost.sum() / problem.total, problem.loss(solution, tight=True))
        classes, again = classes_of(nodes, leaves, rows, len(order))
        assert classes.tolist() == solution.classes.tolist()
        assert again.tolist() == sizes.tolist()
