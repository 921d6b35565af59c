"""Texts that stand for missing values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

MISSING_MARKS = frozenset(
    (
        "?", ".", "..", "-", "--", "---", "*", "na", "n/a", "n.a.", "#n/a", "nan", "nil", "null",
        "none", "missing", "unknown", "unk", "not available", "not applicable", "not stated",
        "not known", "refused", "(null)", "<na>", "keine angabe", "k.a.", "k. a.", "unbekannt",
        "inconnu", "desconocido", "nd", "n.d.", "s/d",
    )
)  # fmt: skip
"""Texts that stand for a missing value wherever they occur, in small letters."""
MARKS = 20
"""Different marks of missing values that a column may have."""
OFTEN = 10
"""Records from which on a text that fits nothing is proposed as a mark of missing values: the
certificate names marks, and what few records have is somebody's value."""

USUAL_NUMBERS = re.compile(
    r"(-1|-([789])\2?|-?([789])\3{2,})([.,]0+)?|0+([./-]0+){2}|31[./-]12[./-]9999|12/31/9999"
    r"|9999-12-31"
)
"""Numbers and dates that stand for a missing value in many tables, as -9, 999 and 31.12.9999."""


def is_mark(value: str) -> bool:
    """
    >>> is_mark("N/A"), is_mark("Ulm")
    (True, False)
    """
    return value.strip().casefold() in MISSING_MARKS and can_be_named(value)


def may_be_a_value(mark: str) -> bool:
    """Whether a mark may be what a person has: it is not one that is used in many tables.

    >>> [may_be_a_value(mark) for mark in ("N/A", "", "-99", "999", "31.02.1980")]
    [False, False, False, False, True]
    """
    return bool(mark) and not is_mark(mark) and not USUAL_NUMBERS.fullmatch(mark)


def can_be_named(mark: str) -> bool:
    """Whether --na can name it: commas and equals signs have a meaning there."""
    return "," not in mark and "=" not in mark


def words_on_marks(
    marked: Mapping[str, Sequence[int]],
    person: str,
    k: int,
    shown: str = "the certificate, audit.json and the report name",
) -> tuple[str, ...]:
    """The warning of marks that few have, without the marks. ``marked`` are the records, or people
    by the column ``person``, that have each of a column's marks; ``shown`` says what names them."""
    who = "people" if person else "records"
    return tuple(
        f"--na (na= in Python) names a mark of missing values that fewer than {k:,} {who} have in"
        f" {column!r}: it may be what one of them has, and {shown} all marks; leave such values"
        " empty in the table, and out of the marks"
        for column, counts in marked.items()
        if any(0 < count < k for count in counts)
    )
