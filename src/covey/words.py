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


def listed(names: Iterable[str], at_most: int = 3) -> str:
    """The first few names, and how many more there are.

    >>> listed(["02138", "02139"]), listed("abcde")
    ('02138, 02139', 'a, b, c and 2 more')
    """
    known = list(names)
    more = len(known) - at_most
    return ", ".join(known[:at_most]) + (f" and {more:,} more" if more > 0 else "")
