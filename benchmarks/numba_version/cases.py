"""Solve one case again and again, and print how long it took: ``python -m ... NAME TIMES``.

Only what both versions have is used here.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable

import numpy as np

import covey
from benchmarks.measure import best_of
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


CASES: dict[str, tuple[Callable[[], GroupingProblem], str, covey.Stop]] = {
    "labels": (labels, "auto", covey.Stop(seconds=None)),
    "intervals": (intervals, "exact", covey.Stop(seconds=None)),
    "rectangles": (rectangles, "auto", covey.Stop(seconds=None)),
    "regions-tree": (regions, "tree", covey.Stop(seconds=None)),
    "regions-balanced": (regions, "balanced", covey.Stop(seconds=None, iterations=20_000)),
    "cells-100000": (lambda: patients(10**5), "auto", covey.Stop(seconds=None)),
    "cells-1000000": (lambda: patients(10**6), "auto", covey.Stop(seconds=None)),
}
"""The problem, the method and when it stops: never by the clock."""


def main() -> None:
    name, times = sys.argv[1:]
    make, method, stop = CASES[name]
    problem = make()
    result = covey.solve(problem, method, stop=stop)
    seconds = best_of(int(times), lambda: covey.solve(problem, method, stop=stop))
    answer = hashlib.sha256(np.sort(result.solution.sizes).tobytes()).hexdigest()
    peak = int(eval(PEAK))
    print(json.dumps({"seconds": seconds, "cost": result.cost, "answer": answer, "peak": peak}))


if __name__ == "__main__":
    main()
