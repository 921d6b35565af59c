"""A validator of the keywords of JSON Schema that covey uses, and of no others."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Schema = Mapping[str, Any]
TELLING = {"$schema", "$defs", "title", "description"}
"""Keywords that refuse nothing."""


def is_valid(value: Any, schema: Schema, root: Schema | None = None) -> bool:
    root = schema if root is None else root
    unknown = set(schema) - set(KEYWORDS) - TELLING
    assert not unknown, f"unknown keywords: {unknown}"
    return all(
        KEYWORDS[keyword](value, said, schema, root)
        for keyword, said in schema.items()
        if keyword not in TELLING
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "number": _is_number,
    # By the standard, 3.0 is an integer.
    "integer": lambda value: _is_number(value) and (isinstance(value, int) or value.is_integer()),
}


def _matches(value: str, pattern: str) -> bool:
    # $ is the end of the text in ECMAScript; Python's also matches before a last line end.
    return re.search(re.sub(r"\$$", r"\\Z", pattern), value) is not None


def _reference(value: Any, said: str, schema: Schema, root: Schema) -> bool:
    found: Any = root
    for step in said.removeprefix("#/").split("/"):
        found = found[step]
    return is_valid(value, found, root)


def _properties(value: Any, said: Schema, schema: Schema, root: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    return all(is_valid(value[name], own, root) for name, own in said.items() if name in value)


def _additional(value: Any, said: Any, schema: Schema, root: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    others = [each for name, each in value.items() if name not in schema.get("properties", {})]
    if isinstance(said, bool):
        return said or not others
    return all(is_valid(each, said, root) for each in others)


def _names(value: Any, said: Schema, schema: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(is_valid(name, said, root) for name in value)


def _items(value: Any, said: Schema, schema: Schema, root: Schema) -> bool:
    return not isinstance(value, list) or all(is_valid(each, said, root) for each in value)


KEYWORDS: dict[str, Callable[[Any, Any, Schema, Schema], bool]] = {
    "$ref": _reference,
    "anyOf": lambda value, said, _, root: any(is_valid(value, each, root) for each in said),
    "type": lambda value, said, *_: TYPES[said](value),
    "enum": lambda value, said, *_: value in said,
    "pattern": lambda value, said, *_: not isinstance(value, str) or _matches(value, said),
    "minimum": lambda value, said, *_: not _is_number(value) or value >= said,
    "maximum": lambda value, said, *_: not _is_number(value) or value <= said,
    "exclusiveMaximum": lambda value, said, *_: not _is_number(value) or value < said,
    "properties": _properties,
    "required": lambda value, said, *_: (
        not isinstance(value, dict) or all(name in value for name in said)
    ),
    "additionalProperties": _additional,
    "propertyNames": _names,
    "items": _items,
    "minItems": lambda value, said, *_: not isinstance(value, list) or len(value) >= said,
    "maxItems": lambda value, said, *_: not isinstance(value, list) or len(value) <= said,
}
