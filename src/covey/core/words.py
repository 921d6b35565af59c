"""Small words for people."""

from __future__ import annotations

from collections.abc import Iterable


def plural(count: int, noun: str) -> str:
    """A number and its noun.

    >>> plural(1, "class"), plural(1200, "class"), plural(2, "value")
    ('1 class', '1,200 classes', '2 values')
    """
    ending = "" if count == 1 else ("es" if noun.endswith("s") else "s")
    return f"{count:,} {noun}{ending}"


def bytes_in_words(size: int) -> str:
    """
    >>> bytes_in_words(0), bytes_in_words(1536), bytes_in_words(3_200_000_000)
    ('0 bytes', '1.5 kB', '3.2 GB')
    """
    if size < 1000:
        return plural(size, "byte")
    units = ("kB", "MB", "GB", "TB")
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
