"""The default: the last levels cut in several ways."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.problems.cells import improve
from covey.problems.cells.withhold import rank
from tests.problems.cells.tables import random_problem


def test_more_ways_never_give_a_larger_class(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    problems = [random_problem(rng) for _ in range(30)]
    watch = covey.Stop(seconds=None).start()
    many = [rank(each, improve.typed(each, watch)[0])[0] for each in problems]
    monkeypatch.setattr(improve, "WAYS", improve.WAYS[:1])
    one = [rank(each, improve.typed(each, watch)[0])[0] for each in problems]
    assert all(a <= b for a, b in zip(many, one, strict=True))
    assert many != one


def test_the_worst_cells_are_those_of_the_largest_classes() -> None:
    largest = np.array([[9, 30, 7, 8], [9, 20, 7, 8]])
    assert improve._worst(largest).tolist() == [1]
