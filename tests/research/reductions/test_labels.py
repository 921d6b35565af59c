"""Hard instances of labels: the answer of the source is the optimum of the problem."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey import InvalidInput
from covey.problems.labels.problem import LabelSolution
from covey.research.hard_problems.known import Known, draw_source
from covey.research.hard_problems.partition import Partition, ThreePartition
from covey.research.reductions.labels import HardLabels
from tests.problems.labels.oracle import optimum


def hold(hard: HardLabels, known: Known[Any]) -> None:
    """The optimum, by enumeration, is what the answer says; solutions go there and back."""
    best = optimum(hard.problem.weights, hard.problem.k, "max-size")
    if known.answer is None:
        assert best >= hard.no
        return
    assert best == hard.yes == hard.problem.k
    solution = hard.solution(known.answer)
    assert int(solution.sizes.max()) == int(solution.sizes.min()) == hard.yes
    found = hard.answer(solution)
    known.source.check(found)
    np.testing.assert_array_equal(hard.solution(found).sizes, solution.sizes)


@pytest.mark.parametrize("lift", [0, 1, 5])
@pytest.mark.parametrize(("n", "bound"), [(2, 13), (3, 23), (3, 41)])
def test_three_partition(n: int, bound: int, lift: int) -> None:
    answers = set()
    for seed in range(20):
        known = draw_source(ThreePartition, n, bound, seed)
        hold(HardLabels.from_three_partition(known.source, lift), known)
        answers.add(known.answer is None)
    assert answers == {True, False}


@pytest.mark.parametrize(("n", "most"), [(5, 9), (8, 40)])
def test_partition(n: int, most: int) -> None:
    answers = set()
    for seed in range(40):
        known = draw_source(Partition, n, most, seed)
        hard = HardLabels.from_partition(known.source)
        hold(hard, known)
        assert hard.gap == 2
        answers.add(known.answer is None)
    assert answers == {True, False}


def test_a_yes_is_a_quadratic_cost_of_nothing() -> None:
    answers = set()
    for seed in range(20):
        known = draw_source(ThreePartition, 3, 23, seed)
        hard = HardLabels.from_three_partition(known.source)
        least = optimum(hard.problem.weights, hard.problem.k, "quadratic")
        assert (least == 0) == (known.answer is not None)
        answers.add(least == 0)
    assert answers == {True, False}


def test_a_lift_brings_the_gap_to_four_thirds() -> None:
    source = draw_source(ThreePartition, 50, 100, seed=0, plant=True).source
    gaps = [float(HardLabels.from_three_partition(source, t).gap) for t in (0, 1, 10, 1000)]
    assert gaps == sorted(gaps)
    assert 1.3330 < gaps[-1] < 4 / 3


def test_covey_s_own_solver_decides_what_is_planted() -> None:
    known = draw_source(ThreePartition, 5, 60, seed=3, plant=True)
    hard = HardLabels.from_three_partition(known.source)
    result = covey.solve(hard.problem, "exact", stop=covey.Stop(seconds=20))
    assert result.cost == hard.yes
    known.source.check(hard.answer(result.solution))


def test_a_larger_class_tells_nothing() -> None:
    hard = HardLabels.from_partition(Partition([2, 2]))
    one = LabelSolution(np.zeros(2, dtype=np.int32), np.array([4]))
    with pytest.raises(InvalidInput, match="has 2 records tells a solution; this one's has 4"):
        hard.answer(one)


@pytest.mark.parametrize("lift", [-1, 1.5, "a", 2**53])
def test_bad_lifts_are_refused(lift: Any) -> None:
    with pytest.raises(InvalidInput, match="The lift is"):
        HardLabels.from_three_partition(ThreePartition([2, 2, 2]), lift)
