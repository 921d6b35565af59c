"""The people that combinations stand for, counted in a table of the population."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from covey.attributes.population import People, matched, numbers_of_people
from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.engine import default_engine
from covey.engine.protocol import Counted, Engine
from covey.io.inputs.base import place
from covey.io.notation import PLAIN, Notation


def people_of(
    population: Any,
    counted: Counted,
    kinds: Mapping[str, str],
    column: str = "",
    header: bool | None = None,
    notation: Notation = PLAIN,
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
    given = engine.source(population, header=header, notation=notation)
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
