"""The certificate is the one of which its owner kept a receipt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import covey
from covey.release.owner.receipt import OWNER_KEY, receipts_beside
from covey.verification.claims import read_claims
from covey.verification.receipt import GIVEN, RECEIPTED, receipted
from tests.release.tables import write


@pytest.fixture
def out(tmp_path: Path) -> Path:
    table = write(tmp_path / "people.csv", {"town": ["Bern"] * 4})
    covey.anonymize(table, k=2, quasi={"town": covey.Labels()}, out=tmp_path / "out")
    return tmp_path / "out"


def test_the_owner_has_a_receipt_of_it(out: Path) -> None:
    receipt, (check,) = receipted(read_claims(out), None)
    assert receipt is not None
    assert (check.claim, check.held) == (RECEIPTED, True)


def test_another_certificate_has_none(out: Path) -> None:
    path = out / "certificate.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"k": 1}))
    receipt, (check,) = receipted(read_claims(out), None)
    assert receipt is None
    assert check.held is False


def test_without_receipts_it_is_left_open(out: Path) -> None:
    receipts_beside(out).unlink()
    receipt, (check,) = receipted(read_claims(out), None)
    assert receipt is None
    assert check.held is None


def test_a_receipt_of_another_owner_counts_only_where_it_is_given(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OWNER_KEY, str(out.parent / "none.key"))
    receipt, (check,) = receipted(read_claims(out), None)
    assert receipt is None
    assert (check.claim, check.held) == (RECEIPTED, None)
    receipt, (check,) = receipted(read_claims(out), receipts_beside(out))
    assert receipt is not None
    assert (check.claim, check.held) == (GIVEN, True)
