"""How a role is said on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from covey.core.errors import InvalidInput

# What separates a name from its options in --ordered, --bands, --region and the like.
SEPARATORS = "=,:<>"


class NeedsJobFile(Exception):
    """The command line has no option for this; a job file has."""


def plain_name(name: str, separators: str = SEPARATORS) -> str:
    """A name that nothing in a command line takes for more than one."""
    if any(letter in name for letter in separators) or name != name.strip():
        raise NeedsJobFile
    return name


def split_pair(option: str, expected: str, text: str) -> Sequence[str]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(parts):
        raise InvalidInput(
            f"{option} names two columns, as {expected}; given: {text!r}.", given=text
        )
    return parts


def split_tree(text: str) -> tuple[str, str, bool]:
    """
    >>> split_tree("diagnosis=icd10.csv:ordered")
    ('diagnosis', 'icd10.csv', True)
    """
    column, equals, file = text.partition("=")
    path, colon, word = file.rpartition(":")
    # A file may really be called so.
    if colon and path and word == "ordered" and not Path(file).exists():
        return column, path, True
    if not (column and equals and file):
        raise InvalidInput(
            "--tree names a column and its tree, as COL=FILE or COL=FILE:ordered; given:"
            f" {text!r}.",
            hint="For example: --tree diagnosis=icd10.csv",
            given=text,
        )
    return column, file, False


def split_region(text: str) -> tuple[str, str, str | None]:
    """
    >>> split_region("zip=maps/zips.geojson:ZCTA")
    ('zip', 'maps/zips.geojson', 'ZCTA')
    """
    column, there, rest = text.partition("=")
    if not (column and there and rest):
        raise InvalidInput(
            f"--region names a column and its map, as COL=MAP or COL=MAP:KEY; given: {text!r}.",
            hint="For example: --region zip=zips.geojson:zip",
            given=text,
        )
    # A drive of Windows, or a file that has a colon in its name, is no key.
    path, colon, key = rest.rpartition(":")
    if not colon or not path or Path(rest).exists() or "/" in key or "\\" in key:
        return column, rest, None
    return column, path, key
