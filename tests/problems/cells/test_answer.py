from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.core.errors import InternalError
from covey.problems.cells.answer import cell_answer
from covey.problems.labels.problem import LabelSolution


def test_an_answer_has_sets() -> None:
    problem = covey.CellProblem([covey.LabelAxis([0, 1], 2)], [3, 3], 3)
    found = covey.solve(problem).solution
    assert cell_answer(found) is found
    with pytest.raises(InternalError, match="LabelSolution"):
        cell_answer(LabelSolution(np.zeros(1, np.int32), np.ones(1, np.int64)))
