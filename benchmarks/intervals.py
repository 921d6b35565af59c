"""Intervals: the exact method against numpy.sort, and beside a peer with another objective."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import covey
from benchmarks.measure import Figure, best_of

MILLION = 10**6


def run() -> Iterator[Figure]:
    rng = np.random.default_rng(0)
    values = rng.random(MILLION)
    yield from against_sort(values)
    yield from beside_microagg1d(values[:100_000])


def against_sort(values: NDArray[np.float64]) -> Iterator[Figure]:
    """Distinct values as they come, and sorted ones with counts."""
    rng = np.random.default_rng(1)
    counts = {
        "counts of 1 to 19, k = 1,000": (rng.integers(1, 20, MILLION), 1000),
        "Zipf counts, k = 10,000": (np.minimum(rng.zipf(1.5, MILLION), 10**5), 10_000),
    }
    problem = covey.IntervalProblem.from_values
    covey.solve(problem(values, 10))
    sort = best_of(9, lambda: np.sort(values))
    seconds = best_of(5, lambda: covey.solve(problem(values, 10)))
    yield ratio("1,000,000 distinct values, unsorted, k = 10", seconds, sort)
    for name, (weights, k) in counts.items():
        seconds = best_of(5, lambda w=weights, k=k: covey.solve(covey.IntervalProblem(w, k)))  # type: ignore[misc]
        yield ratio(f"1,000,000 values, {name}", seconds, sort)


def ratio(what: str, seconds: float, sort: float) -> Figure:
    remark = f"{seconds * 1e3:.0f} ms against {sort * 1e3:.1f} ms, optimal"
    return Figure(f"exact / numpy.sort, {what}", seconds / sort, "x", 10, remark)


def beside_microagg1d(values: NDArray[np.float64]) -> Iterator[Figure]:
    """microagg1d minimizes the squared distance within groups, covey the largest class."""
    import microagg1d

    k = 10
    problem = covey.IntervalProblem.from_values(values, k)
    result = covey.solve(problem)
    microagg1d.univariate_microaggregation(values[:1000], k)
    ours = best_of(3, lambda: covey.solve(covey.IntervalProblem.from_values(values, k)))
    theirs = best_of(3, lambda: microagg1d.univariate_microaggregation(values, k))
    groups = microagg1d.univariate_microaggregation(values, k)
    sizes = np.bincount(groups)
    classes = result.solution.classes[np.searchsorted(problem.values, values)]  # type: ignore[arg-type]
    yield Figure(
        "exact / microagg1d, 100,000 values, k = 10",
        ours / theirs,
        "x",
        None,
        f"largest {result.cost} against {sizes.max()}; squared distance within groups"
        f" {_within(values, classes):.3e} against {_within(values, groups):.3e}",
    )


def _within(values: NDArray[np.float64], groups: NDArray[np.int32]) -> float:
    count = np.bincount(groups)
    mean = np.bincount(groups, weights=values) / count
    return float(((values - mean[groups]) ** 2).sum())
