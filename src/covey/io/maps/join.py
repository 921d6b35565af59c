"""Records of a table onto the areas of a map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from shlex import quote

import numpy as np

from covey.core.errors import InvalidInput
from covey.core.words import listed, plural
from covey.io.columns.counts import ValueCounts, read_counts
from covey.io.columns.table import Table
from covey.io.maps.areas import AreaMap
from covey.io.maps.settling import nearest_code
from covey.io.maps.table_groups import column_of, with_table_groups

PROPOSED = 10
"""For so many codes that the map lacks it is proposed what would settle them."""


def count_records(areas: AreaMap, table: Table, column: str, count: str | None = None) -> AreaMap:
    """The areas with the number of records that a table has of each, by its column of codes.

    Areas of the map without records have weight 0: they keep regions connected. Codes of the table
    that the map lacks are an error: their records would be in no region.
    """
    return with_counts(areas, read_counts(table, column, count), f"{table.name}, {column!r}")


def grouped_by_column(areas: AreaMap, table: Table, column: str, field: str) -> AreaMap:
    """The areas with the groups that another column of the table says they are in."""
    own = str(column_of(field))
    code = table.text(column, "named with --column")
    group = table.text(own, "named with --within")
    said = table.fetch(f"SELECT DISTINCT {code}, {group} FROM {table.scan}")
    return with_table_groups(areas, field, said, f"{table.name}, {column!r} within {own!r}")


def with_counts(areas: AreaMap, table: ValueCounts, where: str) -> AreaMap:
    """The areas with the counts of their codes."""
    table, left_out = _without_excluded(areas, table)
    values, counts = table.values.tolist(), table.counts
    places = np.array([areas.places.get(value, -1) for value in values], dtype=np.int64)
    known = places >= 0
    if not known.any():
        _refuse_no_overlap(areas, values, where)
    if not known.all():
        _refuse_unknown(areas, table, known, where)
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


def _refuse_no_overlap(areas: AreaMap, values: list[str | None], where: str) -> None:
    named = [value for value in values if value is not None]
    raise InvalidInput(
        f"No code of {where} is an area of the map. The table has, for example,"
        f" {_examples(named)}; the map has {_examples(areas.keys)}.",
        hint=_explanation(areas, named),
        given=named[:3],
    )


def _refuse_unknown(
    areas: AreaMap,
    table: ValueCounts,
    known: np.ndarray[tuple[int], np.dtype[np.bool_]],
    where: str,
) -> None:
    unknown = [
        value for value, there in zip(table.values.tolist(), known, strict=True) if not there
    ]
    records = int(table.counts[~known].sum())
    names = listed("(missing)" if value is None else value for value in unknown)
    codes = [value for value in unknown if value is not None]
    explained = _explanation(areas, codes)
    raise InvalidInput(
        f"The map lacks {plural(len(unknown), 'code')} of {where}, with"
        f" {plural(records, 'record')}: {names}.",
        hint=explained or _ways_out(areas, codes),
        given=unknown[:3],
        choices=[] if explained else _choices(areas, codes),
    )


def _choices(areas: AreaMap, codes: list[str]) -> list[list[tuple[str, str]]]:
    """The options that settle codes without a shape, if these are few."""
    if not 0 < len(codes) <= PROPOSED:
        return []
    near = [(code, nearest_code(code, areas.keys)) for code in codes]
    found = [[("--exclude", ",".join(codes))]] if not any("," in code for code in codes) else []
    if all(area is not None for _, area in near):
        found.insert(0, [("--assign", f"{code}={area}") for code, area in near])
    return found


def _ways_out(areas: AreaMap, codes: list[str]) -> str:
    """What settles codes that have no shape, ready to copy."""
    if not codes:
        return "Correct these rows, or leave them out of the table."
    few = codes[:PROPOSED]
    near = {code: nearest_code(code, areas.keys) for code in few}
    pairs = {code: area for code, area in near.items() if area is not None}
    own = pairs or {codes[0]: "AREA"}
    which = ", the nearest by code, which need not be nearest in space" if pairs else ""
    more = f", and so on for {len(codes) - len(few):,} more" if len(codes) > len(few) else ""
    # Options are not the end of a sentence: its stop would be copied with them.
    return (
        f"Correct these codes, or take a map that has them. Or --assign {_quoted(own)}"
        f" (assign={own!r} in Python) says to which area of the map each belongs{which}{more}. Or"
        f" --exclude {quote(','.join(few))} (exclude={few!r} in Python) leaves them out{more}."
    )


def _quoted(pairs: Mapping[str, str]) -> str:
    return " --assign ".join(quote(f"{code}={area}") for code, area in pairs.items())


def _examples(codes: list[str]) -> str:
    return ", ".join(map(repr, codes[:3])) or "none"


def _explanation(areas: AreaMap, codes: list[str]) -> str:
    """What would make these codes areas of the map, if it is something that often goes wrong."""
    if not codes:
        return ""
    without_zeros = {key.lstrip("0"): key for key in areas.keys}
    folded = {key.strip().casefold(): key for key in areas.keys}
    by_start = {key[: len(codes[0])]: key for key in areas.keys}
    for code in codes[:100]:
        if code.lstrip("0") in without_zeros and code != (key := without_zeros[code.lstrip("0")]):
            lacks = "table" if len(code) < len(key) else "map"
            return f"Is {code!r} the map's {key!r}? It seems that the {lacks} lost leading zeros."
        if code.strip().casefold() in folded:
            key = folded[code.strip().casefold()]
            return f"Is {code!r} the map's {key!r}? They differ in spaces or in case."
        if code in by_start:
            return f"The map's codes are longer: {by_start[code]!r} begins with {code!r}."
        for length in range(len(code) - 1, 1, -1):
            if code[:length] in areas.places:
                return (
                    f"The map's codes are shorter: {code!r} begins with {code[:length]!r}. Cut the"
                    " table's codes to that length."
                )
    return ""
