"""What a refusal shows in the terminal besides its words: the values that did not fit, and the same
command with the options that it lacks."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise

from covey.cli.column_names import with_fields, with_names
from covey.core.errors import COLUMN, EACH, FIELD, FIRST, CoveyError, Remedy
from covey.io.postgres.address import is_address, without_password

ELSEWHERE = "The values that do not fit are shown in a terminal only, not in a log or a file."
OF_A_MAP = ("--assign", "--cross", "--exclude", "--islands", "--key", "--layer", "--within")
"""Options that a job file has beside the map."""
LISTS = ("--exclude", "--na")
ONCE = ("--cross", "--header", "--islands", "--key", "--layer", "--round", "--within")
"""Options that have one value: a new one takes the place of the old."""
BESIDE = ("--overwrite",)
"""Options that stand beside a job file, not in it."""
_PASSWORD = re.compile(r"://[^/@\s]*:[^/@\s]*@")


def lines_for(error: CoveyError, arguments: Sequence[str]) -> Iterator[str]:
    """Values of a table are people's: they are shown where nothing keeps them."""
    in_a_terminal = sys.stderr is not None and sys.stderr.isatty()
    if error.shown and in_a_terminal:
        yield "The first values that do not fit:"
        yield from (f"  {line}" for line in error.shown)
    elif error.shown:
        yield ELSEWHERE
    # These name values of the table, too.
    own = error.shown_choices if in_a_terminal else ()
    for remedy in (error.remedy, *error.choices, *own):
        if remedy and (line := corrected(remedy, arguments)):
            yield line
    if error.afterwards and (line := corrected(error.afterwards, arguments)):
        yield f"Correct the table first. {line.replace('Try', 'Then try', 1)}"


def corrected(remedy: Remedy, arguments: Sequence[str]) -> str:
    """The same command with the options that it lacks. What is no option is an argument, which the
    text beside it replaces; nothing is said if the command was not written like that.

    >>> corrected([("--decimal", ",")], ["suggest", "my table.csv"])
    "Try: covey suggest 'my table.csv' --decimal ,"
    >>> corrected([("--na", "N/A,."), ("--trim", "")], ["anonymize", "job.toml"])
    'Add to the job file: na = ["N/A", "."]; trim = true'
    >>> corrected([("all.zip", "all.zip::a.csv")], ["look", "all.zip"])
    'Try: covey look all.zip::a.csv'
    >>> corrected([("$", "tail -n +2 a.csv > b.csv"), ("a.csv", "b.csv")], ["look", "a.csv"])
    'Try: tail -n +2 a.csv > b.csv && covey look b.csv'
    >>> corrected([("field ST", "st")], ["graph", "a.gpkg", "--within", "ST"])
    'Try: covey graph a.gpkg --within st'
    >>> corrected([("column Sex", "sex")], ["check", "a.csv", "--quasi", "Sex"])
    'Try: covey check a.csv --quasi sex'
    """
    # A command that must run before this one.
    first = [command for option, command in remedy if option == FIRST]
    # The table is the first argument after the command.
    in_a_job = any(argument.endswith(".toml") for argument in arguments[:2])
    labels = dict(remedy).get("--label")
    if in_a_job and labels is not None:
        table = json.dumps(labels, ensure_ascii=False)
        return f'In the job file, let [quasi.{table}] have role = "labels"'
    known = _in_place(remedy, arguments)
    if known is None:
        return ""
    arguments = known
    options = ("--label", "--ordered")
    remedy = [each for each in remedy if each[0][:2] == "--" and each[0] not in options]
    if in_a_job and not all(option in BESIDE for option, _ in remedy):
        where = "the map in " if any(option in OF_A_MAP for option, _ in remedy) else ""
        keys = "; ".join(_as_key(*each) for each in remedy)
        return f"Add to {where}the job file: {keys}" if keys else ""
    # A password must not be printed: it would stay in the terminal and in logs.
    if any(map(_has_password, arguments)):
        return f"Try the same command with {shlex.join(_words(remedy))}" if remedy else ""
    for option, value in remedy:
        arguments = _with(arguments, option, value)
    return f"Try: {' && '.join([*first, shlex.join(['covey', *arguments])])}"


def _has_password(argument: str) -> bool:
    """
    >>> _has_password("postgresql://ann@db/clinic?password=secret#people")
    True
    """
    # Of one whose URL leaves it out the command is whole.
    hidden = is_address(argument) and without_password(argument) != argument
    return hidden or _PASSWORD.search(argument) is not None


