"""What goes around a method: who is told, and what is noted."""

from __future__ import annotations

import pytest

from covey import InvalidInput, LabelProblem, Stop, solve
from covey.core.stop import CUT_OFF


def test_a_solver_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    solve(LabelProblem([3, 4], 3))
    assert capsys.readouterr() == ("", "")


def test_what_the_clock_decided_is_noted() -> None:
    problem = LabelProblem([*range(1, 60)], 200)
    cut_off = solve(problem, "exact", stop=Stop(seconds=0))
    assert (CUT_OFF in cut_off.notes) == (cut_off.cost > cut_off.lower_bound)
    assert CUT_OFF not in solve(problem, "five-halves", stop=Stop(seconds=None)).notes


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, True, "1"])
def test_a_seed_is_a_whole_number_of_32_bits(seed: object) -> None:
    with pytest.raises(InvalidInput, match="A seed is a whole number"):
        solve(LabelProblem([3, 4], 3), seed=seed)  # type: ignore[arg-type]
