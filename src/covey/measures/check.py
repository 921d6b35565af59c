"""Measure any table, covey's or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.caller import all_spoken
from covey.core.errors import InvalidInput, closest
from covey.core.validate import refuse_one_name
from covey.core.words import plural
from covey.io.columns.table import copied
from covey.io.inputs import Input, open_input, refuse_needless_header
from covey.io.inputs.base import place
from covey.io.inputs.frames import FrameInput
from covey.io.inputs.population import split_population
from covey.io.inputs.postgres import PostgresInput
from covey.io.inputs.spark import SparkInput
from covey.io.notation import Notation
from covey.io.postgres.address import is_address
from covey.io.reading import reading
from covey.measures import closeness, diversity
from covey.measures.beside import certificate_beside, note_on_people
from covey.measures.counting import Counting
from covey.measures.measures import Measures, Offending, Weak, measure
from covey.measures.risk import THRESHOLD
from covey.measures.spread import Spread

LISTED = 10
"""So many offending classes are listed at most."""
NOT_COMPARED = (
    "other columns stay where the table is, and are not compared with the quasi-identifiers: check"
    " a copy of it as a file to see whether one of them undoes the classes"
)


def check(
    table: Any,
    quasi: Sequence[str],
    sensitive: Sequence[str] = (),
    *,
    k: int | None = None,
    threshold: float = THRESHOLD,
    show: bool = False,
    population: Any = None,
    population_size: int | None = None,
    original: Any = None,
    withheld: Any = None,
    labels: Sequence[str] = (),
    encoding: str = "",
    header: bool | None = None,
    person: str = "",
    na: Any = None,
    decimal: Any = None,
    thousands: Any = None,
    date_format: Any = None,
    trim: bool = False,
) -> Measures:
    """What k, l and t a table attains, with the offending classes.

    table
        A path or a frame, as ``open_input`` takes it.
    quasi
        The quasi-identifiers: records that agree in all of them are one class. Values are compared
        exactly, and missing is a value of its own.
    sensitive
        The sensitive attributes, each measured by itself.
    k
        What is asked of the table. Classes below it are offending; without it the smallest are.
    threshold
        Records whose risk is above this share are counted as being at risk.
    show
        Name the values of offending classes. They are what must not get out.
    population
        The table of all people that these may belong to, with the quasi-identifiers recoded alike,
        a row for each person, or as ``"residents.csv:COUNT"`` for as many as a column says: then
        the journalist's and the marketer's risk are those among them.
    population_size
        How many people the table is a sample of: then it is estimated how many of them are unique.
    original
        The table that this one was made of, with the same rows in the same order: then it is
        measured what was lost of the quasi-identifiers.
    withheld
        The records of the original that this table lacks, as ``covey anonymize --withheld`` lists
        them: they are lost entirely.
    labels
        Quasi-identifiers that are labels although they are written as numbers, as codes are.
    encoding, header
        Of the table, the population and the original, as ``open_input`` takes them.
    person
        The column that identifies a person, where one may have several records: then k, l and t and
        the risks count people. A record without a value there is a person of its own. Without it
        records are counted; where the certificate of a release or a job file beside the table
        counts people, a note says so.
    na, decimal, thousands, date_format, trim
        How their values are written, as for :func:`covey.anonymize`.
    """
    notation = Notation.of(na, decimal, thousands, date_format, trim)
    if withheld is not None and original is None:
        raise InvalidInput("withheld lists records of the original: give both.")
    given = open_input(table, encoding, header, notation)
    # With another table, header= may be meant for that one.
    if population is None and original is None:
        refuse_needless_header(header, given)
    _refuse_unfit(given, quasi, sensitive, labels, person)
    if original is not None:
        _refuse_shuffled(table)
        _refuse_without_order(table, original)
    own = (*quasi, *sensitive, *([person] if person else []))
    others, copies = _others(given, own)
    # Everything is counted in one copy, so that no figure is of another state of the file.
    with copied(given, copies) as staged, reading(given.name):
        counting = Counting(staged, quasi, person)
        sizes = counting.sizes()
        spreads = [counting.spread(column) for column in sensitive]
        more: dict[str, Any] = {}
        notes = staged.notes
        # A table on a server or a cluster: its other columns were not copied.
        if len(copies) < len(given.columns) and not others:
            notes += (NOT_COMPARED,)
        if person:
            more["unit"] = "person"
            notes += tuple(_on_people(counting, person))
        else:
            notes += tuple(note_on_people(table, given.columns))
        if population is not None:
            people, count = split_population(population)
            everybody = counting.population(open_input(people, encoding, header, notation), count)
            more["population"], more["population_records"] = everybody
        if original is not None:
            before = open_input(original, encoding, header, notation)
            # covey writes the list, with a header, in an encoding that is found out.
            listed = None if withheld is None else open_input(withheld, header=True)
            more["loss"], missing = counting.loss(before, labels, listed)
            more["suppressed"] = missing
            if missing:
                records = plural(missing, "record")
                notes += (f"{records} of {before.name} were withheld, and count as lost entirely",)
        found = measure(
            sizes,
            spreads,
            quasi=quasi,
            k=k,
            threshold=threshold,
            population_size=population_size,
            **more,
        )
        # A list of classes for k first, then two for each sensitive attribute, for l and t.
        offending = [_too_small(sizes, found)]
        for spread in spreads:
            offending += _not_diverse(spread)
        named = tuple(
            counting.named(each, numbers) if show else each for each, numbers in offending
        )
        # Sensitive columns are published as well, and may be finer than a quasi-identifier.
        undoing = counting.undoing((*others, *sensitive), found.asked or found.k)
    return replace(found, offending=named, notes=all_spoken(notes), undoing=undoing)


def _others(given: Input, own: Sequence[str]) -> tuple[list[str], Sequence[str]]:
    """The columns without a role that are compared with the quasi-identifiers, and those to copy.
    Tables on a server and on a cluster are counted there by the columns that have a role."""
    if isinstance(given, PostgresInput | SparkInput):
        return [], own
    columns = given.of_values() if isinstance(given, FrameInput) else given.columns
    others = [column for column in columns if column not in own]
    return others, (*own, *others)


Listing = tuple[Offending, NDArray[np.int64]]
"""Offending classes, and the numbers of the worst of them."""


def _too_small(sizes: NDArray[np.int64], found: Measures) -> Listing:
    """Classes below what was asked; of the attained size, if nothing was."""
    most = found.k if found.asked is None else found.asked - 1
    return _listing("k", "", sizes.astype(np.float64), sizes, sizes <= most)


def _not_diverse(spread: Spread) -> Iterable[Listing]:
    """Classes with the fewest values, and those farthest from the table."""
    fewest = diversity.distinct(spread)
    yield _listing("l", spread.column, fewest, spread.sizes, fewest == fewest.min())
    distance = (closeness.ordered_distance if spread.ordered else closeness.variational_distance)(
        spread
    )
    # Equal distances differ in their last digits.
    farthest = distance >= distance.max() * (1 - 1e-12)
    yield _listing("t", spread.column, -distance, spread.sizes, farthest)


def _listing(
    measure: str,
    column: str,
    badness: NDArray[Any],
    sizes: NDArray[np.int64],
    offends: NDArray[np.bool_],
) -> Listing:
    """The lower ``badness`` is, the worse; of equals the smaller class comes first."""
    numbers = np.flatnonzero(offends)
    # lexsort takes the last key first.
    worst = numbers[np.lexsort([sizes[numbers], badness[numbers]])][:LISTED]
    figures = np.abs(badness[worst]).tolist()
    weak = tuple(Weak(int(sizes[at]), figure) for at, figure in zip(worst, figures, strict=True))
    return Offending(measure, column, len(numbers), int(sizes[numbers].sum()), weak), worst


def _refuse_shuffled(table: Any) -> None:
    """A release says of its table whether the rows were shuffled, and these cannot be paired."""
    # Anyone may have written that file. To believe a lie here only refuses a measure.
    if certificate_beside(table).shuffled:
        raise InvalidInput(
            f"The rows of {table} were shuffled when it was published: they cannot be paired with"
            " those of the original.",
            hint="The report of the release says what was lost. Or publish the table with"
            " --keep-order (shuffle=False in Python), and measure that.",
            given=str(table),
        )


def _refuse_without_order(*tables: Any) -> None:
    if any(map(is_address, tables)):
        raise InvalidInput(
            "What was lost is found row by row, and the rows of a table on a server have no order.",
            hint="The report of the release says what was lost.",
        )


def _on_people(counting: Counting, person: str) -> Iterable[str]:
    """What to know where people are counted."""
    records = counting.records()
    yield (
        f"people are counted by {person!r}: the {plural(len(records), 'class')}"
        f" {'has' if len(records) == 1 else 'have'} {int(records.min()):,} to"
        f" {plural(int(records.max()), 'record')}"
    )
    missing = counting.without_person()
    if missing:
        have = "record has" if missing == 1 else "records have"
        yield f"{missing:,} {have} no value in {person!r}: each counts as a person of its own"


def _refuse_unfit(
    given: Input,
    quasi: Sequence[str],
    sensitive: Sequence[str],
    labels: Sequence[str],
    person: str,
) -> None:
    for role, names in (("quasi", quasi), ("sensitive", sensitive), ("labels", labels)):
        refuse_one_name(names, role)
    if not quasi:
        raise InvalidInput("At least one quasi-identifier is needed to find the classes.")
    for column in quasi:
        place(given.name, given.columns, column, "a quasi-identifier")
    for column in sensitive:
        place(given.name, given.columns, column, "a sensitive attribute")
    for column in labels:
        if column not in quasi:
            raise InvalidInput(
                f"Labels are named among the quasi-identifiers; given: {column!r}, which is not"
                " one.",
                hint=closest(column, quasi),
                given=column,
            )
    if person:
        place(given.name, given.columns, person, "which identifies people")
    named = [*quasi, *sensitive, *([person] if person else [])]
    for column in named:
        if named.count(column) > 1:
            raise InvalidInput(
                f"A column has one role; {column!r} is named {named.count(column)} times.",
                hint="A quasi-identifier is known to others, a sensitive attribute is not.",
                given=column,
            )
