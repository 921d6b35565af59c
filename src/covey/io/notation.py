"""How the values of a table are written, where that is not covey's own way: marks for missing
values, a decimal comma, marks between thousands, dates as 16.02.1986, blanks around values.

Values that are counted are read so. What is published of other columns stays as it was.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from covey.core.caller import gives_texts
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, not_there
from covey.io.date_formats import DateFormat
from covey.io.kinds import native
from covey.io.marks import may_be_a_value
from covey.io.reading import literal

ALL = "*"
"""Stands for all columns that are not named."""
BLANKS = " \t\r\n\u00a0\u2007\u202f\ufeff"
"""What is taken off around values; the last is a byte-order mark."""
DECIMALS = (".", ",")
THOUSANDS = (",", ".", "'", " ")
ALIKE = {"'": "'\u2019", " ": " \u00a0\u2007\u2009\u202f"}
"""Marks between thousands that are written in several ways."""
NUMERIC = ("integer", "decimal", "number", "double")
WORDS = {",": "a comma", ".": "a point", "'": "an apostrophe", " ": "a blank"}


@dataclass(frozen=True)
class Notation:
    """By column, or by ``ALL``: marks of missing values, the decimal separator, the mark between
    thousands, and the format of dates. The marks of missing values of a column are added to those
    of all; all else that is said of a column takes the place of what is said of all. With ``trim``
    blanks around values are not part of them, and an empty value is missing."""

    na: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    decimal: Mapping[str, str] = field(default_factory=dict)
    thousands: Mapping[str, str] = field(default_factory=dict)
    date_format: Mapping[str, str] = field(default_factory=dict)
    trim: bool = False

    @classmethod
    def of(
        cls,
        na: Any = None,
        decimal: Any = None,
        thousands: Any = None,
        date_format: Any = None,
        trim: Any = False,
    ) -> Notation:
        """From what users give: for all columns a text (of marks, several), or a mapping by
        column. What cannot be meant is refused."""
        if not isinstance(trim, bool):
            raise InvalidInput(f"trim is True or False; given: {trim!r}.", given=trim)
        found = cls(
            marks_by_column(na),
            _by_column("decimal", decimal, _decimal),
            _by_column("thousands", thousands, _thousands),
            _by_column("date_format", date_format, _date_format),
            trim,
        )
        found._refuse_one_mark_for_both()
        return found

    def _refuse_one_mark_for_both(self) -> None:
        """A comma is not between thousands and before decimal places at once."""
        # One of the two may be said of the column, and the other of all columns.
        for column in dict.fromkeys((*self.thousands, *self.decimal)):
            mark = self.thousands_of(column)
            if mark != self.decimal_of(column):
                continue
            other = "," if mark == "." else "."
            named = for_column(column, other)
            python = other if column == ALL else {column: other}
            raise InvalidInput(
                f"{mark!r} cannot be the decimal separator and the mark between thousands at once.",
                hint=f"For numbers as 1{mark}234{other}5: --decimal {shlex.quote(named)}"
                f" (decimal={python!r} in Python)",
                given=mark,
                remedy=[("--decimal", named)],
            )

    @property
    def is_plain(self) -> bool:
        """Whether everything is written as covey writes it."""
        return not (self.na or self.decimal or self.thousands or self.date_format or self.trim)

    def within(self, columns: Collection[str]) -> Notation:
        """The same for these columns alone."""

        def own(by_column: Mapping[str, Any]) -> dict[str, Any]:
            return {name: said for name, said in by_column.items() if name in (ALL, *columns)}

        return replace(
            self,
            na=own(self.na),
            decimal=own(self.decimal),
            thousands=own(self.thousands),
            date_format=own(self.date_format),
        )

    def marks(self, column: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.na.get(ALL, ()), *self.na.get(column, ()))))

    def format_of(self, column: str) -> DateFormat | None:
        """The format of dates in a column, None for covey's own."""
        found = self.date_format.get(column, self.date_format.get(ALL, ""))
        return DateFormat(found) if found else None

    def decimal_of(self, column: str) -> str:
        return self.decimal.get(column, self.decimal.get(ALL, "."))

    def thousands_of(self, column: str) -> str:
        """The mark between thousands, empty for none."""
        return self.thousands.get(column, self.thousands.get(ALL, ""))

    def text(self, value: str, column: str) -> str:
        """SQL of a text, NULL where it is a mark of a missing value."""
        # Marks are compared without the blanks around a value, with trim and without.
        bare = f"TRIM({value}, {literal(BLANKS)})"
        read = f"NULLIF({bare}, '')" if self.trim else value
        marks = ", ".join(map(literal, self.marks(column)))
        return f"CASE WHEN {bare} IN ({marks}) THEN NULL ELSE {read} END" if marks else read

    def typed(self, value: str, column: str, type_: str) -> str:
        """SQL of a value that is no text, NULL where it is a mark: -99 is -99.0, too."""
        # A mark that is no value of the type becomes NULL, which equals nothing.
        marks = ", ".join(
            f"TRY_CAST({literal(mark)} AS {type_})" for mark in self.marks(column) if mark
        )
        return f"CASE WHEN {value} IN ({marks}) THEN NULL ELSE {value} END" if marks else value

    def marked(self, field: str, column: str, type_: str, who: str = "") -> list[str]:
        """SQL that counts the records, or people by the field ``who``, that have each mark of a
        column that may be a person's value."""
        bare = f"TRIM(CAST({field} AS VARCHAR), {literal(BLANKS)})"
        found = []
        for mark in filter(may_be_a_value, self.marks(column)):
            has = f"{bare} = {literal(mark)}"
            if type_ != "VARCHAR":
                # Unknown where the mark is no value of the type.
                has = f"({has} OR {field} = TRY_CAST({literal(mark)} AS {type_}))"
            # Who is not named is a person of their own.
            counted = [f"COUNT(*) FILTER (WHERE {has}{f' AND {who} IS NULL' if who else ''})"]
            counted += [f"COUNT(DISTINCT {who}) FILTER (WHERE {has})"] if who else []
            found.append(" + ".join(counted))
        return found

    def plain(self, value: str, column: str, kind: str) -> str:
        """SQL of a text as covey writes values of a kind (see ``covey.io.kinds``). What is not
        written as this notation says becomes a text that is no value of the kind."""
        if kind == "text":
            return self.text(value, column)
        # Blanks are never part of a number or a date, whatever trim says.
        read = f"NULLIF(TRIM({self.text(value, column)}), '')"
        if kind in NUMERIC:
            return self._plain_number(read, column)
        dates = self.format_of(column)
        return dates.to_iso(read) if kind in ("date", "timestamp") and dates else read

    def _plain_number(self, value: str, column: str) -> str:
        mark, decimal = self.thousands_of(column), self.decimal_of(column)
        if mark:
            whole = literal(grouped(mark, decimal))
            marks = literal(ALIKE.get(mark, mark))
            value = (
                # Only where the mark stands between all thousands: 1,23 stays
                # as it is, and is no number.
                f"CASE WHEN regexp_full_match({value}, {whole}) THEN translate({value}, {marks},"
                f" '') ELSE {value} END"
            )
        # 1.234 is no number then: it may mean a thousand, and becomes 1,234.
        return f"translate({value}, '.,', ',.')" if decimal == "," else value

    def holder(self, field: str, column: str) -> str:
        """SQL of who a record is of, in a field of any SQL type, NULL where that is not said. It is
        the same person if the texts are the same without blanks, with ``trim``."""
        if not self.trim and not self.marks(column):
            return field
        return self.text(f"CAST({field} AS VARCHAR)", column)

    def as_text(self, field: str, column: str, type_: str, kind: str = "text") -> str:
        """The same of a field of any SQL type."""
        if native(type_) and kind in NUMERIC:
            # Native numbers always have a point, whatever texts have.
            return f"CAST({self.typed(field, column, type_)} AS VARCHAR)"
        if type_ != "VARCHAR":
            field = f"CAST({self.typed(field, column, type_)} AS VARCHAR)"
        return self.plain(field, column, kind)

    def kinds(self, column: str, kinds: Sequence[str]) -> list[str]:
        """The kinds that a column may have, in the order in which they are tried. Where dates have
        a format of their own, it comes first: 19860216 is a whole number, too."""
        if self.format_of(column) is None:
            return list(kinds)
        dates = [kind for kind in kinds if kind in ("date", "timestamp")]
        # A format for just this column says that it holds dates. One for all columns does not.
        others = [] if column in self.date_format else [k for k in kinds if k not in dates]
        return [*dates, *others]

    def refuse_unknown(self, name: str, columns: Sequence[str]) -> None:
        """Refuse a notation for a column that the table has not."""
        options = {
            "na": self.na,
            "decimal": self.decimal,
            "thousands": self.thousands,
            "date-format": self.date_format,
        }
        for option, by_column in options.items():
            for column in by_column:
                if column != ALL and column not in columns:
                    apart = _apart(column, by_column[column], columns) if option == "na" else {}
                    raise InvalidInput(
                        f"{name} has no column {column!r}, of which --{option} says how it is"
                        " written.",
                        given=column,
                        **(apart or not_there(column, columns)),
                    )
        for column, marks in self.na.items():
            given = f"{column}={','.join(marks)}"
            # The first mark stands right behind the name of its own column, so it names no other.
            at = next((at for at, mark in enumerate(marks) if _column_in(mark, columns)), 0)
            # In a mapping of Python every mark stands by itself: only commas may be meant so.
            if column != ALL and at and gives_texts():
                raise InvalidInput(
                    f"--na takes the marks of one column, or those of all columns; given: {given}",
                    given=given,
                    **_once_each(given, f"{column}={','.join(marks[:at])}", ",".join(marks[at:])),
                )

    @property
    def arguments(self) -> dict[str, Any]:
        """As functions of covey take it."""
        return {
            "na": self.na or None,
            "decimal": self.decimal or None,
            "thousands": self.thousands or None,
            "date_format": self.date_format or None,
            "trim": self.trim,
        }

    def words(self) -> str:
        """For people, nothing for covey's own way.

        >>> Notation.of(na={"*": ["N/A"], "age": ["-99"]}, decimal=",").words()
        "missing values are written N/A, in 'age' -99; the decimal separator is a comma"
        """
        marks = {column: ", ".join(map(_or_empty, each)) for column, each in self.na.items()}
        commas = {column: WORDS[each] for column, each in self.decimal.items()}
        dates = {column: _with_years(each) for column, each in self.date_format.items()}
        thousands = {column: WORDS[each] for column, each in self.thousands.items()}
        words = [
            *_in_words("missing values are written", marks),
            *_in_words("the decimal separator is", commas),
            *_in_words("the mark between thousands is", thousands),
            *_in_words("dates are written", dates),
            *(["blanks around values are no part of them"] if self.trim else []),
        ]
        return "; ".join(words)

    def to_options(self) -> list[str]:
        """As the command line takes it."""
        lists = {column: ",".join(marks) for column, marks in self.na.items()}
        words = []
        for option, by_column in (
            ("--na", lists),
            ("--decimal", self.decimal),
            ("--thousands", self.thousands),
            ("--date-format", self.date_format),
        ):
            for column, text in by_column.items():
                words += [option, for_column(column, text)]
        return [*words, *(["--trim"] if self.trim else [])]

    def to_dict(self) -> dict[str, Any]:
        """As the certificate records it, without what is covey's own way."""
        found = {
            "na": {column: list(marks) for column, marks in self.na.items()},
            "decimal": dict(self.decimal),
            "thousands": dict(self.thousands),
            "date_format": dict(self.date_format),
            "trim": self.trim,
        }
        return {name: value for name, value in found.items() if value}


