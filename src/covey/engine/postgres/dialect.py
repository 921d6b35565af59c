"""What is PostgreSQL's own: its types, and the expressions that rows are counted and ordered by.

Texts are compared with ``COLLATE "C"``, byte by byte: other collations put ``a`` and ``A`` in one
place, or into one group.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date, timedelta
from hashlib import sha256
from itertools import count

from covey.core.dataclass import dataclass
from covey.engine.patterns import begins_like_a_formula_by, is_date_by
from covey.engine.ranking import BC
from covey.io.keys import NUMERIC, refuse_without_order
from covey.io.postgres.catalog import Column
from covey.io.reading import literal

NATIVE = {
    "int2": "integer",
    "int4": "integer",
    "int8": "integer",
    "numeric": "decimal",
    "float4": "number",
    "float8": "number",
    "date": "date",
    "timestamp": "timestamp",
}
"""PostgreSQL's types that are such a kind already."""
INSTANT = "timestamptz"
FREE = "numeric"
"""Numbers of any number of decimal places: their kind is found out from their texts."""
WITHOUT_ORDER = {"time": "TIME", "timetz": "TIME WITH TIME ZONE", "interval": "INTERVAL"}
"""Types without an order that covey can cut, by the names that ``covey.io.kinds`` has for them."""
TEXTS = ("text", "varchar", "bpchar", "name")
ALIKE = ("int2", "int4", "int8", "bool", "date", "timestamp", "timestamptz", "time", "uuid")
"""Types whose values are the same for PostgreSQL only if they are written alike."""
FOLDED = ("timestamp", "timestamptz", "time")
"""Types of eight bytes, of which a hash sees only four, in which both halves are mixed."""
HASHES = {
    "int2": "hashint2extended",
    "int4": "hashint4extended",
    "int8": "hashint8extended",
    "float4": "hashfloat4extended",
    "float8": "hashfloat8extended",
}
STAND_INS = {
    "int8": "0",
    "numeric": "0",
    "float8": "0",
    "date": "'2000-01-01'",
    "timestamp": "'2000-01-01'",
    "timestamptz": "'2000-01-01'",
    "text": "''",
}
"""Any value of each type that columns are grouped by."""
CANDIDATES: dict[str, Callable[[int], str]] = {
    "text": lambda at: "?" * at,
    "int8": str,
    "date": lambda at: str(date(2000, 1, 1) + timedelta(at)),
}
"""More values of some types: equal ones have equal texts, so that one can be found that no row
has."""


@dataclass(frozen=True)
class Key:
    """How a counted column is grouped.

    expression
        SQL over the column.
    type
        That of its values: a key of ``STAND_INS``.
    kind
        How the values are read; empty if that is to be found out from their texts, by what is
        ``asked``.
    text
        From what the server writes for a value to what ``covey.engine.ranking`` says.
    """

    expression: str
    type: str
    kind: str
    text: Callable[[str], str]
    asked: str = ""

    @property
    def declared(self) -> str:
        """The type of a column that holds such values."""
        return 'text COLLATE "C"' if self.type == "text" else self.type


def native(type_: str) -> str:
    """The kind of a typed column, empty for text and all else.

    >>> native("numeric(9,2)"), native("numeric"), native("varchar")
    ('decimal', '', '')
    """
    return "" if type_ == FREE else NATIVE.get(type_.split("(")[0], "")


def key(name: str, field: str, column: Column, kind: str) -> Key:
    """How a column, read by the expression ``field``, is counted as a kind."""
    own = native(column.type)
    if kind == "text":
        return _as_text(field, column, own)
    if column.type == INSTANT and kind in ("ordered", "timestamp"):
        # An instant has one order, whatever the zone it was written in.
        return Key(f"({field} AT TIME ZONE 'UTC')", "timestamp", "timestamp", _moment)
    # Whole numbers are decimals without places.
    if own and kind in (own, "ordered", "decimal" if own == "integer" else ""):
        return _typed(field, own)
    if (own in NUMERIC or column.type == FREE) and kind in ("double", "number"):
        return _typed(field, "number", kind)
    if kind == "ordered" and column.type in WITHOUT_ORDER:
        refuse_without_order(name, column.name, WITHOUT_ORDER[column.type])
    if column.type == FREE:
        # Without a fixed scale, 1.5 and 1.50 are one number that is written in two ways.
        return Key(f"trim_scale({field})", "numeric", "", _same, kind)
    # Blanks around a number or a date say nothing, and a text of blanks is a missing value.
    return Key(f"NULLIF(btrim({_text(field)}), '')", "text", "", _same, kind)


def _typed(field: str, own: str, kind: str = "") -> Key:
    if own == "integer":
        return Key(f"({field})::int8", "int8", own, _same)
    if own == "number":
        # -0.0 and 0.0 are one number.
        return Key(f"(({field})::float8 + 0.0::float8)", "float8", kind or own, _double)
    text = {"decimal": _same, "date": _day, "timestamp": _moment}[own]
    return Key(field, "numeric" if own == "decimal" else own, own, text)


