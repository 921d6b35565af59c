"""What a release says of people whom other columns expose, if it is not known which records were
withheld.

How many there are depends on that, and so does whether there are any. Then these numbers are those
that audit.json has, and everything around them must follow from the table.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from typing import TypeVar

from covey.core.holders import Holders
from covey.core.words import plural
from covey.measures.dependence import Exposed
from covey.release.dependence import Dependence
from covey.release.identifiers import words_on_one_repeated

Name = TypeVar("Name", bound=Hashable)

UNKNOWN = 10**15
"""Stands for a number that nobody can know."""
ANY_NUMBER = {
    re.escape(plural(UNKNOWN, "class")): r"[\d,]+ class(?:es)?",
    re.escape(f"{UNKNOWN:,}"): r"[\d,]+",
}


def possible_on_dependences(
    found: Sequence[Dependence], k: int
) -> dict[tuple[str, ...], list[str]]:
    """By published columns all warnings that ``words_on_dependences`` may have for them."""
    forms: dict[tuple[str, ...], dict[tuple[str, ...], list[str]]] = {}
    for each in found:
        words = each.words(Exposed(UNKNOWN, UNKNOWN), k, "record")
        forms.setdefault(each.columns, {}).setdefault(each.quasi, []).append(words)
    return {
        columns: [
            "; ".join(filter(None, chosen))
            for chosen in product(*(["", *words] for words in by_quasi.values()))
            if any(chosen)
        ]
        for columns, by_quasi in forms.items()
    }


def possible_on_repeated(held: Holders, k: int) -> dict[str, list[str]]:
    """By column the warning that ``words_on_repeated`` may have for it."""
    return {
        column: [words_on_one_repeated(held, column, k, UNKNOWN, UNKNOWN, UNKNOWN)]
        for column in held.columns
    }


def recorded_of(recorded: Sequence[str], possible: Mapping[Name, Sequence[str]]) -> dict[Name, str]:
    """Of some possible warnings those that are recorded, with the numbers that they have there."""
    found: dict[Name, str] = {}
    for words in recorded:
        for name, forms in possible.items():
            if name not in found and any(_fits(form, words) for form in forms):
                found[name] = words
    return found


def _fits(form: str, words: str) -> bool:
    """
    >>> _fits(f"by it, {UNKNOWN:,} records", "by it, 3 records")
    True
    """
    pattern = re.escape(form)
    for known, any_number in ANY_NUMBER.items():
        pattern = pattern.replace(known, any_number)
    return re.fullmatch(pattern, words) is not None
