"""How much of a run is done, and how long the rest takes."""

from __future__ import annotations

import pytest

from covey.core.estimate import Estimate

STEPS = {"reading": 0.25, "writing": 0.5, "writing the report": 0.25}


def test_steps_add_up() -> None:
    estimate = Estimate(STEPS, began=0.0)
    estimate.report("reading people.csv", 0.0)
    assert estimate.done == 0.0
    estimate.reached(0.5)
    assert estimate.done == 0.125
    estimate.report("writing", 2.0)
    assert estimate.done == 0.25
    estimate.report("a detail", 3.0)
    estimate.reached(0.5)
    assert estimate.done == 0.5
    estimate.report("writing the report", 4.0)
    estimate.reached(1.0)
    assert estimate.done == 1.0


def test_a_bar_never_goes_back() -> None:
    estimate = Estimate(STEPS, began=0.0)
    estimate.report("writing", 0.0)
    for share in (0.5, 0.1, None):
        estimate.reached(share)
        assert estimate.done == 0.5


def test_the_rest_takes_as_long_as_the_pace_says() -> None:
    estimate = Estimate(STEPS, began=0.0)
    estimate.report("reading", 0.0)
    assert estimate.left(1.0) is None
    estimate.reached(0.5)
    assert estimate.left(1.0) == pytest.approx(7.0)
    estimate.report("writing", 2.0)
    assert estimate.left(2.0) == pytest.approx(6.0)


def test_the_rest_takes_no_less_than_the_step_at_work() -> None:
    estimate = Estimate({"reading": 0.9, "solving": 0.1}, began=0.0)
    estimate.report("solving", 1.0)
    estimate.reached(0.25)
    # A quarter of its time limit took nine seconds: there are 27 more.
    assert estimate.left(10.0) == pytest.approx(27.0)


def test_without_steps_the_measure_is_all_there_is() -> None:
    estimate = Estimate({}, began=0.0)
    estimate.report("solving", 0.0)
    estimate.reached(0.25)
    assert estimate.done == 0.25
    assert estimate.left(5.0) == pytest.approx(15.0)
