"""Numbers, plurals and lists as words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

MISSING_TEXT = "(missing)"
"""What is written for a missing value where a text must stand."""
CONTROLS = re.compile(
    # Controls except line end and tab; marks of the direction of text; ends of lines and
    # paragraphs; halves of letters, which file names that are not UTF-8 have.
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Characters that move the cursor, colour what follows or turn it round, and are not shown."""


def visible(text: str) -> str:
    """A text for a terminal, where names from files of others command nothing. Controls are escaped
    as in JSON, so that JSON stays what it is.

    >>> print(visible("a\\x1b[2Jb"))
    a\\u001b[2Jb
    """
    return CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def in_a_line(text: str) -> str:
    """The same for what is one line, where a name with a line end would begin another.

    >>> print(in_a_line("table.csv\\nheld"))
    table.csv\\nheld
    """
    return visible(text.replace("\n", "\\n"))


def in_words(columns: Iterable[str]) -> str:
    """
    >>> in_words(["lat", "lon"])
    "'lat' or 'lon'"
    """
    return " or ".join(map(repr, columns))


def plural(count: int, noun: str) -> str:
    """A number and its noun.

    >>> plural(1, "class"), plural(1200, "class"), plural(2, "value"), plural(2, "person")
    ('1 class', '1,200 classes', '2 values', '2 people')
    """
    return f"{count:,} {noun if count == 1 else plural_of(noun)}"


def plural_of(noun: str) -> str:
    """
    >>> plural_of("record"), plural_of("person"), plural_of("category")
    ('records', 'people', 'categories')
    """
    if noun == "person":
        return "people"
    # Not every y: a day becomes days, a category categories.
    if noun.endswith("ry"):
        return f"{noun.removesuffix('y')}ies"
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"


def with_records(classes: int, smallest: int, largest: int, unit: str = "record") -> str:
    """How large so many classes are.

    >>> with_records(1, 3000, 3000), with_records(6, 10, 10), with_records(3, 29, 41)
    ('with 3,000 records', 'with 10 records each', 'with 29 to 41 records each')
    """
    if classes == 1:
        return f"with {plural(largest, unit)}"
    if smallest == largest:
        return f"with {plural(largest, unit)} each"
    return f"with {smallest:,} to {plural(largest, unit)} each"


def with_people(classes: int, smallest: int, largest: int, fewest: int, most: int) -> str:
    """How many people, and from how many to how many records, so many classes have.

    >>> with_people(3, 10, 12, 10, 57), with_people(1, 10, 10, 31, 31)
    ('with 10 to 12 people each (10 to 57 records)', 'with 10 people (31 records)')
    """
    people = with_records(classes, smallest, largest, "person")
    records = f"{fewest:,} to {plural(most, 'record')}" if fewest < most else plural(most, "record")
    return f"{people} ({records})"


def times_the_best(gap: float) -> str:
    """How far from the best possible a cost is at most, ``gap`` being what it is above a lower
    bound, as a share of that. Rounded up, so that it stays true.

    >>> times_the_best(0.9), times_the_best(0.00004), times_the_best(122.31)
    ('1.9 times the best possible', '1.001 times the best possible', '124 times the best possible')
    """
    # A double may be a little above the exact number. Without rounding it first, 1.9 could become
    # 1.901.
    thousandths = math.ceil(round((1 + gap) * 1000, 6))
    factor = f"{thousandths / 1000:g}" if thousandths < 10_000 else f"{-(-thousandths // 1000):,}"
    return f"{factor} times the best possible"


def bytes_in_words(size: int) -> str:
    """
    >>> bytes_in_words(0), bytes_in_words(1536), bytes_in_words(3_200_000_000)
    ('0 bytes', '1.5 kB', '3.2 GB')
    """
    if size < 1000:
        return plural(size, "byte")
    units = ("kB", "MB", "GB", "TB")
    # By the digits: a logarithm in doubles can be off by one near powers of 1000.
    power = min(len(units), (len(str(size)) - 1) // 3)
    return f"{size / 1000**power:.1f} {units[power - 1]}"


def time_in_words(seconds: float) -> str:
    """
    >>> time_in_words(5), time_in_words(3700), time_in_words(200_000)
    ('5 seconds', '1 hour', '2 days')
    """
    for length, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= length:
            return plural(int(seconds // length), unit)
    return plural(int(seconds), "second")


def listed(names: Iterable[str], at_most: int = 3) -> str:
    """The first few names, and how many more there are.

    >>> listed(["02138", "02139"]), listed("abcde")
    ('02138, 02139', 'a, b, c and 2 more')
    """
    known = list(names)
    more = len(known) - at_most
    return ", ".join(known[:at_most]) + (f" and {more:,} more" if more > 0 else "")
