"""Groups that follow each other in an array."""

from __future__ import annotations

import numpy as np

from covey.core.spans import expanded, spans


def test_the_places_of_groups_are_listed() -> None:
    starts, sizes = np.array([4, 0, 7]), np.array([2, 0, 3])
    assert expanded(starts, sizes).tolist() == [4, 5, 7, 8, 9]
    assert not len(expanded(starts[:0], sizes[:0]))


def test_spans_cover_all_groups_within_their_limits() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        sizes = rng.integers(0, 9, int(rng.integers(1, 30)))
        groups, items = (int(rng.integers(1, 12)) for _ in range(2))
        found = list(spans(sizes, groups, items))
        assert [at for first, last in found for at in range(first, last)] == [*range(len(sizes))]
        for first, last in found:
            assert last - first <= groups
            assert last - first == 1 or sizes[first:last].sum() <= items
