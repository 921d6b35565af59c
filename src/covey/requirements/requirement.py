"""What a class must meet besides k: one protocol, and the sensitive attributes it is about."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import Infeasible, InvalidInput, closest
from covey.core.holders import distinct_pairs
from covey.measures.spread import Spread

TOLERANCE = 1e-9
"""Shares are quotients: a requirement that fails by a rounding error only is met."""


class Kind(IntEnum):
    """The rules that compiled loops know."""

    # The numbers are those of native/requirements, and must stay the same as there.
    DISTINCT = 0
    ENTROPY = 1
    RECURSIVE = 2
    ALPHA = 3
    EQUAL = 4
    ORDERED = 5
    POPULATION = 6


@dataclass(frozen=True)
class Rule:
    """A requirement as compiled loops take it."""

    kind: Kind
    amount: float
    length: int = 0


@runtime_checkable
class Requirement(Protocol):
    """What every class must meet besides k, on the sensitive attribute ``column``, which is None if
    it is on the population."""

    @property
    def column(self) -> str | None: ...

    @property
    def rule(self) -> Rule: ...

    def words(self) -> str:
        """What every class must have, in words."""

    def met(self, spread: Spread) -> NDArray[np.bool_]:
        """Which classes meet it. For the population the entries of the spread are its people."""

    def refuse_impossible(self, whole: Spread, names: Sequence[Any]) -> None:
        """Raise Infeasible if not even the whole table as one class meets it; ``names`` are what
        the values are called."""


@dataclass(frozen=True, eq=False)
class Sensitive:
    """A sensitive attribute: ``codes[i]`` is the value of row i, numbered from 0 on, in their order
    if they have one; ``names`` are what the values are called, their numbers if not given. Values
    that do not occur are left out. With ``holders``, a list of (row, person), people are counted in
    place of records: each once for a value, however many records they have with it.

    >>> Sensitive("illness", [0, 2, 0], ["flu", "cold", "ulcer"]).names
    ['flu', 'ulcer']
    """

    column: str
    codes: NDArray[np.int32]
    names: Sequence[Any]
    size: int
    holders: tuple[NDArray[np.int64], NDArray[np.int64]] | None

    def __init__(
        self,
        column: str,
        codes: ArrayLike,
        names: Sequence[Any] | None = None,
        holders: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
    ) -> None:
        found = np.asarray(codes)
        # A negative code would index from the end, and count a value as another.
        if found.ndim != 1 or found.dtype.kind not in "iu" or not len(found) or found.min() < 0:
            raise InvalidInput(
                f"The values of {column!r} are numbered from 0 on, one number for every row."
            )
        size = int(found.max()) + 1 if names is None else len(names)
        if size <= int(found.max()):
            raise InvalidInput(
                f"{column!r} has a value number {int(found.max())}, but only {size:,} names."
            )
        occurring, own = np.unique(found, return_inverse=True)
        own = own.astype(np.int32)
        # Shared by all parts of a problem: nobody may change it.
        own.flags.writeable = False
        object.__setattr__(self, "column", column)
        object.__setattr__(self, "codes", own)
        called = range(size) if names is None else names
        object.__setattr__(self, "names", [called[value] for value in occurring.tolist()])
        object.__setattr__(self, "size", len(occurring))
        object.__setattr__(self, "holders", holders)


def bind(
    requirements: Sequence[Requirement],
    sensitive: Sequence[Sensitive],
    population: NDArray[np.int64] | None,
    rows: int,
) -> tuple[Requirement, ...]:
    """The requirements, each known to be about something that is there."""
    columns = [attribute.column for attribute in sensitive]
    for attribute in sensitive:
        if len(attribute.codes) != rows:
            raise InvalidInput(
                f"There are {rows:,} counts, but {len(attribute.codes):,} values of"
                f" {attribute.column!r}."
            )
    # Requirements find their attribute by its name.
    if len(set(columns)) < len(columns):
        raise InvalidInput(f"A sensitive attribute is given twice: {', '.join(columns)}.")
    for requirement in requirements:
        if not isinstance(requirement, Requirement):
            raise InvalidInput(f"Not a requirement: {requirement!r}.", given=requirement)
        if requirement.column is None:
            if population is None:
                raise InvalidInput(
                    f"{requirement.words().capitalize()}: the population is not given."
                )
        elif requirement.column not in columns:
            raise InvalidInput(
                f"There is no sensitive attribute {requirement.column!r}.",
                hint=closest(requirement.column, columns),
                given=requirement.column,
            )
    return tuple(requirements)


def refuse_impossible(
    requirements: Sequence[Requirement],
    sensitive: Sequence[Sensitive],
    weights: NDArray[np.int64],
    population: NDArray[np.int64] | None,
) -> None:
    """Raise Infeasible for the first requirement that the table as one class does not meet. Counted
    by people, some may be met by two classes and not by their union: these are not asked."""
    whole = np.zeros(len(weights), dtype=np.int32)
    by_people = {each.column for each in sensitive if each.holders is not None}
    for requirement in requirements:
        # Someone with two values counts for both, so shares by people do not add up over classes:
        # only numbers of different values grow with the class.
        if requirement.column in by_people and requirement.rule.kind is not Kind.DISTINCT:
            continue
        spread, names = spread_of(requirement, sensitive, whole, weights, population)
        requirement.refuse_impossible(spread, names)


def offending(
    requirements: Sequence[Requirement],
    sensitive: Sequence[Sensitive],
    classes: NDArray[np.int32],
    weights: NDArray[np.int64],
    population: NDArray[np.int64] | None,
) -> Requirement | None:
    """The first requirement that some class does not meet; rows of class -1 have none."""
    for requirement in requirements:
        spread, _ = spread_of(requirement, sensitive, classes, weights, population)
        if not requirement.met(spread).all():
            return requirement
    return None


def is_met_by_all(
    requirement: Requirement,
    sensitive: Sequence[Sensitive],
    weights: NDArray[np.int64],
    population: NDArray[np.int64] | None,
) -> bool:
    """Whether the table as one class meets a requirement: if not, no answer does."""
    whole = np.zeros(len(weights), dtype=np.int32)
    return offending([requirement], sensitive, whole, weights, population) is None


def spread_of(
    requirement: Requirement,
    sensitive: Sequence[Sensitive],
    classes: NDArray[np.int32],
    weights: NDArray[np.int64],
    population: NDArray[np.int64] | None,
) -> tuple[Spread, Sequence[Any]]:
    """How what a requirement is about is spread over the classes; what its values are called."""
    inside = np.flatnonzero(classes >= 0)
    owner = classes[inside].astype(np.int64)
    # The population has one value for all, so that the sizes of the spread are the people of each
    # class.
    if requirement.column is None:
        assert population is not None
        people = np.zeros(int(owner.max()) + 1, dtype=np.int64)
        np.add.at(people, owner, population[inside])
        numbers = np.arange(len(people))
        return Spread.from_entries("population", numbers, 0 * numbers, people), ["people"]
    attribute = next(a for a in sensitive if a.column == requirement.column)
    if attribute.holders is not None:
        return _spread_by_people(attribute, classes), attribute.names
    # A class and a value as one number: sorting one array is much faster than sorting pairs.
    keys, entry = np.unique(owner * attribute.size + attribute.codes[inside], return_inverse=True)
    counts = np.zeros(len(keys), dtype=np.int64)
    np.add.at(counts, entry, weights[inside])
    # Codes are in the order of the values, if they have one: the place is the code.
    places = np.arange(attribute.size)
    values = keys % attribute.size
    spread = Spread.from_entries(attribute.column, keys // attribute.size, values, counts, places)
    return spread, attribute.names


def _spread_by_people(attribute: Sensitive, classes: NDArray[np.int32]) -> Spread:
    """How many people of every class have each value."""
    assert attribute.holders is not None
    rows, people = attribute.holders
    own = classes[rows].astype(np.int64)
    # Withheld rows are one key that is negative, so that their people are counted nowhere.
    keys = np.where(own < 0, -1, own * attribute.size + attribute.codes[rows])
    keys, people = distinct_pairs(keys, people)
    return Spread.by_people(
        attribute.column,
        keys // attribute.size,
        keys % attribute.size,
        people,
        np.arange(attribute.size),
    )


def most_frequent(whole: Spread, names: Sequence[Any]) -> tuple[Any, float]:
    """The value that most records of the table have, and their share."""
    place = int(np.argmax(whole.counts))
    return names[int(whole.values[place])], float(whole.shares[place])


def impossible(message: str, hint: str, given: object) -> Infeasible:
    return Infeasible(message, hint=hint, given=given)
