"""Frozen dataclasses that stand for JSON objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any, get_type_hints

from covey.core.json_types import Others

SCALARS = frozenset({str, int, float, bool, type(None)})


class JsonObject(Mapping[str, Any]):
    """The base of dataclasses that are written as JSON objects.

    Use the attributes: they have types. The names of the file work as well, as ``data["k"]``, for
    code that does not know which fields a certificate has.
    """

    def __getitem__(self, name: str) -> Any:
        value = self._members()[name]
        return list(value) if isinstance(value, tuple) else value

    def __iter__(self) -> Iterator[str]:
        return iter(self._members())

    def __len__(self) -> int:
        return len(self._members())

    def to_dict(self) -> dict[str, Any]:
        """As plain data, such as ``json`` writes."""
        return {name: plain(value) for name, value in self._members().items()}

    def _members(self) -> dict[str, Any]:
        """The fields that the file has, by name. A field that may be absent and is None is not
        there."""
        found: dict[str, Any] = {}
        for field, holds_others in _fields(type(self)):
            value = getattr(self, field.name)
            if holds_others:
                found |= value
            elif value is not None or field.default is MISSING:
                found[field.name] = value
        return found


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
