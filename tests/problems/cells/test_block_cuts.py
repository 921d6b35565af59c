"""Which cuts of global recoding leave every class no record or k of them."""

from __future__ import annotations

import numpy as np

from covey.problems.cells.block_cuts import counts_fit, open_positions


def test_a_side_is_empty_or_has_k_records() -> None:
    classes = np.array([0, 0, 1, 1])
    weights = np.array([2, 2, 2, 2])
    assert counts_fit(classes, np.array([0, 0, 1, 1]), weights, 2, 2, 4)
    assert not counts_fit(classes, np.array([0, 1, 0, 1]), weights, 2, 2, 4)
    assert counts_fit(classes, np.array([0, 1, 0, 1]), weights, 2, 2, 2)


def test_positions_are_those_that_fit() -> None:
    rng = np.random.default_rng(0)
    seen = 0
    for _ in range(100):
        rows = int(rng.integers(2, 12))
        _, places = np.unique(np.sort(rng.integers(0, 5, rows)), return_inverse=True)
        classes = rng.integers(0, 3, rows)
        weights = rng.integers(1, 5, rows)
        # Before the cut, every class has k records.
        records = np.bincount(classes, weights=weights)
        k = int(rng.integers(1, records[records > 0].min() + 1))
        values = int(places.max()) + 1
        found = open_positions(classes, places, weights, 3, values, k).tolist()
        for at in range(values - 1):
            side = (places > at).astype(np.int64)
            assert found[at] == counts_fit(classes, side, weights, 3, 2, k)
            seen += found[at]
    assert seen