PLAIN = Notation()
"""covey's own way: 1234.5, 2024-05-31, nothing for a missing value."""


def _in_words(what: str, by_column: Mapping[str, str]) -> list[str]:
    parts = [
        text if column == ALL else f"in {column!r} {text}" for column, text in by_column.items()
    ]
    return [f"{what} {', '.join(parts)}"] if parts else []


def _apart(given: str, marks: Sequence[str], columns: Sequence[str]) -> dict[str, Any]:
    """What is said of marks for all columns in front of those of one: ``n/a,age=999``."""
    of_all, comma, column = given.rpartition(",")
    if not comma or column not in columns:
        return {}
    own = f"{column}={','.join(marks)}"
    return _once_each(f"{of_all},{own}", of_all, own)


def _column_in(mark: str, columns: Sequence[str]) -> str:
    """The column that a mark names: ``sex=9`` is none of another column.

    >>> _column_in("sex=9", ["age", "sex"]), _column_in("a=b", ["age", "sex"])
    ('sex', '')
    """
    column, equals, _ = mark.partition("=")
    return column if equals and column in columns else ""


def _once_each(given: str, first: str, second: str) -> dict[str, Any]:
    both = split_marks([first, second])
    # A text that begins like an option cannot be told from one in a command.
    remedy = [] if given.startswith("--") else [(given, first), ("--na", second)]
    hint = (
        f"Say it once for each: --na {shlex.quote(first)} --na {shlex.quote(second)}"
        f" (na={json.dumps(both, ensure_ascii=False)} in Python)"
    )
    return {"hint": hint, "remedy": remedy}


