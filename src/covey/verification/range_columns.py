"""A released table whose ranges are in two columns, or in three where some set holds records
without a value, with their texts again: everything else that verifies looks at these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

import numpy as np

from covey.core.dataclass import dataclass
from covey.verification.claims import Claimed
from covey.verification.compare import load, objects
from covey.verification.range_names import range_pair
from covey.verification.recount import Counts, Table
from covey.verification.there import RECORDS, TableThere

UNLIKE = "(unlike every class)"
"""What stands for the text of a row that is in no class."""
COMPARED_AS = {
    "decimal": "DOUBLE",
    "number": "DOUBLE",
    "double": "DOUBLE",
    "date": "DATE",
    "timestamp": "TIMESTAMP",
}
"""By which type ends are compared: a file may hold them as text, or as values of that type."""


@dataclass(frozen=True)
class Joined:
    """A table that is joined to the table ``of_classes``, which has a row for each class: SQL of
    every column that there is then, its type, and the condition. ``places`` are where the table
    has its ends and other texts of classes."""

    fields: dict[str, str]
    types: tuple[str, ...]
    on: str
    places: tuple[int, ...]


def with_texts(claimed: Claimed, table: Table) -> Table:
    """The table as if its ranges were published as text. One that lacks a column of them stays as
    it is."""
    joined = _joined(claimed, table)
    if joined is None:
        return table
    if isinstance(table, TableThere):
        staging = replace(table.staging, columns=tuple(joined.fields))
        return RangesThere(
            table.name, table.connection, staging, joined.types, table.given, table.folder,
            there=table.there, joined=joined, written=table,
        )  # fmt: skip
    fields = ", ".join(f"{field} AS c{at}" for at, field in enumerate(joined.fields.values()))
    table.run(
        f"CREATE TEMP TABLE with_texts AS SELECT {fields} FROM"
        f" (SELECT *, row_number() OVER () AS place FROM {table.staging.scan}) s"
        # LEFT, so that a row of no class is counted, under a name that no class has.
        f" LEFT JOIN of_classes ON {joined.on} ORDER BY place"
    )
    staging = replace(table.staging, scan="with_texts", columns=tuple(joined.fields))
    return replace(table, staging=staging, types=joined.types)


@dataclass(frozen=True, eq=False)
class RangesThere(TableThere):
    """The same of a table that stays where it is: what is counted there by the ends of ranges is
    ``joined`` here. ``written`` is the table as it is."""

    joined: Joined = field(kw_only=True)
    written: TableThere = field(kw_only=True)

    def combined(self, columns: Sequence[str]) -> tuple[int, ...]:
        # All that says which class a row is in, and columns that pass through.
        passed = [self.there.columns.index(c) for c in columns if c in self.there.columns]
        return tuple(dict.fromkeys((*self.joined.places, *passed)))

    def read(self, columns: Sequence[str]) -> Counts:
        scan = self.combinations(self.combined(columns))
        fields = ", ".join(
            f"{self.joined.fields[column]} AS c{self.columns.index(column)}" for column in columns
        )
        return Counts(
            f"(SELECT combination, {fields}, records FROM {scan} s"
            f" LEFT JOIN of_classes ON {self.joined.on})",
            RECORDS,
        )


def _joined(claimed: Claimed, table: Table) -> Joined | None:
    """None, if the table has no ranges in two columns, or lacks one of them."""
    if claimed.certificate.range_columns != "low-high":
        return None
    kinds = _kinds(claimed)
    names = _names(claimed, kinds, table.columns)
    if not _are_there(names, table.columns):
        return None
    # One row for each class: its ends and other texts, by which rows are found, and all texts.
    # Columns e0, e1, ... are compared with the table, and t0, t1, ... replace what it has there.
    ends: dict[str, list[str | None]] = {}
    conditions = []
    own_kinds = _written_kinds(claimed.cells, names, kinds)
    written = _written(claimed, names, kinds)
    for name, own in written.items():
        conditions.append(_same(table, name, f"e{len(ends)}", own_kinds[name]))
        ends[f"e{len(ends)}"] = own
    rows = list(zip(*ends.values(), strict=True))
    alike = len(set(rows)) < len(rows)
    texts = {f"t{at}": list(own) for at, own in enumerate(claimed.cells.values())}
    arrays = {name: objects(own) for name, own in {**ends, **texts}.items()}
    load(table, "of_classes", {"class": np.arange(len(rows)), **arrays})
    place = {column: at for at, column in enumerate(claimed.cells)}
    fields: dict[str, str] = {}
    types: list[str] = []
    # The text takes the place of the lower end. The other columns of a range are left out.
    low_ends = {low: column for column, (low, *_) in names.items()}
    others = {name for _, *others in names.values() for name in others}
    for at, name in enumerate(table.columns):
        if name in others:
            continue
        if name in low_ends:
            column = low_ends[name]
            # Not NULL, which is published for missing values and could be the text of a class.
            fields[column] = f"CASE WHEN class IS NULL THEN '{UNLIKE}' ELSE t{place[column]} END"
            types.append("VARCHAR")
            continue
        fields[name] = f"s.c{at}"
        types.append(table.types[at])
    # If two classes look alike, no row is surely in one of them.
    on = "false" if alike else " AND ".join(conditions)
    places = tuple(table.columns.index(name) for name in written if name in table.columns)
    return Joined(fields, tuple(types), on, places)


def _names(
    claimed: Claimed, kinds: Mapping[str, str], there: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """The columns that stand for each. A table of covey 0.2 has no third one: then its classes are
    found by their ends alone, or not at all."""
    found: dict[str, tuple[str, ...]] = {}
    for column in kinds:
        ends, third = (f"{column}_low", f"{column}_high"), f"{column}_missing"
        found[column] = (*ends, third) if _missing(claimed, column) and third in there else ends
    return found


def _are_there(names: Mapping[str, tuple[str, ...]], columns: Sequence[str]) -> bool:
    """Whether a table has all of them, and none of those that they stand for."""
    wanted = {name for own in names.values() for name in own}
    return wanted <= set(columns) and not set(names) & set(columns)


def _written_kinds(
    recoded: Mapping[str, object], names: Mapping[str, tuple[str, ...]], kinds: Mapping[str, str]
) -> dict[str, str]:
    """The columns that a table has for the recoded ones, and the kind of those that are ends."""
    found: dict[str, str] = {}
    for column in recoded:
        low, *others = names.get(column, (column,))
        found[low] = kinds.get(column, "")
        # The upper end has the kind of the lower one. The third column, if there is one, is a word.
        found |= dict(zip(others, (kinds.get(column, ""), ""), strict=False))
    return found


def _written(
    claimed: Claimed, names: Mapping[str, tuple[str, ...]], kinds: Mapping[str, str]
) -> dict[str, list[str | None]]:
    """What a table has in each of these columns, for every class."""
    found: dict[str, list[str | None]] = {}
    for column, own in claimed.cells.items():
        if column not in names:
            found[column] = list(own)
            continue
        pairs, missing = _pairs(claimed, column, kinds[column]), _missing(claimed, column)
        low, high, *third = names[column]
        # A text that is no range, such as missing or any value, has no ends.
        found[low] = [pairs.get(text, (None, None))[0] for text in own]
        found[high] = [pairs.get(text, (None, None))[1] for text in own]
        for name in third:
            found[name] = [missing.get(text, "no") for text in own]
    return found


def _missing(claimed: Claimed, column: str) -> dict[str | None, str]:
    """Of the texts of sets that hold records without a value: whether all of these have none."""
    own = claimed.book.of(column)
    valued = {*own.ranges.numbers.tolist(), *own.anything.tolist()}
    numbers = {*own.missing.tolist(), *own.anything.tolist()}
    return {own.published[at]: "maybe" if at in valued else "yes" for at in numbers}


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
