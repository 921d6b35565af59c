"""Small words for people."""

from __future__ import annotations


def plural(count: int, noun: str) -> str:
    """A number and its noun.

    >>> plural(1, "class"), plural(1200, "class"), plural(2, "value")
    ('1 class', '1,200 classes', '2 values')
    """
    ending = "" if count == 1 else ("es" if noun.endswith("s") else "s")
    return f"{count:,} {noun}{ending}"
