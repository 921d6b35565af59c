from __future__ import annotations

import itertools

import numpy as np
import pytest

from covey._native import intervals


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_every_class_but_the_last_ends_as_soon_as_it_has_k(count: int) -> None:
    for weights in itertools.product(range(4), repeat=count):
        for k in range(1, sum(weights) + 1):
            starts = intervals.sweep(np.array(weights), k).tolist()
            classes = [weights[a:b] for a, b in itertools.pairwise([*starts, count])]
            assert all(sum(members) >= k for members in classes)
            assert all(sum(members[:-1]) < k for members in classes[:-1])
            # What is left over joins the last class.
            *_, last = classes
            ends = [at for at in range(len(last)) if sum(last[: at + 1]) >= k]
            assert sum(last[ends[0] + 1 :]) < k


def test_the_border_refuses_what_the_loop_could_not_take() -> None:
    with pytest.raises(TypeError):
        intervals.sweep(np.array([1.0, 2.0]), 1)
    with pytest.raises(TypeError):
        intervals.sweep(np.arange(10)[::2], 1)
    with pytest.raises(ValueError, match="0 or more; given: -1"):
        intervals.sweep(np.array([3, -1]), 1)
    with pytest.raises(ValueError, match="less than 2\\^63"):
        intervals.sweep(np.array([2**62, 2**62]), 1)
    assert intervals.sweep(np.array([], dtype=np.int64), 1).tolist() == [0]
