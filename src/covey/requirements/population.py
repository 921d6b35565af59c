"""k-map: a class must stand for enough people of the population, not only of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.words import plural
from covey.measures.spread import Spread
from covey.requirements.requirement import Kind, Rule, impossible


@dataclass(frozen=True)
class PopulationK:
    """At least ``k`` people of the population share the values of every class."""

    k: int

    def __post_init__(self) -> None:
        validate.threshold(self.k)

    @property
    def column(self) -> None:
        return None

    @property
    def rule(self) -> Rule:
        return Rule(Kind.POPULATION, 0.0, int(self.k))

    def words(self) -> str:
        return f"at least {self.k:,} people of the population"

    def met(self, spread: Spread) -> NDArray[np.bool_]:
        # The sizes of this spread are people of the population, not records: see `spread_of`.
        return spread.sizes >= self.k

    def refuse_impossible(self, whole: Spread, names: Sequence[Any]) -> None:
        people = int(whole.sizes[0])
        if people < self.k:
            raise impossible(
                f"{plural(people, 'person').replace('persons', 'people')} of the population have a"
                f" combination of values that is in the table: no class can stand for {self.k:,}.",
                "Ask for less.",
                people,
            )
