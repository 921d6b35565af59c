from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from covey._native import people
from tests.problems.people.oracle import Visits, groupings, runs, size


def arrays(found: Visits) -> tuple[Any, Any, int]:
    starts = np.cumsum([0, *map(len, found)])
    everybody = [person for own in found for person in sorted(own)]
    return starts, np.array(everybody, dtype=np.int64), max(everybody, default=-1) + 1


def some(rng: random.Random, items: int, persons: int) -> Visits:
    return [set(rng.sample(range(persons), rng.randint(1, min(persons, 4)))) for _ in range(items)]


@pytest.mark.parametrize("seed", range(40))
def test_runs_are_found_where_there_are_any(seed: int) -> None:
    rng = random.Random(seed)
    found = some(rng, rng.randint(1, 7), rng.randint(1, 8))
    everybody = size(found, list(range(len(found))))
    for k in range(1, everybody + 2):
        for most in range(k, everybody + 2):
            starts = people.runs(*arrays(found), k, most).tolist()
            able = any(
                all(k <= size(found, part) <= most for part in parts) for parts in runs(len(found))
            )
            assert bool(starts) == able
            if starts:
                assert starts[0] == 0
                ends = [*starts[1:], len(found)]
                parts = [list(range(a, b)) for a, b in zip(starts, ends, strict=True)]
                assert all(k <= size(found, part) <= most for part in parts)


@pytest.mark.parametrize("look", [0, 1, 2, 40])
@pytest.mark.parametrize("seed", range(25))
def test_groups_keep_their_promise(seed: int, look: int) -> None:
    rng = random.Random(seed)
    found = some(rng, rng.randint(1, 7), rng.randint(1, 9))
    everybody = size(found, list(range(len(found))))
    for k in range(1, everybody + 1):
        classes = people.groups(*arrays(found), k, look).tolist()
        count = max(classes) + 1
        parts = [[at for at, own in enumerate(classes) if own == c] for c in range(count)]
        sizes = [size(found, part) for part in parts]
        assert min(sizes) >= k
        assert max(sizes) <= max(max(map(len, found)) + k - 1, 3 * k - 3)
        best = min(
            max(size(found, part) for part in way)
            for way in groupings(list(range(len(found))))
            if all(size(found, part) >= k for part in way)
        )
        assert max(sizes) <= 3 * best


def test_a_class_takes_what_completes_it_with_the_fewest() -> None:
    """Three of {0, 1, 2} lack one: {2, 3} completes 4 exactly, {4, 5} exceeds it."""
    found: Visits = [{0, 1, 2}, {4, 5}, {2, 3}, {0, 5}]
    assert people.groups(*arrays(found), 4, 40).tolist() == [0, 0, 0, 0]
    found = [{0, 1, 2}, {4, 5}, {2, 3}, {6, 7}]
    assert people.groups(*arrays(found), 4, 40).tolist() == [0, 1, 0, 1]
    assert people.groups(*arrays(found), 4, 0).tolist() == [0, 0, 1, 1]


def test_many_items_and_people() -> None:
    rng = np.random.default_rng(1)
    starts = np.arange(0, 200_001, 4)
    who = np.sort(rng.integers(0, 30_000, (50_000, 4)), axis=1).ravel()
    classes = people.groups(starts, who, 30_000, 50, 40)
    owner = np.repeat(classes, 4).astype(np.int64)
    sizes = np.bincount(np.unique(owner * 30_000 + who) // 30_000)
    assert sizes.min() >= 50
    assert sizes.max() <= 147
    assert len(people.runs(starts, who, 30_000, 50, 60)) > 1


def test_too_few_people_are_one_class() -> None:
    assert people.groups(*arrays([{0}, {1}]), 5, 0).tolist() == [0, 0]
    assert people.runs(*arrays([{0}, {1}]), 5, 9).tolist() == []


def test_no_items() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    assert people.groups(np.zeros(1, dtype=np.int64), nothing, 0, 1, 0).tolist() == []


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"k": 0}, "k must be 1 or more"),
    ({"persons": 2}, "people must be from 0 to 1"),
    ({"persons": -1}, "persons must be"),
    ({"starts": np.array([0, 2, 1, 3])}, "starts must ascend"),
    ({"starts": np.array([0, 2])}, "starts must ascend"),
    ({"starts": np.zeros(0, dtype=np.int64)}, "starts must have 1 value or more"),
]


@pytest.mark.parametrize(("changed", "words"), WRONG)
def test_wrong_arguments_are_refused(changed: dict[str, Any], words: str) -> None:
    given: dict[str, Any] = {
        "starts": np.array([0, 2, 3]), "people": np.array([0, 1, 2]), "persons": 3, "k": 1,
    }  # fmt: skip
    with pytest.raises(ValueError, match=words):
        people.runs(**given | changed, most=3)
    with pytest.raises(ValueError, match=words):
        people.groups(**given | changed, look=0)


def test_wrong_limits_are_refused() -> None:
    starts, who = np.array([0, 1]), np.array([0])
    with pytest.raises(ValueError, match="most must be k or more"):
        people.runs(starts, who, 1, 2, 1)
    with pytest.raises(ValueError, match="look must be 0 or more"):
        people.groups(starts, who, 1, 1, -1)
