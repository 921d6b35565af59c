from __future__ import annotations

from typing import Any

import pytest
from documentation.certificate import type_of


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ({"$ref": "#/$defs/Records"}, "[Records](#records)"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "integer or null"),
        ({"type": "string", "enum": ["own", "error"]}, "`own` or `error`"),
        ({"type": "array", "items": {"type": "string"}}, "list of string"),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "object of number"),
        ({"type": "boolean"}, "boolean"),
    ],
)
def test_types_in_words(field: dict[str, Any], words: str) -> None:
    assert type_of(field) == words
