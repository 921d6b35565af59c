"""What can go wrong, and whose it is: your input, or our bug."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

AT_MOST, LETTERS = 30, 60
"""Names and their letters that a hint shows."""


class CoveyError(Exception):
    """Base of every error that covey raises on purpose.

    ``message`` says what was expected and what was given, ``hint`` what to do about it, and
    ``given`` holds the offending value for a program that wants to look at it.
    """

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "", given: object = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.given = given

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class InvalidInput(CoveyError):
    """The input or an option is not what covey needs."""

    exit_code = 2


class Infeasible(CoveyError):
    """The input is well formed, but no answer exists for it."""

    exit_code = 3


class NotAttained(CoveyError):
    """The table is not what was asked of it: some class is too small."""

    exit_code = 3


class NotVerified(CoveyError):
    """A release does not hold what it claims."""

    exit_code = 3


class InternalError(CoveyError):
    """covey produced something that its own checks refuse: a bug of ours."""

    exit_code = 1


def closest(name: object, known: Iterable[str]) -> str:
    """A "did you mean" hint that names what is there.

    >>> closest("valeu", ["value", "count"])
    "Did you mean 'value'? There are: value, count."
    """
    names = list(known)
    by_folded = {n.casefold(): n for n in names}
    near = difflib.get_close_matches(str(name).casefold(), by_folded, n=1)
    more = f" and {len(names) - AT_MOST:,} more" if len(names) > AT_MOST else ""
    shown = ", ".join(map(_short, names[:AT_MOST]))
    listed = f"There are: {shown}{more}." if names else "There are none."
    return f"Did you mean {_short(by_folded[near[0]])!r}? {listed}" if near else listed


def _short(name: str) -> str:
    """A header that is none, for a quote in it was not closed, has names full of records."""
    line = name.partition("\n")[0]
    return name if line == name and len(name) <= LETTERS else f"{line[:LETTERS]}..."
