"""People whose records can be put together, against a count by sets."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from covey.measures.linked import Linked, linked


@pytest.mark.parametrize("seed", range(5))
def test_it_is_what_sets_of_classes_say(seed: int) -> None:
    random = np.random.default_rng(seed)
    pairs = np.unique(random.integers(0, [4, 30], (60, 2)), axis=0)
    pairs = random.permutation(pairs)
    sets: dict[int, frozenset[int]] = {}
    for own, person in pairs.tolist():
        sets[person] = sets.get(person, frozenset()) | {own}
    alike = Counter(sets.values())
    few = sum(alike[own] < 3 for own in sets.values())
    alone = sum(alike[own] == 1 for own in sets.values())
    assert linked(pairs[:, 0], pairs[:, 1], 3) == Linked(len(sets), few, alone)


def test_nobody_is_nobody() -> None:
    none = np.zeros(0, dtype=np.int64)
    assert linked(none, none, 3) == Linked(0, 0, 0)


def test_it_is_said_in_words() -> None:
    assert Linked(600, 504, 41).words(10) == (
        "504 of 600 people are among fewer than 10, and 41 alone"
    )
