"""The people that combinations stand for, in a population."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.count_notes import HAVE, CountNote
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.engine.protocol import Counted

MOST_PEOPLE = 10**12
"""More are nobody's population: such weights are a mistake."""


@dataclass(frozen=True, eq=False)
class People:
    """How many have the values of each counted combination, and what the certificate says of the
    population; ``weight`` is the column of sampling weights, if these say how many they are."""

    each: NDArray[np.int64]
    about: dict[str, Any]
    weight: str = ""

    @property
    def note(self) -> str:
        return note_on_weights(self.weight, self.each) if self.weight else note_on(self.about)


def size_of_population(people: People | None, given: int | None) -> int | None:
    """How many people the table is a sample of, for estimates: what is given, or the sum of the
    sampling weights."""
    if given is None and people is not None and people.weight:
        return int(people.each.sum())
    return given


def note_on(about: Mapping[str, Any]) -> str:
    """What the user should know of the population."""
    column = about["column"]
    how = f"by its column {column!r}" if column else "one a row"
    return f"the population is {about['people']:,} people of {about['name']}, {how}"


def note_on_weights(column: str, each: NDArray[np.int64]) -> str:
    """The same of sampling weights."""
    return (
        f"by the sampling weights in {column!r} the records stand for {int(each.sum()):,} people;"
        " the weights of a combination are added up and rounded down"
    )


def note_on_unmatched(
    counted: Counted, quasi: Sequence[str], each: NDArray[Any]
) -> tuple[str, ...]:
    """A note on records whose combination nobody of the population has, if there are any; ``each``
    are the people that the counted combinations stand for."""
    # Of combinations that differ in other columns alone, one has all the people.
    numbers = counted.numbered(quasi)
    nobody = np.bincount(numbers, weights=each)[numbers] == 0
    # Who lacks a value is in the population with it.
    for column in quasi:
        nobody &= ~counted.missing(column)
    records = int(counted.counts[nobody].sum())
    words = (
        "a combination that nobody of the population has, although a table is a part of its"
        " population: look whether values are written in another way there, or in another encoding"
    )
    return (CountNote(records, "record", words, HAVE),) if records else ()


def matched(
    found: Counted, people: NDArray[Any], counted: Counted, kinds: Mapping[str, str]
) -> NDArray[Any]:
    """The people of the population, ``found``, that each counted combination stands for; ``kinds``
    is how both were read."""
    # Summed up: the population may be counted with one more column, and two spellings of a decimal,
    # 7 and 7.00, are one key.
    known: dict[tuple[str | None, ...], float] = {}
    for key, count in zip(_keys(found, kinds), people.tolist(), strict=True):
        known[key] = known.get(key, 0) + count
    # Taken out when found: of combinations that differ in sensitive values alone, which are in one
    # class, only the first stands for these people. Otherwise they would be counted twice.
    return np.array([known.pop(key, 0) for key in _keys(counted, kinds)], dtype=people.dtype)


def matched_weights(
    found: Counted, column: str, name: str, counted: Counted, kinds: Mapping[str, str]
) -> NDArray[np.int64]:
    """The people that the records of each counted combination stand for, by the sampling weights of
    the table ``name``: ``found`` is that table counted with their ``column``."""
    sums = matched(found, sums_of_weights(found, column, name), counted, kinds)
    # Rounded down, so that no class is said to stand for more people than it does. The small number
    # makes up for sums such as 2.9999999999.
    return np.floor(sums + 1e-9).astype(np.int64)


def sums_of_weights(counted: Counted, column: str, name: str) -> NDArray[np.float64]:
    """What the records of every combination stand for together, by their sampling weights."""
    each = counted.numbers(column)
    # Negated, so that NaN, a missing weight, is wrong as well.
    wrong = ~(each >= 1)
    if wrong.any():
        records = int(counted.counts[wrong].sum())
        raise InvalidInput(
            f"{name}: a sampling weight is a number of at least 1, the people that a record stands"
            f" for; {records:,} {'record has' if records == 1 else 'records have'} none in"
            f" {column!r}, or a smaller one.",
            hint="Leave these records out, or name the column that has the weights.",
            given=column,
        )
    sums = each * counted.counts
    # Negated, so that an infinite or undefined sum is refused, too.
    if not sums.sum() <= MOST_PEOPLE:
        raise InvalidInput(
            f"{name}: the sampling weights in {column!r} stand for more than {MOST_PEOPLE:,} people"
            " together.",
            hint="Name the column that has the weights, or correct them.",
            given=column,
        )
    return sums


def numbers_of_people(counted: Counted, column: str, name: str) -> NDArray[np.int64]:
    """For every combination what stands in the column of counts."""
    try:
        each = counted.numbers(column)
    # A text that is no number is refused below, like a missing one.
    except ValueError:
        each = np.full(1, np.nan)
    if np.isnan(each).any() or (each < 0).any() or (each % 1 != 0).any():
        raise InvalidInput(f"{name}: numbers of people are whole, 0 or more, in {column!r}.")
    return each.astype(np.int64)


def _keys(counted: Counted, kinds: Mapping[str, str]) -> Iterator[tuple[str | None, ...]]:
    texts = [own.tolist() for own in counted.of(tuple(kinds)).texts]
    for at, kind in enumerate(kinds.values()):
        if kind == "decimal":
            texts[at] = list(map(_without_zeros, texts[at]))
    return zip(*texts, strict=True)


def _without_zeros(text: str | None) -> str | None:
    """A decimal without the zeros at its end, of which another type of column has others.

    >>> _without_zeros("41.500"), _without_zeros("40"), _without_zeros("7.00")
    ('41.5', '40', '7')
    """
    return text.rstrip("0").removesuffix(".") if text and "." in text else text
