"""What a release says of people whom other columns expose, if it is not known which records were
withheld.

How many there are depends on that, and so does whether there are any. Then these numbers are those
that audit.json has, and everything around them must follow from the table.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from covey.core.holders import Holders
from covey.core.words import plural
from covey.measures.dependence import Exposed
from covey.release.risks.dependence import Dependence
from covey.release.risks.identifiers import words_on_one_repeated

Name = TypeVar("Name", bound=Hashable)

UNKNOWN = 10**15
"""Stands for a number that nobody can know."""
ANY_NUMBER = {
    re.escape(plural(UNKNOWN, "class")): r"[\d,]+ class(?:es)?",
    re.escape(f"{UNKNOWN:,}"): r"[\d,]+",
}


def possible_on_dependences(
    found: Sequence[Dependence], k: int
) -> dict[tuple[str, ...], list[list[str]]]:
    """By published columns the warnings that ``words_on_dependences`` may have for them, one after
    the other: of the forms for the same quasi-identifiers one, or none."""
    forms: dict[tuple[str, ...], dict[object, list[str]]] = {}
    for each in found:
        words = each.words(Exposed(UNKNOWN, UNKNOWN), k, "record")
        forms.setdefault(each.columns, {}).setdefault(each.about, []).append(words)
    return {columns: list(by_quasi.values()) for columns, by_quasi in forms.items()}


def possible_on_repeated(held: Holders, k: int) -> dict[str, list[list[str]]]:
    """By column the warning that ``words_on_repeated`` may have for it."""
    return {
        column: [[words_on_one_repeated(held, column, k, UNKNOWN, UNKNOWN, UNKNOWN)]]
        for column in held.columns
    }


def recorded_of(
    recorded: Sequence[str], possible: Mapping[Name, Sequence[Sequence[str]]]
) -> dict[Name, str]:
    """Of some possible warnings those that are recorded, with the numbers that they have there."""
    found: dict[Name, str] = {}
    for words in recorded:
        for name, forms in possible.items():
            # Each warning is of one name, and each name has one warning.
            if name not in found and words and _fits(forms, words):
                found[name] = words
    return found


def _fits(forms: Sequence[Sequence[str]], words: str) -> bool:
    """Whether words are made of one of each of these forms, or none, in their order.

    >>> _fits([["no"], [f"by it, {UNKNOWN:,} records"]], "by it, 3 records")
    True
    """
    # Where words may go on after the forms that were looked at: there are few such places, and as
    # many ways to get there as there are choices of forms.
    places = {0}
    for each in forms:
        patterns = [_pattern(form) for form in each]
        places |= {
            match.end()
            for at in places
            for pattern in patterns
            if (match := pattern.match(words, at)) is not None
        }
    return len(words) in places


def _pattern(form: str) -> re.Pattern[str]:
    # Escaped first: words may quote names of columns, which anybody may have chosen.
    pattern = re.escape(form)
    for known, any_number in ANY_NUMBER.items():
        pattern = pattern.replace(known, any_number)
    # Warnings about one column are put together with "; ". The lookahead forbids one at the very
    # end.
    return re.compile(rf"{pattern}(?:; (?=.)|\Z)", re.DOTALL)