def _or_empty(mark: str) -> str:
    return mark or "as empty text"


def marks_by_column(given: Any) -> dict[str, tuple[str, ...]]:
    """The marks of missing values, by column.

    >>> marks_by_column(["N/A", "."]), marks_by_column({"age": "-99"})
    ({'*': ('N/A', '.')}, {'age': ('-99',)})
    """
    # An empty text is a mark, and stands for quoted empty fields; an empty list says nothing.
    if given is None or (not isinstance(given, str) and not given):
        return {}
    by_column = given if isinstance(given, Mapping) else {ALL: given}
    found = {}
    for column, marks in by_column.items():
        listed = (marks,) if isinstance(marks, str) else marks
        usable = isinstance(listed, Iterable) and isinstance(column, str)
        listed = tuple(listed) if usable else ()
        if not listed or not all(isinstance(mark, str) for mark in listed):
            raise InvalidInput(
                f"na is a list of texts that stand for missing values, or such a list for each"
                f" column; given: {given!r}.",
                hint='For example: na=["N/A", "-99"], or na={"age": ["-99"]}',
                given=given,
            )
        # As they are compared: see Notation.text.
        found[column] = tuple(mark.strip(BLANKS) for mark in listed)
    return found


def _by_column(what: str, given: Any, check: Any) -> dict[str, str]:
    if given is None or not given:
        return {}
    by_column = given if isinstance(given, Mapping) else {ALL: given}
    for column, text in by_column.items():
        if not isinstance(column, str) or not isinstance(text, str):
            raise InvalidInput(
                f"{what} is a text, or one for each column; given: {given!r}.", given=given
            )
        check(text)
    return dict(by_column)


