"""Connected components by arrays, against a search."""

from __future__ import annotations

import numpy as np
import pytest

from covey import Graph
from covey.core.components import components


@pytest.mark.parametrize("seed", range(20))
def test_arrays_and_compiled_loops_find_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 60))
    pairs = rng.integers(0, count, (int(rng.integers(0, 80)), 2))
    pairs = np.unique(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1), axis=0)
    found = components(count, pairs[:, 0], pairs[:, 1])
    assert np.array_equal(found, Graph.from_edges(count, pairs).components)
