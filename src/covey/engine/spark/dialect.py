"""What is Spark's own: its types, and the expressions that rows are counted and ordered by.

Texts are compared with ``COLLATE UTF8_BINARY``, byte by byte: other collations put ``a`` and ``A``
into one group. Values leave as Arrow, and their texts are written here: Spark's are others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.engine.patterns import begins_like_a_formula_by, is_date_by
from covey.engine.ranking import BC
from covey.io.keys import NUMERIC

NATIVE = {
    "tinyint": "integer",
    "smallint": "integer",
    "int": "integer",
    "bigint": "integer",
    "decimal": "decimal",
    "float": "number",
    "double": "number",
    "date": "date",
    "timestamp_ntz": "timestamp",
}
"""Spark's types that are such a kind already."""
INSTANT = "timestamp"
"""A moment, whatever the zone that it is shown in."""
TEXTS = ("string", "varchar", "char")
WITHOUT_HASH = ("map", "variant", "geometry", "geography")
"""Types whose values, and those of types that hold such, Spark hashes only as text."""

Write = Callable[[Any], list[str]]
"""From an Arrow array of distinct values, none of them missing, to their texts."""


@dataclass(frozen=True)
class Key:
    """How a counted column is grouped.

    expression
        SQL over the column.
    kind
        How the values are read; empty if that is to be found out from their texts, by what is
        ``asked``.
    write
        The texts of values, as ``covey.engine.ranking`` says.
    """

    expression: str
    kind: str
    write: Write
    asked: str = ""


def name_of(type_: str) -> str:
    """
    >>> name_of("decimal(9,2)"), name_of("string collate UNICODE_CI"), name_of("array<int>")
    ('decimal', 'string', 'array')
    """
    return type_.partition("(")[0].partition(" ")[0].partition("<")[0]


def native(type_: str) -> str:
    """The kind of a typed column, empty for text and all else."""
    return NATIVE.get(name_of(type_), "")


def key(name: str, column: str, field: str, type_: str, kind: str) -> Key:
    """How a column, read by the expression ``field``, is counted as a kind."""
    own, plain = native(type_), name_of(type_)
    if plain in TEXTS:
        text = _text(field)
        return Key(text, "text" if kind == "text" else "", _same, kind)
    if plain == "boolean":
        return Key(field, "text" if kind == "text" else "", _truths, kind)
    if plain == INSTANT:
        if kind == "text":
            return Key(field, "text", _instants)
        return Key(field, "timestamp" if kind in ("ordered", "timestamp") else "", _moments, kind)
    if not own:
        raise InvalidInput(
            f"{name}: the column {column!r} is of Spark's type {plain}, which is neither text nor"
            " number, date or time: it cannot be counted.",
            hint="Make text or a number of it first, or drop it.",
            given=column,
        )
    if own in NUMERIC and kind in ("double", "number"):
        return Key(_double(field), kind, _doubles)
    if own == "number":
        if kind == "text":
            # The shortest text of a float is shorter than that of the same number as a double.
            short = f"CAST({_string(field)} AS DOUBLE)" if plain == "float" else field
            return Key(_double(short), "text", _doubles)
        return Key(_double(field), "number" if kind == "ordered" else "", _doubles, kind)
    # Whole numbers are decimals without places.
    fits = kind in ("text", own, "ordered", "decimal" if own == "integer" else "")
    read_as = "text" if kind == "text" else own
    value = f"CAST({field} AS BIGINT)" if own == "integer" else field
    return Key(value, read_as if fits else "", WRITES[own], kind)


def _text(field: str) -> str:
    return f"({field} COLLATE UTF8_BINARY)"


def _string(field: str) -> str:
    return f"CAST({field} AS STRING)"


def _double(field: str) -> str:
    # -0.0 and 0.0 are one number.
    return f"(CAST({field} AS DOUBLE) + 0.0D)"


def plain_text(field: str, type_: str) -> str:
    """A value of any type as text, NULL where that has none."""
    if name_of(type_) in TEXTS:
        return _text(field)
    if name_of(type_) == "binary" or not has_hash(type_):
        return "CAST(NULL AS STRING)"
    return _string(field)


