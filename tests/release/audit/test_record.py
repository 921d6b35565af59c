"""audit.json as it is read back."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey.core.json_types import Malformed
from covey.release.audit import AUDIT_FILE, Audit
from tests.release.tables import K, people, write


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    quasi = {"age": covey.Ordered()}
    covey.anonymize(table, k=K, quasi=quasi, part_size=0, time_limit=2.5, out=tmp_path / "out")
    content = (tmp_path / "out" / AUDIT_FILE).read_bytes()
    found = Audit.from_json(content)
    assert found.to_json().encode() == content
    assert found.run["time_limit"] == 2.5
    assert str(tmp_path) not in content.decode()
    assert "person 1" not in content.decode()
    for wrong in (b"{}", b"[]", b"\xff", content.replace(b'"notes"', b'"note"')):
        with pytest.raises(Malformed):
            Audit.from_json(wrong)
