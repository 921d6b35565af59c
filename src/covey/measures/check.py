"""Measure any table, covey's or not: DuckDB counts, and only the counts of classes and of sensitive
values within them come to Python."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.engine.keys import key
from covey.errors import InvalidInput
from covey.measures import closeness, diversity
from covey.measures.measures import Measures, Offending, Weak, measure
from covey.measures.risk import THRESHOLD
from covey.measures.spread import Spread
from covey.table.inputs import Input, Staging, open_input
from covey.table.inputs.base import place
from covey.table.reading import connect, reading

if TYPE_CHECKING:
    import duckdb

LISTED = 10
"""So many offending classes are listed at most."""


def check(
    table: Any,
    quasi: Sequence[str],
    sensitive: Sequence[str] = (),
    *,
    k: int | None = None,
    threshold: float = THRESHOLD,
    show: bool = False,
    encoding: str = "",
) -> Measures:
    """What k, l and t a table attains, with the offending classes.

    table
        A path or a frame, as ``open_input`` takes it.
    quasi
        The quasi-identifiers: records that agree in all of them are one class. Values are compared
        to the letter, and missing is a value of its own.
    sensitive
        The sensitive attributes, each measured by itself.
    k
        What is asked of the table. Classes below it are offending; without it the smallest are.
    threshold
        Records whose risk is above this share are counted as being at risk.
    show
        Name the values of offending classes. They are what must not get out.
    """
    given = open_input(table, encoding)
    _refuse_unfit(given, quasi, sensitive)
    with (
        tempfile.TemporaryDirectory(prefix="covey-") as folder,
        reading(given.name),
        # Closed before the folder goes, which it spills to.
        connect(temp_directory=f"{folder}/spilled") as connection,
    ):
        staging = given.stage(connection, Path(folder), (*quasi, *sensitive))
        counting = _Counting(connection, given.name, staging, quasi)
        sizes = counting.sizes()
        spreads = [counting.spread(column) for column in sensitive]
        found = measure(sizes, spreads, quasi=quasi, k=k, threshold=threshold)
        offending = [_too_small(sizes, found)]
        for spread in spreads:
            offending += _not_diverse(spread)
        named = tuple(counting.named(each, show) for each in offending)
    return replace(found, offending=named, notes=staging.notes)


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
    distance = (closeness.ordered if spread.ordered else closeness.equal)(spread)
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
    worst = numbers[np.lexsort([sizes[numbers], badness[numbers]])][:LISTED]
    figures = np.abs(badness[worst]).tolist()
    weak = tuple(Weak(int(sizes[at]), figure) for at, figure in zip(worst, figures, strict=True))
    return Offending(measure, column, len(numbers), int(sizes[numbers].sum()), weak), worst


class _Counting:
    """The classes of a staged table, numbered by size and then by their values."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        name: str,
        staging: Staging,
        quasi: Sequence[str],
    ) -> None:
        self.connection, self.name, self.staging = connection, name, staging
        described = connection.execute(f"DESCRIBE SELECT * FROM {staging.scan}").fetchall()
        self.types = dict(zip(staging.columns, (row[1] for row in described), strict=True))
        self.keys = [self._text(column) for column in quasi]
        names = [f"k{at}" for at in range(len(quasi))]
        fields = ", ".join(f"{key} AS {name}" for key, name in zip(self.keys, names, strict=True))
        order = ", ".join(f"{name} NULLS FIRST" for name in names)
        connection.execute(
            f"CREATE TEMP TABLE classes AS SELECT ROW_NUMBER() OVER (ORDER BY n, {order}) - 1"
            f" AS class, * FROM (SELECT {fields}, COUNT(*) AS n FROM {staging.scan} GROUP BY ALL)"
        )

    def sizes(self) -> NDArray[np.int64]:
        found = self._arrays("SELECT n FROM classes ORDER BY class")["n"]
        if not len(found):
            raise InvalidInput(f"{self.name} has a header, but no rows.")
        return found.astype(np.int64)

    def spread(self, column: str) -> Spread:
        text = self._text(column)
        self.connection.execute(
            f"CREATE OR REPLACE TEMP TABLE seen AS SELECT {text} AS c0 FROM {self.staging.scan}"
            " GROUP BY 1"
        )
        order = self._order(column)
        self.connection.execute(
            "CREATE OR REPLACE TEMP TABLE numbered AS SELECT c0 AS value,"
            " ROW_NUMBER() OVER (ORDER BY c0 NULLS FIRST) - 1 AS number,"
            f" DENSE_RANK() OVER (ORDER BY {order or 'c0'} NULLS FIRST) - 1 AS place FROM seen"
        )
        same = " AND ".join(f"{key} IS NOT DISTINCT FROM k{at}" for at, key in enumerate(self.keys))
        found = self._arrays(
            f"SELECT class, number, COUNT(*) AS n FROM {self.staging.scan}"
            f" JOIN classes ON {same} JOIN numbered ON {text} IS NOT DISTINCT FROM value"
            " GROUP BY 1, 2"
        )
        numbered = self._arrays("SELECT place FROM numbered ORDER BY number")["place"]
        return Spread.from_entries(
            column, found["class"], found["number"], found["n"], numbered if order else None
        )

    def named(self, listing: Listing, show: bool) -> Offending:
        offending, numbers = listing
        if not show or not len(numbers):
            return offending
        names = ", ".join(f"k{at}" for at in range(len(self.keys)))
        listed = ", ".join(map(str, numbers.tolist()))
        rows = self.connection.execute(
            f"SELECT class, {names} FROM classes WHERE class IN ({listed})"
        ).fetchall()
        values = {row[0]: tuple(row[1:]) for row in rows}
        worst = tuple(
            Weak(weak.size, weak.figure, values[number])
            for weak, number in zip(offending.worst, numbers.tolist(), strict=True)
        )
        return replace(offending, worst=worst)

    def _text(self, column: str) -> str:
        field = f"c{self.staging.columns.index(column)}"
        return field if self.types[column] == "VARCHAR" else f"CAST({field} AS VARCHAR)"

    def _order(self, column: str) -> str:
        """What the distinct values are sorted by; nothing, unless all are numbers or dates."""
        seen = Staging("seen", (column,), "rowid", "")
        try:
            return key(self._ask, self.name, seen, column, "VARCHAR", "ordered")[0]
        except InvalidInput:
            return ""

    def _ask(self, query: str) -> tuple[Any, ...]:
        (row,) = self.connection.execute(query).fetchall()
        return tuple(row)

    def _arrays(self, query: str) -> dict[str, NDArray[Any]]:
        found: dict[str, NDArray[Any]] = self.connection.execute(query).fetchnumpy()
        return found


def _refuse_unfit(given: Input, quasi: Sequence[str], sensitive: Sequence[str]) -> None:
    for role, names in (("quasi", quasi), ("sensitive", sensitive)):
        if isinstance(names, str):
            raise InvalidInput(
                f"A list of columns is expected for {role}; given: {names!r}.",
                hint=f"Write {role}=[{names!r}].",
                given=names,
            )
    if not quasi:
        raise InvalidInput("At least one quasi-identifier is needed to find the classes.")
    for column in quasi:
        place(given.name, given.columns, column, "a quasi-identifier")
    for column in sensitive:
        place(given.name, given.columns, column, "a sensitive attribute")
    named = [*quasi, *sensitive]
    for column in named:
        if named.count(column) > 1:
            raise InvalidInput(
                f"A column has one role; {column!r} is named {named.count(column)} times.",
                hint="A quasi-identifier is known to others, a sensitive attribute is not.",
                given=column,
            )
