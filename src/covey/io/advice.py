"""What would read values that are not written as covey expects: the decimal comma, marks between
thousands, a date format, marks of missing values. The values are for the terminal only."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import Any, NamedTuple

from covey.core.dataclass import dataclass
from covey.core.errors import Remedy
from covey.io.date_formats import CENTURY, EARLIER, ISO, USUAL, DateFormat
from covey.io.inputs.base import Staging
from covey.io.kinds import KINDS, ORDERED, Kind
from covey.io.labelled_numbers import labelled_numbers
from covey.io.marks import MARKS, MISSING_MARKS, OFTEN, can_be_named, is_mark
from covey.io.mixed_dates import formats_of_a_mixture, words_on_mixture
from covey.io.notation import ALL, DECIMALS, NUMERIC, THOUSANDS, Notation, for_column, grouped

SAMPLE = 1000
"""Distinct values that are looked at."""
SHOWN, LETTERS = 3, 40
"""Values that are shown, and their letters."""
DATES = frozenset(("date", "timestamp"))
MOST = 0.5
"""The share of the values that a way to read them must fit."""
MOSTLY = "Most values are "
_MONEY = "[$€£¥]|EUR|USD|CHF|GBP"
# The first form that all values have counts: months stand before ranges, for 1986-02 is both.
FORMS = (
    (
        rf"[+-]?({_MONEY})?\s*[0-9]+([.,][0-9]+)?\s*({_MONEY}|%|[a-zA-Z]+)?",
        "They look like numbers with a unit, a sign of money or a percent sign: write the numbers"
        " alone, or take them as labels (--label {label}).",
    ),
    (
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+\s*(Z|UTC|[+-][0-9]{2}:?[0-9]{2})",
        "They look like times with a zone: write all of them in one zone, as 2024-05-31 12:30:00.",
    ),
    (
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:]+\.[0-9]{7,}",
        "They look like times with more than six digits of a second: cut the others off.",
    ),
    (
        r"[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?( ?[aApP][mM])?",
        "They look like times of day: make numbers of them first, as the minutes since midnight, or"
        " take them as labels (--label {label}).",
    ),
    (
        r"(0?[1-9]|1[0-2])[./-][0-9]{4}|[0-9]{4}[./-](0?[1-9]|1[0-2])",
        "They look like months without a day: write them as numbers, as 198602, or with a day, or"
        " take them as labels (--label {label}).",
    ),
    (
        r"[0-9]+ ?(-|\u2013|to|bis) ?[0-9]+|[0-9]+ ?\+|[<>≤≥]=? ?[0-9]+",
        "They look like ranges already: take them as labels (--label {label}), or state their"
        " order (--ordered {order}).",
    ),
    (
        r"[0-9]{1,2}\.?[ -][^\W\d]+\.?[ -][0-9]{4}",
        "They look like dates with months in words, which are read in English only (%b is Feb, %B"
        " is February): write them as numbers.",
    ),
    (
        r"\{.*\}|\[.*\]",
        "They look like objects or lists of JSON: make columns of their fields first (covey look"
        " says how).",
    ),
    (
        r"[0-9.,]*[\u2212\u2013][0-9.,]+",
        "They look like numbers with a dash in the place of the minus sign: write a plain -.",
    ),
)
"""Forms that no option reads: a pattern, and what to do."""
CENTURIES = (
    f"Two digits do not say the century: %y are the years from {CENTURY} to {CENTURY + 99},"
    f" %{EARLIER}y those from {EARLIER} to {EARLIER + 99}."
)
OPEN = re.compile(r"[0-9]+ ?\+|[<>≤≥]=? ?[0-9]+")


class Misfit(NamedTuple):
    """A value that is read in no way, the first row that has it, and how many have it."""

    value: str
    row: int
    records: int


@dataclass(frozen=True)
class Written:
    """A column whose values are texts, and a way to ask for them (see ``covey.io.keys.Ask``)."""

    ask: Callable[[str], tuple[Any, ...]]
    staging: Staging
    column: str
    type_: str

    def text(self, kind: str, notation: Notation | None = None) -> str:
        """SQL of the values as covey writes those of a kind."""
        notation = notation or self.staging.notation
        at = self.staging.columns.index(self.column)
        return notation.as_text(f"c{at}", self.column, self.type_, kind)

    def values(self) -> list[str]:
        """Distinct values as they are written, those of the first rows first."""
        return [each.value for each in self._first("value IS NOT NULL", "value", SAMPLE)]

    def unlike(self, kind: Kind, notation: Notation, most: int) -> list[Misfit]:
        """The first distinct values that are not of a kind."""
        plain = self.text(kind.name, notation)
        return self._first(f"plain IS NOT NULL AND NOT ({kind.fits('plain')})", plain, most)

    def _first(self, condition: str, plain: str, most: int) -> list[Misfit]:
        staging = self.staging
        value = self._value()
        # The text value stands for the SQL of the value itself, which only this function knows.
        plain = value if plain == "value" else plain
        (found,) = self.ask(
            "SELECT list({'value': value, 'row': row, 'records': n} ORDER BY row) FROM (SELECT"
            f" value, row, n FROM (SELECT {value} AS value, {plain} AS plain, COUNT(*) AS n,"
            f" MIN({staging.row}) AS row FROM {staging.scan} GROUP BY 1, 2) g WHERE {condition}"
            f" ORDER BY row LIMIT {most}) f"
        )
        return [Misfit(each["value"], each["row"], each["records"]) for each in found or ()]

    def many(self) -> int:
        """How many values there are."""
        return self._count(f"{self._value()} IS NOT NULL")

    def read_by(self, format_: DateFormat) -> int:
        """How many values are dates of this format."""
        return self._count(f"{format_.to_iso(self._value())} <> '?'")

    def first_of(self, format_: DateFormat) -> list[Misfit]:
        """The first value that is a date of this format."""
        return self._first(f"{format_.to_iso('value')} <> '?'", "value", 1)

    def unlike_all(self, formats: Sequence[DateFormat], most: int) -> list[Misfit]:
        """The first distinct values that are dates of none of these formats."""
        conditions = [f"{each.to_iso('value')} = '?'" for each in formats]
        return self._first(" AND ".join(conditions), "value", most)

    def _count(self, condition: str) -> int:
        (found,) = self.ask(f"SELECT COUNT(*) FROM {self.staging.scan} WHERE {condition}")
        return int(found)

    def _value(self) -> str:
        return f"NULLIF(TRIM({self.text('text')}), '')"


@dataclass(frozen=True)
class Advice:
    """``words`` say what would read the values and hold none of them; ``shown`` are lines with
    values, ``remedy`` the options that a command lacks, ``choices`` several of which one is
    right. See :class:`CoveyError` for the others."""

    words: str = ""
    shown: Sequence[str] = ()
    remedy: Remedy = ()
    nearest: Kind | None = None
    choices: Sequence[Remedy] = ()
    shown_remedy: Remedy = ()
    afterwards: Remedy = ()


NO_ADVICE = Advice()


@dataclass(frozen=True)
class _Way:
    """A way to read a column: as values of a kind that look like ``pattern``, in a notation that
    the options ``remedy`` make of the present one."""

    kind: Kind
    pattern: str
    notation: Notation
    remedy: Remedy = ()
    format: DateFormat | None = field(default=None)

    def misses(self, values: Sequence[str]) -> int:
        compiled = re.compile(self.pattern)
        return sum(compiled.fullmatch(value) is None for value in values)


def advice_on(written: Written, tried: Sequence[Kind], nearest: Kind) -> Advice:
    """What to do about a column whose values are of none of the ``tried`` kinds."""
    values = written.values()
    # Files of Stata, SPSS and SAS have labels in the place of numbers, which no notation reads.
    labels = written.staging.labels.get(written.column, {})
    numbers = labelled_numbers(values, labels) if any(k.name in NUMERIC for k in tried) else None
    if numbers is not None:
        words, remedy = numbers.words(written.column), numbers.remedy(written.column)
        return Advice(words, _shown(written, nearest), shown_remedy=remedy)
    unknown = _unknown(values)
    # All ways to read the column, the present notation first. Of those that miss equally few values
    # the first is taken: it asks for the fewest new options.
    ways = _as_stated(list(_ways(written, tried)), written, values)
    misses = [way.misses(values) for way in ways]
    fewest = min(misses)
    best = [way for way, missed in zip(ways, misses, strict=True) if missed == fewest]
    way, is_read = best[0], fewest <= (1 - MOST) * len(values)
    # Also where one format reads most dates: the others may be dates in another format.
    if way.kind.name in DATES or not is_read:
        mixed = _on_mixture(written, tried, values)
        if mixed is not None:
            return mixed
    if not is_read:
        words, as_labels = _words_on_form(unknown, written.column)
        remedy = [("--label", written.column)] if as_labels else []
        return Advice(words, _shown(written, nearest), remedy)
    # Where several ways read the same values, the user has to say which one is meant.
    either = [each for one in _alike(way, best) for each in _by_century(one)]
    said = [_words_on_either(either)] if len(either) > 1 else [_words(way)] if way.remedy else []
    if way.format is not None and way.format.first_year:
        said.append(CENTURIES)
    remedies = [list(each.remedy) for each in either]
    shown = _shown(written, way.kind if way.remedy else nearest)
    # One more than marks may be named tells that there are too many.
    left = written.unlike(way.kind, way.notation, MARKS + 1)
    marks = [each.value for each in left]
    if all(map(is_mark, marks)):
        if marks:
            said.append(_words_on_marks(marks))
            remedies = [[*each, ("--na", ",".join(marks))] for each in remedies]
        if len(either) > 1:
            return Advice(" ".join(said), shown, nearest=way.kind, choices=remedies)
        return Advice(" ".join(said), shown, tuple(remedies[0]), way.kind)
    on_left = _words_on_left(left, way, written.column)
    if not way.remedy and not on_left.startswith(MOSTLY):
        said.append(f"{MOSTLY}{way.kind.words}; the others do not fit.")
    said.append(on_left)
    advice = Advice(" ".join(said), _lines(written, left[:SHOWN]), nearest=way.kind)
    # Until the user has chosen, or where too much is left, no command can be proposed.
    if len(either) > 1 or len(left) > MARKS:
        return advice
    # A text of many records may be a mark. It is a value of the table, so only a terminal shows it.
    if len(left) == 1 and left[0].records >= OFTEN and can_be_named(marks[0]):
        named = ("--na", f"{written.column}={marks[0]}")
        return replace(advice, shown_remedy=(*remedies[0], named))
    return replace(advice, afterwards=tuple(remedies[0]))


def _as_stated(ways: list[_Way], written: Written, values: Sequence[str]) -> list[_Way]:
    """Only the ways of the present notation, if its mark between thousands was stated and reads
    most values: another would read the few others, and the rest as other numbers."""
    stated = [way for way in ways if not way.remedy]
    reads_most = any(way.misses(values) <= (1 - MOST) * len(values) for way in stated)
    return stated if written.staging.notation.thousands_of(written.column) and reads_most else ways


def _on_mixture(written: Written, tried: Sequence[Kind], values: Sequence[str]) -> Advice | None:
    """What is said of dates in several formats, None if they are none."""
    own = written.staging.notation.format_of(written.column)
    dates = {kind.name for kind in tried} & DATES
    usual = [each for each in USUAL if ("timestamp" if each.has_time else "date") in dates]
    dated = [value for value in values if not is_mark(value)]
    formats = formats_of_a_mixture(dated, [*usual, *([own] if own and dates else [])], MOST)
    if not formats:
        return None
    # Days that no calendar has look like dates of a format that reads none.
    counts = [(each, many) for each in formats if (many := written.read_by(each))]
    if len(counts) < 2:
        return None
    counts.sort(key=lambda pair: -pair[1])
    words = words_on_mixture(counts, written.many())
    # What no format reads, and one value of each format that is not read yet, the rarest first.
    unread = [each for each in written.unlike_all(formats, SHOWN) if not is_mark(each.value)]
    known = ISO if own is None else own.text
    shown = _lines(written, unread) + [
        f"{line}, as {format_.text}"
        for format_, _ in reversed(counts)
        if format_.text != known
        for line in _lines(written, written.first_of(format_))
    ]
    nearest = KINDS["timestamp" if counts[0][0].has_time else "date"]
    return Advice(words, shown, nearest=nearest)


def _alike(way: _Way, best: Sequence[_Way]) -> list[_Way]:
    """A way, and another that reads the same values otherwise: with the day or the month first, or
    12,345 with decimal places or with thousands."""
    others = [each for each in best if each is not way]
    if way.format is not None:
        return [way, *[each for each in others if each.format is not None][:1]]
    # The mark is the last letter of an option's value, which is "," or "price=,".
    decimals = [value[-1:] for option, value in way.remedy if option == "--decimal"]
    thousands = [
        each
        for each in others
        if [(option, value[-1:]) for option, value in each.remedy]
        == [("--thousands", mark) for mark in decimals]
    ]
    return [*(thousands if decimals else []), way]


def _by_century(way: _Way) -> list[_Way]:
    """The same for other years where years have two digits."""
    if way.format is None or way.format.first_year is None:
        return [way]
    earlier = way.format.since(EARLIER)
    # A way with a format of its own has one option, which states the format.
    ((option, value),) = way.remedy
    new = value.removesuffix(way.format.text) + earlier.text
    return [way, replace(way, format=earlier, remedy=[(option, new)])]


def _words_on_either(ways: Sequence[_Way]) -> str:
    *others, last = map(_options, ways)
    both = "Both" if len(ways) == 2 else "All of"
    return f"{both} {', '.join(others)} and {last} read them: say which it is."


def _words_on_marks(marks: Sequence[str]) -> str:
    return (
        f"With --na {_quote(','.join(marks))} (na={json.dumps(marks)} in Python)"
        f" {' and '.join(map(repr, marks))} stand{'s' if len(marks) == 1 else ''} for missing"
        " values."
    )


def _words_on_left(left: Sequence[Misfit], way: _Way, column: str) -> str:
    """What to do about values that are read in no way."""
    values = [each.value for each in left]
    unknown = _unknown(values)
    if way.kind.name in NUMERIC and _are_open(unknown):
        words = _words_among_numbers(values, column)
    else:
        words, _ = _words_on_form(unknown, column)
    if words:
        return words
    named = f"--na {shlex.quote(f'{column}=MARK,MARK')}"
    if way.format is not None and all(re.fullmatch(way.format.pattern, one) for one in values):
        days = sum(each.records for each in left)
        many = f"{days:,} of them" if len(left) <= MARKS else "Many of them"
        return (
            f"{many} {'is a day' if many == '1 of them' else 'are days'} that no calendar has, as"
            " 30 February: correct what is wrong there, or leave it empty."
        )
    return (
        f"Correct the others, or, if they stand for missing values, name them: {named} (the"
        " certificate of a release names these marks, too)"
    )


def _are_open(values: Sequence[str]) -> bool:
    """Whether all are numbers without an end, as 90+ and >90."""
    return bool(values) and all(OPEN.fullmatch(value) for value in values)


def _words_among_numbers(left: Sequence[str], column: str) -> str:
    """Of a column of numbers: what to do about those of which only one end is known."""
    words = (
        f"{MOSTLY}numbers; those of which only one end is known, as 90+, are none: write"
        f" such an end alone, as 90, and say that it stands for all above: --bands"
        f" {shlex.quote(f'{column}<=90')} (bands='<=90' in Python)"
    )
    marks = [value for value in left if is_mark(value)]
    if not marks:
        return words
    named = ",".join(marks)
    return (
        f"{words}. What stands for missing values is named:"
        f" --na {shlex.quote(f'{column}={named}')}"
        f" (na={json.dumps({column: marks})} in Python)"
    )


def _words_on_form(values: Sequence[str], column: str) -> tuple[str, bool]:
    """What to do about values that all have a form that no option reads, and whether to take them
    as labels is a way."""
    for pattern, words in FORMS if values else ():
        compiled = re.compile(pattern)
        if all(compiled.fullmatch(value) for value in values):
            order = shlex.quote(f"{column}=0-9,10-19,20+")
            return words.format(label=shlex.quote(column), order=order), "{label}" in words
    return "", False


def _unknown(values: Sequence[str]) -> list[str]:
    """Those that are neither numbers nor dates to covey, nor marks of missing values."""
    known = [re.compile(kind.pattern) for kind in ORDERED]
    return [
        value
        for value in values
        if value.casefold() not in MISSING_MARKS
        and not any(each.fullmatch(value) for each in known)
    ]


def _ways(written: Written, tried: Sequence[Kind]) -> Iterator[_Way]:
    notation, column = written.staging.notation, written.column
    own = notation.format_of(column)
    for kind in tried:
        if kind.name in ("date", "timestamp") and own is not None:
            yield _Way(kind, own.pattern, notation)
        elif kind.name in NUMERIC:
            # Whole numbers are read by any separator: there is nothing to say about it.
            marks = notation.decimal_of(column), notation.thousands_of(column)
            yield _Way(kind, _pattern(kind, *marks), notation)
        else:
            yield _Way(kind, kind.pattern, notation)
    numeric = [kind.name for kind in tried if kind.name in NUMERIC]
    if numeric == ["integer"]:
        yield from _ways_of_numbers(KINDS["integer"], notation, column)
    elif numeric:
        kind = KINDS["double" if tried[0].name == "double" else "number"]
        yield from _ways_of_numbers(kind, notation, column)
    dates = {kind.name for kind in tried} & {"date", "timestamp"}
    for format_ in USUAL if dates else ():
        name = "timestamp" if format_.has_time else "date"
        if name in dates and format_ != own:
            # For all columns, unless some have a format already: what was stated stays.
            named = column if notation.date_format else ALL
            new = replace(notation, date_format={**notation.date_format, named: format_.text})
            remedy = ("--date-format", for_column(named, format_.text))
            yield _Way(KINDS[name], format_.pattern, new, [remedy], format_)


def _ways_of_numbers(kind: Kind, notation: Notation, column: str) -> Iterator[_Way]:
    """Other marks than those of a column, the fewest new ones first."""
    own, mark = notation.decimal_of(column), notation.thousands_of(column)
    other = next(each for each in DECIMALS if each != own)
    for thousands in (mark, *(each for each in THOUSANDS if each != mark)):
        for decimal in (own, other):
            if thousands == decimal or (thousands, decimal) == (mark, own):
                continue
            if kind.name == "integer" and thousands == mark:
                continue  # Another decimal separator does not help whole numbers.
            # Thousands are those of one column: another may have such a mark before its decimals.
            named = column if notation.decimal or notation.thousands or thousands != mark else ALL
            remedy, new = [], notation
            if thousands != mark:
                remedy.append(("--thousands", for_column(column, thousands)))
                new = replace(new, thousands={**new.thousands, column: thousands})
            if decimal != own:
                remedy.append(("--decimal", for_column(named, decimal)))
                new = replace(new, decimal={**new.decimal, named: decimal})
            yield _Way(kind, _pattern(kind, decimal, thousands), new, remedy)


def _pattern(kind: Kind, decimal: str, thousands: str) -> str:
    """What numbers of a kind look like that are written so."""
    # In the patterns of numbers an escaped point is always the decimal point.
    plain = kind.pattern.replace(r"\.", re.escape(decimal))
    places = "" if kind.name == "integer" else decimal
    return f"{grouped(thousands, places)}|{plain}" if thousands else plain


def _words(way: _Way) -> str:
    # The option is not the end of the sentence: its stop would be copied with it.
    return f"With {_options(way)} such {'dates' if way.format else 'numbers'} are read."


def _options(way: _Way) -> str:
    """The options of a way, and the arguments of Python."""
    return " and ".join(_option(option[2:], value) for option, value in way.remedy)


def _option(name: str, value: str) -> str:
    column, equals, text = value.partition("=")
    python = {column: text} if equals else value
    return f"--{name} {_quote(value)} ({name.replace('-', '_')}={python!r} in Python)"


def _quote(value: str) -> str:
    # Inside of double quotes a shell still looks for these signs.
    if re.search(r'["$`\\]', value):
        return shlex.quote(value)
    return f'"{value}"' if re.search(r"[\s%#*?<>()']", value) else value


def _shown(written: Written, kind: Kind) -> list[str]:
    """The first values that are not of a kind as covey writes them, for the terminal."""
    notation = written.staging.notation
    return _lines(written, written.unlike(kind, notation, SHOWN))


def _lines(written: Written, misfits: Sequence[Misfit]) -> list[str]:
    return [f"{_short(each.value)} in {written.staging.where(each.row)}" for each in misfits]


def _short(value: str) -> str:
    return f"{value[:LETTERS]!r}{'...' if len(value) > LETTERS else ''}"
