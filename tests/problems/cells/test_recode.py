"""Global recoding."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

import covey
from tests.problems.cells import oracle
from tests.problems.cells.tables import random_problem


def test_global_recoding_has_one_partition_for_each_axis() -> None:
    rng = np.random.default_rng(3)
    cut = 0
    for _ in range(60):
        problem = random_problem(rng)
        solution: Any = covey.solve(problem, "global").solution
        for axis, sets in zip(problem.axes, solution.sets, strict=True):
            blocks = {oracle.spelled_out(axis, sets, c) for c in range(len(solution.sizes))}
            cut += len(blocks) > 1
            assert all(not (a & b) for a, b in combinations(blocks, 2))
    assert cut > 20