def has_hash(type_: str) -> bool:
    """
    >>> has_hash("array<int>"), has_hash("struct<a:map<string,int>>")
    (True, False)
    """
    # A field that is only called so counts, too: such a column is looked at less, never wrongly.
    return not any(each in type_ for each in WITHOUT_HASH)


def hashable(field: str, type_: str) -> list[str]:
    """What stands for a value where rows are hashed: the same for values that are published alike,
    and for no others. A hash leaves missing values out, so that a mark says where they are."""
    plain = name_of(type_)
    found = [f"isnull({field})"]
    if plain in TEXTS:
        return [*found, _text(field)]
    if plain in ("float", "double"):
        # Zero has a sign, which a hash does not see.
        return [*found, field, f"CASE WHEN {field} = 0 THEN {_string(field)} END"]
    if not has_hash(type_):
        return [*found, f"to_json(named_struct('v', {field}))"]
    return [*found, field]


def mixed(fields: list[str], order: str) -> str:
    """SQL of a number for a row, by a key of 64 hexadecimal digits. Rows that have the same number
    have the same hash, since every step can be undone with the key."""
    found = f"xxhash64({', '.join(fields)})"
    for at in range(0, len(order), 16):
        # Spark's whole numbers have a sign: the key is shifted into their range.
        number = int(order[at : at + 16], 16) - (1 << 63)
        # The smallest number has no digits of its own in SQL.
        found = f"xxhash64({found} ^ CAST('{number}' AS BIGINT))"
    return found


def is_date(text: str) -> str:
    """SQL that says whether a text is a date, as ``covey.io.dates`` defines it."""
    return is_date_by("RLIKE", text, literal)


def begins_like_a_formula(text: str) -> str:
    return begins_like_a_formula_by("RLIKE", text, literal)


def literal(text: str) -> str:
    r"""A text in SQL, with nothing between its quotes that means anything else.

    >>> literal("a'b\\d")
    "'a\\'b\\\\d'"
    """
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _same(values: Any) -> list[str]:
    found: list[str] = values.to_pylist()
    return found


def _truths(values: Any) -> list[str]:
    return ["true" if value else "false" for value in values.to_pylist()]


def _integers(values: Any) -> list[str]:
    return list(map(str, values.to_pylist()))


def _decimals(values: Any) -> list[str]:
    return [format(value, "f") for value in values.to_pylist()]


def _doubles(values: Any) -> list[str]:
    return list(map(repr, values.to_pylist()))


def _days(values: Any) -> list[str]:
    import pyarrow as pa

    days = values.cast(pa.int32()).to_numpy(zero_copy_only=False)
    texts: list[str] = np.datetime_as_string(days.astype("datetime64[D]")).tolist()
    return [in_our_era(text) for text in texts]


def _moments(values: Any) -> list[str]:
    import pyarrow as pa

    # Arrow and numpy count from the same moment, Python's datetime ends with the year 9999.
    micros = values.cast(pa.int64()).to_numpy(zero_copy_only=False)
    texts: list[str] = np.datetime_as_string(micros.astype("datetime64[us]")).tolist()
    return [_moment(text) for text in texts]


def _instants(values: Any) -> list[str]:
    return [f"{text}+00" for text in _moments(values)]


def _moment(text: str) -> str:
    """
    >>> _moment("2024-05-31T12:30:00.250000"), _moment("-0043-03-15T10:00:00.000000")
    ('2024-05-31 12:30:00.25', '0044-03-15 (BC) 10:00:00')
    """
    day, _, clock = text.partition("T")
    return f"{in_our_era(day)} {clock.rstrip('0').rstrip('.') if '.' in clock else clock}"


def in_our_era(day: str) -> str:
    """
    >>> in_our_era("2024-05-31"), in_our_era("0000-03-15"), in_our_era("-0043-03-15")
    ('2024-05-31', '0001-03-15 (BC)', '0044-03-15 (BC)')
    """
    if not day.startswith(("-", "0000-")):
        return day
    year, month, number = day.rsplit("-", 2)
    return f"{1 - int(year):04}-{month}-{number}{BC}"


WRITES: dict[str, Write] = {
    "integer": _integers,
    "decimal": _decimals,
    "date": _days,
    "timestamp": _moments,
}
