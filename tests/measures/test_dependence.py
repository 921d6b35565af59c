"""How surely a column tells another, and whom that exposes, against counting in plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest

from covey.measures import dependence
from covey.measures.dependence import Exposed, exposed, telling, told_by


def drawn(seed: int, rows: int = 80) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    by, told = random.integers(0, 12, rows), random.integers(0, 6, rows)
    return by, told, random.integers(1, 4, rows)


def alike(by: list[int], told: list[int], near: int) -> float:
    """The chance that another record of the same value is alike, one pair after the other."""
    found = []
    for at, own in enumerate(by):
        others = [o for o, value in enumerate(by) if value == own and o != at]
        if others:
            same = sum(abs(told[o] - told[at]) <= near for o in others)
            found.append(same / len(others))
    return sum(found) / len(found)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("near", [0, 1])
def test_the_chance_of_being_alike_is_that_of_all_pairs(seed: int, near: int) -> None:
    by, told, counts = drawn(seed)
    seen = telling(by, told, counts, near)
    assert seen.alike == pytest.approx(
        alike(by.repeat(counts).tolist(), told.repeat(counts).tolist(), near)
    )
    one = np.zeros_like(by)
    assert seen.chance == pytest.approx(telling(one, told, counts, near).alike)


@pytest.mark.parametrize("near", [0, 2])
def test_pairs_that_are_sorted_tell_the_same_as_those_with_a_place_of_their_own(
    near: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(near)
    by, told = rng.integers(0, 12, 300), rng.integers(0, 7, 300)
    counts = rng.integers(1, 4, 300)
    found = []
    # All pairs have a place, or none.
    for room in (1, 0):
        monkeypatch.setattr(dependence, "ROOM", room)
        found.append(telling(by, told, counts, near))
    assert found[0] == found[1]


def test_what_is_told_is_the_most_frequent_value() -> None:
    by, told = np.array([0, 0, 1, 3]), np.array([4, 5, 2, 6])
    assert told_by(by, told, np.array([2, 3, 2, 1])).tolist() == [5, 2, -1, -1]
    assert told_by(by, told, np.array([3, 3, 2, 1])).tolist() == [4, 2, -1, -1]


def test_a_code_for_each_value_tells_it() -> None:
    by = np.repeat(np.arange(10), 5)
    seen = telling(by, by[::-1], np.ones(50, dtype=np.int64))
    assert seen.tells
    assert (seen.share, seen.supported) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("by", "told", "why"),
    [
        (np.arange(100), np.arange(100) % 7, "values that occur once tell nothing"),
        (np.arange(100) % 7, np.zeros(100, dtype=np.int64), "what is constant is not told"),
        (np.arange(100) % 7, (np.arange(100) == 3).astype(np.int64), "nor what is nearly so"),
        (np.arange(100) % 7, np.arange(100) % 5, "nor what has nothing to do with it"),
    ],
)
def test_what_tells_nothing(by: np.ndarray, told: np.ndarray, why: str) -> None:
    assert not telling(by, told, np.ones(100, dtype=np.int64)).tells, why


def plainly(
    rows: list[tuple[int, int, int, int]], k: int, near: int, by_people: bool
) -> tuple[int, int]:
    """``rows``: class, what is seen, records, person. In sets of records or people."""
    groups: dict[tuple[int, int], set[object]] = defaultdict(set)
    for at, (own, seen, count, person) in enumerate(rows):
        if own >= 0:
            groups[own, seen] |= {person} if by_people else {(at, copy) for copy in range(count)}
    found: tuple[set[object], set[object]] = set(), set()
    for (own, seen), members in groups.items():
        if seen < 0:
            continue
        size = sum(
            len(others)
            for (other, value), others in groups.items()
            if other == own and (value == -1 or abs(value - seen) <= near)
        )
        for limit, into in zip((k, 2), found, strict=True):
            into |= members if size < limit else set()
    return len(found[0]), len(found[1])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("near", [0, 1])
@pytest.mark.parametrize("by_people", [False, True])
def test_whom_it_exposes_is_told_by_plain_sets(seed: int, near: int, by_people: bool) -> None:
    random = np.random.default_rng(seed)
    parts = [
        random.integers(-1, 4, 40), random.integers(-1, 9, 40), random.integers(1, 3, 40),
        random.integers(0, 25, 40),
    ]  # fmt: skip
    classes, seen, counts, people = (part.astype(np.int64) for part in parts)
    rows = list(zip(*(part.tolist() for part in parts), strict=True))
    who = people if by_people else None
    found = exposed(classes, seen, counts, 4, who, near)
    assert found == Exposed(*plainly(rows, 4, near, by_people))
    assert Counter(classes.tolist())[-1], "some rows are not published"


def test_records_of_which_it_is_not_right_are_in_the_groups_but_not_found() -> None:
    classes, seen = np.zeros(3, dtype=np.int64), np.array([0, 0, 1])
    right = np.array([True, False, False])
    found = exposed(classes, seen, np.ones(3, dtype=np.int64), 3, among=right)
    assert found == Exposed(below=1, unique=0)
