"""A hard instance: answers of the source and groupings stand for each other, others are refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from covey import InvalidInput
from covey.problems.labels.problem import LabelSolution
from covey.research.hard_problems.partition import Partition
from covey.research.reductions.labels import HardLabels

HARD = HardLabels.from_partition(Partition([3, 1, 2, 2]))


def test_an_answer_is_a_grouping_and_back() -> None:
    solution = HARD.solution((0, 1))
    assert solution.sizes.tolist() == [4, 4]
    assert sorted(HARD.answer(solution)) in ([0, 1], [2, 3])


def test_the_gap_is_exact() -> None:
    assert HARD.gap == Fraction(HARD.no, HARD.yes) == 2


def test_a_wrong_answer_gives_no_grouping() -> None:
    with pytest.raises(InvalidInput):
        HARD.solution((0, 2))


def test_a_grouping_above_the_optimum_tells_no_answer() -> None:
    together = LabelSolution(np.zeros(4, dtype=np.int32), np.array([8]))
    with pytest.raises(InvalidInput, match="has 8"):
        HARD.answer(together)
