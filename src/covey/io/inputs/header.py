"""Whether the first row of a table names its columns. Where it is a record, what is published as
names would be somebody's values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import isclose

from covey.core.dataclass import dataclass
from covey.core.errors import COLUMN, InvalidInput, Remedy
from covey.core.words import plural
from covey.io.inputs.base import RENAME, refuse_twins

SAMPLE_ROWS, SAMPLE_CELLS = 1000, 200_000
"""What is looked at, at most."""
TITLE_ROWS = 10
"""Among these the header is looked for below a title."""
SHOWN, LETTERS = 2, 30
"""Names that a refusal shows for each reason, and their letters."""

RECORD = (
    "If it is a record: --no-header (header=False in Python), which names"
    " the columns column1, column2, ...: name columns so then."
)
ASK = f"{RECORD} If it is a header: --header."
ASK_OF_TWINS = f"{RECORD} If it is a header: rename one of the columns of the same name first."
NO_HEADER = "If its first row is a record, and no header: --no-header (header=False in Python)."

HEADED = ("csv", "xlsx")
"""Formats in which the first row names the columns."""
DEFAULT = re.compile(r"column[1-9][0-9]*")
MISSING_WORDS = frozenset(
    ("", "?", ".", "-", "--", "na", "n/a", "#n/a", "nan", "nil", "null", "none", "missing")
)
RECORD_LIKE = {
    "date": (
        r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d\d))"
        r"([T ]\d{1,2}:\d\d.*)?|\d{1,2}:\d\d(:\d\d)?"
    ),
    "number": r"[-+(]?\s*[$€£]?\s*(\d[\d,.' ]*|\.\d+)([eE][-+]?\d+)?\s*[%)]?",
    "identifier": r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|\S+@\S+\.\w+",
}
# One expression for all, since every start of a match takes as long as the match itself.
LOOKS_LIKE = re.compile("|".join(f"(?P<{kind}>{looks})" for kind, looks in RECORD_LIKE.items()))
YEAR = re.compile(r"(19|20)\d\d")
ALIKE = 0.8
"""The share of a column's values that are built like the name, letter for letter."""

NUMBERS, AGAIN, BUILT, TWICE, EMPTY = "number", "again", "built", "twice", "empty"
WORDS = {
    NUMBERS: ("is a number like those below", "are numbers like those below"),
    "date": ("is a date like those below", "are dates like those below"),
    "identifier": ("is an identifier like those below", "are identifiers like those below"),
    AGAIN: ("occurs again below, in its column", "occur again below, in their columns"),
    BUILT: ("is built like the values below", "are built like the values below"),
    TWICE: ("is there twice", "are there twice"),
    EMPTY: ("is empty", "are empty"),
}
"""What a name is that speaks for a record."""


@dataclass(frozen=True)
class Sign:
    """A name that speaks for a record, and why: a key of ``WORDS``."""

    name: str
    why: str


def default_names(columns: int) -> tuple[str, ...]:
    """
    >>> default_names(2)
    ('column1', 'column2')
    """
    return tuple(f"column{at}" for at in range(1, columns + 1))


def are_default_names(names: Sequence[str]) -> bool:
    """What covey wrote for a table without a header has one, with some columns dropped perhaps.

    >>> are_default_names(["column1", "column3"]), are_default_names(["column1", "x"])
    (True, False)
    """
    return bool(names) and all(DEFAULT.fullmatch(name) for name in names)


