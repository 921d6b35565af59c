"""audit.json of a release, against its certificate."""

from __future__ import annotations

from pathlib import Path

from covey.release.audit.record import FORMAT
from covey.verification.audit import AUDITED, FOLLOWS, audited
from covey.verification.claims import read_claims
from tests.verification.test_verify import Released


def test_a_release_without_a_record_that_can_be_read_fails(tmp_path: Path) -> None:
    released = Released(tmp_path, "labels")
    claimed = read_claims(released.out)
    assert [(check.claim, check.held) for check in audited(claimed)] == [(AUDITED, True)]
    file = released.out / "audit.json"
    file.write_text(file.read_text(encoding="utf-8").replace(FORMAT, "covey audit 1", 1))
    (older,) = audited(claimed)
    assert older.held is False
    assert "'covey audit 1'" in older.found
    assert "release the table again" in older.found
    file.unlink()
    assert [(check.claim, check.held) for check in audited(claimed)] == [(AUDITED, False)]


def test_without_the_table_it_is_open_whether_the_record_follows(tmp_path: Path) -> None:
    found = Released(tmp_path, "labels").verify(against=False)
    assert [check.held for check in found.checks if check.claim == FOLLOWS] == [None]
