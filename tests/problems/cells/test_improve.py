"""The default: the last levels cut in several ways."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.problems.cells import exchange, improve
from covey.problems.cells.pruning import pruned
from covey.problems.cells.withhold import rank
from covey.requirements.requirement import is_met_by_all
from tests.problems.cells.tables import random_problem
from tests.problems.cells.test_constrain import required


def test_more_ways_never_give_a_larger_class(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    problems = [random_problem(rng) for _ in range(30)]
    watch = covey.Stop(seconds=None).start()
    monkeypatch.setattr(exchange, "ROUNDS", ())
    many = [rank(each, improve.typed(each, watch)[0])[0] for each in problems]
    monkeypatch.setattr(improve, "WAYS", improve.WAYS[:1])
    one = [rank(each, improve.typed(each, watch)[0])[0] for each in problems]
    assert all(a <= b for a, b in zip(many, one, strict=True))
    assert many != one


def test_an_answer_is_finished_if_all_cuts_are_added_that_requirements_allow() -> None:
    """A tree that is pruned for a tighter requirement is cut again as the looser one allows."""
    tighter = covey.Alpha("illness", 0.5)
    rng = np.random.default_rng(5)
    cut = 0
    for _ in range(30):
        problem = required(rng)
        if not is_met_by_all(tighter, problem.sensitive, problem.weights, None):
            continue
        watch = covey.Stop(seconds=None).start()
        whole = pruned(problem, improve.typed(problem, watch)[0], [tighter])
        found, done = improve.finished(problem, watch, whole, problem.requirements)
        assert done
        problem.check(found)
        assert rank(problem, found) <= rank(problem, whole)
        cut += len(found.sizes) > len(whole.sizes)
    assert cut


def test_the_worst_cells_are_those_of_the_largest_classes() -> None:
    largest = np.array([[9, 30, 7, 8], [9, 20, 7, 8]])
    assert improve._worst(largest).tolist() == [1]
