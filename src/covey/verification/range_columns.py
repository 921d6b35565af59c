"""A released table whose ranges are in two columns, or in three where some set holds records
without a value, with their texts again: everything else that verifies looks at these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from covey.verification.claims import Claimed
from covey.verification.range_names import range_pair
from covey.verification.recount import Table
from covey.verification.server import ServerTable

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


def with_texts(claimed: Claimed, table: Table) -> Table:
    """The table as if its ranges were published as text. One that lacks a column of them stays as
    it is."""
    if claimed.certificate.range_columns != "low-high":
        return table
    kinds = _kinds(claimed)
    names = _names(claimed, kinds, table.columns)
    if not _are_there(names, table.columns):
        return table
    # One row for each class: its ends and other texts, by which rows are found, and all texts.
    # Columns e0, e1, ... are compared with the table, and t0, t1, ... replace what it has there.
    ends: dict[str, list[str | None]] = {}
    conditions = []
    own_kinds = _written_kinds(claimed.cells, names, kinds)
    for name, own in _written(claimed, names, kinds).items():
        conditions.append(_same(table, name, f"e{len(ends)}", own_kinds[name]))
        ends[f"e{len(ends)}"] = own
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
    # The text takes the place of the lower end. The other columns of a range are left out.
    low_ends = {low: column for column, (low, *_) in names.items()}
    others = {name for _, *others in names.values() for name in others}
    for at, name in enumerate(table.columns):
        if name in others:
            continue
        if name in low_ends:
            column = low_ends[name]
            # Not NULL, which is published for missing values and could be the text of a class.
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
        # LEFT, so that a row of no class is counted, under a name that no class has.
        f" LEFT JOIN of_classes ON {on} ORDER BY place"
    )
    staging = replace(table.staging, scan="with_texts", columns=tuple(columns))
    return replace(table, staging=staging, types=tuple(types))


@dataclass(frozen=True, eq=False)
class RangesThere(ServerTable):
    """A table on a server whose ranges are in two columns: what is counted there by these is looked
    up here, so that its ``columns`` are those of a table whose ranges are texts.

    written
        The table as it is.
    names
        The two or three columns of every column of ranges.
    kinds
        What these are, by column.
    texts
        For every recoded column the text of each class.
    classes
        The class of every row of written values.
    """

    written: ServerTable = field(kw_only=True)
    names: Mapping[str, tuple[str, ...]] = field(kw_only=True)
    kinds: Mapping[str, str] = field(kw_only=True)
    texts: Mapping[str, Sequence[str | None]] = field(kw_only=True)
    classes: Mapping[tuple[object, ...], int] = field(kw_only=True)

    def sizes(self, columns: Sequence[str]) -> dict[tuple[str | None, ...], int]:
        kinds = _written_kinds(self.texts, self.names, self.kinds)
        others = [column for column in columns if column not in self.texts]
        found: dict[tuple[str | None, ...], int] = {}
        for row, records in self.written.sizes([*kinds, *others]).items():
            own, beside = row[: len(kinds)], dict(zip(others, row[len(kinds) :], strict=True))
            # The server writes 1e+16 or 2024-05-31 00:00:00 in its own way: values are compared,
            # not texts.
            number = self.classes.get(tuple(map(_comparable, own, kinds.values())))
            as_written = dict(zip(kinds, own, strict=True))
            texts = tuple(
                beside[column]
                if column in beside
                else self.texts[column][number]
                if number is not None
                else as_written.get(column, UNLIKE)
                for column in columns
            )
            # Rows that are written differently may be of one class.
            found[texts] = found.get(texts, 0) + records
        return found


def there_with_texts(claimed: Claimed, table: ServerTable) -> ServerTable:
    """The same of a table on a server, of which only counts come here."""
    kinds = _kinds(claimed) if claimed.certificate.range_columns == "low-high" else {}
    names = _names(claimed, kinds, table.columns)
    if not names or not _are_there(names, table.columns):
        return table
    written = _written(claimed, names, kinds).values()
    own_kinds = _written_kinds(claimed.cells, names, kinds).values()
    rows = [tuple(map(_comparable, row, own_kinds)) for row in zip(*written, strict=True)]
    # If two classes look alike, no row is surely in one of them.
    alike = len(set(rows)) < len(rows)
    low_ends = {low: column for column, (low, *_) in names.items()}
    others = {name for _, *others in names.values() for name in others}
    return RangesThere(
        table.address,
        table.connection,
        tuple(low_ends.get(name, name) for name in table.columns if name not in others),
        written=table,
        names=names,
        kinds=kinds,
        texts=claimed.cells,
        classes={} if alike else {row: number for number, row in enumerate(rows)},
    )


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


def _comparable(text: str | None, kind: str) -> object:
    """What an end is compared by: a server writes numbers and times in its own way."""
    if text is None or kind not in COMPARED_AS:
        return text
    if COMPARED_AS[kind] != "DOUBLE":
        return text.removesuffix(" 00:00:00")
    try:
        # A server, or whoever wrote the table, may have put any text there.
        return float(text)
    except ValueError:
        return text


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
