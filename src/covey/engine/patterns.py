"""Conditions on texts that are regular expressions, for engines whose SQL has an operator for them.

``matches`` is that operator, as ``~`` or ``RLIKE``, and ``literal`` writes a text as the engine's
SQL has it.
"""

from __future__ import annotations

from collections.abc import Callable

from covey.io.dates import PATTERN
from covey.io.formulas import BEGINNINGS, NUMBER


def is_date_by(matches: str, text: str, literal: Callable[[str], str]) -> str:
    """Whether a text is a date, as ``covey.io.dates`` defines it."""
    # The first four letters are (?i), which PostgreSQL takes only at the very beginning: before the
    # ^ that makes the match one of the whole text.
    flag, pattern = PATTERN[:4], PATTERN[4:]
    return f"({text}) {matches} {literal(f'{flag}^(?:{pattern})$')}"


def begins_like_a_formula_by(matches: str, text: str, literal: Callable[[str], str]) -> str:
    """Whether a spreadsheet would run a text as a formula."""
    codes = ", ".join(str(ord(letter)) for letter in BEGINNINGS)
    number = f"({text}) {matches} {literal(f'^(?:{NUMBER})$')}"
    # The cheap test of one letter comes first. With AND an engine could choose another order.
    return f"(CASE WHEN ascii({text}) IN ({codes}) THEN NOT ({number}) ELSE false END)"
