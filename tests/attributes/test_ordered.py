"""Ordered values: their kinds, their intervals, and what their ends give away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey import InvalidInput
from covey.attributes.ordered import OrderedAttribute, positions
from covey.problems.cells.sets import OrderedSets
from tests.attributes.tables import coded
from tests.release.tables import write


def attribute(folder: Path, values: list[Any], **how: Any) -> OrderedAttribute:
    file = write(folder / "in.csv", {"age": values})
    (found,) = coded(file, {"age": covey.Ordered(**how)}, k=1)[0].attributes
    assert isinstance(found, OrderedAttribute)
    return found


def sets(*ranges: tuple[int, int]) -> OrderedSets:
    low, high = (np.array(ends, dtype=np.int32) for ends in zip(*ranges, strict=True))
    return OrderedSets(np.arange(len(ranges), dtype=np.int32), low, high)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"kind": "integr"}, "Did you mean 'integer'"),
        ({"order": "low"}, "a list of labels"),
        ({"order": 3}, "a list of labels"),
        ({"order": ["low", "low"]}, "names every label once"),
        ({"order": []}, "names every label once, and at least one"),
        ({"order": ["low"], "kind": "date"}, "give one of the two"),
    ],
)
def test_orders_that_are_none(how: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        covey.Ordered(**how)


def test_values_are_numbers_and_the_outermost_sets_are_open(tmp_path: Path) -> None:
    found = attribute(tmp_path, [9, 10, 31, 80])
    assert (found.kind, found.values) == ("integer", ("9", "10", "31", "80"))
    first, last = found.entries(sets((0, 1), (2, 3)), line_per_value=True)
    assert first.low is None
    assert last.high is None
    assert first.high == last.low
    # Neither 9 nor 80, which may be one person's, is published, nor is 10 or 31.
    assert first.high is not None
    assert 10 < int(first.high) <= 31


def test_labels_have_the_stated_order_and_it_is_known_beforehand(tmp_path: Path) -> None:
    order = ["low", "mid", "high"]
    found = attribute(tmp_path, ["high", "low", "low"], order=order)
    assert found.kind == ""
    assert sorted(found.codes.tolist()) == [0, 2]
    published = found.entries(sets((0, 1), (2, 2)), line_per_value=True)
    assert {entry.value for entry in published} == set(order)
    with pytest.raises(InvalidInput, match="1 label in 'age' not in the stated order"):
        attribute(tmp_path, ["hihg"], order=order)


def test_values_that_nobody_has_any_more_are_gone(tmp_path: Path) -> None:
    found = attribute(tmp_path, [1, 2, 3])
    fewer = found.narrowed(np.array([1, 0, 1]))
    assert isinstance(fewer.attribute, OrderedAttribute)
    assert fewer.attribute.values == ("1", "3")
    assert fewer.numbers[0].tolist() == [0, -1, 1]
    stated = attribute(tmp_path, ["b", "a"], order=["a", "b", "c"])
    kept = stated.narrowed(np.array([1, 0])).attribute
    assert isinstance(kept, OrderedAttribute)
    assert kept.values == ("a", "b", "c")


def test_missing_values_count_as_an_end_of_the_order(tmp_path: Path) -> None:
    """The lighter end: here the highest, which one record has."""
    found = attribute(tmp_path, [None, 1, 1, 2, 2, 3])
    records = np.array([1, 2, 2, 1])
    anchored = found.anchored(records, 2)
    assert anchored.anchor == (2,)
    own = sets((0, 1), (2, 2))
    assert anchored.has_anchor(own).tolist() == [False, True]
    assert anchored.reading(own)["missing_as"] == "highest"
    assert found.anchored(np.array([0, 2, 2, 1]), 2) is found


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("number", ("1.5", "3"), [1.5, 3.0]),
        ("timestamp", ("2024-01-01 00:00:00", "2024-01-01 12:00:00"), [738886.0, 738886.5]),
        ("", ("low", "high"), [0, 1]),
        ("integer", (str(2**60), str(2**60 + 1)), [0, 1]),  # one double: by their ranks
        ("date", ("0044-03-15 (BC)", "2024-01-01"), [0, 1]),
        ("number", ("1", "1e999"), [0, 1]),
    ],
)
def test_where_values_lie(kind: str, values: tuple[str, ...], expected: list[float]) -> None:
    assert positions(kind, values).tolist() == expected
