"""An ordered column as items: its values, or with --bands the bands that they are in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.attributes.bands import Bands
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.columns.ordered import OrderedColumn


@dataclass(frozen=True, eq=False)
class BandedColumn:
    """``of_value`` is the item of every value, and ``begins`` says where each item begins."""

    column: OrderedColumn
    of_value: NDArray[np.int64]
    begins: list[str]

    @property
    def counts(self) -> NDArray[np.int64]:
        found = np.zeros(len(self.begins), dtype=np.int64)
        # Several values are in one band.
        np.add.at(found, self.of_value, self.column.counts)
        return found

    @property
    def notes(self) -> tuple[str, ...]:
        return self.column.notes


def banded(column: OrderedColumn, name: str, given: str) -> BandedColumn:
    """Of the column ``name``; without bands, every value is an item."""
    if not given:
        return BandedColumn(column, np.arange(len(column.values)), column.values)
    # Labels in a stated order have no width.
    if not column.kind_name:
        raise InvalidInput(
            f"Bands are for numbers and dates; {name!r} has {column.kind}.",
            hint="Leave --bands away.",
            given=given,
        )
    grid = Bands.of(given).grid(column.kind_name, name)
    items = grid.items(column.values)
    begins = [
        # A band of a single value, or one that is open below, begins with its lowest value.
        column.values[first] if band.free or band.low is None else grid.text(band.low)
        for first, band in zip(items.first.tolist(), items.bands, strict=True)
    ]
    return BandedColumn(column, items.of_value, begins)
