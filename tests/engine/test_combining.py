"""Several groups of an engine that are one combination."""

from __future__ import annotations

import numpy as np

from covey.engine.combining import combined, distinct


def test_groups_whose_values_are_read_alike_are_one_combination() -> None:
    # Four groups: 7 a, 007 a, missing a, 7 b.
    at = [np.array([0, 1, -1, 0]), np.array([0, 0, 0, 1])]
    counted, number = combined(
        {"n": "integer", "t": "text"}, [["7", "7"], ["a", "b"]], at, np.array([1, 2, 4, 8])
    )
    assert list(zip(*counted.texts, counted.counts.tolist(), strict=True)) == [
        (None, "a", 4), ("7", "a", 3), ("7", "b", 8)
    ]  # fmt: skip
    assert number.tolist() == [1, 1, 0, 2]


def test_a_value_that_is_read_as_none_is_missing() -> None:
    counted, number = combined(
        {"n": "integer"}, [["7", None]], [np.array([1, 0])], np.array([3, 1])
    )
    assert counted.texts[0].tolist() == [None, "7"]
    assert number.tolist() == [0, 1]


def test_distinct_texts_keep_their_order_and_missing_ones_have_no_place() -> None:
    texts, at = distinct(["b", None, "a", "b"])
    assert (texts, at.tolist()) == (["b", "a"], [0, -1, 1, 0])
