"""Frozen dataclasses that stand for JSON objects."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import Field, fields
from functools import cache
from typing import Any, get_type_hints

from covey.core.json_types import Others

SCALARS = frozenset({str, int, float, bool, type(None)})


class JsonObject:
    """The base of dataclasses that are written as JSON objects."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, such as ``json`` writes."""
        found: dict[str, Any] = {}
        kind: Any = type(self)
        for field, holds_others in _fields(kind):
            value = plain(getattr(self, field.name))
            # Names that are no fields of their own stand beside the fields in the file, not below a
            # name.
            if holds_others:
                found |= value
            elif value is not None or field.default is dataclasses.MISSING:
                # A field that may be absent and is None is not in the file.
                found[field.name] = value
        return found


# Hints are texts that must be evaluated, which is slow: once for each class is enough.
@cache
def _fields(kind: Any) -> list[tuple[Field[Any], bool]]:
    hints = get_type_hints(kind, include_extras=True)

    def holds_others(field: Field[Any]) -> bool:
        beside = getattr(hints[field.name], "__metadata__", ())
        return any(isinstance(extra, Others) for extra in beside)

    return [(field, holds_others(field)) for field in fields(kind)]


def plain(value: Any) -> Any:
    """
    >>> plain({"sizes": (3, 4)})
    {'sizes': [3, 4]}
    """
    if type(value) in SCALARS:  # most are, and the checks below take much longer
        return value
    if isinstance(value, JsonObject):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return value
