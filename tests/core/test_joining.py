"""As which value missing ones count."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from covey.core.joining import lighter_end, lightest


@pytest.mark.parametrize(
    ("counts", "labels", "end"),
    [
        ([5, 1, 6], None, 0),
        ([6, 1, 5], None, 2),
        ([6, 1, 6], None, 0),
        ([0, 6, 1, 5, 0], None, 3),
        ([0, 4, 0], None, 1),
        ([6, 1, 6], ["low", "middle", "high"], 2),
        ([5, 1, 6], ["low", "middle", "high"], 0),
    ],
)
def test_the_lighter_end(counts: list[int], labels: Sequence[str] | None, end: int) -> None:
    assert lighter_end(np.array(counts), labels) == end


@pytest.mark.parametrize(
    ("items", "records", "entry"),
    [
        ([0, 1, 2], [3, 2, 2], 1),
        ([0, 1, 0], [1, 3, 1], 0),
        ([0, 1, 0], [2, 3, 2], 1),
        ([0, 1, 2], [0, 3, 2], 2),
        ([5, 5], [0, 1], 1),
    ],
)
def test_the_first_entry_of_the_lightest_item(
    items: list[int], records: list[int], entry: int
) -> None:
    assert lightest(np.array(items), np.array(records)) == entry


@pytest.mark.parametrize("counts", [[], [0, 0]])
def test_without_records_there_is_none(counts: list[int]) -> None:
    own = np.array(counts, dtype=np.int64)
    with pytest.raises(ValueError, match="no value has records"):
        lighter_end(own)
    with pytest.raises(ValueError, match="no item has records"):
        lightest(np.arange(len(own)), own)
