"""The people that combinations stand for, counted in a table of the population."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes.description import Description
from covey.attributes.population import People, matched, matched_weights, numbers_of_people
from covey.core.errors import InvalidInput
from covey.core.holders import distinct_pairs
from covey.core.words import plural
from covey.engine import default_engine
from covey.engine.protocol import Counted, Engine
from covey.io.inputs.base import Input, place
from covey.io.notation import PLAIN, Notation


def people_of(
    population: Any,
    counted: Counted,
    kinds: Mapping[str, str],
    column: str = "",
    encoding: str = "",
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
    quasi = tuple(kinds)
    # What is said of other columns of the table is not about the population, which may lack them.
    own = notation.within([*quasi, column])
    with _in_the_encoding_of_the_table(encoding):
        given = engine.source(population, encoding, header, own)
        if column:
            place(given.name, given.columns, column, "the number of people")
        with engine.open(given, {**kinds, **({column: "integer"} if column else {})}) as snapshot:
            found = snapshot.count()
            seen = snapshot.staged.fingerprint
    people = found.counts
    if column:
        people = people * numbers_of_people(found, column, given.name)
    # One entry for every counted combination; 0 where nobody of the population has it.
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


@contextmanager
def _in_the_encoding_of_the_table(encoding: str) -> Iterator[None]:
    """No other encoding is proposed for a population: the table was read as UTF-8 before, and would
    be read wrongly, which nobody would notice."""
    try:
        yield
    except InvalidInput as error:
        if encoding or "--encoding" not in [option for option, *_ in error.remedy]:
            raise
        raise InvalidInput(
            error.message,
            hint="The table was read as UTF-8, and --encoding is that of both: save the population"
            " as UTF-8.",
        ) from None


def refuse_fewer(population: People, records: int) -> None:
    """A table is a part of its population."""
    people = population.about["people"]
    if people < records:
        raise InvalidInput(
            f"{population.about['name']}: a population of {people:,} people, fewer than the"
            f" {records:,} records of the table.",
            hint="Give the table of all people, with --population TABLE:COUNT if a row stands for"
            " several; with --person, if somebody has several records.",
        )


def people_by_weights(
    table: Input, counted: Counted, kinds: Mapping[str, str], column: str, engine: Engine
) -> People:
    """The same by the sampling weights of the table itself."""
    place(table.name, table.columns, column, "the sampling weight")
    # A second count, with the weights as one more column. In the first, they would split the
    # combinations.
    with engine.open(table, {**kinds, column: "double"}) as snapshot:
        each = matched_weights(snapshot.count(), column, table.name, counted, kinds)
    return People(each, {}, column)


def people_of_texts(
    counted: Counted, column: str, each: NDArray[np.int64], description: Description
) -> tuple[list[str | None], list[int]]:
    """What is published of a column, and the people of the areas that each text stands for.
    ``each`` has those of an area with the first combination that has it."""
    ranks = counted.ranks[counted.columns.index(column)]
    # One entry for every area, in rank order. Of the combinations with an area only the first has
    # its people, the others have 0: so it is the highest, not the sum.
    areas = np.zeros(int(ranks.max(initial=-1)) + 1, dtype=np.int64)
    there = ranks >= 0
    np.maximum.at(areas, ranks[there], each[there])
    texts = description.texts[column]
    # Classes that publish the same text are one place to readers.
    different = list(dict.fromkeys(texts))
    place_of = {text: at for at, text in enumerate(different)}
    number = np.array([place_of[text] for text in texts])
    placed = there & (description.classes >= 0)
    # Every area once for each text, however many classes it is in.
    own, area = distinct_pairs(number[description.classes[placed]], ranks[placed])
    people = np.bincount(own, weights=areas[area], minlength=len(different)).astype(np.int64)
    return different, people.tolist()