def _decimal(text: str) -> None:
    if text not in DECIMALS:
        raise InvalidInput(
            f"The decimal separator is a comma or a point; given: {text!r}.",
            hint="For numbers as 51,1: --decimal , (decimal=',' in Python)",
            given=text,
        )


def _thousands(text: str) -> None:
    if text not in THOUSANDS:
        raise InvalidInput(
            "The mark between thousands is a comma, a point, an apostrophe or a blank; given:"
            f" {text!r}.",
            hint="For numbers as 1,234: --thousands , (thousands=',' in Python)",
            given=text,
        )


def grouped(mark: str, decimal: str) -> str:
    """What numbers look like that have this mark between all of their thousands: a regular
    expression for Python and for RE2. Whole ones, if there is no decimal separator.

    >>> import re
    >>> [bool(re.fullmatch(grouped(",", "."), text)) for text in ("1,234.5", "1,23", "1234")]
    [True, False, False]
    """
    places = rf"(?:{re.escape(decimal)}[0-9]*)?" if decimal else ""
    return rf"[+-]?[0-9]{{1,3}}(?:[{ALIKE.get(mark, mark)}][0-9]{{3}})+{places}"


def for_column(column: str, text: str) -> str:
    """The value of an option that says something of a column, or of all.

    >>> for_column("age", "-99"), for_column(ALL, "-99")
    ('age=-99', '-99')
    """
    return text if column == ALL else f"{column}={text}"


def _with_years(text: str) -> str:
    """A format of dates, with the years that two digits stand for.

    >>> _with_years("%d.%m.%y")
    '%d.%m.%y (years of two digits from 1969 to 2068)'
    """
    first = DateFormat(text).first_year
    return text if first is None else f"{text} (years of two digits from {first} to {first + 99})"


def _date_format(text: str) -> None:
    DateFormat(text)


def split_by_column(texts: Sequence[str]) -> dict[str, str]:
    """What the command line gives, as ``,`` for all columns or ``price=,`` for one.

    >>> split_by_column(["%d.%m.%Y", "seen=%m/%d/%Y"])
    {'*': '%d.%m.%Y', 'seen': '%m/%d/%Y'}
    """
    found: dict[str, str] = {}
    for text in texts:
        column, equals, value = text.partition("=")
        found |= {column: value} if equals else {ALL: text}
    return found


def split_marks(texts: Sequence[str]) -> dict[str, list[str]]:
    """
    >>> split_marks(["N/A,.", "age=-99", "age=999"])
    {'*': ['N/A', '.'], 'age': ['-99', '999']}
    """
    found: dict[str, list[str]] = {}
    for text in texts:
        column, equals, marks = text.partition("=")
        found.setdefault(column if equals else ALL, []).extend(
            (marks if equals else text).split(",")
        )
    return found
