"""The columns of a table and the fields of a map that a command names, and the same command with
other names for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from covey.core.errors import surely_meant

ONE = (
    "--code", "--column", "--count", "--drop", "--keep-common", "--label", "--latitude",
    "--longitude", "--person", "--target", "--weight",
)  # fmt: skip
"""Options whose value is a column."""
SEVERAL = ("--by", "--point", "--quasi", "--xy")
"""Options whose value is columns with commas between them."""
FIRST_OF_ALL = ("--bands", "--distances", "--ordered", "--region", "--sensitive", "--tree")
"""Options whose value begins with a column."""
PERHAPS = ("--date-format", "--decimal", "--na", "--thousands")
"""Options whose value may begin with a column and an equals sign."""
FIELDS = ("--area-names", "--key", "--weight", "--within")
"""Options whose value is a field of a map."""
OPTIONS = (*ONE, *SEVERAL, *FIRST_OF_ALL, *PERHAPS)


def with_names(arguments: Sequence[str], names: Mapping[str, str]) -> list[str] | None:
    """The arguments with new names of columns, those that are hardly different from a known one
    with its name; None if they name a column that is not known.

    >>> with_names(["tabulate", "a.csv", "--by", "town,Sex"], {"town": "town", "Sex": "sex"})
    ['tabulate', 'a.csv', '--by', 'town,sex']
    >>> with_names(["look", "a.csv", "--na=Sex=9"], {"Sex": "sex"})
    ['look', 'a.csv', '--na=sex=9']
    >>> with_names(["anonymize", "a.csv", "--label", "Sex"], {"town": "town"}) is None
    True
    >>> with_names(["check", "a.csv", "--quasi", "Sex,towns"], {"town": "town", "Sex": "sex"})
    ['check', 'a.csv', '--quasi', 'sex,town']
    """
    found = list(arguments)
    for at, option, value in _values(arguments):
        new = _renamed(option, value, names)
        if new is None:
            return None
        # Written as `--by a,b` or as `--by=a,b`: it stays as it was.
        found[at] = new if arguments[at] == value else f"{option}={new}"
    return found


def _values(arguments: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """The options that name columns: where the value of each stands, the option and the value."""
    for at, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        # What follows an option is its value, even if it looks like an option.
        if option not in OPTIONS or (at and arguments[at - 1] in OPTIONS):
            continue
        if equals:
            yield at, option, value
        elif at + 1 < len(arguments):
            yield at + 1, option, arguments[at + 1]


def _renamed(option: str, value: str, names: Mapping[str, str]) -> str | None:
    if option in PERHAPS and "=" not in value:
        return value
    # First the value as a whole: a name may hold a comma or an equals sign.
    if value in names:
        return names[value]
    if option in SEVERAL:
        parts = [_new(part, names) for part in value.split(",")]
        return ",".join(parts) if all(parts) else None
    # Up to the sign that ends the name of a column: age=5, age<=90, diagnosis:l=3.
    head = re.split("[=:<>]", value)[0] if option not in ONE else value
    new = _new(head, names)
    return f"{new}{value[len(head) :]}" if new else None


def _new(name: str, names: Mapping[str, str]) -> str:
    return names.get(name.strip()) or surely_meant(name.strip(), names.values())


def with_fields(arguments: Sequence[str], names: Mapping[str, str]) -> list[str] | None:
    """The arguments with new names of fields; None if they name none of these.

    >>> with_fields(["anonymize", "a.csv", "--region", "c=a.gpkg:ZIP", "-k", "5"], {"ZIP": "zip"})
    ['anonymize', 'a.csv', '--region', 'c=a.gpkg:zip', '-k', '5']
    """
    found = list(arguments)
    for at, option in enumerate(arguments[:-1], 1):
        value = arguments[at]
        if option in FIELDS and value in names:
            found[at] = names[value]
        # The key of a map stands behind the last colon, as in COL=MAP:KEY.
        map_, colon, key = value.rpartition(":")
        if option == "--region" and colon and key in names:
            found[at] = f"{map_}:{names[key]}"
    return found if found != list(arguments) else None
