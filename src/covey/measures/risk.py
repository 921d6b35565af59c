"""The risk that somebody finds a person's record (El Emam, Dankar 2008)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import ArrayLike

from covey.errors import InvalidInput
from covey.measures.sizes import checked

THRESHOLD = 0.2
"""Records above this risk are counted as being at risk, unless another is named: classes of fewer
than five, as the rules of many statistical offices have it."""


@dataclass(frozen=True)
class Risk:
    """Shares between 0 and 1.

    highest, average
        The prosecutor knows that a person is in the table and picks a record of the person's class:
        right with probability 1 / class size. Highest over records, and averaged over them.
    at_risk
        The share of records whose risk is above ``threshold``.
    marketer
        Of all records, the share that who links every one of them can expect to get right.

    The journalist does not know who is in the table, so his classes are those of the population.
    Without a table of the population no more can be said than that his risk is at most the
    prosecutor's: covey gives them as equal.
    """

    threshold: float
    highest: float
    average: float
    at_risk: float
    marketer: float

    @property
    def journalist(self) -> float:
        return self.highest

    def to_dict(self) -> dict[str, float]:
        return {**asdict(self), "journalist": self.journalist}


def risk(sizes: ArrayLike, threshold: float = THRESHOLD) -> Risk:
    """
    >>> risk([2, 8])
    Risk(threshold=0.2, highest=0.5, average=0.2, at_risk=0.2, marketer=0.2)
    """
    if not 0 <= threshold <= 1:
        raise InvalidInput(
            f"A risk is a share between 0 and 1; given: {threshold}.", given=threshold
        )
    found = checked(sizes)
    records = int(found.sum())
    # Each class adds size x 1 / size to the sum of its records' risks.
    average = len(found) / records
    at_risk = int(found[1.0 / found > threshold].sum()) / records
    highest = 1.0 / int(np.min(found))
    return Risk(threshold, highest, average, at_risk, marketer=average)
