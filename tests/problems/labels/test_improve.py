from __future__ import annotations

import numpy as np

from covey import LabelProblem, Stop, solve
from covey.problems.labels.improve import merge_light
from covey.problems.labels.items import Items
from covey.research.data import census_names


def test_a_giant_does_not_hide_the_quality_of_the_other_classes() -> None:
    rest = [13, 11, 8, 7, 7, 6, 5, 5, 4, 3, 2, 2, 1, 1] * 10
    sizes = solve(LabelProblem([10_000, *rest], k=20), "balanced").solution.sizes
    assert sizes[0] == 10_000
    assert sizes[1] - sizes[-1] <= 1
    assert len(sizes) == 1 + sum(rest) // 20


def test_census_names_are_certified_optimal_at_many_k() -> None:
    for table in ("female-1990", "male-1990", "last-1990"):
        counts = list(census_names(table).values())
        for k in np.linspace(1, sum(counts) // 2, 60).astype(int).tolist():
            result = solve(LabelProblem(counts, k), "balanced")
            assert result.status == "optimal", (table, k)


def test_lumpy_sizes_are_balanced_by_splitting_pairs() -> None:
    rng = np.random.default_rng(4)
    weights = rng.integers(900, 1100, 3000)
    result = solve(LabelProblem(weights, k=29_000), "balanced")
    assert result.status == "optimal"
    assert int(result.solution.sizes.max() - result.solution.sizes.min()) <= 1


def test_no_iterations_leave_at_least_twice_the_optimum() -> None:
    weights = [9, 8, 8, 7, 7, 6, 6, 6, 5, 5, 5, 4, 3]
    result = solve(LabelProblem(weights, k=11), "balanced", stop=Stop(iterations=0))
    assert result.cost <= 2 * 14


def test_merge_light_merges_until_every_class_has_k() -> None:
    items = Items.from_sizes(np.array([9, 4, 3, 2, 1]), k=5)
    bins = merge_light(items, np.arange(5, dtype=np.int32))
    assert items.loads(bins).min() >= 5
    assert sorted(set(bins.tolist())) == list(range(bins.max() + 1))
