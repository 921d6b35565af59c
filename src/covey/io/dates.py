"""Texts that are dates, as people and programs write them: anyone who knows a date of a person,
such as that of birth, may find the person by it."""

from __future__ import annotations

import re
from collections.abc import Iterable

SAMPLE = 10_000
"""Rows from the first on in which dates are looked for: a column of dates has them everywhere."""
MOSTLY_DATES = 0.9
"""The share of a column's values that are dates if it is a column of dates. The rest may be words
such as "unknown"."""

# From 1800 to 2099: most other numbers of eight digits are no dates.
_YEAR = "(1[89]|20)[0-9][0-9]"
_MONTH, _DAY = "(0?[1-9]|1[0-2])", "(0?[1-9]|[12][0-9]|3[01])"
_MONTH_OF_TWO, _DAY_OF_TWO = "(0[1-9]|1[0-2])", "(0[1-9]|[12][0-9]|3[01])"
_MONTH_NAME = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_FORMS = (
    f"{_YEAR}[-/.]{_MONTH}[-/.]{_DAY}",
    f"{_DAY}[-/.]{_MONTH}[-/.]{_YEAR}",
    f"{_MONTH}[-/.]{_DAY}[-/.]{_YEAR}",
    # With a year of two digits only if all parts have two: 1.2.10 is rather a version.
    f"{_DAY_OF_TWO}[-/.]{_MONTH_OF_TWO}[-/.][0-9][0-9]",
    f"{_MONTH_OF_TWO}[-/.]{_DAY_OF_TWO}[-/.][0-9][0-9]",
    # A column of whole numbers that has missing values often becomes one of floats.
    rf"{_YEAR}{_MONTH_OF_TWO}{_DAY_OF_TWO}(\.0)?",
    rf"{_DAY}[-. ]+{_MONTH_NAME}[-., ]+{_YEAR}",
    rf"{_MONTH_NAME}[. ]+{_DAY},? {_YEAR}",
)
PATTERN = rf"(?i)({'|'.join(_FORMS)})([T ][0-9]{{1,2}}:[0-9][0-9].*)?"
"""A regular expression for Python and for RE2, which DuckDB uses."""
_COMPILED = re.compile(PATTERN)


def is_date(text: str) -> bool:
    """
    >>> [is_date(text) for text in ("1979-03-12 00:00:00", "3/12/1979", "19790312", "12 Mar 1979")]
    [True, True, True, True]
    >>> [is_date(text) for text in ("1979-13-12", "10.0.12.7", "19791312", "1.2.10", "1979")]
    [False, False, False, False, False]
    """
    return _COMPILED.fullmatch(text) is not None


def sql_is_date(text: str) -> str:
    """SQL that says the same of a text."""
    # The pattern has no single quote, which would end the text.
    return f"regexp_full_match({text}, '{PATTERN}')"


def are_dates(values: int, dates: int) -> bool:
    """Whether a column holds dates, if so many of its values are."""
    return dates > 0 and dates >= MOSTLY_DATES * values


def hold_dates(texts: Iterable[str]) -> bool:
    """Whether the texts of a column, without those that are missing, are dates."""
    trimmed = [text.strip() for text in texts]
    values = [text for text in trimmed if text]
    return are_dates(len(values), sum(map(is_date, values)))