def _in_place(remedy: Remedy, arguments: Sequence[str]) -> list[str] | None:
    """The arguments with what takes the place of something in them; None if it is not there."""
    found = list(arguments)
    names = {old.removeprefix(COLUMN): new for old, new in remedy if old.startswith(COLUMN)}
    if names:
        known = with_names(found, names)
        # A remedy of names alone that changes nothing would propose the same command again.
        if known is None or (len(names) == len(remedy) and known == found):
            return None
        found = known
    fields = {old.removeprefix(FIELD): new for old, new in remedy if old.startswith(FIELD)}
    if fields:
        known = with_fields(found, fields)
        if known is None:
            return None
        found = known
    # It is not known which of the maps lacks its key.
    if found.count("--region") > 1 and "--key" in dict(remedy):
        return None
    for old, new in remedy:
        if old in ("--label", "--ordered"):
            known = (_as_labels if old == "--label" else _with_order)(found, new)
            if known is None:
                return None
            found = known
        elif old.startswith(EACH):
            if (known := _one_by_one(found, new)) is None:
                return None
            found = known
        elif not old.startswith(("--", COLUMN, FIELD)) and old != FIRST:
            if not any(_names(each, old) for each in found):
                return None
            found = [each.replace(old, new, 1) if _names(each, old) else each for each in found]
    return found


def _one_by_one(arguments: Sequence[str], columns: str) -> list[str] | None:
    """The arguments with an option for each of several columns; None if none of them has these.

    >>> _one_by_one(["anonymize", "a.csv", "--label", "sex,town", "-k", "5"], "sex,town")
    ['anonymize', 'a.csv', '--label', 'sex', '--label', 'town', '-k', '5']
    """
    for at, (option, value) in enumerate(pairwise(arguments)):
        if option.startswith("--") and value == columns:
            parts = [part.strip() for part in columns.split(",")]
            each = [word for part in parts for word in (option, part)]
            return [*arguments[:at], *each, *arguments[at + 2 :]]
    return None


def _names(argument: str, file: str) -> bool:
    """Whether an argument is a file, or a column and its file, as --region takes them.

    >>> _names("a.csv", "a.csv"), _names("zip=a.gpkg:code", "a.gpkg"), _names("ba.csv", "a.csv")
    (True, True, False)
    """
    own = argument.partition("=")[2]
    return argument == file or own == file or own.startswith(f"{file}:")


def _as_labels(arguments: Sequence[str], column: str) -> list[str] | None:
    """The arguments with a column as labels that they have as an order, which then has no bands;
    None if they have it not.

    >>> _as_labels(["anonymize", "a.csv", "--ordered", "cost", "--bands", "cost=5"], "cost")
    ['anonymize', 'a.csv', '--label', 'cost']
    """
    pairs = list(pairwise(arguments))
    if ("--ordered", column) not in pairs:
        return None
    found = list(arguments)
    found[pairs.index(("--ordered", column))] = "--label"
    # From the end, so that what is deleted does not move the places still to come.
    for at, (option, value) in reversed(list(enumerate(pairs))):
        if option == "--bands" and re.split("[=<>]", value)[0] == column:
            del found[at : at + 2]
    return found


def _with_order(arguments: Sequence[str], order: str) -> list[str] | None:
    """The arguments with the order of a column, None if they do not ask for one.

    >>> _with_order(["anonymize", "a.sav", "--ordered", "q"], "q=never,2,always")
    ['anonymize', 'a.sav', '--ordered', 'q=never,2,always']
    """
    column = order.partition("=")[0]
    for at, (option, value) in enumerate(pairwise(arguments), 1):
        if (option, value) == ("--ordered", column):
            return [*arguments[:at], order, *arguments[at + 1 :]]
    return None


def _with(arguments: Sequence[str], option: str, value: str) -> list[str]:
    """The arguments with one more option, which takes the place of the one that is there, if there
    can be only one. The key of a map stands behind it in --region."""
    found = list(arguments)
    # Not an option of its own where --region names the map.
    if option == "--key" and "--region" in found[:-1]:
        at = found.index("--region") + 1
        from covey.attributes.command_options import split_region

        column, map_, _ = split_region(found[at])
        return [*found[:at], f"{column}={map_}:{value}", *found[at + 1 :]]
    if option in ONCE and value and option in found[:-1]:
        at = found.index(option) + 1
        return [*found[:at], value, *found[at + 1 :]]
    return found + _words([(option, value)])


def _words(remedy: Remedy) -> list[str]:
    return [
        word
        for option, value in remedy
        # An empty code stands for shapes without one.
        for word in ((option, value) if value or option == "--exclude" else (option,))
    ]


def _as_key(option: str, value: str) -> str:
    """A line of a job file."""
    # The key of a job file is positive.
    if option == "--no-header":
        return "header = false"
    column, equals, own = value.partition("=")
    text: object = own if equals else value
    if option in LISTS:
        text = str(text).split(",")
    elif not value:
        text = True
    written = json.dumps(text, ensure_ascii=False)
    if equals:
        written = f"{{{json.dumps(column, ensure_ascii=False)} = {written}}}"
    return f"{option[2:].replace('-', '_')} = {written}"
