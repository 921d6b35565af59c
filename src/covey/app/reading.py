"""How a table is read, as the page says it: texts in fields, and options that covey proposes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from covey.core.errors import InvalidInput
from covey.io.notation import Notation, split_by_column, split_marks

FIELDS = ("encoding", "header", "na", "decimal", "thousands", "date_format", "trim")
TEXTS = ("na", "decimal", "thousands", "date_format")
"""Those that the page has as texts, as the command line takes them."""


def from_fields(given: Mapping[str, Any]) -> dict[str, Any]:
    """Keys of a job file from fields of the page: ``na`` is a text as of ``--na``, several of which
    stand in lines of their own.

    >>> from_fields({"na": "N/A,-99", "header": None, "trim": False, "encoding": ""})
    {'na': {'*': ['N/A', '-99']}}
    """
    for name in given:
        if name not in FIELDS:
            raise InvalidInput(f"{name!r} says nothing of how a table is read.", given=name)
    lines = {
        name: [each for each in str(given.get(name) or "").split("\n") if each] for name in TEXTS
    }
    notation = Notation.of(
        split_marks(lines["na"]),
        split_by_column(lines["decimal"]),
        split_by_column(lines["thousands"]),
        split_by_column(lines["date_format"]),
        bool(given.get("trim")),
    )
    found = notation.to_dict()
    if given.get("encoding"):
        found["encoding"] = str(given["encoding"])
    if given.get("header") is not None:
        found["header"] = bool(given["header"])
    return found


def to_fields(reading: Mapping[str, Any]) -> dict[str, Any]:
    """The way back."""
    notation = Notation.of(
        reading.get("na"), reading.get("decimal"), reading.get("thousands"),
        reading.get("date_format"), reading.get("trim", False),
    )  # fmt: skip
    found: dict[str, Any] = dict.fromkeys(TEXTS, "")
    # Options and their values in turn; --trim has no value.
    words = iter(notation.to_options())
    for option in words:
        if option == "--trim":
            continue
        name = option[2:].replace("-", "_")
        found[name] = "\n".join(filter(None, [found[name], next(words)]))
    return {
        **found,
        "trim": notation.trim,
        "encoding": reading.get("encoding", ""),
        "header": reading.get("header"),
    }


def with_remedy(reading: Mapping[str, Any], remedy: Sequence[Sequence[str]]) -> dict[str, Any]:
    """A reading with options that covey proposes besides, as ``("--na", "N/A")``.

    >>> with_remedy({"na": {"*": ["-"]}}, [("--na", "N/A"), ("--trim", "")])
    {'na': {'*': ['-', 'N/A']}, 'trim': True}
    """
    fields = to_fields(reading)
    for option, value in remedy:
        name = option[2:].replace("-", "_")
        if name == "trim":
            fields["trim"] = True
        elif name in TEXTS:
            fields[name] = "\n".join(filter(None, [fields[name], value]))
        elif name == "header" or name == "no_header":
            fields["header"] = name == "header"
        else:
            fields[name] = value
    return from_fields(fields)
