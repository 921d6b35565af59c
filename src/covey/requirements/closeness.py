"""t-closeness: how far the sensitive values of a class may be from those of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.measures import closeness
from covey.measures.spread import Spread
from covey.requirements.requirement import TOLERANCE, Kind, Rule


@dataclass(frozen=True)
class Closeness:
    """In every class, the earth mover's distance of the sensitive values to those of the table is
    at most ``t``: with all values equally far apart, or as far as they are in their order.

    >>> Closeness("illness", 0.2).words()
    "values of 'illness' spread within 0.2 of the table's"
    """

    column: str
    t: float
    ordered: bool = False

    def __post_init__(self) -> None:
        number = isinstance(self.t, int | float | np.integer | np.floating)
        # NaN fails the comparison, and is refused with the rest.
        if not number or isinstance(self.t, bool) or not 0 <= self.t <= 1:
            raise InvalidInput(
                f"The t of t-closeness is a distance from 0 to 1; given: {self.t!r}.", given=self.t
            )

    @property
    def rule(self) -> Rule:
        return Rule(Kind.ORDERED if self.ordered else Kind.EQUAL, float(self.t))

    def words(self) -> str:
        how = " in their order" if self.ordered else ""
        return f"values of {self.column!r} spread within {self.t:g} of the table's{how}"

    def met(self, spread: Spread) -> NDArray[np.bool_]:
        distance = (
            closeness.ordered_distance(spread)
            if self.ordered
            else closeness.variational_distance(spread)
        )
        # Added and not multiplied: t may be 0, which exactly equal shares must meet.
        return distance <= self.t + TOLERANCE

    def refuse_impossible(self, whole: Spread, names: Sequence[Any]) -> None:
        """The table as one class is at distance 0 from itself."""
