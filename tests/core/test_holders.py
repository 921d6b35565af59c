"""Who the records are of, counted against plain sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.core.holders import Holders, distinct_pairs, numbered

ENTRIES = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 6)), min_size=1, max_size=30)


def held_of(entries: set[tuple[int, int]]) -> Holders:
    rows, people = (np.array(own, dtype=np.int64) for own in zip(*sorted(entries), strict=True))
    return Holders(("id",), rows, (people,), np.ones(len(rows), dtype=np.int64))


@given(entries=ENTRIES, classes=st.lists(st.integers(-1, 2), min_size=6, max_size=6))
def test_the_people_of_a_class_are_counted_once(
    entries: set[tuple[int, int]], classes: list[int]
) -> None:
    found = held_of(entries).per_class("id", np.array(classes), 3)
    for number in range(3):
        assert found[number] == len({p for row, p in entries if classes[row] == number})


@given(entries=ENTRIES, kept=st.lists(st.booleans(), min_size=6, max_size=6))
def test_some_rows_are_numbered_anew(entries: set[tuple[int, int]], kept: list[bool]) -> None:
    number = {row: at for at, row in enumerate(row for row in range(6) if kept[row])}
    held = held_of(entries).among(np.array(kept))
    found = set(zip(held.rows.tolist(), held.of("id").tolist(), strict=True))
    assert found == {(number[row], person) for row, person in entries if kept[row]}


def test_a_record_without_a_holder_gets_a_number_of_its_own() -> None:
    ranks = np.array([1, -1, -1, 0])
    held = numbered(["id"], np.array([1, 0, 0, 1]), [ranks], np.array([3, 1, 1, 2]))
    assert held.rows.tolist() == [0, 0, 1, 1]
    assert held.of("id").tolist() == [2, 3, 0, 1]
    assert held.counts.tolist() == [1, 1, 2, 3]
    assert held.missing == (2,)
    assert held.total("id") == 4


def test_pairs_are_distinct_and_in_order() -> None:
    first, second = distinct_pairs(np.array([1, 0, 1, -1]), np.array([2, 5, 2, 9]))
    assert (first.tolist(), second.tolist()) == ([0, 1], [5, 2])


def test_a_column_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="index"):
        held_of({(0, 0)}).of("name")


def test_entries_that_name_nobody_have_the_highest_numbers() -> None:
    held = Holders(("id",), np.arange(4), (np.array([0, 5, 1, 6]),), np.ones(4, np.int64), (2,))
    assert held.named("id").tolist() == [True, False, True, False]
    named = Holders(("id",), np.arange(2), (np.array([0, 1]),), np.ones(2, np.int64))
    assert named.named("id").all()


def test_who_is_named_is_the_same_among_some_rows() -> None:
    people = np.array([0, -1, 1, -1, 0, -1])
    held = numbered(["id"], np.arange(6), [people], np.ones(6, dtype=np.int64))
    for mask in range(1, 64):
        kept = np.array([bool(mask >> row & 1) for row in range(6)])
        own = held.among(kept)
        assert own.named("id").tolist() == (people[kept] >= 0).tolist()
        assert own.missing == (int((people[kept] < 0).sum()),)
