"""Texts that a spreadsheet takes for a formula, and the single quote that keeps it from that.

A text begins like a formula if it begins with =, +, -, @, a tab or a carriage return, and is no
plain number. To *escape* it is to put a single quote in front of it. So that this can be undone, a
text that begins like a formula behind single quotes of its own gets one more.
"""

from __future__ import annotations

import re

BEGINNINGS = "=+-@\t\r"
QUOTE = "'"
NUMBER = r"[+-]?(([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|inf|infinity|nan)"
"""Also what covey and DuckDB write for numbers without digits."""
_NUMBER = re.compile(NUMBER)
_FIRST = frozenset(BEGINNINGS)


def begins_like_one(text: str | None) -> bool:
    """
    >>> [begins_like_one(text) for text in ("=1+1", "@x", "-5", "+3.2e7", "-", "a=b", None)]
    [True, True, False, False, True, False, False]
    """
    return text is not None and text[:1] in _FIRST and not _NUMBER.fullmatch(text)


def escaped(text: str | None) -> str | None:
    """
    >>> [escaped(text) for text in ("=1+1", "-5", "'=1+1", "'-5", None)]
    ["'=1+1", '-5', "''=1+1", "'-5", None]
    """
    # Quotes that the text has of its own count, too: else it would be undone to another text.
    quoted = text is not None and begins_like_one(text.lstrip(QUOTE))
    return f"{QUOTE}{text}" if quoted else text


def unescaped(text: str | None) -> str | None:
    """What :func:`escaped` made of a text, undone.

    >>> [unescaped(text) for text in ("'=1+1", "''=1+1", "'-5", "=1+1", None)]
    ['=1+1', "'=1+1", "'-5", '=1+1', None]
    """
    if text is None or not text.startswith(QUOTE):
        return text
    return text[1:] if begins_like_one(text.lstrip(QUOTE)) else text


def sql_begins_like_one(text: str) -> str:
    """SQL that says the same of a text."""
    codes = ", ".join(str(ord(letter)) for letter in BEGINNINGS)
    # Most texts begin with a digit or a letter. To compare them by their bytes tells that much
    # faster than to take the first letter out of each.
    plain = f"({text} >= '0' AND {text} < ':') OR {text} >= 'A'"
    number = f"regexp_full_match({text}, '{NUMBER}')"
    # Not with AND, by which DuckDB would hold the pattern against every text.
    begins = f"CASE WHEN ascii({text}) IN ({codes}) THEN NOT {number} ELSE false END"
    return f"(CASE WHEN {plain} THEN false ELSE {begins} END)"


def sql_escaped(text: str) -> str:
    return f"CASE WHEN {_behind_quotes(text)} THEN '''' || {text} ELSE {text} END"


def sql_unescaped(text: str) -> str:
    quoted = f"starts_with({text}, '''') AND {_behind_quotes(text)}"
    return f"CASE WHEN {quoted} THEN substr({text}, 2) ELSE {text} END"


def _behind_quotes(text: str) -> str:
    return sql_begins_like_one(f"ltrim({text}, '''')")
