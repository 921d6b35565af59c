"""Solve one case again and again, and print how long it took: ``python -m ... NAME``.

Only what both versions have is used here.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

import covey
from benchmarks.measure import by_turns
from benchmarks.memory import PEAK
from benchmarks.tables import AREAS, patients
from covey.core.grouping import GroupingProblem


def labels() -> covey.LabelProblem:
    rng = np.random.default_rng(0)
    return covey.LabelProblem(
        rng.permutation(np.maximum(1, 10**6 // np.arange(1, 10**6 + 1))), 14_000
    )


def intervals() -> covey.IntervalProblem:
    return covey.IntervalProblem(np.random.default_rng(0).integers(1, 9, 10**6), 1000)


def rectangles() -> covey.RectangleProblem:
    x, y = np.random.default_rng(0).random((2, 10**6))
    return covey.RectangleProblem(x, y, 10)


def regions() -> covey.RegionProblem:
    """A made map of 32,400 areas."""
    number = np.arange(AREAS * AREAS).reshape(AREAS, AREAS)
    pairs = [(number[1:], number[:-1]), (number[:, 1:], number[:, :-1])]
    edges = np.concatenate([np.column_stack([a.ravel(), b.ravel()]) for a, b in pairs])
    weights = np.random.default_rng(0).integers(1, 10_000, AREAS * AREAS)
    return covey.RegionProblem(weights, edges, 150_000)


TO_THE_END = covey.Stop(seconds=None)


@dataclass(frozen=True)
class Case:
    """What is solved, how, and when it stops: never by the clock."""

    problem: Callable[[], GroupingProblem]
    method: str
    stop: covey.Stop = TO_THE_END
    before: covey.Stop | None = None
    """A shorter run, whose time is subtracted: what both versions do before and after the loop
    that is compared is not the same."""
    times: int = 2


STEPS = covey.Stop(seconds=None, iterations=20_000)

CASES = {
    "labels": Case(labels, "auto", times=40),
    "intervals": Case(intervals, "exact", times=5),
    "rectangles": Case(rectangles, "auto", times=5),
    "regions-tree": Case(regions, "tree", times=40),
    "regions-balanced": Case(regions, "balanced", STEPS),
    "regions-steps": Case(
        regions, "balanced", covey.Stop(seconds=None, iterations=220_000), before=STEPS
    ),
    "cells-100000": Case(lambda: patients(10**5), "auto"),
    "cells-1000000": Case(lambda: patients(10**6), "auto"),
}


def main() -> None:
    (name,) = sys.argv[1:]
    case = CASES[name]
    problem = case.problem()
    result = covey.solve(problem, case.method, stop=case.stop)

    # By turns: a machine that is slow for a while is slow for the run that is subtracted, too.
    stops = [case.stop] if case.before is None else [case.stop, case.before]
    found = by_turns(
        case.times, *(partial(covey.solve, problem, case.method, stop=stop) for stop in stops)
    )
    seconds = found[0].wall - sum(each.wall for each in found[1:])
    cpu = found[0].cpu - sum(each.cpu for each in found[1:])
    answer = hashlib.sha256(np.sort(result.solution.sizes).tobytes()).hexdigest()
    peak = int(eval(PEAK))
    print(
        json.dumps(
            {
                "seconds": seconds,
                "cpu": cpu,
                "cost": result.cost,
                "answer": answer,
                "peak": peak,
            }
        )
    )


if __name__ == "__main__":
    main()
