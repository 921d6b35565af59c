"""How a role is said on the command line."""

from __future__ import annotations

# What separates a name from its options in --ordered, --bands, --region and the like.
SEPARATORS = "=,:<>"


class NeedsJobFile(Exception):
    """The command line has no option for this; a job file has."""


def plain_name(name: str, separators: str = SEPARATORS) -> str:
    """A name that nothing in a command line takes for more than one."""
    if any(letter in name for letter in separators) or name != name.strip():
        raise NeedsJobFile
    return name
