from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.research.hard_problems.partition import Partition, ThreePartition


@pytest.mark.parametrize(
    ("kind", "weights", "message"),
    [
        (ThreePartition, [3, 3], "3n weights"),
        (ThreePartition, [3, 3, 3, 3, 3, 4], "multiple of n"),
        (ThreePartition, [1, 4, 4], "weight 1 is 1"),
        (Partition, [1, 2], "no whole half"),
        (Partition, [], "no values"),
        (Partition, [0, 2], "weight 1 is 0"),
        (Partition, [2**50, 2], "from 1 to 2"),
        (Partition, [1.5, 2], "not a whole number"),
    ],
)
def test_bad_weights_are_refused(kind: Any, weights: list[Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        kind(weights)


def test_a_search_that_takes_too_long_is_given_up() -> None:
    rng = np.random.default_rng(0)
    # Weights so large and so many that no two sums are the same.
    with pytest.raises(InvalidInput, match="given up"):
        Partition((2 * rng.integers(1, 2**39, 60)).tolist()).solve()
