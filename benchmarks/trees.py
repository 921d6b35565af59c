"""Trees: labels with heavy tails below code-like trees, against numpy.sort of their counts."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import covey
from benchmarks.measure import Figure


def run() -> Iterator[Figure]:
    for labels, k in ((28_000, 10), (28_000, 100), (1_000_000, 20)):
        yield from on_codes(labels, k)


def code_tree(labels: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Nine children to a node on average, level by level, as codes with a digit for each."""
    levels, first, count = [], 0, labels
    while count > 1:
        above = max(1, count // 9)
        levels.append(first + count + np.sort(rng.integers(0, above, count)))
        first, count = first + count, above
    return np.concatenate([*levels, [-1]])


def on_codes(labels: int, k: int) -> Iterator[Figure]:
    rng = np.random.default_rng(0)
    weights = (rng.pareto(1.1, labels) + 1).astype(np.int64)
    problem = covey.TreeProblem(weights, code_tree(labels, rng), k)
    begun = time.process_time()
    np.sort(weights)
    sort = time.process_time() - begun
    begun = time.process_time()
    result = covey.solve(problem)
    seconds = time.process_time() - begun
    nodes = covey.solve(problem, "nodes")
    yield Figure(
        f"auto, {labels:,} labels, {len(problem.parents):,} nodes, k = {k}, CPU time",
        seconds,
        "s",
        1 if labels < 100_000 else 10,
        f"largest class {result.cost:,}, lower bound {result.lower_bound:,},"
        f" {len(result.solution.sizes):,} classes; single nodes alone: {nodes.cost:,},"
        f" {len(nodes.solution.sizes):,} classes; numpy.sort: {sort:.3f} s",
    )
    row = covey.TreeProblem(weights, problem.parents, k, ordered=True)
    begun = time.process_time()
    result = covey.solve(row)
    seconds = time.process_time() - begun
    yield Figure(
        f"siblings in order, {labels:,} labels, k = {k}, CPU time",
        seconds,
        "s",
        1 if labels < 100_000 else 10,
        f"largest class {result.cost:,}, {result.status}, {len(result.solution.sizes):,} classes",
    )
