"""A released table whose ranges are in two columns, with their texts again: everything else that
verifies looks at these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from covey.verification.claims import Claimed
from covey.verification.range_names import range_pair
from covey.verification.recount import Table

UNLIKE = "(unlike every class)"
"""What stands for the text of a row that is none of the classes."""
COMPARED_AS = {
    "decimal": "DOUBLE",
    "number": "DOUBLE",
    "double": "DOUBLE",
    "date": "DATE",
    "timestamp": "TIMESTAMP",
}
"""By which type ends are compared: a file may hold them as text, or as values of that type."""


def with_texts(claimed: Claimed, table: Table) -> Table:
    """The table as if its ranges were published as text. One that lacks a column of them stays as
    it is."""
    if claimed.certificate.range_columns != "low-high":
        return table
    kinds = _kinds(claimed)
    names = {column: (f"{column}_low", f"{column}_high") for column in kinds}
    lacking = {name for pair in names.values() for name in pair} - set(table.columns)
    if lacking or set(kinds) & set(table.columns):
        return table
    # One row for each class: its ends and other texts, by which rows are found, and all texts.
    ends: dict[str, list[str | None]] = {}
    conditions = []
    for column, own in claimed.cells.items():
        if column not in kinds:
            ends[f"e{len(ends)}"] = list(own)
            conditions.append(_same(table, column, f"e{len(ends) - 1}", ""))
            continue
        pairs = _pairs(claimed, column, kinds[column])
        for at, name in enumerate(names[column]):
            ends[f"e{len(ends)}"] = [pairs.get(text, (None, None))[at] for text in own]
            conditions.append(_same(table, name, f"e{len(ends) - 1}", kinds[column]))
    rows = list(zip(*ends.values(), strict=True))
    alike = len(set(rows)) < len(rows)
    texts = {f"t{at}": list(own) for at, own in enumerate(claimed.cells.values())}
    arrays = {name: _array(own) for name, own in {**ends, **texts}.items()}
    table.connection.register("arriving", {"class": np.arange(len(rows)), **arrays})
    casts = ", ".join(f"CAST({name} AS VARCHAR) AS {name}" for name in arrays)
    table.run(f"CREATE TEMP TABLE of_classes AS SELECT class, {casts} FROM arriving")
    table.connection.unregister("arriving")
    place = {column: at for at, column in enumerate(claimed.cells)}
    fields: list[str] = []
    columns: list[str] = []
    types: list[str] = []
    low_ends = {low: column for column, (low, _) in names.items()}
    high_ends = {high for _, high in names.values()}
    for at, name in enumerate(table.columns):
        if name in high_ends:
            continue
        if name in low_ends:
            column = low_ends[name]
            text = f"CASE WHEN class IS NULL THEN '{UNLIKE}' ELSE t{place[column]} END"
            fields.append(f"{text} AS c{len(fields)}")
            columns.append(column)
            types.append("VARCHAR")
            continue
        fields.append(f"s.c{at} AS c{len(fields)}")
        columns.append(name)
        types.append(table.types[at])
    # If two classes look alike, no row is surely in one of them.
    on = "false" if alike else " AND ".join(conditions)
    table.run(
        f"CREATE TEMP TABLE with_texts AS SELECT {', '.join(fields)} FROM"
        f" (SELECT *, row_number() OVER () AS place FROM {table.staging.scan}) s"
        f" LEFT JOIN of_classes ON {on} ORDER BY place"
    )
    staging = replace(table.staging, scan="with_texts", columns=tuple(columns))
    return replace(table, staging=staging, types=tuple(types))


def _kinds(claimed: Claimed) -> dict[str, str]:
    """The columns of ranges, and what their borders are."""
    return {
        column: role.border_kind(claimed.read.get(name, {}))
        for name, role in claimed.roles.items()
        if role.ranged
        for column in role.columns(name)
    }


def _pairs(
    claimed: Claimed, column: str, kind: str
) -> Mapping[str | None, tuple[str | None, str | None]]:
    """The ends of every text of a column."""
    ranges, texts = claimed.book.of(column).ranges, claimed.book.of(column).published
    borders = zip(ranges.low.tolist(), ranges.high.tolist(), strict=True)
    pairs = zip(ranges.numbers.tolist(), borders, strict=True)
    return {texts[number]: range_pair(low, high, kind) for number, (low, high) in pairs}


def _same(table: Table, name: str, end: str, kind: str) -> str:
    """SQL that says whether a row has an end, or a text, of a class."""
    own = f"CAST(s.c{table.columns.index(name)} AS VARCHAR)" if name in table.columns else "NULL"
    if kind not in COMPARED_AS:
        return f"{own} IS NOT DISTINCT FROM {end}"
    # What cannot be read is not the same as what is not there.
    type_ = COMPARED_AS[kind]
    values = [f"TRY_CAST({text} AS {type_})" for text in (own, end)]
    both = " IS NOT DISTINCT FROM ".join(values)
    return f"{both} AND ({own} IS NULL) = ({end} IS NULL)"


def _array(texts: list[str | None]) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    found = np.empty(len(texts), dtype=object)
    found[:] = texts
    return found
