"""l-diversity in three forms, and alpha: how mixed the sensitive values of a class must be.

The definitions are those of :mod:`covey.measures.diversity`; that they are monotone is proved in
docs/reference/cells.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import listed, plural
from covey.measures import diversity
from covey.measures.spread import Spread
from covey.requirements.requirement import TOLERANCE, Kind, Rule, impossible, most_frequent


@dataclass(frozen=True)
class DistinctDiversity:
    """At least ``l`` different values of a sensitive attribute in every class.

    >>> DistinctDiversity("illness", 3).words()
    "at least 3 different values of 'illness'"
    """

    column: str
    l: int  # noqa: E741  the field's own name for it

    def __post_init__(self) -> None:
        _require_whole(self.l)

    @property
    def rule(self) -> Rule:
        return Rule(Kind.DISTINCT, float(self.l))

    def words(self) -> str:
        return f"at least {plural(self.l, 'different value')} of {self.column!r}"

    def met(self, spread: Spread) -> NDArray[np.bool_]:
        return diversity.distinct(spread) >= self.l

    def refuse_impossible(self, whole: Spread, names: Sequence[Any]) -> None:
        found = len(whole.values)
        if found < self.l:
            known = listed(repr(names[value]) for value in whole.values.tolist())
            raise impossible(
                f"{self.column!r} has only {plural(found, 'different value')} in the whole table"
                f" ({known}): no class can have {self.l:,}.",
                f"Take l of at most {found:,}.",
                found,
            )


@dataclass(frozen=True)
class EntropyDiversity:
    """The values of a sensitive attribute as uncertain, in every class, as ``l`` equally frequent
    ones: entropy l-diversity."""

    column: str
    l: float  # noqa: E741  the field's own name for it

    def __post_init__(self) -> None:
        if not _is_number(self.l) or not 1 <= self.l < math.inf:
            raise InvalidInput(
                f"The l of entropy l-diversity is a number, 1 or more; given: {self.l!r}.",
                given=self.l,
            )

    @property
    def rule(self) -> Rule:
        return Rule(Kind.ENTROPY, float(self.l))

    def words(self) -> str:
        return f"values of {self.column!r} as uncertain as {self.l:g} equally frequent ones"

    def met(self, spread: Spread) -> NDArray[np.bool_]:
        # Sums of logarithms differ in their last digits by the order of adding. The tolerance lets
        # a class that meets l exactly meet it always.
        return diversity.by_entropy(spread) >= self.l * (1 - TOLERANCE)

    def refuse_impossible(self, whole: Spread, names: Sequence[Any]) -> None:
        if not self.met(whole).all():
            found = float(diversity.by_entropy(whole)[0])
            name, share = most_frequent(whole, names)
            raise impossible(
                f"In the whole table the values of {self.column!r} are only as uncertain as"
                f" {found:.4g} equally frequent ones, and in some class they are not more:"
                f" {self.l:g} cannot be met. {name!r} alone is {share:.1%} of all records.",
                # Rounded down: the proposed l must be met.
                f"Take l of at most {math.floor(found * 1000) / 1000:g}.",
                found,
            )


@dataclass(frozen=True)
class RecursiveDiversity:
    """In every class, with the counts of the sensitive values r1 >= r2 >= ... >= rm:
    r1 < c (rl + ... + rm). Recursive (c, l)-diversity."""

    column: str
    c: float
    l: int  # noqa: E741  the field's own name for it

    def __post_init__(self) -> None:
        _require_whole(self.l)
        if not _is_number(self.c) or not 0 < self.c < math.inf:
            raise InvalidInput(
                f"The c of recursive (c, l)-diversity is a number above 0; given: {self.c!r}.",
                given=self.c,
            )

    @property
    def rule(self) -> Rule:
        return Rule(Kind.RECURSIVE, float(self.c), self.l)

    def words(self) -> str:
        return f"recursive ({self.c:g}, {self.l})-diversity of {self.column!r}"

    def met(self, spread: Spread) -> NDArray[np.bool_]:
        # Strictly below, as the definition says. It is one quotient of whole numbers, so that
        # nothing depends on the order of adding.
        return diversity.recursive(spread, self.l) < self.c

    def refuse_impossible(self, whole: Spread, names: Sequence[Any]) -> None:
        if not self.met(whole).all():
            name, _ = most_frequent(whole, names)
            counts = -np.sort(-whole.counts)
            raise impossible(
                f"In the whole table {name!r} has {plural(int(counts[0]), 'record')} in"
                f" {self.column!r}, not fewer than {self.c:g} times the"
                f" {int(counts[self.l - 1 :].sum()):,} of the values from number {self.l} on, the"
                f" most frequent first: recursive ({self.c:g}, {self.l})-diversity cannot be met.",
                "Take a larger c, or a smaller l.",
                float(diversity.recursive(whole, self.l)[0]),
            )


@dataclass(frozen=True)
class Alpha:
    """No value of a sensitive attribute is more than the share ``alpha`` of a class:
    (alpha, k)-anonymity."""

    column: str
    alpha: float

    def __post_init__(self) -> None:
        if not _is_number(self.alpha) or not 0 < self.alpha <= 1:
            raise InvalidInput(
                f"alpha is a share, above 0 and up to 1; given: {self.alpha!r}.", given=self.alpha
            )

    @property
    def rule(self) -> Rule:
        return Rule(Kind.ALPHA, float(self.alpha))

    def words(self) -> str:
        return f"no value of {self.column!r} with a share above {self.alpha:.4g}"

    def met(self, spread: Spread) -> NDArray[np.bool_]:
        return diversity.alpha(spread) <= self.alpha * (1 + TOLERANCE)

    def refuse_impossible(self, whole: Spread, names: Sequence[Any]) -> None:
        if not self.met(whole).all():
            name, share = most_frequent(whole, names)
            raise impossible(
                f"{name!r} is {share:.1%} of all records in {self.column!r}, and of some class at"
                f" least: alpha = {self.alpha:g} cannot be met.",
                f"Take alpha of at least {math.ceil(share * 1000) / 1000:g}.",
                share,
            )


def _is_number(value: Any) -> bool:
    numbers = int | float | np.integer | np.floating
    return isinstance(value, numbers) and not isinstance(value, bool)


def _require_whole(length: Any) -> None:
    # True is a whole number to Python.
    whole = isinstance(length, int | np.integer) and not isinstance(length, bool)
    if not whole or length < 1:
        raise InvalidInput(f"l is a whole number, 1 or more; given: {length!r}.", given=length)
