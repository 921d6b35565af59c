"""The type of a column of Python values: one, named as SQL does."""

from __future__ import annotations

import datetime as dt
import shlex
from collections import Counter
from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.inputs.base import row_words
from covey.io.marks import MARKS, OFTEN, can_be_named, is_mark
from covey.io.notation import BLANKS

BATCH = 100_000
"""Rows that are in Python at once, where a table is read in parts."""
# In this order for isinstance, by which bool is an int and a datetime is a date. Decimals
# become text, which keeps all digits.
SQL_TYPES: dict[type, str] = {
    str: "VARCHAR",
    bool: "BOOLEAN",
    int: "BIGINT",
    float: "DOUBLE",
    bytes: "BLOB",
    dt.datetime: "TIMESTAMP",
    dt.date: "DATE",
    dt.time: "TIME",
    Decimal: "VARCHAR",
}
WORDS = {
    "VARCHAR": "text",
    "BOOLEAN": "true or false",
    "BIGINT": "numbers",
    "HUGEINT": "numbers above 2^63",
    "DOUBLE": "numbers",
    "BLOB": "bytes",
    "TIMESTAMP": "timestamps",
    "DATE": "dates",
    "TIME": "times of day",
}
WIDER = {
    frozenset({"BIGINT", "DOUBLE"}): "DOUBLE",
    frozenset({"BIGINT", "HUGEINT"}): "HUGEINT",
    frozenset({"HUGEINT", "DOUBLE"}): "DOUBLE",
    frozenset({"DATE", "TIMESTAMP"}): "TIMESTAMP",
}
LONG, HUGE = 1 << 63, 1 << 127
SHOWN, LETTERS = 3, 40
"""Texts among other values that are shown, and their letters."""


class ColumnType:
    """The one SQL type of a column's values, found value by value. A mixture is refused with its
    row; its values are for the terminal. A table that can have ``marks`` of missing values among
    values of another type gets a hint about them (see ``without_marks``)."""

    def __init__(self, name: str, column: str, *, header: bool = True, marks: bool = False) -> None:
        self.name, self.column, self.header, self.marks = name, column, header, marks
        self.found = ""

    def see(self, values: Collection[Any], first_row: int) -> None:
        kinds = {SQL_TYPES.get(kind, "") for kind in set(map(type, values)) - {type(None)}}
        # Whole numbers are looked at one by one, since they may need more than 64 bits.
        if len(kinds | {self.found} - {""}) == 1 and not kinds & {"", "BIGINT"}:
            (self.found,) = kinds  # nothing to look for: the usual case, and much quicker
            return
        for row, value in enumerate(values, first_row):
            if value is None:
                continue
            # First by the exact type, which is quick; then for subclasses and numbers of numpy.
            type_ = SQL_TYPES.get(type(value)) or _sql_type(value)
            if type_ == "BIGINT" and not -LONG <= value < LONG:
                type_ = "HUGEINT" if -HUGE < value < HUGE else ""
            if not type_:
                self._refuse(value, row)
            if type_ == self.found:
                continue
            both = frozenset({type_, self.found or type_})
            self.found = type_ if len(both) == 1 else WIDER.get(both, "")
            if not self.found:
                words = " and ".join(sorted(WORDS.get(part, "something else") for part in both))
                # The first text is what does not fit, also if it stands above all numbers.
                texts = (at for at, each in enumerate(values, first_row) if isinstance(each, str))
                row = min(row, next(texts, row))
                raise InvalidInput(
                    f"{self.name}: the column {self.column!r} holds {words} mixed, first in"
                    f" {row_words(row, self.header)}.",
                    given=self.column,
                    **self._advice(values, first_row),
                )

    def _advice(self, values: Collection[Any], first_row: int) -> dict[str, Any]:
        """The first texts among other values, and what to do about them."""
        one_type = "Make them all of one type, text for example."
        texts: dict[str, int] = {}
        times = Counter(value for value in values if isinstance(value, str))
        for row, value in enumerate(values, first_row):
            if isinstance(value, str):
                texts.setdefault(value, row)
        few = list(texts.items())[:SHOWN]
        shown = [f"{value[:LETTERS]!r} in {row_words(row, self.header)}" for value, row in few]
        found: dict[str, Any] = {"hint": one_type, "shown": shown}
        if self.marks and 0 < len(texts) <= MARKS and all(map(can_be_named, texts)):
            remedy = [("--na", f"{self.column}={','.join(texts)}")]
            found["hint"] = (
                f"With --na {shlex.quote(f'{self.column}=MARK,MARK')} you name texts that stand for"
                f" missing values. Else m{one_type[1:]}"
            )
            if all(map(is_mark, texts)):
                found["remedy"] = remedy
            elif len(texts) == 1 and times.total() >= OFTEN:
                found["shown_choices"] = [remedy]
        return found

    def _refuse(self, value: object, row: int) -> None:
        what = "a number beyond 2^127" if isinstance(value, int) else f"a {type(value).__name__}"
        hint = "Make a column of text of it first."
        if isinstance(value, dt.timedelta):
            what, hint = "a length of time", "Make numbers of it first, as minutes."
        raise InvalidInput(
            f"{self.name}: a value is text, a number, true or false, bytes, a date or a time; the"
            f" column {self.column!r} holds {what}, first in {row_words(row, self.header)}.",
            hint=hint,
            given=self.column,
        )

    @property
    def sql(self) -> str:
        return self.found or "VARCHAR"


def without_marks(values: Sequence[Any], marks: Collection[str]) -> Sequence[Any]:
    """A column in which nothing is text but ``marks`` of missing values, without these: they would
    make a mixture of it.

    >>> without_marks([39, "n/a"], ["n/a"]), without_marks(["Ulm", "n/a"], ["n/a"])
    ([39, None], ['Ulm', 'n/a'])
    """
    if not marks or set(map(type, values)) <= {str, type(None)}:
        return values
    texts = {value for value in values if isinstance(value, str)}
    if not texts or not {text.strip(BLANKS) for text in texts} <= set(marks):
        return values
    return [None if isinstance(value, str) else value for value in values]


def _sql_type(value: object) -> str:
    for type_, sql in SQL_TYPES.items():
        if isinstance(value, type_):
            return sql
    if isinstance(value, np.integer):
        return "BIGINT"
    return "DOUBLE" if isinstance(value, np.floating) else ""


def refuse_ragged(name: str, row: int, found: int, columns: int) -> None:
    if found > columns:
        raise InvalidInput(
            f"{name}, row {row} below the header: the header names {plural(columns, 'column')},"
            f" this row has {found}.",
            hint="Give every column a name, or clear what stands beside the table. If there is a"
            " title above the header, delete it.",
        )
