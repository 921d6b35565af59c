"""Records of a table onto the areas of a map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from covey.core.errors import InvalidInput, Remedy
from covey.core.words import listed, plural
from covey.io.columns.counts import ValueCounts, read_counts
from covey.io.columns.table import Table
from covey.io.columns.without_value import refuse_no_values
from covey.io.maps.areas import AreaMap, WithoutCode
from covey.io.maps.settling import nearest_code
from covey.io.maps.table_groups import column_of, with_table_groups

PROPOSED = 10
"""For so many codes that the map lacks it is proposed what would settle them."""
SHOWN = 3
"""Codes of the table that a terminal shows."""
SUPPRESS = '--unmapped suppress (unmapped="suppress" in Python)'
RowOf = Callable[[str], str]
"""The first row with a code, for people."""


def count_records(
    areas: AreaMap,
    table: Table,
    column: str,
    count: str | None = None,
    *,
    missing_codes: bool = False,
) -> AreaMap:
    """The areas with the number of records that a table has of each, by its column of codes.
    With ``missing_codes`` records may lack a code: the map says how many do. Else a missing one is
    a code that the map lacks.

    Areas of the map without records have weight 0: they keep regions connected. Codes of the table
    that the map lacks are an error: their records would be in no region.
    """
    text = table.text(column, "named with --column")

    def row_of(code: str) -> str:
        return table.first_row({text: code})

    where = f"{table.name}, {column!r}"
    read = read_counts(table, column, count)
    if not missing_codes:
        return with_counts(areas, read, where, row_of=row_of)
    without = read.missing
    refuse_no_values(int(read.counts[~without].sum()), table.name, repr(column))
    found = with_counts(areas, read.only(~without), where, row_of=row_of)
    without_code = WithoutCode(int(read.counts[without].sum()), table.name)
    return replace(found, without_code=without_code)


def grouped_by_column(areas: AreaMap, table: Table, column: str, field: str) -> AreaMap:
    """The areas with the groups that another column of the table says they are in."""
    own = str(column_of(field))
    code = table.text(column, "named with --column")
    group = table.text(own, "named with --within")
    said = table.fetch(f"SELECT DISTINCT {code}, {group} FROM {table.scan}")

    def row_of(area: str, said: str) -> str:
        return table.first_row({code: area, group: said})

    where = f"{table.name}, {column!r} within {own!r}"
    return with_table_groups(areas, field, said, where, row_of)


def with_counts(
    areas: AreaMap,
    table: ValueCounts,
    where: str,
    *,
    may_suppress: bool = False,
    also: Remedy = (),
    row_of: RowOf | None = None,
) -> AreaMap:
    """The areas with the counts of their codes. ``may_suppress``, if records without an area may be
    left out of what follows, which then needs the options ``also``."""
    table, left_out = _without_excluded(areas, table)
    values, counts = table.values.tolist(), table.counts
    places = np.array([areas.places.get(value, -1) for value in values], dtype=np.int64)
    known = places >= 0
    # No code at all: mostly another column or another map, which is another error than some unknown
    # codes.
    if not known.any():
        _refuse_no_overlap(areas, values, where, row_of)
    if not known.all():
        unknown = [value for value, there in zip(values, known, strict=True) if not there]
        records = int(counts[~known].sum())
        _refuse_unknown(areas, unknown, records, where, may_suppress, also, row_of)
    weights = np.zeros(len(areas.keys), dtype=np.int64)
    weights[places] = counts
    weights.flags.writeable = False
    notes = [*table.notes, *left_out]
    empty = np.ones(len(areas.keys), dtype=bool)
    empty[places] = False
    if empty.any():
        have = "area of the map has" if empty.sum() == 1 else "areas of the map have"
        names = listed(areas.keys[place] for place in np.flatnonzero(empty).tolist())
        notes.append(f"{int(empty.sum()):,} {have} no records: {names}")
    return areas.noting(*notes, weights=weights)


def _without_excluded(areas: AreaMap, table: ValueCounts) -> tuple[ValueCounts, tuple[str, ...]]:
    """The counts without those of excluded codes, and a word on them."""
    out = np.array([value in areas.excluded for value in table.values.tolist()], dtype=bool)
    if not out.any():
        return table, ()
    records = plural(int(table.counts[out].sum()), "record")
    note = f"{records} of {plural(int(out.sum()), 'excluded area')} left out"
    return replace(table, values=table.values[~out], counts=table.counts[~out]), (note,)


def _refuse_no_overlap(
    areas: AreaMap, values: list[str | None], where: str, row_of: RowOf | None
) -> None:
    named = [value for value in values if value is not None]
    explained = _explanation(areas, named)
    raise InvalidInput(
        f"No code of {where} is an area of the map, which has, for example,"
        f" {', '.join(map(repr, areas.keys[:SHOWN]))}.",
        hint=explained.words,
        given=named[:SHOWN],
        shown=[*_placed(named, row_of), *explained.shown],
        remedy=explained.remedy,
    )


def _refuse_unknown(
    areas: AreaMap,
    unknown: list[str | None],
    records: int,
    where: str,
    may_suppress: bool,
    also: Remedy,
    row_of: RowOf | None,
) -> None:
    codes = [value for value in unknown if value is not None]
    explained = _explanation(areas, codes)
    missing = "; a missing one counts as a code" if len(codes) < len(unknown) else ""
    raise InvalidInput(
        f"The map lacks {plural(len(unknown), 'code')} of {where}, with"
        f" {plural(records, 'record')}{missing}.",
        hint=_ways_out(areas, codes, explained.words, may_suppress),
        given=unknown[:SHOWN],
        shown=[*_placed(codes, row_of), *explained.shown],
        remedy=explained.remedy,
        choices=[[("--unmapped", "suppress"), *also]] if may_suppress else [],
        shown_choices=[
            [*each, *also]
            for each in ([explained.assigned] if explained.words else _choices(areas, codes))
            if each
        ],
    )


def _placed(codes: list[str], row_of: RowOf | None) -> list[str]:
    """The first codes, and where they are if that is known."""
    few = codes[:SHOWN]
    found = [repr(code) if row_of is None else f"{code!r} in {row_of(code)}" for code in few]
    more = len(codes) - len(few)
    return [*found, f"and {more:,} more"] if more else found


def _choices(areas: AreaMap, codes: list[str]) -> list[list[tuple[str, str]]]:
    """The options that settle codes without a shape, if these are few."""
    if not 0 < len(codes) <= PROPOSED:
        return []
    near = [(code, nearest_code(code, areas.keys)) for code in codes]
    found = [[("--exclude", ",".join(codes))]] if not any("," in code for code in codes) else []
    if all(area is not None for _, area in near):
        found.insert(0, [("--assign", f"{code}={area}") for code, area in near])
    return found


def _ways_out(areas: AreaMap, codes: list[str], explained: str, may_suppress: bool) -> str:
    """What settles codes that have no shape, without the codes."""
    leave = [f"leave their records out with {SUPPRESS}"] if may_suppress else []
    if explained:
        return " ".join([explained, *(f"Or {way}." for way in leave)])
    if not codes:
        return "Correct these rows, or leave them out of the table."
    near = any(nearest_code(code, areas.keys) is not None for code in codes[:PROPOSED])
    ways = [
        *leave,
        "correct these codes, or take a map that has them",
        '--assign CODE=AREA (assign={"CODE": "AREA"} in Python) says to which area of the map a'
        " code belongs" + (": the nearest by code need not be nearest in space" if near else ""),
        '--exclude CODE (exclude=["CODE"] in Python) leaves it out',
    ]
    words = ". Or ".join(ways)
    return f"{words[0].upper()}{words[1:]}."


class _Explanation(NamedTuple):
    """What often goes wrong, in words, an example of it from the table, and what corrects it;
    ``assigned`` are options that name codes of the table."""

    words: str = ""
    shown: tuple[str, ...] = ()
    remedy: Remedy = ()
    assigned: Remedy = ()


def _explanation(areas: AreaMap, codes: list[str]) -> _Explanation:
    """What would make these codes areas of the map, if it is something that often goes wrong."""
    if not codes:
        return _Explanation()
    without_zeros = {key.lstrip("0"): key for key in areas.keys}
    folded = {key.strip().casefold(): key for key in areas.keys}
    # The codes of a table mostly have one length, that of the first.
    by_start = {key[: len(codes[0])]: key for key in areas.keys}
    # What goes wrong mostly does for all codes, so that some of them show it.
    for code in codes[:100]:
        if code.lstrip("0") in without_zeros and code != (key := without_zeros[code.lstrip("0")]):
            lacks = "table" if len(code) < len(key) else "map"
            return _Explanation(f"It seems that the {lacks} lost leading zeros.", _is(code, key))
        if code.strip().casefold() in folded:
            key = folded[code.strip().casefold()]
            words = "Some codes differ from the map's in spaces or in case only."
            if code.strip() == key:
                return _Explanation(words, _is(code, key), [("--trim", "")])
            pairs = [(each, folded.get(each.strip().casefold())) for each in codes]
            few = len(codes) <= PROPOSED and all(key for _, key in pairs)
            assigned = [("--assign", f"{each}={key}") for each, key in pairs] if few else []
            return _Explanation(words, _is(code, key), assigned=assigned)
        if code in by_start:
            example = f"the map's {by_start[code]!r} begins with {code!r}"
            return _Explanation("The map's codes are longer.", (example,))
        # One letter in common says nothing.
        for length in range(len(code) - 1, 1, -1):
            if code[:length] in areas.places:
                words = f"The map's codes are shorter. Cut the table's codes to {length} letters."
                return _Explanation(words, (f"{code!r} begins with the map's {code[:length]!r}",))
    return _Explanation()


def _is(code: str, key: str) -> tuple[str]:
    return (f"is {code!r} the map's {key!r}?",)