def rows_to_look_at(columns: int) -> int:
    """
    >>> rows_to_look_at(5), rows_to_look_at(1000)
    (1000, 200)
    """
    return min(SAMPLE_ROWS, max(20, SAMPLE_CELLS // max(columns, 1)))


def rows_above_header(rows: Sequence[Sequence[str]]) -> int:
    """How many rows stand above one that looks like the header: a title, or names of groups of
    columns. It has no number or date, is longer than the first row, or has more names and numbers
    or dates below them, and no row below is longer.

    >>> rows_above_header([["Patients"], [], ["age", "sex"], ["39", "f"]])
    2
    >>> rows_above_header([["age"], ["39", "f"], ["41", "m"]])
    0
    """
    # Cells that are joined in a spreadsheet leave empty ones behind: only those with text count.
    filled = sum(bool(name.strip()) for name in rows[0]) if rows else 0
    for at, row in enumerate(rows[1:TITLE_ROWS], 1):
        fields = [field.strip() for field in row]
        if (
            len(fields) > filled
            and all(fields)
            and len(set(fields)) == len(fields)
            and not any(map(kind_of, fields))
        ):
            below = rows[at + 1 :]
            sure = len(fields) > len(rows[0]) or _are_names(fields, below)
            fit = bool(below) and all(len(each) <= len(fields) for each in below)
            return at if sure and fit else 0
    return 0


def _are_names(fields: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether numbers or dates are below one of the names."""
    for at, name in enumerate(fields):
        values = [row[at].strip() for row in rows if at < len(row)]
        values = [value for value in values if not is_missing(value)]
        if _is_header(name, values, _kind_of_all(values)):
            return True
    return False


def refuse_no_rows(where: str, format: str) -> None:
    """Refuse a table without rows. Only of a file whose first row names its columns that row may
    have been the only record."""
    if format in HEADED:
        raise InvalidInput(f"{where} has a header, but no rows.", hint=NO_HEADER)
    raise InvalidInput(f"{where} has no rows: there is nothing to group.")


def refuse_record(where: str, first: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Refuse a first row that looks like those below it. A few of its names are shown in a terminal
    only, never the whole record: they may be somebody's values. Where nothing but a name that is
    there twice speaks for a record, that is what is said: ``--header`` would not help."""
    found = signs_of_a_record(first, rows)
    if not found:
        return
    why_found = {sign.why for sign in found}
    if why_found == {TWICE}:
        names = [name.strip() for name in first if name.strip()]
        # This raises: one of these names is there twice.
        refuse_twins(where, names, f"{RENAME} {NO_HEADER}")
    reasons, examples = [], []
    for why, times in Counter(sign.why for sign in found).items():
        names = [sign.name[:LETTERS] for sign in found if sign.why == why and sign.name]
        reasons.append(f"{times:,} {WORDS[why][times > 1]}")
        examples += [f"{name!r} in row 1 {WORDS[why][0]}" for name in names[:SHOWN]]
    raise InvalidInput(
        f"{where}: the first row should name the columns, and looks like a record. Of its"
        f" {plural(len(first), 'name')}, {'; '.join(reasons)}.",
        hint=ASK_OF_TWINS if TWICE in why_found else ASK,
        shown=examples,
        choices=[as_record(first), *([] if TWICE in why_found else [as_header(first)])],
    )


def as_record(first: Sequence[str]) -> Remedy:
    """What reads the first row as a record. The columns of a command have their new names then.

    >>> as_record(["Ulm", "34"])[1:3]
    [('column column1', 'column1'), ('column column2', 'column2')]
    >>> as_record(["Ulm", "34"])[3:]
    [('column Ulm', 'column1'), ('column 34', 'column2')]
    """
    new = default_names(len(first))
    # A name that is there twice, or is called like a new one, says nothing about its column.
    times = Counter((*first, *new))
    own = [pair for pair in zip(first, new, strict=True) if times[pair[0]] == 1]
    known = [*zip(new, new, strict=True), *own]
    return [("--no-header", ""), *((f"{COLUMN}{old}", name) for old, name in known)]


def as_header(first: Sequence[str]) -> Remedy:
    return [("--header", ""), *((f"{COLUMN}{name}", name) for name in first)]


def signs_of_a_record(first: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Sign]:
    """None, if more speaks for a header: names of text above numbers or dates.

    >>> signs_of_a_record(["age"], [["39"], ["50"]])
    []
    >>> signs_of_a_record(["39", "x"], [["50", "y"], ["38", "z"]])
    [Sign(name='39', why='number')]
    """
    names = [name.strip() for name in first]
    columns = [
        [value for row in rows if at < len(row) and not is_missing(value := row[at].strip())]
        for at in range(len(names))
    ]
    below = [_kind_of_all(values) for values in columns]
    triples = list(zip(names, columns, below, strict=True))
    headers = sum(_is_header(*triple) for triple in triples)
    # A frame that was written with its index has an empty first name.
    headers += _is_index(names[0], columns[0], len(rows)) if names else 0
    found = [Sign(triple[0], why) for triple in triples if (why := _why_a_record(*triple))]
    found = _without_scales(found, bool(headers))
    if not headers:
        found += _odd_names(names, columns)
    # A vote of the columns: one odd name must not make a record of a plain header.
    return found if len(found) > headers else []


def is_missing(text: str) -> bool:
    return text.casefold() in MISSING_WORDS


def kind_of(text: str) -> str:
    """
    >>> kind_of("2024-05-31"), kind_of("$1,200.50"), kind_of("Ulm")
    ('date', 'number', '')
    """
    found = LOOKS_LIKE.fullmatch(text)
    return found.lastgroup or "" if found else ""


def _kind_of_all(values: Sequence[str]) -> str:
    """The kind that all values have, empty if there is none."""
    if not values:
        return ""
    kind = kind_of(values[0])
    # Distinct values are enough, and mostly few.
    return kind if kind and all(kind_of(value) == kind for value in set(values)) else ""


def _is_header(name: str, values: Sequence[str], below: str) -> bool:
    """Text above numbers or dates, or a date above numbers, as in tables of many days. ``below`` is
    the kind of all values."""
    if not values or is_missing(name):
        return False
    kind = kind_of(name)
    return bool(below) and kind != below and kind in ("", "date") and name not in values


def _is_index(name: str, values: Sequence[str], rows: int) -> bool:
    """Nothing above values that are all there and all different: a frame's index."""
    return not name and rows > 1 and len(set(values)) == rows


def _why_a_record(name: str, values: Sequence[str], below: str) -> str:
    if not values or is_missing(name):
        return ""
    kind = kind_of(name)
    if kind and kind == below:
        return kind if kind != "number" or _among(name, values) else ""
    if below:
        return ""
    # Where all values are the name of the column, they are marks that it holds for a row.
    if name in values and len(set(values)) > 1:
        return AGAIN
    return BUILT if _built_alike(name, values) else ""


def _among(name: str, values: Sequence[str]) -> bool:
    """Whether a number is of the size of those below. A year is none of them, unless they are
    years."""
    years = sum(bool(YEAR.fullmatch(value)) for value in values)
    if YEAR.fullmatch(name) and 2 * years < len(values):
        return False
    numbers = [number for value in values if (number := _number(value)) is not None]
    own = _number(name)
    # Two numbers are no range to compare with.
    if own is None or len(numbers) < 3:
        return True
    low, high = min(numbers), max(numbers)
    # Twice the range of the values: the number of a scale, as 2024 above counts, lies far outside.
    return low - (high - low) <= own <= high + (high - low)


def _number(text: str) -> float | None:
    try:
        return float(re.sub(r"[^\d.eE+-]", "", text))
    except ValueError:
        return None


def _built_alike(name: str, values: Sequence[str]) -> bool:
    """Codes, such as AB-1234: the same letters and digits in the same places."""
    mask = _mask(name)
    if "9" not in mask:
        return False
    return sum(_mask(value) == mask for value in values) >= ALIKE * len(values)


def _mask(text: str) -> str:
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "9", text))


def _without_scales(found: Sequence[Sign], headers: bool) -> list[Sign]:
    """Numbers that count on are a scale, as the years or the doses of a wide table, and codes that
    differ in their digits alone are its questions."""
    numbers = [_number(sign.name) for sign in found if sign.why == NUMBERS]
    steps = [b - a for a, b in pairwise(numbers) if a is not None and b is not None]
    # Equal steps; or, where something else speaks for a header, any that go up. Where a name cannot
    # be read as a number, a step is lacking.
    scale = len(steps) == len(numbers) - 1 and (
        (len(steps) > 1 and steps[0] != 0 and all(isclose(step, steps[0]) for step in steps))
        or (headers and len(steps) > 0 and min(steps) > 0)
    )
    stems = Counter(re.sub(r"\d", "", sign.name) for sign in found if sign.why == BUILT)
    return [
        sign
        for sign in found
        if not (scale and sign.why == NUMBERS)
        and not (sign.why == BUILT and stems[re.sub(r"\d", "", sign.name)] > 1)
    ]


def _odd_names(names: Sequence[str], columns: Sequence[Sequence[str]]) -> list[Sign]:
    """What headers hardly have. The first name is empty where a frame's index was written."""
    times = Counter(name for name in names if name)
    twice = [Sign(name, TWICE) for name, count in times.items() if count > 1]
    pairs = zip(names[1:], columns[1:], strict=True)
    return twice + [Sign("", EMPTY) for name, values in pairs if not name and values]
