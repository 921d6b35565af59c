from __future__ import annotations

import numpy as np

from covey.problems.intervals.approx import sweep


def test_a_class_ends_as_soon_as_it_has_k_and_the_leftover_joins_the_last() -> None:
    assert sweep(np.array([2, 1, 3, 1, 1, 1, 2]), 3).tolist() == [0, 2, 3]
    assert sweep(np.array([5, 1]), 3).tolist() == [0]


def test_the_cost_is_within_its_bound() -> None:
    random = np.random.default_rng(1)
    for _ in range(200):
        weights = random.integers(0, 20, int(random.integers(1, 30)))
        weights[0] += 1
        k = int(random.integers(1, weights.sum() + 1))
        sizes = np.add.reduceat(weights, sweep(weights, k))
        assert int(sizes.min()) >= k
        assert int(sizes.max()) <= max(2 * (k - 1) + int(weights.max()), k)
