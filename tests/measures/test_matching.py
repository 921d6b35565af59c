"""l by people against all ways to give people different values."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from covey.measures.matching import most_matched

TRIPLES = st.sets(
    st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=24
)


def by_force(pairs: set[tuple[int, int]]) -> int:
    """The most people that can be given different values: every order of people over values."""
    values = sorted({value for value, _ in pairs})
    people = sorted({person for _, person in pairs})
    longer, shorter = (people, values) if len(people) >= len(values) else (values, people)
    best = 0
    for chosen in permutations(longer, len(shorter)):
        both = zip(chosen, shorter, strict=True)
        edges = [(b, a) if longer is people else (a, b) for a, b in both]
        best = max(best, sum(edge in pairs for edge in edges))
    return best


@given(triples=TRIPLES)
def test_as_many_as_by_force(triples: set[tuple[int, int, int]]) -> None:
    classes, values, people = (np.array(own) for own in zip(*triples, strict=True))
    found = most_matched(classes, values, people, 3)
    for number in range(3):
        own = {(value, person) for c, value, person in triples if c == number}
        assert found[number] == (by_force(own) if own else 0)


def test_a_long_chain_of_exchanges_is_found() -> None:
    """Person i has the values i and i + 1, the last one only its first: each passes one on."""
    many = 3000
    people = np.concatenate([np.arange(many), np.arange(many - 1)])
    values = np.concatenate([np.arange(many), np.arange(1, many)])
    assert most_matched(np.zeros_like(people), values, people, 1).tolist() == [many]
