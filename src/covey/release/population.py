"""The people that combinations stand for, from a table of the population."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.engine import default_engine
from covey.engine.protocol import Counted, Engine
from covey.io.inputs.base import place


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


def people_of(
    population: Any,
    counted: Counted,
    kinds: Mapping[str, str],
    column: str = "",
    header: bool | None = None,
    engine: Engine | None = None,
) -> People:
    """How many people have the values of each counted combination.

    People whose combination is not in the table are not counted, so that a class stands for no
    fewer than are counted here. Of combinations that differ in sensitive values alone the first
    stands for all.

    population
        A table with the quasi-identifiers, read as ``kinds`` says, one row for every person, or for
        as many as its column ``column`` says.
    """
    engine = engine or default_engine()
    given = engine.source(population, header=header)
    quasi = tuple(kinds)
    if column:
        place(given.name, given.columns, column, "the number of people")
    with engine.open(given, {**kinds, **({column: "integer"} if column else {})}) as snapshot:
        found = snapshot.count()
        seen = snapshot.staged.fingerprint
    people = found.counts
    if column:
        people = people * numbers_of_people(found, column, given.name)
    result = matched(found, people, counted, kinds)
    if not result.any():
        raise InvalidInput(
            f"{given.name}: nobody of the population has a combination of"
            f" {', '.join(quasi)} that is in the table.",
            hint=f"Its columns hold values as the table's do; it has"
            f" {plural(len(found), 'combination')}.",
        )
    about = {"name": Path(given.name).name, "fingerprint": seen, "column": column}
    return People(result, {**about, "people": int(people.sum())})


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


def _keys(counted: Counted, kinds: Mapping[str, str]) -> Any:
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
