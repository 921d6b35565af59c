"""The items of a problem."""

from __future__ import annotations

import numpy as np

from covey.cli.inputs import Items


def test_classes_are_of_everything_that_was_read() -> None:
    """Two values are one item, and one is left out."""
    items = Items(np.array([7, 5]), np.array([0, 1, 0, -1]))
    assert items.classes(np.array([3, 8])).tolist() == [3, 8, 3, -1]


def test_missing_values_join_an_item() -> None:
    items = Items(np.array([7, 5]), np.array([0, 1, 0, -1]))
    joined = items.joining(1, 4)
    assert (joined.counts.tolist(), joined.joined) == ([7, 9], 1)
    assert joined.classes(np.array([3, 8])).tolist() == [3, 8, 3, 8]
    assert items.counts.tolist() == [7, 5]
