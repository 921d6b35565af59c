"""The oracle of the hard instances against plain enumeration."""

from __future__ import annotations

import numpy as np

from tests.research.hard_problems.exact_cover import exact_cover


def enumerated(sets: list[set[int]], places: int) -> bool:
    def cover(left: frozenset[int]) -> bool:
        if not left:
            return True
        return any(cover(left - members) for members in sets if min(left) in members <= left)

    return cover(frozenset(range(places)))


def test_it_finds_a_cover_wherever_there_is_one() -> None:
    rng = np.random.default_rng(4)
    found = 0
    for _ in range(1000):
        places = int(rng.integers(1, 13))
        rows = [
            rng.permutation(places)[: rng.integers(1, 4)].tolist()
            for _ in range(int(rng.integers(1, 3 * places + 1)))
        ]
        sets = np.array([row + [-1] * (3 - len(row)) for row in rows])
        chosen = exact_cover(sets, places)
        assert (chosen is not None) == enumerated([set(row) for row in rows], places)
        if chosen is not None:
            found += 1
            assert sorted(p for c in chosen for p in rows[c]) == list(range(places))
    assert 200 < found < 800
