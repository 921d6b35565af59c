"""How many people of a table can be found today, by which columns. Nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from covey.attributes.population import note_on_unmatched, sums_of_weights
from covey.core.errors import InvalidInput
from covey.core.threads import takes_threads
from covey.core.validate import refuse_one_name
from covey.core.validate import threshold as checked_k
from covey.engine import engine_for
from covey.engine.protocol import Engine
from covey.io.inputs import refuse_needless_header
from covey.io.inputs.base import place
from covey.io.inputs.population import split_population
from covey.io.notation import Notation
from covey.measures.exposure import MOST_KNOWN, Exposure
from covey.measures.risk import THRESHOLD
from covey.release.risks.exposure import exposure_of, refuse_small_population
from covey.release.solve.population import people_of

SMALL = 5
"""Classes with fewer people are counted, unless another k is named."""


@takes_threads
def risk(
    table: Any,
    quasi: Sequence[str],
    *,
    person: str = "",
    k: int = SMALL,
    risk_above: float = THRESHOLD,
    population: Any = None,
    population_size: int | None = None,
    weight: str = "",
    up_to: int = MOST_KNOWN,
    encoding: str = "",
    header: bool | None = None,
    na: Any = None,
    decimal: Any = None,
    thousands: Any = None,
    date_format: Any = None,
    trim: bool = False,
    engine: Engine | str | None = None,
    threads: int | None = None,
) -> Exposure:
    """How many people are unique in a table, by which columns, and which columns drive that.

    table
        A path or a frame, as for :func:`covey.anonymize`.
    quasi
        The columns that others may know. Values are compared exactly, and missing is a value
        of its own.
    person
        The column that distinguishes people, where one may have several records.
    k
        Classes with fewer are counted as well.
    risk_above
        Records whose risk is above this share are counted as being at risk.
    population
        A table of the population with the same columns, a row for each person, or as
        ``"residents.csv:COUNT"`` for as many as a column says: journalist and marketer look there.
    population_size
        How many people the table is a sample of: then it is estimated how many of them are unique.
    weight
        The column of sampling weights: how many people of the population each record stands for.
        Their sum in a class is its size in the population.
    up_to
        The most columns of a subset that is looked at: 1, 2 or 3.
    encoding, header, na, decimal, thousands, date_format, trim, engine, threads
        As for :func:`covey.anonymize`; the population is read by them, too.

    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [31, 45, 45, 45], "sex": ["f", "f", "m", "m"]})
    >>> seen = risk(people, ["age", "sex"])
    >>> seen.found.unique, seen.drivers[0].column
    (2, 'age')
    """
    named = engine if isinstance(engine, str) else ""
    # A name is resolved here. An object is an engine already.
    if engine is None or isinstance(engine, str):
        engine = engine_for(table, None, named)
    notation = Notation.of(na, decimal, thousands, date_format, trim)
    given = engine.source(table, encoding, header, notation)
    # With a population, the option may be about the file of that.
    if population is None:
        refuse_needless_header(header, given)
    _refuse_unfit(quasi, person, weight, population, up_to)
    for column in quasi:
        place(given.name, given.columns, column, "a column that others know")
    if person:
        place(given.name, given.columns, person, "which distinguishes people")
    # No column has a role here: all are compared as texts.
    kinds = dict.fromkeys(quasi, "text")
    if weight:
        place(given.name, given.columns, weight, "the sampling weight")
        kinds[weight] = "double"
    with engine.open(given, kinds) as snapshot:
        counted = snapshot.count()
        held = snapshot.holders((person,)) if person else None
        notes = snapshot.staged.notes
        stands_for = sums_of_weights(counted, weight, given.name) if weight else None
        if population is not None:
            people, column = split_population(population)
            read = {c: snapshot.staged.kinds[c] for c in quasi}
            found = people_of(people, counted, read, column, encoding, header, notation, engine)
            stands_for = found.each.astype(np.float64)
            notes = (*notes, found.note, *note_on_unmatched(counted, quasi, found.each))
    # After the snapshot is closed: from here on only counts are needed.
    refuse_small_population(counted, quasi, held, person, population_size)
    return exposure_of(
        counted,
        quasi,
        held,
        person,
        k=checked_k(k),
        name=given.name,
        threshold=risk_above,
        population=stands_for,
        weighted=bool(weight),
        population_size=population_size,
        up_to=up_to,
        notes=notes,
    )


def _refuse_unfit(
    quasi: Sequence[str], person: str, weight: str, population: Any, up_to: int
) -> None:
    refuse_one_name(quasi, "quasi")
    if not quasi:
        raise InvalidInput("Name at least one column that others may know (--quasi).")
    named = [*quasi, *(each for each in (person, weight) if each)]
    for column in named:
        if named.count(column) > 1:
            raise InvalidInput(
                f"A column has one role; {column!r} is named {named.count(column)} times.",
                given=column,
            )
    if weight and population is not None:
        raise InvalidInput(
            "Sampling weights and a table of the population both say how many people a class stands"
            " for.",
            hint="Give one of them.",
        )
    if up_to not in range(1, MOST_KNOWN + 1):
        raise InvalidInput(f"Subsets are of 1, 2 or 3 columns; given: {up_to}.", given=up_to)
