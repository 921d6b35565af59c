"""The columns that a command names, and the same command with other names for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

ONE = (
    "--code", "--column", "--count", "--drop", "--keep-common", "--label", "--latitude",
    "--longitude", "--person", "--target", "--weight",
)  # fmt: skip
"""Options whose value is a column."""
SEVERAL = ("--by", "--point", "--quasi", "--xy")
"""Options whose value is columns with commas between them."""
FIRST_OF_ALL = ("--bands", "--distances", "--ordered", "--region", "--sensitive", "--tree")
"""Options whose value begins with a column."""
PERHAPS = ("--date-format", "--decimal", "--na")
"""Options whose value may begin with a column and an equals sign."""
OPTIONS = (*ONE, *SEVERAL, *FIRST_OF_ALL, *PERHAPS)


def with_names(arguments: Sequence[str], names: Mapping[str, str]) -> list[str] | None:
    """The arguments with new names of columns; None if they name a column that is not known.

    >>> with_names(["tabulate", "a.csv", "--by", "town,Sex"], {"town": "town", "Sex": "sex"})
    ['tabulate', 'a.csv', '--by', 'town,sex']
    >>> with_names(["look", "a.csv", "--na=Sex=9"], {"Sex": "sex"})
    ['look', 'a.csv', '--na=sex=9']
    >>> with_names(["anonymize", "a.csv", "--label", "Sex"], {"town": "town"}) is None
    True
    """
    found = list(arguments)
    for at, option, value in _values(arguments):
        new = _renamed(option, value, names)
        if new is None:
            return None
        found[at] = new if arguments[at] == value else f"{option}={new}"
    return found


def _values(arguments: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """The options that name columns: where the value of each stands, the option and the value."""
    for at, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        if option not in OPTIONS or (at and arguments[at - 1] in OPTIONS):
            continue
        if equals:
            yield at, option, value
        elif at + 1 < len(arguments):
            yield at + 1, option, arguments[at + 1]


def _renamed(option: str, value: str, names: Mapping[str, str]) -> str | None:
    if option in PERHAPS and "=" not in value:
        return value
    if value in names:
        return names[value]
    if option in SEVERAL:
        parts = [names.get(part.strip()) for part in value.split(",")]
        return None if None in parts else ",".join(filter(None, parts))
    head = re.split("[=:<>]", value)[0] if option not in ONE else value
    new = names.get(head.strip())
    return None if new is None else f"{new}{value[len(head) :]}"
