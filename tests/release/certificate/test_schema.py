"""The published JSON Schema says of a certificate what covey says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from covey.core.json_types import Malformed
from covey.release.certificate.record import read_structure
from covey.release.certificate.schema import certificate_schema, schema_text
from tests.effort import spread
from tests.json_schema import is_valid
from tests.release.certificate.made import KINDS, Made
from tests.release.certificate.test_record import changes

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "certificate.schema.json"


def test_the_published_schema_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == schema_text(), "run: make docs"


def is_json(data: Any) -> bool:
    """Half a character and numbers that are none are in no JSON."""
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True


def is_read(data: Any) -> bool:
    try:
        read_structure(data)
    except Malformed:
        return False
    return True


@pytest.mark.parametrize("kind", spread(KINDS, quick=4))
def test_the_schema_takes_what_covey_takes(tmp_path: Path, kind: str) -> None:
    """Any change of a certificate that covey refuses by its structure is refused by the schema, and
    no other."""
    schema, made = certificate_schema(), Made(tmp_path, kind)
    assert is_valid(made.sound, schema)
    taken = {True: 0, False: 0}
    for what, data in changes(made.sound):
        if is_json(data):
            read = is_read(data)
            taken[read] += 1
            assert is_valid(data, schema) == read, what
    assert min(taken.values()) > 50


def test_every_field_is_described() -> None:
    for name, kind in certificate_schema()["$defs"].items():
        assert kind["description"], name
