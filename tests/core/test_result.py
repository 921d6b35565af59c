from __future__ import annotations

import dataclasses
import json
from fractions import Fraction

import pytest

import covey
from covey import Guarantee, LabelProblem, Status, Stop, solve


def test_a_result_is_frozen() -> None:
    result = solve(LabelProblem([3, 4], 3))
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.cost = 1  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        result.solution.classes[0] = 1


def test_the_gap_is_measured_against_the_bound() -> None:
    result = solve(LabelProblem([9, 8, 8, 7, 7, 6, 6, 6, 5, 5, 5, 4, 3], k=11), "fold")
    assert result.status is Status.FEASIBLE
    assert result.gap == pytest.approx((result.cost - result.lower_bound) / result.lower_bound)
    assert "the largest class is at most 1.584 times the best possible" in result.summary()


def test_a_bound_of_zero_leaves_the_gap_open_unless_it_is_met() -> None:
    assert solve(LabelProblem([5, 5], k=5, objective="quadratic")).gap == 0.0


def test_members_are_positions_or_names() -> None:
    result = solve(LabelProblem([3, 4, 1], 4))
    by_position = json.loads(result.to_json())["classes"]
    by_name = json.loads(result.to_json(["x", "y", "z"]))["classes"]
    for positions, names in zip(by_position, by_name, strict=True):
        assert ["xyz"[place] for place in positions["members"]] == names["members"]


def test_a_guarantee_without_parts_promises_nothing() -> None:
    assert Guarantee("nothing").at_most(5) is None
    assert Guarantee("both", ratio=Fraction(2), limit=7).at_most(5) == 7


@pytest.mark.parametrize(
    "limits", [{"seconds": -1}, {"seconds": float("nan")}, {"iterations": -1}, {"gap": -0.1}]
)
def test_limits_are_not_negative(limits: dict[str, float]) -> None:
    with pytest.raises(covey.InvalidInput):
        Stop(**limits)  # type: ignore[arg-type]


def test_a_gap_that_is_good_enough_stops_the_search() -> None:
    problem = LabelProblem([9, 8, 8, 7, 7, 6, 6, 6, 5, 5, 5, 4, 3], k=11)
    assert solve(problem, stop=Stop(gap=0.5)).status is Status.FEASIBLE
    assert solve(problem).status is Status.OPTIMAL


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, None, True])
def test_seeds_are_whole_numbers(seed: object) -> None:
    with pytest.raises(covey.InvalidInput, match="seed"):
        solve(LabelProblem([3], 1), seed=seed)  # type: ignore[arg-type]


def test_progress_is_reported() -> None:
    told: list[str] = []
    solve(LabelProblem([9, 8, 8, 7, 7, 6, 6, 6, 5, 5, 5, 4, 3], k=11), report=told.append)
    assert any("exact" in line for line in told)


def test_an_unknown_certificate_is_refused() -> None:
    with pytest.raises(covey.InvalidInput, match="expected one of arithmetic"):
        covey.read_certificate("labels", '{"kind": "oracle", "bound": 3}')
