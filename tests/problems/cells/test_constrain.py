"""Trees that meet requirements, the best of several."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.cells import constrain
from covey.problems.cells.improve import typed
from covey.problems.cells.pruning import pruned
from covey.problems.cells.withhold import rank
from tests.problems.cells import oracle


def required(rng: np.random.Generator) -> covey.CellProblem:
    rows = 40
    return covey.CellProblem(
        oracle.random_axes(rng, rows),
        rng.integers(1, 4, rows),
        2,
        requirements=[covey.Alpha("illness", 0.65)],
        sensitive=[covey.Sensitive("illness", rng.integers(0, 3, rows))],
    )


def free_of(problem: covey.CellProblem) -> Any:
    watch = covey.Stop(seconds=None).start()
    return typed(problem, watch)[0]


def test_the_answer_is_never_worse_than_the_pruned_free_one() -> None:
    rng = np.random.default_rng(2)
    better = 0
    for _ in range(25):
        problem = required(rng)
        found: Any = covey.solve(problem, stop=covey.Stop(seconds=None)).solution
        cut_back = pruned(problem, free_of(problem), problem.requirements)
        assert rank(problem, found) <= rank(problem, cut_back)
        better += rank(problem, found) < rank(problem, cut_back)
    assert better


def test_tighter_settings_are_tried_in_small_tables_with_one_requirement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = required(np.random.default_rng(3))
    tried: Any = constrain._settings(problem)
    shares = [each[0].alpha for each in tried]
    assert shares[:2] == [0.65, 0.6]
    assert shares == sorted(shares, reverse=True)
    monkeypatch.setattr(constrain, "LADDER_CODES", 1)
    assert len(list(constrain._settings(problem))) == 1
