"""Rectangles: speed against numpy.argsort and a peer, growth, memory, and quality on ties."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import covey
from benchmarks.measure import Figure, best_of
from benchmarks.memory import within_four_gigabytes


def run() -> Iterator[Figure]:
    rng = np.random.default_rng(0)
    yield against_argsort(rng)
    yield against_anonypy(rng)
    yield from growth(rng)
    yield ten_million()
    yield from distinct_points(rng)
    yield from ties_and_weights(rng)


def solved(x: NDArray[np.float64], y: NDArray[np.float64], k: int) -> covey.Result:
    return covey.solve(covey.RectangleProblem(x, y, k))


def against_argsort(rng: np.random.Generator) -> Figure:
    x, y = rng.random((2, 10**6))
    result = solved(x, y, 10)
    sort = best_of(5, lambda: np.argsort(x))
    seconds = best_of(3, lambda: solved(x, y, 10))
    remark = f"{seconds:.2f} s against {sort:.3f} s, {result.status}"
    return Figure(
        "default / numpy.argsort, 1,000,000 points, k = 10", seconds / sort, "x", 10, remark
    )


def against_anonypy(rng: np.random.Generator) -> Figure:
    """anonypy's Mondrian on the same points: only its cuts, not the table it makes of them."""
    import pandas as pd
    from anonypy.mondrian import Mondrian

    n, k = 30_000, 10
    x, y = rng.random((2, n))
    result = solved(x, y, k)
    ours = best_of(5, lambda: solved(x, y, k))
    frame = pd.DataFrame({"x": x, "y": y})
    began = time.perf_counter()
    parts = Mondrian(frame, ["x", "y"]).partition(k)
    theirs = time.perf_counter() - began
    largest = max(map(len, parts))
    remark = f"{ours * 1e3:.0f} ms against {theirs:.1f} s, largest {result.cost} against {largest}"
    return Figure("default / anonypy, 30,000 points, k = 10", ours / theirs, "x", 1 / 200, remark)


def growth(rng: np.random.Generator) -> Iterator[Figure]:
    """Seconds per point and doubling: constant, if the time grows as n log n."""
    for n in (10**4, 10**5, 10**6, 10**7):
        x, y = rng.random((2, n))
        seconds = best_of(3 if n < 10**7 else 1, lambda x=x, y=y: solved(x, y, 10))  # type: ignore[misc]
        per_step = seconds / (n * np.log2(n)) * 1e9
        yield Figure(
            f"default, {n:,} points, k = 10", per_step, "ns / (n log n)", None, f"{seconds:.3f} s"
        )


def ten_million() -> Figure:
    return within_four_gigabytes(
        "10,000,000 points, k = 10, peak memory",
        "import numpy as np, covey\n"
        "x, y = np.random.default_rng(0).random((2, 10**7))\n"
        "result = covey.solve(covey.RectangleProblem(x, y, 10))\n"
        "print(f'{result.status}, {result.runtime:.2f} s')\n",
    )


def distinct_points(rng: np.random.Generator) -> Iterator[Figure]:
    for n in (10**4, 10**6):
        centre = rng.integers(0, 50, n)
        kinds = {
            "uniform": rng.random((2, n)),
            "clustered": rng.normal(rng.random((2, 50))[:, centre], 0.01),
            "walk": np.cumsum(rng.standard_t(2, (2, n)), axis=1),
        }
        for name, (x, y) in kinds.items():
            gaps = [solved(x, y, k).gap or 0.0 for k in (5, 37, 1000)]
            what = f"largest gap, {n:,} {name} points, k = 5, 37, 1,000"
            yield Figure(what, max(gaps), "", 0.0)


def ties_and_weights(rng: np.random.Generator) -> Iterator[Figure]:
    for grid, n, k, reach in (
        (1000, 10**4, 100, 1.15),
        (1000, 10**5, 300, 1.30),
        (1000, 10**5, 3000, 1.07),
        (100, 10**5, 3000, 1.35),
    ):
        x, y = rng.integers(0, grid, (2, n)).astype(float)
        result = solved(x, y, k)
        what = f"largest / k, {grid} x {grid} grid, {n:,} points, k = {k:,}"
        yield Figure(what, result.cost / k, "", reach, f"bound {result.lower_bound / k:.3f}")
    n, k = 10**4, 1000
    weights = {
        "drawn, exponent 2.5": np.minimum(rng.zipf(2.5, n), k),
        "by rank from 1,000": rng.permutation(np.maximum(1, k // np.arange(1, n + 1))),
    }
    for name, counts in weights.items():
        x, y = rng.random((2, n))
        result = covey.solve(covey.RectangleProblem(x, y, k, counts))
        what = f"largest / k, Zipf weights {name}, {n:,} points, k = {k:,}"
        yield Figure(what, result.cost / k, "", 1.12, f"bound {result.lower_bound / k:.3f}")
