"""What others could find in a table that is counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.holders import Holders
from covey.engine.protocol import Counted
from covey.measures.exposure import Coded, Exposure, exposure

IN_RELEASE = 5_000_000
"""Combinations times subsets that a release looks at: a fraction of a second."""


def exposure_of(
    counted: Counted,
    quasi: Sequence[str],
    held: Holders | None = None,
    person: str = "",
    *,
    k: int,
    notes: Sequence[str] = (),
    **more: Any,
) -> Exposure:
    """The risk of a table that is counted, with who its records are of where people are."""
    own = counted.of(quasi)
    # Missing has rank -1 and becomes the code 0.
    codes = tuple(ranks + 1 for ranks in own.ranks)
    rows = people = None
    if person and held is not None:
        rows, people = held.rows, held.of(person)
        missing = held.missing[held.columns.index(person)]
        if missing:
            have = "record has" if missing == 1 else "records have"
            told = f"{missing:,} {have} no value in {person!r}: each counts as a person of its own"
            notes = (*notes, told)
    coded = Coded(tuple(quasi), codes, counted.counts, rows, people, distinct=own.complete)
    return exposure(coded, k=k, notes=notes, **more)


def refuse_small_population(
    counted: Counted,
    quasi: Sequence[str],
    held: Holders | None,
    person: str,
    population_size: int | None,
) -> None:
    """Refuse a population of which the table cannot be a sample, before anything is solved. Models
    count somebody who is in several combinations of the columns ``quasi`` in each of them."""
    if population_size is None:
        return
    many, what = counted.records, "records"
    if person and held is not None:
        many, what = held.total(person), "people"
        # Distinct pairs of a combination and a person.
        entries = len(held.pairs(person, counted.numbered(quasi))[0])
        if many <= population_size < entries:
            raise InvalidInput(
                f"{many:,} people are in {entries:,} combinations of the quasi-identifiers in all,"
                f" and the estimates count each of these: more than {population_size:,} people.",
                hint="Leave --population-size away.",
                given=population_size,
            )
    if population_size < many:
        raise InvalidInput(
            f"A table of {many:,} {what} is no sample of {population_size:,} people.",
            hint="Give the number of people that the table was drawn from with --population-size"
            " (population_size= in Python).",
            given=population_size,
        )


def exposure_before(
    counted: Counted,
    quasi: Sequence[str],
    held: Holders | None,
    person: str,
    k: int,
    population_size: int | None = None,
    people: NDArray[np.int64] | None = None,
    weighted: bool = False,
) -> Exposure:
    """That of the original table of a release, looked at no longer than a release may take.
    ``people`` are those of the population that each combination stands for, where they are
    known; with ``weighted`` by sampling weights."""
    return exposure_of(
        counted,
        quasi,
        held,
        person,
        k=k,
        population=None if people is None else people.astype(np.float64),
        population_size=population_size,
        weighted=weighted,
        enough=IN_RELEASE,
    )
