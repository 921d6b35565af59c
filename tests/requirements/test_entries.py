"""The sensitive values behind the items of a problem."""

from __future__ import annotations

import numpy as np
import pytest

import covey


def test_entries_add_up_to_the_items() -> None:
    entries = covey.Entries([0, 0, 1], [2, 1, 4])
    entries.refuse_unless_of(np.array([3, 4]), "value")
    with pytest.raises(
        covey.InvalidInput, match="position 1 has 5 records, but its entries have 4"
    ):
        entries.refuse_unless_of(np.array([3, 5]), "value")
    with pytest.raises(covey.InvalidInput, match="of a value that is not there"):
        entries.refuse_unless_of(np.array([3]), "value")


def test_entries_have_an_item_for_every_count() -> None:
    with pytest.raises(covey.InvalidInput, match="for every count"):
        covey.Entries([0], [1, 2])
    with pytest.raises(covey.InvalidInput, match="for every count"):
        covey.Entries([0.5], [1])
    with pytest.raises(covey.InvalidInput, match="is negative"):
        covey.Entries([0], [1], population=[-1])
