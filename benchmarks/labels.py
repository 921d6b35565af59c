"""Labels: the default method on large tables, against numpy.sort and a peer."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import covey
from benchmarks.measure import Figure, best_of, by_turns
from benchmarks.memory import within_four_gigabytes
from covey.research.data import census_names
from covey.research.experiments.names import sweep_all


def run() -> Iterator[Figure]:
    for name, weights in zipf_tables(10**6).items():
        yield against_sort(name, weights)
    yield ten_million()
    yield against_binpacking()
    began = time.perf_counter()
    sweeps = sweep_all()
    seconds = time.perf_counter() - began
    points = sum(len(sweep.ks) for sweep in sweeps)
    certified = sum(sweep.certified for sweep in sweeps)
    yield Figure(
        "the paper's whole sweep, all curves",
        seconds,
        "s",
        300,
        f"{certified:,} of {points:,} values of k certified optimal",
    )


def zipf_tables(labels: int) -> dict[str, NDArray[np.int64]]:
    """Three tables that are called Zipf's: by rank, drawn, and by rank without small counts."""
    rng = np.random.default_rng(0)
    rank = np.arange(1, labels + 1)
    return {
        "by rank, down to 1": rng.permutation(np.maximum(1, labels // rank)),
        "drawn with exponent 1.5": np.minimum(rng.zipf(1.5, labels), labels),
        "by rank, down to 1,000": rng.permutation(1000 * labels // rank),
    }


def against_sort(name: str, weights: NDArray[np.int64]) -> Figure:
    k = int(weights.sum()) // 1000
    result = covey.solve(covey.LabelProblem(weights, k))
    auto, sort = by_turns(
        25, lambda: covey.solve(covey.LabelProblem(weights, k)), lambda: np.sort(weights)
    )
    return Figure(
        f"auto / numpy.sort, 1,000,000 labels, Zipf {name}",
        auto.cpu / sort.cpu,
        "x",
        4,
        f"{auto.cpu * 1e3:.1f} ms of CPU against {sort.cpu * 1e3:.1f} ms, {result.status}",
    )


def ten_million() -> Figure:
    return within_four_gigabytes(
        "10,000,000 labels, peak memory",
        "import covey\n"
        "from benchmarks.labels import zipf_tables\n"
        "weights = zipf_tables(10**7)['by rank, down to 1']\n"
        "result = covey.solve(covey.LabelProblem(weights, int(weights.sum()) // 1000))\n"
        "print(f'{result.status}, {result.runtime:.2f} s')\n",
    )


def against_binpacking() -> Figure:
    """PyPI's binpacking spreads the same names over the same number of classes."""
    import binpacking

    counts = census_names("last-1990")
    problem = covey.LabelProblem(list(counts.values()), k=1006)
    result = covey.solve(problem)
    ours = best_of(5, lambda: covey.solve(covey.LabelProblem(problem.weights, problem.k)))
    classes = len(result.solution.sizes)
    bins = binpacking.to_constant_bin_number(counts, classes)
    peer = best_of(2, lambda: binpacking.to_constant_bin_number(counts, classes))
    sizes = [sum(members.values()) for members in bins]
    return Figure(
        "auto / binpacking (greedy), surnames, k = 1,006",
        ours / peer,
        "x",
        1,
        f"largest {result.cost:,} against {max(sizes):,}, smallest"
        f" {int(result.solution.sizes.min()):,} against {min(sizes):,}",
    )
