"""How strongly two columns depend on each other, in the original and in a release."""

from __future__ import annotations

import math

import numpy as np

from covey.core.dataclass import dataclass
from covey.measures.utility.tables import Floats, Tables


@dataclass(frozen=True)
class Association:
    """Cramér's V of two columns before and after: from 0, independent, to 1, where one tells the
    other."""

    columns: tuple[str, str]
    before: float
    after: float

    @property
    def change(self) -> float:
        return self.after - self.before


def cramers_v(shares: Floats) -> float:
    """Of a table of two columns, as shares that add up to 1 (Cramér 1946).

    >>> cramers_v(np.array([[0.5, 0.0], [0.0, 0.5]])), cramers_v(np.full((2, 2), 0.25))
    (1.0, 0.0)
    """
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    # Bins that nobody is in would be a division by 0, and are no category.
    shares = shares[rows > 0][:, columns > 0]
    rows, columns = rows[rows > 0], columns[columns > 0]
    least = min(len(rows), len(columns)) - 1
    if least < 1:
        return 0.0
    expected = np.outer(rows, columns)
    squared = float(((shares - expected) ** 2 / expected).sum())
    # Rounding may leave a little less than 0 or more than 1.
    return math.sqrt(min(max(squared / least, 0.0), 1.0))


def associations(tables: Tables) -> tuple[Association, ...]:
    """Of every two columns, those that were strongest first."""
    names = [view.name for view in tables.views]
    found = [
        Association((names[at], names[to]), cramers_v(before), cramers_v(after))
        for (at, to), (before, after) in tables.joints.items()
    ]
    return tuple(sorted(found, key=lambda each: -each.before))
