from __future__ import annotations

import pytest

from covey import LabelProblem, Stop, compare, solve
from covey.problems.comparison import Comparison


def test_figures_are_relative_to_the_best_bound_of_all_runs() -> None:
    problem = LabelProblem([26, 26, 26, 26, 26, 35, 45, 45, 45], k=100)
    side = Comparison.of(list(compare(problem)))
    best = max(line.lower_bound for line in side.lines)
    assert side.lower_bound == best > min(line.lower_bound for line in side.lines)
    for line in side.lines:
        if line.k_anonymous:
            assert line.reached == pytest.approx(line.cost / best)
        assert line.promised is not None
        assert line.reached is None or line.reached <= line.promised


def test_an_answer_below_k_has_reached_nothing() -> None:
    (line,) = Comparison.of([solve(LabelProblem([9] * 11, k=10), "relaxed")]).lines
    assert not line.k_anonymous
    assert line.reached is None
    assert line.notes


def test_a_bound_of_zero_is_no_measure() -> None:
    problem = LabelProblem([2, 2, 2, 1], k=2, objective="quadratic")
    fold = solve(problem, "fold", stop=Stop(seconds=1))
    (line,) = Comparison.of([fold]).lines
    assert line.reached == (1.0 if fold.cost == fold.lower_bound else fold.cost / fold.lower_bound)
    nothing = LabelProblem([2, 2], k=2, objective="quadratic")
    (line,) = Comparison.of([solve(nothing, "fold")]).lines
    assert (line.cost, line.lower_bound, line.reached, line.promised) == (0, 0, 1.0, None)


def test_runs_of_one_method_are_named_by_their_options() -> None:
    names = [line.name for line in Comparison.of(list(compare(LabelProblem([3, 2], k=2)))).lines]
    assert "fold ascending" in names
    assert len(set(names)) == len(names)


def test_one_value_that_is_the_largest_class_of_all_is_said() -> None:
    side = Comparison.of(list(compare(LabelProblem([60, 9, 8, 7, 6], 10))))
    assert side.dominated.startswith("one value alone has 60 of 90 records")
    assert {line.cost for line in side.lines if line.k_anonymous} == {60}
    assert len({line.quadratic for line in side.lines}) > 1, "where they differ"
    assert all(0 < line.largest_shared <= 30 for line in side.lines)
    assert not Comparison.of(list(compare(LabelProblem([9, 8, 7, 6], 10)))).dominated