def _as_text(field: str, column: Column, own: str) -> Key:
    """A typed column has the text of its own kind."""
    if column.type == INSTANT:
        return Key(field, INSTANT, "text", _moment)
    if column.type == FREE:
        return Key(f"trim_scale({field})", "numeric", "text", _same)
    if own == "number":
        # Zero has a sign, and the shortest text of a float is shorter than that of the same number
        # as a double.
        return Key(_text(field), "text", "text", _double)
    if own:
        found = _typed(field, own)
        return Key(found.expression, found.type, "text", found.text)
    return Key(_text(field), "text", "text", _same)


def _text(field: str) -> str:
    return f'(({field})::text COLLATE "C")'


def unused_value(key: Key, values: Collection[str | None]) -> str | None:
    """A value that is none of these, as a text; None if the type has no such list.

    >>> unused_value(Key("c0", "text", "text", _same), ["", "?", None])
    '??'
    """
    if key.type not in CANDIDATES:
        return None
    known = set(values)
    return next(text for text in map(CANDIDATES[key.type], count()) if text not in known)


def written_as(field: str, column: Column) -> str:
    """What is the same for values that are published alike, and for no others."""
    if column.type in ALIKE or column.type.startswith("numeric("):
        return field
    if column.type in ("float4", "float8"):
        # Zero has a sign.
        return f"{column.type}send({field})"
    return _text(field)


def hashed(field: str, column: Column) -> str:
    """A number that values which are written alike have in common: cheaper than their texts, and
    by the type's own function cheaper than by that of rows."""
    own = HASHES.get(column.type)
    if own:
        return f"{own}({field}, 0)"
    if column.type in TEXTS:
        return f"hashtextextended({_text(field)}, 0)"
    return f"hash_record_extended(ROW({written_as(field, column)}), 0)"


def mixed(fields: Sequence[tuple[str, Column]], order: str) -> str:
    """SQL of a number for a row, by a key of 64 hexadecimal digits. Rows that have the same number
    are published alike, except for one pair of 2^64. Equal numbers stay in the order of the
    table."""
    found = []
    for at, (field, column) in enumerate(fields):
        seeds = _seeds(order, at)
        # Each column by a function of its type: that of whole rows takes three times as long.
        found += [f"COALESCE({each}, {seeds[-1]})" for each in _numbers(field, column, seeds)]
    return " # ".join(found)


def _numbers(field: str, column: Column, seeds: Sequence[str]) -> list[str]:
    """SQL of hashes of a value: values that are published alike have the same ones, and others have
    others, as good as always. Those of a missing value are NULL, or 0 where it is hashed as a row
    of one field."""
    first, second, *_ = seeds
    if column.type == "int8":
        # The hash of eight bytes is one of four. So each half has its own.
        low, high = f"{field} & 4294967295", f"{field} >> 32"
        return [f"hashint8extended({low}, {first})", f"hashint8extended({high}, {second})"]
    if column.type in ("float4", "float8"):
        sign = f"CASE WHEN {field} = 0 THEN {_text(field)} END"
        number = f"{HASHES[column.type]}({field}, {first})"
        return [number, f"hashtextextended({sign}, {second})"]
    if column.type in HASHES:
        return [f"{HASHES[column.type]}({field}, {first})"]
    if column.type in TEXTS:
        return [f"hashtextextended({_text(field)}, {first})"]
    folded = column.type in FOLDED
    whole = f"{column.type}_send({field})" if folded else written_as(field, column)
    return [f"hash_record_extended(ROW({whole}), {first})"]


def _seeds(order: str, at: int) -> list[str]:
    """Numbers for a column, which follow from the key."""
    digits = sha256(f"{order} {at}".encode()).hexdigest()
    # PostgreSQL's whole numbers have a sign: these are shifted into their range.
    return [_whole(int(digits[a : a + 16], 16) - (1 << 63)) for a in range(0, len(digits), 16)]


def _whole(number: int) -> str:
    return f"'{number}'::int8"


def is_date(text: str) -> str:
    """SQL that says whether a text is a date, as ``covey.io.dates`` defines it."""
    return is_date_by("~", text, literal)


def begins_like_a_formula(text: str) -> str:
    return begins_like_a_formula_by("~", text, literal)


def plain_text(field: str) -> str:
    """A value of any type as text."""
    return _text(field)


def is_infinite(text: str) -> bool:
    """Whether the server's text of a value is that of none."""
    return text.lstrip("-").lower() in ("infinity", "nan")


def _same(text: str) -> str:
    return text


def _double(text: str) -> str:
    """
    >>> _double("1e+15"), _double("10000000")
    ('1000000000000000.0', '10000000.0')
    """
    return repr(float(text))


def _day(text: str) -> str:
    """
    >>> _day("0044-03-15 BC")
    '0044-03-15 (BC)'
    """
    return text.replace(" BC", BC)


def _moment(text: str) -> str:
    """
    >>> _moment("0044-03-15 10:00:00+00 BC")
    '0044-03-15 (BC) 10:00:00+00'
    """
    if not text.endswith(" BC"):
        return text
    day, _, clock = text.removesuffix(" BC").partition(" ")
    return f"{day}{BC} {clock}"
