"""What would read values that are not written as covey expects: the decimal comma, a date format,
marks of missing values. The values themselves are for the terminal only."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from covey.core.errors import Remedy
from covey.io.date_formats import USUAL, DateFormat
from covey.io.inputs.base import Staging
from covey.io.kinds import KINDS, ORDERED, Kind
from covey.io.notation import ALL, NUMERIC, Notation

SAMPLE = 1000
"""Distinct values that are looked at."""
SHOWN, LETTERS = 3, 40
"""Values that are shown, and their letters."""
MOST = 0.5
"""The share of the values that a way to read them must fit."""
MISSING_MARKS = frozenset(
    (
        "?", ".", "..", "-", "--", "---", "*", "na", "n/a", "n.a.", "#n/a", "nan", "nil", "null",
        "none", "missing", "unknown", "unk", "not available", "not applicable", "not stated",
        "not known", "refused", "(null)", "<na>", "keine angabe", "k.a.", "k. a.", "unbekannt",
        "inconnu", "desconocido", "nd", "n.d.", "s/d",
    )
)  # fmt: skip
"""Texts that stand for a missing value wherever they occur, in small letters."""
_MONEY = "[$€£¥]|EUR|USD|CHF|GBP"
FORMS = (
    (
        r"[+-]?[0-9]{1,3}([,.' \u00a0\u202f\u2019][0-9]{3})+([.,][0-9]+)?",
        "They look like numbers with marks between thousands: write them without these marks.",
    ),
    (
        rf"[+-]?({_MONEY})?\s*[0-9]+([.,][0-9]+)?\s*({_MONEY}|%|[a-zA-Z]+)?",
        "They look like numbers with a unit, a sign of money or a percent sign: write the numbers"
        " alone.",
    ),
    (
        r"[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2}([ T].*)?",
        "They look like dates with years of two digits, which do not say the century: write the"
        " years out.",
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
        "They look like times of day: make numbers of them first, as the minutes since midnight.",
    ),
    (
        r"[0-9]+ ?(-|\u2013|to|bis) ?[0-9]+|[0-9]+ ?\+|[<>≤≥]=? ?[0-9]+",
        "They look like ranges already: take them as labels (--label {label}), or state their"
        " order (--ordered {order}).",
    ),
    (
        r"[0-9]{1,2}[./-][0-9]{4}|[0-9]{4}[./-][0-9]{1,2}",
        "They look like months without a day: write them as numbers, as 198602, or with a day.",
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
OPEN = re.compile(r"[0-9]+ ?\+|[<>≤≥]=? ?[0-9]+")


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
        return [value for value, _ in self._first("value IS NOT NULL", "value", SAMPLE)]

    def unlike(self, kind: Kind, notation: Notation, most: int) -> list[tuple[str, int]]:
        """The first distinct values, with their rows, that are not of a kind."""
        plain = self.text(kind.name, notation)
        return self._first(f"plain IS NOT NULL AND NOT ({kind.fits('plain')})", plain, most)

    def _first(self, condition: str, plain: str, most: int) -> list[tuple[str, int]]:
        staging = self.staging
        value = f"NULLIF(TRIM({self.text('text')}), '')"
        plain = value if plain == "value" else plain
        (found,) = self.ask(
            "SELECT list({'value': value, 'row': row} ORDER BY row) FROM (SELECT value, row FROM"
            f" (SELECT {value} AS value, {plain} AS plain, MIN({staging.row}) AS row FROM"
            f" {staging.scan} GROUP BY 1, 2) g WHERE {condition} ORDER BY row LIMIT {most}) f"
        )
        return [(each["value"], each["row"]) for each in found or ()]


@dataclass(frozen=True)
class Advice:
    """``words`` say what would read the values and hold none of them; ``shown`` are lines with
    values, ``remedy`` the options that a command lacks, ``choices`` several of which one is
    right."""

    words: str = ""
    shown: Sequence[str] = ()
    remedy: Remedy = ()
    nearest: Kind | None = None
    choices: Sequence[Remedy] = ()


NO_ADVICE = Advice()


@dataclass(frozen=True)
class _Way:
    """A way to read a column: as values of a kind that look like ``pattern``, in a notation that
    the option ``remedy`` makes of the present one."""

    kind: Kind
    pattern: str
    notation: Notation
    remedy: tuple[str, str] | None = None
    format: DateFormat | None = field(default=None)

    def misses(self, values: Sequence[str]) -> int:
        compiled = re.compile(self.pattern)
        return sum(compiled.fullmatch(value) is None for value in values)


def advice_on(written: Written, tried: Sequence[Kind], nearest: Kind) -> Advice:
    """What to do about a column whose values are of none of the ``tried`` kinds."""
    values = written.values()
    unknown = _unknown(values)
    # 12,345 would be a number with a decimal comma, too.
    if words := _words_on_form(unknown, written.column, FORMS[:1]):
        return Advice(words, _shown(written, nearest))
    ways = list(_ways(written, tried))
    misses = [way.misses(values) for way in ways]
    fewest = min(misses)
    if fewest > (1 - MOST) * len(values):
        words = _words_on_form(unknown, written.column, FORMS)
        return Advice(words, _shown(written, nearest))
    best = [way for way, missed in zip(ways, misses, strict=True) if missed == fewest]
    way = best[0]
    others = [each.format for each in best[1:] if each.format is not None]
    shown = _shown(written, way.kind if way.remedy else nearest)
    if way.format is not None and others:
        both = " and ".join(
            f"--date-format {_quote(each.text)} (date_format={each.text!r} in Python)"
            for each in (way.format, others[0])
        )
        words = f"Both {both} read them: say which of the two it is."
        choices = [[each.remedy] for each in best if each.remedy]
        return Advice(words, shown, nearest=way.kind, choices=choices[:2])
    left = [value for value, _ in written.unlike(way.kind, way.notation, SHOWN + 1)]
    remedy = [way.remedy] if way.remedy else []
    said = [_words(way)] if way.remedy else []
    if left and len(left) <= SHOWN:
        if all(value.casefold() in MISSING_MARKS and _plain(value) for value in left):
            marks = ",".join(left)
            remedy.append(("--na", marks))
            said.append(
                f"With --na {_quote(marks)} (na={json.dumps(left)} in Python)"
                f" {' and '.join(map(repr, left))} stand{'s' if len(left) == 1 else ''} for missing"
                " values."
            )
        else:
            unknown = _unknown(left)
            if way.kind.name in NUMERIC and _are_open(unknown):
                words = _words_among_numbers(left, written.column)
            else:
                words = _words_on_form(unknown, written.column, FORMS)
            said.append(
                words
                or "Correct the others, or, if they stand for missing values, name them:"
                f" --na {shlex.quote(f'{written.column}=MARK,MARK')}"
            )
            remedy = []
    elif left:
        said.append("Correct the others, or make them missing.")
    return Advice(" ".join(said), shown, tuple(remedy), way.kind)


def _are_open(values: Sequence[str]) -> bool:
    """Whether all are numbers without an end, as 90+ and >90."""
    return bool(values) and all(OPEN.fullmatch(value) for value in values)


def _words_among_numbers(left: Sequence[str], column: str) -> str:
    """Of a column of numbers: what to do about those of which only one end is known."""
    words = (
        "Most values are numbers; those of which only one end is known, as 90+, are none: write"
        f" such an end alone, as 90, and say that it stands for all above: --bands"
        f" {shlex.quote(f'{column}<=90')} (bands='<=90' in Python)"
    )
    marks = [value for value in left if value.casefold() in MISSING_MARKS and _plain(value)]
    if not marks:
        return words
    named = ",".join(marks)
    return (
        f"{words}. What stands for missing values is named:"
        f" --na {shlex.quote(f'{column}={named}')}"
        f" (na={json.dumps({column: marks})} in Python)"
    )


def _words_on_form(values: Sequence[str], column: str, forms: Sequence[tuple[str, str]]) -> str:
    """What to do about values that all have one of these forms."""
    for pattern, words in forms if values else ():
        compiled = re.compile(pattern)
        if all(compiled.fullmatch(value) for value in values):
            order = shlex.quote(f"{column}=0-9,10-19,20+")
            return words.format(label=shlex.quote(column), order=order)
    return ""


def _unknown(values: Sequence[str]) -> list[str]:
    """Those that are neither numbers nor dates to covey, nor marks of missing values."""
    known = [re.compile(kind.pattern) for kind in ORDERED]
    return [
        value
        for value in values
        if value.casefold() not in MISSING_MARKS
        and not any(each.fullmatch(value) for each in known)
    ]


def _plain(mark: str) -> bool:
    """Whether a mark can be named on the command line."""
    return "," not in mark and "=" not in mark


def _ways(written: Written, tried: Sequence[Kind]) -> Iterator[_Way]:
    notation, column = written.staging.notation, written.column
    own = notation.format_of(column)
    for kind in tried:
        if kind.name in ("date", "timestamp") and own is not None:
            yield _Way(kind, own.pattern, notation)
        elif kind.name not in NUMERIC or notation.decimal_of(column) == ".":
            yield _Way(kind, kind.pattern, notation)
        else:
            # Whole numbers are read by any separator: there is nothing to say about it.
            own_pattern = kind.pattern.replace(r"\.", re.escape(notation.decimal_of(column)))
            yield _Way(kind, own_pattern, notation)
    if any(kind.name in NUMERIC for kind in tried):
        other = "," if notation.decimal_of(column) == "." else "."
        named = column if notation.decimal else ALL
        kind = KINDS["double" if tried[0].name == "double" else "number"]
        pattern = kind.pattern.replace(r"\.", "," if other == "," else r"\.")
        new = replace(notation, decimal={**notation.decimal, named: other})
        yield _Way(kind, pattern, new, ("--decimal", _named(named, other)))
    dates = {kind.name for kind in tried} & {"date", "timestamp"}
    for format_ in USUAL if dates else ():
        name = "timestamp" if format_.has_time else "date"
        if name in dates and format_ != own:
            named = column if notation.date_format else ALL
            new = replace(notation, date_format={**notation.date_format, named: format_.text})
            remedy = ("--date-format", _named(named, format_.text))
            yield _Way(KINDS[name], format_.pattern, new, remedy, format_)


def _named(column: str, value: str) -> str:
    return value if column == ALL else f"{column}={value}"


def _words(way: _Way) -> str:
    assert way.remedy is not None
    option, value = way.remedy
    what = "dates" if way.format else "numbers"
    name = option[2:]
    column, equals, text = value.partition("=")
    python = {column: text} if equals else value
    argument = name.replace("-", "_")
    # The option is not the end of the sentence: its stop would be copied with it.
    return f"With --{name} {_quote(value)} ({argument}={python!r} in Python) such {what} are read."


def _quote(value: str) -> str:
    return f'"{value}"' if re.search(r"[\s%#*?<>()]", value) else value


def _shown(written: Written, kind: Kind) -> list[str]:
    """The first values that are not of a kind as covey writes them, for the terminal."""
    notation = written.staging.notation
    found = written.unlike(kind, notation, SHOWN)
    return [f"{_short(value)} in {written.staging.where(row)}" for value, row in found]


def _short(value: str) -> str:
    return f"{value[:LETTERS]!r}{'...' if len(value) > LETTERS else ''}"
