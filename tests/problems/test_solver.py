"""What goes around a method: who is told, and what is noted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import (
    CellProblem,
    InvalidInput,
    LabelAxis,
    LabelProblem,
    OrderedAxis,
    RectangleProblem,
    Stop,
    compare,
    solve,
)
from covey.core.progress import share, watching
from covey.core.stop import CUT_OFF


def test_a_solver_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    solve(LabelProblem([3, 4], 3))
    assert capsys.readouterr() == ("", "")


def test_a_comparison_knows_how_many_methods_are_done() -> None:
    with watching():
        shares = [share() for _ in compare(LabelProblem([3, 4, 5], 3))]
    assert shares == [done / len(shares) for done in range(len(shares))]
    assert len(shares) > 3


def test_what_the_clock_decided_is_noted() -> None:
    problem = LabelProblem([*range(1, 60)], 200)
    cut_off = solve(problem, "exact", stop=Stop(seconds=0))
    assert (CUT_OFF in cut_off.notes) == (cut_off.cost > cut_off.lower_bound)
    assert CUT_OFF not in solve(problem, "five-halves", stop=Stop(seconds=None)).notes


def test_the_answer_is_the_same_on_any_number_of_threads() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.random((2, 150_000))
    table: list[OrderedAxis | LabelAxis] = [
        OrderedAxis(rng.integers(0, 90, 30_000), np.arange(90)),
        LabelAxis(rng.integers(0, 40, 30_000), 40),
        OrderedAxis(rng.integers(0, 2000, 30_000), np.arange(2000)),
    ]
    for problem in (
        RectangleProblem(x, y, 10),
        CellProblem(table, np.ones(30_000, dtype=np.int64), 5),
    ):
        one, *others = (solve(problem, stop=Stop(seconds=None), threads=n) for n in (1, 2, 5))
        for other in others:
            assert np.array_equal(one.solution.classes, other.solution.classes)


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, True, "1"])
def test_a_seed_is_a_whole_number_of_32_bits(seed: Any) -> None:
    with pytest.raises(InvalidInput, match="A seed is a whole number"):
        solve(LabelProblem([3, 4], 3), seed=seed)
