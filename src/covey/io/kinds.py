"""What the values of a column can be: how each kind is written, and how DuckDB reads it."""

from __future__ import annotations

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest


@dataclass(frozen=True)
class Kind:
    """``words`` are for people; ``pattern`` is what such a value looks like as text."""

    name: str
    words: str
    pattern: str
    type: str

    def cast(self, text: str) -> str:
        """SQL that reads the text, NULL where it cannot."""
        cast = f"TRY_CAST({text} AS {self.type})"
        # -0.0 and 0.0 are one number.
        return f"{cast} + 0.0" if self.type == "DOUBLE" else cast

    def fits(self, text: str) -> str:
        """SQL that says whether the text is such a value and none of it is lost in reading."""
        cast = f"TRY_CAST({text} AS {self.type})"
        fits = f"regexp_full_match({text}, '{self.pattern}') AND {cast} IS NOT NULL"
        if self.type == "DOUBLE":
            fits += f" AND isfinite({cast})"
        if self.name == "number":
            # Only what a double holds to the last digit, or two values might become one: up to 15
            # digits, or just those that the double is written with.
            own, its = _digits(text), _digits(f"CAST({cast} AS VARCHAR)")
            fits += f" AND (length({own}) <= 15 OR {own} = {its})"
        return fits


def _digits(text: str) -> str:
    """SQL for the digits that count of a number as text."""
    mantissa = f"split_part(lower({text}), 'e', 1)"
    # Zeros at the beginning and at the end only say where the point is.
    return f"trim(regexp_replace({mantissa}, '[^0-9]', '', 'g'), '0')"


_FLOAT = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?"

# Whole numbers and decimals have no more digits in their patterns than their types hold.
ORDERED = (
    Kind("integer", "whole numbers", r"[+-]?[0-9]{1,38}", "HUGEINT"),
    Kind(
        "decimal",
        "decimals",
        r"[+-]?([0-9]{1,18}(\.[0-9]{0,18})?|\.[0-9]{1,18})",
        "DECIMAL(37,18)",
    ),
    Kind("number", "numbers", _FLOAT, "DOUBLE"),
    Kind("date", "dates", r"[0-9]{4}-[0-9]{2}-[0-9]{2}", "DATE"),
    Kind(
        "timestamp",
        "timestamps",
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?)?",
        "TIMESTAMP",
    ),
)
"""What an ordered column can be: the first that all of its values are."""

DOUBLE = Kind("double", "numbers", _FLOAT, "DOUBLE")
"""Coordinates: the nearest double will do."""

KINDS = {kind.name: kind for kind in (*ORDERED, DOUBLE)}

NAMES = ("text", "ordered", *KINDS)
"""``text`` is the exact text of the value, ``ordered`` the first of the ordered kinds that fits."""

NATIVE = {
    "TINYINT": "integer",
    "SMALLINT": "integer",
    "INTEGER": "integer",
    "BIGINT": "integer",
    "HUGEINT": "integer",
    "UTINYINT": "integer",
    "USMALLINT": "integer",
    "UINTEGER": "integer",
    "UBIGINT": "integer",
    "DECIMAL": "decimal",
    "FLOAT": "number",
    "DOUBLE": "number",
    "DATE": "date",
    "TIMESTAMP": "timestamp",
    "TIMESTAMP_S": "timestamp",
    "TIMESTAMP_MS": "timestamp",
    "TIMESTAMP_NS": "timestamp",
}
"""DuckDB's types that are such a kind already."""

INSTANT = "TIMESTAMP WITH TIME ZONE"
"""Has the order of its instants, which covey states in UTC. It is no native type: those are taken
as they are, and its values are written with their zone."""

WITHOUT_ORDER = {
    "TIME": ("times of day", "Make numbers of them first, as the minutes since midnight."),
    "TIME_NS": ("times of day", "Make numbers of them first, as the minutes since midnight."),
    "TIME WITH TIME ZONE": (
        "times of day with a zone",
        "Make numbers of them first, as the minutes since midnight in one zone.",
    ),
    "INTERVAL": ("lengths of time", "Make numbers of them first, as days or seconds."),
}
"""DuckDB's types that look as if they had an order that covey can cut: in words, and what to do."""

CODE = r"[+-]?0[0-9]+(\.[0-9]*)?"
"""Text that is a number with leading zeros, and so more likely a code."""


def native(type_: str) -> str:
    """The kind of a typed column, empty for text and all else.

    >>> native("DECIMAL(9,2)"), native("VARCHAR")
    ('decimal', '')
    """
    return NATIVE.get(type_.split("(")[0], "")


def refuse_unknown(name: str) -> None:
    if name not in NAMES:
        raise InvalidInput(
            f"A column is read as one of {', '.join(NAMES)}; given: {name}.",
            hint=closest(name, NAMES),
            given=name,
        )
