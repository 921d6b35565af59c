"""A codebook as arrays: values by their numbers, classes by theirs."""

from __future__ import annotations

import numpy as np
import pytest

from covey import InvalidInput
from covey.codebook.book import UNKNOWN, Book, Column, Listed, Numbering, Ranges


def column(named: list[int], numbers: list[int], values: list[str | None]) -> Column:
    places = Numbering()
    members = places.numbered(values)
    listed = Listed(np.array(numbers), np.arange(len(numbers) + 1), members, places)
    texts = np.array([f"class {number}" for number in named], dtype=object)
    none = np.zeros(0, dtype=np.int64)
    return Column("a", np.array(named), texts, listed, Ranges(none, none, none), none)


def test_values_are_numbered_as_they_come_and_others_are_unknown() -> None:
    places = Numbering()
    assert places.numbered(["b", None, "", "b"]).tolist() == [1, 0, 2, 1]
    assert places.known(["", "c", None]).tolist() == [2, UNKNOWN, 0]
    assert len(places) == 3
    with pytest.raises(TypeError):
        places.numbered(["b", 1])  # type: ignore[list-item]


@pytest.mark.parametrize(
    "values", [["b", None, "", "c"], ["b", None, "", "b", None], [None], ["a", "a"], []]
)
def test_new_texts_are_numbered_at_once_as_one_by_one(values: list[str | None]) -> None:
    one_by_one, at_once, later = Numbering(), Numbering(), Numbering()
    later.numbered(["z"])
    expected = one_by_one.numbered(values).tolist()
    assert at_once.numbered_texts(values).tolist() == expected
    assert list(at_once) == list(one_by_one)
    assert len(at_once) == len(one_by_one)
    shifted = [number + (number > 0) for number in expected]
    assert later.numbered_texts(values).tolist() == shifted


def test_what_was_asked_last_is_known_by_its_values() -> None:
    places = Numbering()
    places.numbered(["a", "b"])
    asked = ["b", "x", "a"]
    found = places.known(asked)
    found[:] = 7
    assert places.known(tuple(asked)).tolist() == [2, UNKNOWN, 1]
    assert places.known([*asked, None, "b"]).tolist() == [2, UNKNOWN, 1, 0, 2]
    assert places.known(["a", "b"]).tolist() == [1, 2]
    assert places.known(asked).tolist() == [2, UNKNOWN, 1]
    places.numbered(["x"])
    assert places.known(asked).tolist() == [2, 3, 1]


def test_members_by_set_whatever_the_order_of_the_lines() -> None:
    own = column([0, 1, 2], [2, 0, 2], ["x", "y", None]).listed
    starts, members = own.by_set(4)
    assert starts.tolist() == [0, 1, 1, 3, 3]
    assert members.tolist() == [2, 1, 0]


def test_classes_that_are_not_numbered_have_no_texts() -> None:
    whole = column([0, 1], [0, 1], ["x", None])
    assert whole.count == 2
    assert whole.missing.tolist() == [1]
    assert Book({"a": whole}).texts(["a"]) == {"a": ["class 0", "class 1"]}
    for named in ([0, 0], [1], [0, 10**17]):
        odd = column(named, [0], ["x"])
        assert odd.count == UNKNOWN
        with pytest.raises(InvalidInput, match="from 1 on"):
            Book({"a": odd}).texts(["a"])
    with pytest.raises(InvalidInput, match="no column 'b'"):
        Book({"a": whole}).of("b")
