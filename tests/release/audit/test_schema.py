"""What other programs are told of audit.json."""

from __future__ import annotations

import json
from pathlib import Path

import covey
from covey.release.audit.schema import audit_schema, schema_text
from tests.json_schema import is_valid
from tests.release.tables import K, people, write

DOCS = Path(__file__).parents[3] / "docs" / "reference"


def test_the_published_schema_is_up_to_date() -> None:
    assert (DOCS / "audit.schema.json").read_text(encoding="utf-8") == schema_text(), "make docs"


def test_a_record_fits_the_schema(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    covey.anonymize(table, k=K, quasi={"age": covey.Ordered()}, out=tmp_path / "out")
    data = json.loads((tmp_path / "out" / "audit.json").read_text(encoding="utf-8"))
    assert is_valid(data, audit_schema())
    assert not is_valid(data | {"format": "covey audit 3"}, audit_schema())
    assert not is_valid({name: data[name] for name in list(data)[1:]}, audit_schema())
