"""The people that combinations stand for, in a population."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.engine.protocol import Counted


@dataclass(frozen=True, eq=False)
class People:
    """How many have the values of each counted combination, and what the certificate says of the
    population."""

    each: NDArray[np.int64]
    about: dict[str, Any]

    @property
    def note(self) -> str:
        return note_on(self.about)


def note_on(about: Mapping[str, Any]) -> str:
    """What the user should know of the population."""
    column = about["column"]
    how = f"by its column {column!r}" if column else "one a row"
    return f"the population is {about['people']:,} people of {about['name']}, {how}"


def matched(
    found: Counted, people: NDArray[np.int64], counted: Counted, kinds: Mapping[str, str]
) -> NDArray[np.int64]:
    """The people of the population, ``found``, that each counted combination stands for; ``kinds``
    is how both were read."""
    known: dict[tuple[str | None, ...], int] = {}
    for key, count in zip(_keys(found, kinds), people.tolist(), strict=True):
        known[key] = known.get(key, 0) + count
    return np.array([known.pop(key, 0) for key in _keys(counted, kinds)], dtype=np.int64)


def numbers_of_people(counted: Counted, column: str, name: str) -> NDArray[np.int64]:
    """For every combination what stands in the column of counts."""
    try:
        each = counted.numbers(column)
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
