"""Errors, by cause: the input, the machine, or a bug in covey."""

from __future__ import annotations

import difflib
import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from covey.core.caller import spoken
from covey.core.words import in_a_line

AT_MOST, LETTERS = 30, 60
"""Names and their letters that a hint shows."""
Remedy = Sequence[tuple[str, str]]
FIRST = "$"
"""Where a remedy would have an option: a command of the shell that runs before."""
COLUMN = "column "
"""Before the name of a column that the command may have, beside what it is to be called. A command
with other names is not proposed."""
FIELD = "field "
"""Before the name of a field of a map that the command has, beside what it is to be called."""
EACH = "each "
"""Before columns with commas between them, which the command is to name one by one."""
NEAR = 0.8
"""How much of a name is to be the same for a command with the other name."""


class CoveyError(Exception):
    """Base of every error that covey raises on purpose.

    ``message`` says what was expected and what was given, ``hint`` what to do about it, each in a
    line; ``details`` are lines between the two. They name options of the command line where that
    called, and else arguments of Python (see ``covey.core.caller``). ``given`` holds the offending
    value for a program that wants to look at it.

    ``shown`` are lines with values of the table: the command line shows them in a terminal, and
    they are no part of the error as a text, which may go to a log. ``remedy`` are the options that
    the command lacks, each with its value, and arguments, each with what replaces it; what stands
    beside FIRST is a command that runs before, and behind COLUMN the name of a column, behind FIELD
    that of a field of a map, behind EACH several columns. ``choices`` are several remedies of which
    one is chosen; ``shown_choices`` name values of the table, and are shown where ``shown`` is.
    ``afterwards`` is a remedy for a table that was corrected.
    """

    # 1 is a bug of covey, 2 the input or an option, 3 what was asked for does not exist or does not
    # hold, 4 the machine.
    exit_code = 1

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        given: object = None,
        details: Sequence[str] = (),
        shown: Sequence[str] = (),
        remedy: Remedy = (),
        choices: Sequence[Remedy] = (),
        shown_choices: Sequence[Remedy] = (),
        afterwards: Remedy = (),
    ) -> None:
        super().__init__(message)
        # Kept as they were written: the words of the caller are chosen when the message is shown,
        # which may be elsewhere than where it was raised.
        self._message = message
        self._details = tuple(details)
        self._hint = hint
        self.given = given
        self.shown = tuple(shown)
        self.remedy = tuple(remedy)
        self.choices = tuple(tuple(each) for each in choices)
        self.shown_choices = tuple(tuple(each) for each in shown_choices)
        self.afterwards = tuple(afterwards)

    @property
    def message(self) -> str:
        return spoken(self._message, self.given)

    @property
    def details(self) -> tuple[str, ...]:
        return tuple(spoken(line, self.given) for line in self._details)

    @property
    def hint(self) -> str:
        return spoken(self._hint, self.given)

    @property
    def aids(self) -> dict[str, Any]:
        """What is shown besides the words, for the same error in other words."""
        return {
            "shown": self.shown,
            "remedy": self.remedy,
            "choices": self.choices,
            "shown_choices": self.shown_choices,
            "afterwards": self.afterwards,
        }

    def __str__(self) -> str:
        lines = (self.message, *self.details, self.hint)
        return "\n".join(in_a_line(line) for line in lines if line)


class InvalidInput(CoveyError):
    """The input or an option is not what covey needs."""

    exit_code = 2


class Unanswered(InvalidInput):
    """A server or a cluster gave no answer, which says nothing of the table that was asked for."""


class Infeasible(CoveyError):
    """The input is well formed, but no answer exists for it."""

    exit_code = 3


class NotAttained(CoveyError):
    """The table is not what was asked of it: some class is too small."""

    exit_code = 3


class NotVerified(CoveyError):
    """A release does not hold what it claims."""

    exit_code = 3


class OutOfResources(CoveyError):
    """The machine has not enough of something: memory, disk, open files, or an output for the
    answer."""

    exit_code = 4


class InternalError(CoveyError):
    """covey produced something that its own checks refuse: a bug of ours."""

    exit_code = 1


SAYS_NOTHING = (Unanswered, OutOfResources)
"""Errors from which nothing follows for what was being checked."""

