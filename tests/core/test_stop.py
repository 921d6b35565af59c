"""Where the clock decides, the notes say so: without that note the same answer comes every time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

import covey
from covey.core.result import Result
from covey.core.stop import CUT_OFF, Stop, Watch
from covey.problems.cells import AreaAxis, CellProblem, LabelAxis, OrderedAxis, PlaceAxis
from covey.problems.regions.graph import Graph
from covey.problems.registry import PROBLEM_KINDS
from covey.requirements.entries import Entries
from covey.requirements.requirement import Sensitive
from tests.effort import LONG, spread

LOOKS = (0, 1, 2, 4, 9, 20) if LONG else (0, 2, 9)
"""After so many looks at the clock, time is over."""


@dataclass
class ShortWatch(Watch):
    looks: int = 0

    @property
    def remaining(self) -> float:
        self.looks -= 1
        return float("inf") if self.looks >= 0 else 0.0


@dataclass(frozen=True)
class After(Stop):
    """A clock of which each look takes time, whatever the machine."""

    seconds: float | None = 0.2
    looks: int = 0

    def start(self, report: Any = None) -> Watch:
        return ShortWatch(self, looks=self.looks)


def grid(side: int) -> Graph:
    place = np.arange(side * side).reshape(side, side)
    across = np.column_stack([place[:, :-1].ravel(), place[:, 1:].ravel()])
    down = np.column_stack([place[:-1].ravel(), place[1:].ravel()])
    return Graph.from_edges(side * side, np.concatenate([across, down]))


@cache
def problem_of(problem_kind: str, objective: Any) -> Any:
    """One that no method answers at first sight."""
    rng = np.random.default_rng(7)
    if problem_kind == "labels":
        return covey.LabelProblem(np.random.default_rng(1).integers(30, 70, 12), 100, objective)
    if problem_kind == "intervals":
        return covey.IntervalProblem(rng.integers(1, 30, 200), 50, objective)
    if problem_kind == "rectangles":
        x, y = rng.integers(0, 6, (2, 60))
        return covey.RectangleProblem(x, y, k=5, objective=objective)
    if problem_kind == "regions":
        return covey.RegionProblem(rng.integers(1, 60, 25), grid(5), 120, objective)
    if problem_kind == "trees":
        # Forty labels below eight nodes below one root.
        parents = np.concatenate([40 + np.arange(40) % 8, np.full(8, 48), [-1]])
        return covey.TreeProblem(rng.integers(1, 30, 40), parents, 60, objective)
    x, y = rng.integers(0, 50, (2, 3000))
    axes = (
        OrderedAxis(rng.integers(-1, 40, 3000), np.arange(40.0)),
        LabelAxis(rng.integers(0, 9, 3000), 9),
        PlaceAxis(x, y, np.arange(50.0), np.arange(50.0)),
        AreaAxis(rng.integers(0, 16, 3000), grid(4)),
    )
    return CellProblem(axes, np.ones(3000, dtype=np.int64), 5, objective, suppress=30)


def methods() -> Iterator[tuple[str, str, str]]:
    for problem_kind in PROBLEM_KINDS:
        for method in covey.methods(problem_kind):
            for objective in method.objectives:
                yield problem_kind, objective, method.name


def told(result: Result) -> tuple[Any, ...]:
    """All that a release says of an answer, except the note."""
    notes = tuple(note for note in result.notes if note != CUT_OFF)
    return (
        result.solution.classes.tolist(), result.cost, result.certificate.to_dict(),
        result.guarantee.to_dict(), notes,
    )  # fmt: skip


@pytest.mark.parametrize(("problem_kind", "objective", "method"), spread(methods(), quick=20))
def test_answers_that_differ_by_the_clock_have_a_note(
    problem_kind: str, objective: str, method: str
) -> None:
    problem = problem_of(problem_kind, objective)
    whole = covey.solve(problem, method, stop=After(looks=10**9))
    assert CUT_OFF not in whole.notes
    for looks in LOOKS:
        result = covey.solve(problem, method, stop=After(looks=looks))
        assert CUT_OFF in result.notes or told(result) == told(whole), looks


SEARCHING = [
    ("labels", "auto"), ("labels", "exact"), ("rectangles", "exact"), ("regions", "auto"),
    ("regions", "balanced"), ("regions", "exact"), ("cells", "typed"), ("cells", "global"),
]  # fmt: skip


@pytest.mark.parametrize(("problem_kind", "method"), SEARCHING)
def test_a_search_that_has_no_time_at_all_says_so(problem_kind: str, method: str) -> None:
    result = covey.solve(problem_of(problem_kind, "max-size"), method, stop=After(looks=0))
    assert result.notes.count(CUT_OFF) == 1


def test_also_an_optimal_answer_may_be_one_of_several() -> None:
    """The largest class is as small as the heaviest combination allows, however little was cut."""
    rng = np.random.default_rng(3)
    codes = np.concatenate([np.zeros(500, dtype=np.int64), rng.integers(0, 50, 1000)])
    axes = (
        OrderedAxis(codes, np.arange(50.0)),
        LabelAxis(np.where(np.arange(1500) < 500, 0, rng.integers(1, 9, 1500)), 9),
    )
    problem = CellProblem(axes, np.ones(1500, dtype=np.int64), 10)
    whole, cut = (covey.solve(problem, "global", stop=After(looks=n)) for n in (10**9, 6))
    assert str(whole.status) == str(cut.status) == "optimal"
    assert told(whole) != told(cut)
    assert CUT_OFF in cut.notes
    assert CUT_OFF not in whole.notes


def test_a_bound_that_the_clock_cut_off_is_told_with_requirements() -> None:
    """The answer is that of another search, which has time; the bound is not."""

    class FirstCutOff(After):
        def start(self, report: Any = None) -> Watch:
            return ShortWatch(self, looks=clocks.pop(0))

    clocks = [1, 10**9]
    problem = problem_of("labels", "max-size")
    items = np.arange(len(problem.weights))
    entries = Entries(items, problem.weights, [Sensitive("s", items // 6, ["a", "b"])])
    result = covey.solve(
        problem,
        stop=FirstCutOff(),
        requirements=[covey.DistinctDiversity("s", 2)],
        entries=entries,
    )
    assert clocks == []
    assert result.notes[0] == CUT_OFF


@pytest.mark.parametrize("wrong", [2.5, True, -1, "3"])
def test_iterations_are_a_whole_number(wrong: Any) -> None:
    with pytest.raises(covey.InvalidInput, match="iterations is a whole number, 0 or more"):
        Stop(iterations=wrong)


@pytest.mark.parametrize("name", ["seconds", "gap"])
def test_a_truth_is_no_number(name: str) -> None:
    with pytest.raises(covey.InvalidInput, match=f"{name} is a number, 0 or more"):
        Stop(**{name: True})


def test_a_part_of_the_time_leaves_the_rest() -> None:
    whole = Stop(seconds=100.0).start()
    whole.began -= 60.0
    part = whole.for_share(0.25)
    assert 9 < part.remaining <= 10
    part.began -= 20.0
    assert part.expired
    assert (part.cut_off, whole.cut_off, whole.expired) == (True, False, False)
    assert Stop(seconds=None).start().for_share(0.5).remaining == float("inf")
