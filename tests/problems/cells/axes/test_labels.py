from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.problems.cells.sets import MemberSets
from tests.problems.cells.tables import numbers


def test_there_is_a_label() -> None:
    with pytest.raises(covey.InvalidInput, match="one label or more"):
        covey.LabelAxis([0], 0)


def test_labels_cost_their_share_and_a_single_one_nothing() -> None:
    axis = covey.LabelAxis([0, 1, 2, 3], 4)
    sets = MemberSets.from_members(numbers(0, 1), np.array([0, 1, 4]), numbers(0, 1, 2, 3))
    assert axis.penalties(sets).tolist() == [0.0, 0.75]
