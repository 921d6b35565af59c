"""From a table to ordered values: numbers, dates, timestamps, or labels with a stated order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.columns.records import added_up, records_of
from covey.io.columns.table import Table
from covey.io.columns.without_value import refuse_no_values
from covey.io.keys import WRITTEN, WrongKind
from covey.io.kinds import KINDS
from covey.io.reading import literal
from covey.io.stated_order import not_in_order

STATED = "labels in a stated order"


@dataclass(frozen=True, eq=False)
class OrderedColumn:
    """Distinct values in ascending order as text, and the records of each. ``kind`` says in words
    what they are, ``kind_name`` is the name of that in ``covey.io.kinds``, or nothing for labels in
    a stated order; ``key`` is the SQL of a row's value; ``missing`` are the records without one."""

    kind: str
    kind_name: str
    key: str
    values: list[str]
    counts: NDArray[np.int64]
    notes: tuple[str, ...]
    missing: int = 0


def read_ordered(
    table: Table,
    column: str,
    count: str | None = None,
    order: Sequence[str] | None = None,
) -> OrderedColumn:
    """Sort and count the values of a column. ``order`` lists labels from the lowest to the
    highest; without it the values must be numbers, dates or timestamps."""
    text = table.text(column, "the values")
    records = records_of(table, count)
    # Without any value each kind would fit, and the first be taken.
    (known,) = table.ask(f"SELECT count(*) FROM {table.scan} WHERE trim({text}) <> ''")
    refuse_no_values(known, table.name, repr(column))
    if order is None:
        kind, key = _typed(table, column)
    else:
        kind, key = "", _stated(table, column, text, order)
    # With a stated order the key is the place itself; other values are numbered in their order.
    place = "CAST(v AS BIGINT)" if order is not None else "row_number() OVER (ORDER BY v) - 1"
    # The table is kept for classes_of_rows, which finds the place of every row in it.
    table.run(
        f"CREATE OR REPLACE TEMP TABLE ordered AS SELECT v, {place} AS place, n FROM (SELECT {key}"
        f" AS v, {added_up(records)} AS n FROM {table.scan} GROUP BY 1) g WHERE v IS NOT NULL"
    )
    # No row at all, if no value is missing.
    missing = table.fetch(
        f"SELECT {added_up(records)} FROM {table.scan} WHERE {key} IS NULL HAVING count(*) > 0"
    )
    found = table.arrays("SELECT CAST(v AS VARCHAR) AS value, place, n FROM ordered ORDER BY place")
    values = np.ma.getdata(found["value"]).tolist()
    counts = found["n"].astype(np.int64)
    if order is not None:
        # Labels that no record has keep their place in the order.
        values = list(order)
        counts = np.zeros(len(order), dtype=np.int64)
        counts[found["place"]] = found["n"]
    elif kind == "decimal":
        values = [_plain(value) for value in values]
    words = KINDS[kind].words if kind else STATED
    return OrderedColumn(
        words, kind, key, values, validate.counts(counts), table.notes, sum(n for (n,) in missing)
    )


def classes_of_rows(
    table: Table, column: OrderedColumn, classes: NDArray[Any], of_missing: int = -1
) -> NDArray[np.int64]:
    """The class of every row of the table, ``of_missing`` where its value is missing. ``classes``
    are those of the values of the column that was read last."""
    places = table.arrays(
        f"SELECT coalesce(place, -1) AS place FROM (SELECT {table.row} AS row, {column.key} AS v"
        f" FROM {table.scan}) g LEFT JOIN ordered o ON g.v = o.v ORDER BY g.row"
    )["place"]
    # A missing value has the place -1, at which the last entry stands.
    of_rows: NDArray[np.int64] = np.append(classes, of_missing)[places].astype(np.int64)
    return of_rows


def _typed(table: Table, column: str) -> tuple[str, str]:
    try:
        key, kind = table.key(column, "the values", "ordered")
    except WrongKind as error:
        # What helps a release, as --label or --ordered, are no options of this command.
        raise InvalidInput(
            error.message,
            hint=error.hint
            if error.can_be_read
            else f"{WRITTEN} For labels, state their order: --order low,medium,high. Or group them"
            " without an order: covey solve labels.",
            given=column,
            **error.aids,
        ) from None
    return kind, key


def _stated(table: Table, column: str, text: str, order: Sequence[str]) -> str:
    if len(set(order)) != len(order):
        raise InvalidInput("A label stands twice in the order.", given=list(order))
    label = f"NULLIF(trim({text}), '')"
    # Of a label that is not in the list this is 0 or NULL.
    place = f"list_position([{', '.join(map(literal, order))}], {label})"
    unknown = table.fetch(
        f"SELECT {label}, min({table.row}) FROM {table.scan} WHERE {label} IS NOT NULL"
        f" AND coalesce({place}, 0) = 0 GROUP BY 1 ORDER BY 2"
    )
    if unknown:
        rows = {found: table.where(row) for found, row in unknown}
        raise not_in_order(table.name, column, list(rows), order, rows.__getitem__)
    return f"NULLIF({place}, 0) - 1"


def _plain(decimal: str) -> str:
    """A decimal without the zeros at its end.

    >>> _plain("2.500"), _plain("10.000")
    ('2.5', '10')
    """
    return decimal.rstrip("0").rstrip(".") if "." in decimal else decimal
