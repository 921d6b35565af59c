"""What requirements are about."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.requirements.requirement import is_met_by_all, offending

NAMES = ["flu", "cold", "ulcer", "gout"]


def test_what_a_requirement_is_about_must_be_there() -> None:
    axis = covey.LabelAxis([0, 1], 2)
    illness = covey.Sensitive("illness", [0, 1])
    with pytest.raises(covey.InvalidInput, match="Did you mean 'illness'"):
        covey.CellProblem(
            [axis], [2, 2], 2, requirements=[covey.Alpha("ilness", 1)], sensitive=[illness]
        )
    with pytest.raises(covey.InvalidInput, match="the population is not given"):
        covey.CellProblem([axis], [2, 2], 2, requirements=[covey.PopulationK(3)])
    with pytest.raises(covey.InvalidInput, match="given twice"):
        covey.CellProblem([axis], [2, 2], 2, sensitive=[illness, illness])


def test_values_that_do_not_occur_are_left_out() -> None:
    illness = covey.Sensitive("illness", [3, 1, 3], NAMES)
    assert illness.names == ["cold", "gout"]
    assert illness.codes.tolist() == [1, 0, 1]


def test_the_first_requirement_that_fails_is_named() -> None:
    illness = covey.Sensitive("illness", [0, 1, 0])
    classes = np.array([0, 0, -1], dtype=np.int32)
    weights = np.array([1, 1, 1])
    mixed, strict = covey.DistinctDiversity("illness", 2), covey.Alpha("illness", 0.4)
    assert offending([mixed, strict], [illness], classes, weights, None) is strict
    assert offending([mixed], [illness], classes, weights, None) is None


def test_the_table_as_one_class_decides() -> None:
    illness = covey.Sensitive("illness", [0, 1, 0])
    weights = np.array([1, 1, 2])
    assert is_met_by_all(covey.Alpha("illness", 0.75), [illness], weights, None)
    assert not is_met_by_all(covey.Alpha("illness", 0.7), [illness], weights, None)
