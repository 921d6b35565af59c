from __future__ import annotations

import numpy as np

import covey
from covey.problems.alone.intervals import IntervalKind


def test_neighbours_are_merged() -> None:
    problem = covey.IntervalProblem([3, 3, 3], 3)
    kind = IntervalKind(problem)
    own = problem.solution(np.arange(3))
    assert list(kind.unions(own).unions(1)) == [(1, 0), (1, 2)]
    assert kind.merged(own, [(0, 1), (2,)]).sizes.tolist() == [6, 3]
