"""A certificate is signed by one of the keys that are given, or it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey.io.outputs.folder import SIGNATURE
from covey.verification.claims import Check, read_claims
from covey.verification.signature import signed
from tests.release.tables import write
from tests.signing import vectors


@pytest.fixture
def out(tmp_path: Path) -> Path:
    table = write(tmp_path / "people.csv", {"town": ["Bern"] * 4})
    covey.anonymize(table, k=2, quasi={"town": covey.Labels()}, out=tmp_path / "out")
    covey.sign(tmp_path / "out", vectors.write_private(tmp_path / "key"))
    return tmp_path / "out"


def told(out: Path, key: Path | None) -> list[Check]:
    return list(signed(read_claims(out), key))


@pytest.fixture
def public(tmp_path: Path) -> Path:
    return vectors.write_public(tmp_path / "key.pub", "owner@example.org")


def test_a_key_that_signed_it_is_named(out: Path, public: Path) -> None:
    (check,) = told(out, public)
    assert check.held is True
    assert check.found == f"{vectors.FINGERPRINT} (owner@example.org)"


def test_a_signature_without_a_key_is_left_open(out: Path) -> None:
    (check,) = told(out, None)
    assert check.held is None


def test_a_changed_certificate_is_not_the_signed_one(out: Path, public: Path) -> None:
    path = out / "certificate.json"
    path.write_bytes(path.read_bytes() + b"\n")
    (check,) = told(out, public)
    assert check.held is False
    assert "is of another certificate" in check.found


def test_an_unsigned_release_fails_only_where_a_key_is_given(out: Path, public: Path) -> None:
    (out / SIGNATURE).unlink()
    assert told(out, None) == []
    (check,) = told(out, public)
    assert check.held is False


@pytest.mark.parametrize("key", [False, True])
def test_what_is_no_signature_fails_in_any_case(out: Path, public: Path, key: bool) -> None:
    (out / SIGNATURE).write_text("nothing")
    (check,) = told(out, public if key else None)
    assert check.held is False
