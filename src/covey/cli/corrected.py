"""What a refusal shows in the terminal besides its words: the values that did not fit, and the same
command with the options that it lacks."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator, Sequence

from covey.core.errors import CoveyError

ELSEWHERE = "The values that do not fit are shown in a terminal only, not in a log or a file."
_PASSWORD = re.compile(r"://[^/@\s]*:[^/@\s]*@")


def lines_for(error: CoveyError, arguments: Sequence[str]) -> Iterator[str]:
    """Values of a table are people's: they are shown where nothing keeps them."""
    if error.shown and sys.stderr is not None and sys.stderr.isatty():
        yield "The first values that do not fit:"
        yield from (f"  {line}" for line in error.shown)
    elif error.shown:
        yield ELSEWHERE
    if error.remedy and (line := corrected(error.remedy, arguments)):
        yield line


def corrected(remedy: Sequence[tuple[str, str]], arguments: Sequence[str]) -> str:
    """The same command with the options that it lacks. What is no option is an argument, which the
    text beside it replaces; nothing is said if the command was not written like that.

    >>> corrected([("--decimal", ",")], ["suggest", "my table.csv"])
    "Try: covey suggest 'my table.csv' --decimal ,"
    >>> corrected([("--na", "N/A,."), ("--trim", "")], ["anonymize", "job.toml"])
    'Add to the job file: na = ["N/A", "."]; trim = true'
    >>> corrected([("all.zip", "all.zip::a.csv")], ["look", "all.zip"])
    'Try: covey look all.zip::a.csv'
    """
    instead = {old: new for old, new in remedy if not old.startswith("--")}
    if not set(instead) <= set(arguments):
        return ""
    arguments = [instead.get(argument, argument) for argument in arguments]
    remedy = [each for each in remedy if each[0] not in instead]
    if any(argument.endswith(".toml") for argument in arguments[:2]):
        return f"Add to the job file: {'; '.join(_as_key(*each) for each in remedy)}"
    if any(map(_PASSWORD.search, arguments)):
        return f"Try the same command with {shlex.join(_words(remedy))}"
    return f"Try: {shlex.join(['covey', *arguments, *_words(remedy)])}"


def _words(remedy: Sequence[tuple[str, str]]) -> list[str]:
    return [word for option, value in remedy for word in ((option, value) if value else (option,))]


def _as_key(option: str, value: str) -> str:
    """A line of a job file."""
    column, equals, own = value.partition("=")
    text: object = own if equals else value
    if option == "--na":
        text = str(text).split(",")
    elif not value:
        text = True
    written = json.dumps(text, ensure_ascii=False)
    if equals:
        written = f"{{{json.dumps(column, ensure_ascii=False)} = {written}}}"
    return f"{option[2:].replace('-', '_')} = {written}"