_MEMORY = "Use a machine with more memory, or raise the limit that this process has (ulimit -v)."
_DISK = "Free some space there. For temporary files, set TMPDIR to a folder on a larger disk."
_FILES = "Raise the limit with ulimit -n, or give the table as fewer files."
_LIMITS = {
    errno.ENOSPC: ("The disk is full", _DISK),
    errno.EDQUOT: ("The disk quota is used up", _DISK),
    errno.EFBIG: ("A file would be larger than is allowed", "Raise the limit with ulimit -f."),
    errno.EIO: ("The disk cannot be read or written", "Look at what the system says of it."),
    errno.ENOMEM: ("The memory is not enough", _MEMORY),
    errno.EMFILE: ("Too many files are open", _FILES),
    errno.ENFILE: ("Too many files are open on this machine", "Close other programs."),
}
_SAID = {
    "max_temp_directory_size": errno.ENOSPC,
    "disk is full": errno.ENOSPC,
    "disk I/O error": errno.EIO,
    "bad_alloc": errno.ENOMEM,
    "failed to map segment": errno.ENOMEM,
    "can't start new thread": errno.ENOMEM,
}
"""How libraries put it that have no number for it."""


def exhausted(error: BaseException, doing: str = "") -> OutOfResources | None:
    """The error if a limit of the machine is behind it, with what could not be done; None, if not.

    >>> exhausted(OSError(errno.EMFILE, "..."), "in.csv cannot be read").message
    'Too many files are open: in.csv cannot be read.'
    """
    # Libraries raise errors of their own because of a limit, so the cause may be several errors
    # back.
    code = next((code for each in _chain(error) if (code := _limit_behind(each))), None)
    if code is None:
        return None
    what, hint = _LIMITS[code]
    return OutOfResources(f"{what}: {doing}." if doing else f"{what}.", hint=hint)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error and those that led to it."""
    seen: BaseException | None = error
    # Causes that were set by hand can lead in a circle.
    for _ in range(10):
        if seen is not None:
            yield seen
            seen = seen.__cause__ or seen.__context__


def _limit_behind(error: BaseException) -> int | None:
    code = getattr(error, "errno", None)
    if code in _LIMITS:
        return int(code)
    text = str(error)
    # Some libraries repeat the system's words in an error that has no number.
    said = {**{os.strerror(code): code for code in _LIMITS}, **_SAID}
    found = next((code for words, code in said.items() if words in text), None)
    # DuckDB's error is known by its name: nothing here may load DuckDB.
    if found is None and (
        isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryException"
    ):
        return errno.ENOMEM
    return found


def closest(name: object, known: Iterable[str]) -> str:
    """A "did you mean" hint that names what is there.

    >>> closest("valeu", ["value", "count"])
    "Did you mean 'value'? There are: value, count."
    """
    names = list(known)
    near = did_you_mean(name, names)
    more = f" and {len(names) - AT_MOST:,} more" if len(names) > AT_MOST else ""
    shown = ", ".join(map(_short, names[:AT_MOST]))
    listed = f"There are: {shown}{more}." if names else "There are none."
    return f"{near} {listed}" if near else listed


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """The question alone; empty if nothing is near.

    >>> did_you_mean("bern", ["Bern", "Chur"]), did_you_mean("x", ["Bern"])
    ("Did you mean 'Bern'?", '')
    """
    by_folded = {n.casefold(): n for n in known}
    near = difflib.get_close_matches(str(name).casefold(), by_folded, n=1)
    return f"Did you mean {_short(by_folded[near[0]])!r}?" if near else ""


def with_nearest(name: str, known: Iterable[str]) -> Remedy:
    """A remedy for the name of a column that is not there: the one that was surely meant.

    >>> with_nearest("Sex", ["sex", "age"])
    [('column sex', 'sex'), ('column age', 'age'), ('column Sex', 'sex')]
    >>> with_nearest("town", ["sex", "age"])
    []
    """
    names = list(known)
    near = surely_meant(name, names)
    if not near:
        return []
    return [*((f"{COLUMN}{each}", each) for each in names), (f"{COLUMN}{name}", near)]


def surely_meant(name: str, known: Iterable[str]) -> str:
    """The one name that is hardly different; empty if there is none.

    >>> surely_meant("ZIP", ["zip", "town"]), surely_meant("town", ["sex", "age"])
    ('zip', '')
    """
    names = set(known)
    by_folded = {each.casefold(): each for each in sorted(names)}
    near = difflib.get_close_matches(name.casefold(), by_folded, n=1, cutoff=NEAR)
    # If two names differ in capitals alone, nobody knows which one was meant.
    return by_folded[near[0]] if near and len(by_folded) == len(names) else ""


def not_there(name: str, known: Sequence[str]) -> dict[str, Any]:
    """What an error says besides of a column that is not there."""
    return {"hint": closest(name, known), "remedy": with_nearest(name, known)}


def _short(name: str) -> str:
    """A header that is none, for a quote in it was not closed, has names full of records."""
    line = name.partition("\n")[0]
    return name if line == name and len(name) <= LETTERS else f"{line[:LETTERS]}..."
