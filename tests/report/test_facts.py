"""Facts that fit together, and what a solver says of its answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import covey as library
from covey import InvalidInput
from covey.report.facts import Answer, Kind
from covey.report.render import render
from tests.report import examples
from tests.report.examples import attribute, facts
from tests.report.page import Page


@pytest.mark.parametrize(
    "problem",
    [
        library.LabelProblem([41, 30, 12, 9, 8], 20),
        library.IntervalProblem([12, 30, 9, 25], 20),
        library.RectangleProblem([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 0.0, 1.0], 2),
        library.RegionProblem([5, 5, 5], [(0, 1), (1, 2)], 5),
    ],
    ids=lambda problem: problem.problem_kind,
)
def test_what_a_solver_found_is_reported(problem: Any) -> None:
    result = library.solve(problem)
    found = Answer.from_result(result)
    assert (found.cost, found.status) == (result.cost, result.status.value)
    classes = attribute(result.solution.sizes.tolist())
    text = Page(render(facts(classes, k=problem.k, answer=found))).text
    assert result.certificate.words(problem) in text
    assert f"promised: {result.guarantee.text}" in text
    assert found.runtime is None


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Kind("labels", "value", ""), "words for a value and for its sets"),
        (lambda: attribute([20, 30], kind="ordered", edges=(1.0, 2.0)), "have 3 limits"),
        (lambda: attribute([20, 30], kind="ordered", begins=("1",)), "as many beginnings"),
        (lambda: attribute([20, 30], colours=(1,)), "has a colour"),
        (lambda: attribute([20], classes=()), "no classes"),
        (lambda: facts(attribute([20]), suppressed=1), "do not add up"),
        (lambda: replace(facts(attribute([20])), attributes=()), "at least one quasi-identifier"),
        (lambda: replace(examples.of_several(), sizes=()), "together are needed"),
    ],
)
def test_facts_that_do_not_fit_are_refused(build: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        build()
