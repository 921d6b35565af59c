"""How many different people, or households, a class must have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.holders import Holders
from covey.core.words import plural
from covey.measures.spread import Spread
from covey.requirements.requirement import Kind, Rule, Sensitive, impossible


@dataclass(frozen=True)
class LeastHolders:
    """At least so many different holders in every class: people, if ``people``, else groups, such
    as the households that ``column`` numbers. Monotone: a union has those of both classes.

    >>> LeastHolders("household", 5).words()
    "at least 5 different values of 'household', counted as groups"
    """

    column: str
    least: int
    people: bool = False

    @property
    def rule(self) -> Rule:
        return Rule(Kind.DISTINCT, float(self.least))

    def words(self) -> str:
        if self.people:
            return f"at least {self.least:,} people, counted by {self.column!r}"
        values = plural(self.least, "different value")
        return f"at least {values} of {self.column!r}, counted as groups"

    def met(self, spread: Spread) -> NDArray[np.bool_]:
        assert spread.people is not None
        return spread.people.sizes >= self.least

    def refuse_impossible(self, whole: Spread, names: Sequence[Any]) -> None:
        assert whole.people is not None
        # The whole table is one class, the first.
        found = int(whole.people.sizes[0])
        if found >= self.least:
            return
        if self.people:
            raise impossible(
                f"Only {found:,} different people in all by {self.column!r}, fewer than"
                f" k = {self.least:,}: no class can have k.",
                "Lower k, or add records of other people.",
                found,
            )
        raise impossible(
            f"{self.column!r} has only {plural(found, 'different value')} in the whole table: no"
            f" class can have {self.least:,}.",
            f"Ask for at most {found:,} with --group (groups= in Python).",
            found,
        )


def holder_attributes(held: Holders, rows: int) -> list[Sensitive]:
    """What :class:`LeastHolders` is about: one value that all of a row's holders have."""
    same = np.zeros(rows, dtype=np.int32)
    return [
        Sensitive(column, same, holders=(held.rows, held.of(column))) for column in held.columns
    ]
