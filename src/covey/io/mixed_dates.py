"""Dates of one column that are written in several formats, which no single format reads."""

from __future__ import annotations

import re
from collections.abc import Sequence

from covey.io.date_formats import DateFormat

MOST_FORMATS = 4
BEGINNING = "Dates are written in several formats:"


def formats_of_a_mixture(
    values: Sequence[str], formats: Sequence[DateFormat], least: float
) -> list[DateFormat]:
    """The fewest formats, about, that read all values or at least this share of them, the one that
    reads most first; none if one of them reads whatever any of them reads.

    >>> found = formats_of_a_mixture(
    ...     ["13.2.1950", "2/28/1950", "2/27/1950"],
    ...     [DateFormat("%d.%m.%Y"), DateFormat("%m/%d/%Y")],
    ...     least=0.5,
    ... )
    >>> [each.text for each in found]
    ['%m/%d/%Y', '%d.%m.%Y']
    """
    readers = {each: re.compile(each.pattern) for each in formats}
    left, found = list(values), list[DateFormat]()
    # Greedy: always the format that reads most of what is left.
    while left and formats and len(found) < MOST_FORMATS:
        read = {
            format_: sum(pattern.fullmatch(value) is not None for value in left)
            for format_, pattern in readers.items()
        }
        best = max(formats, key=read.__getitem__)
        if not read[best]:
            break
        found.append(best)
        left = [value for value in left if not readers[best].fullmatch(value)]
    enough = len(left) <= (1 - least) * len(values)
    return found if len(found) > 1 and enough else []


def words_on_mixture(counts: Sequence[tuple[DateFormat, int]], of: int) -> str:
    """How many of the values each format reads.

    >>> words_on_mixture([(DateFormat("%m/%d/%Y"), 266), (DateFormat("%d.%m.%Y"), 34)], 300)
    'Dates are written in several formats: of 300 values "%m/%d/%Y" reads 266, "%d.%m.%Y" reads 34; no single format reads all. Write them all in one format first, as 2024-05-31.'
    """  # noqa: E501
    each = ", ".join(f'"{format_.text}" reads {count:,}' for format_, count in counts)
    return (
        f"{BEGINNING} of {of:,} values {each}; no single format reads all. Write them all in one"
        " format first, as 2024-05-31."
    )
