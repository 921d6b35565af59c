"""A signed release says who made it, and nobody else can."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import covey
from covey.core.caller import by_command
from covey.core.errors import NotVerified
from covey.io.outputs.folder import SIGNATURE
from covey.release.job.context import CONTEXT
from covey.verification.audit import AUDITED
from covey.verification.signature import SIGNED
from tests.release.tables import people, write
from tests.signing import vectors

OTHER = bytes(32)


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("released")
    table = write(folder / "people.csv", people())
    out = folder / "out"
    covey.anonymize(table, k=12, quasi={"town": covey.Labels()}, drop=["name"], out=out)
    return out


@pytest.fixture
def out(released: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(released, tmp_path / "out"))


@pytest.fixture
def private(tmp_path: Path) -> Path:
    return vectors.write_private(tmp_path / "id_ed25519")


@pytest.fixture
def public(tmp_path: Path) -> Path:
    return vectors.write_public(tmp_path / "id_ed25519.pub", "owner@example.org")


def told(out: Path, key: Path | None, *others: str) -> tuple[bool | None, str]:
    """What became of the claim, and that all others held, except those named."""
    found = covey.verify(out, key=key)
    failed = {check.claim for check in found.checks if check.held is False}
    assert failed - {SIGNED} == set(others)
    ((held, words),) = [(c.held, c.found) for c in found.checks if c.claim == SIGNED]
    return held, words


def test_who_signed_is_told(out: Path, private: Path, public: Path) -> None:
    done = covey.sign(out, private)
    assert (done.file, done.fingerprint) == (out / SIGNATURE, vectors.FINGERPRINT)
    assert told(out, public) == (True, f"{vectors.FINGERPRINT} (owner@example.org)")
    found = covey.verify(out, key=public)
    assert found.holds
    assert found.notes == ()


def test_who_signs_reads_what_the_report_does_not_state(
    out: Path, private: Path, tmp_path: Path
) -> None:
    done = covey.sign(out, private)
    assert done.unsaid == tuple(CONTEXT)
    assert "not stated   recipient, purpose, controls" in done.summary()
    assert 'state them with context={"recipient": "TEXT"}' in done.summary()
    assert f'covey.verify({str(out)!r}, key="KEY.pub"), with your public key' in done.summary()
    with by_command():
        assert f"covey verify {out} --key KEY.pub, with your public key" in done.summary()
    assert done.to_dict()["unsaid"] == list(CONTEXT)
    whole = tmp_path / "whole"
    covey.anonymize(
        write(tmp_path / "people.csv", people()), k=12, quasi={"town": covey.Labels()},
        drop=["name"], out=whole, context=dict.fromkeys(CONTEXT, "as agreed"),
    )  # fmt: skip
    assert "not stated" not in covey.sign(whole, private).summary()


def test_the_same_key_gives_the_same_bytes(out: Path, private: Path, tmp_path: Path) -> None:
    covey.sign(out, private)
    first = (out / SIGNATURE).read_bytes()
    covey.sign(out, vectors.write_private(tmp_path / "pem", "pem"), overwrite=True)
    assert (out / SIGNATURE).read_bytes() == first


def test_a_signature_that_nobody_checked(out: Path, private: Path) -> None:
    (unsigned,) = covey.verify(out).notes
    assert "nothing here says who made these files" in unsigned
    assert SIGNED not in [check.claim for check in covey.verify(out).checks]
    covey.sign(out, private)
    held, words = told(out, None)
    assert held is None
    assert "there is a certificate.json.sig; give the public key with key=" in words
    assert covey.verify(out).notes == (unsigned,)
    assert covey.verify(out).to_dict()["notes"] == [unsigned]


def test_an_unsigned_release_fails_where_a_signature_is_asked_for(out: Path, public: Path) -> None:
    held, words = told(out, public)
    assert held is False
    assert "there is no certificate.json.sig" in words


def test_another_key_is_told_by_its_fingerprint(out: Path, private: Path, tmp_path: Path) -> None:
    covey.sign(out, private)
    other = vectors.write_public(tmp_path / "other.pub", seed=OTHER)
    assert told(out, other) == (
        False,
        f"its key is {vectors.FINGERPRINT}, which is not the key given",
    )
    with other.open("a") as file:
        file.write(f"owner@example.org {vectors.PUBLIC}\n")
    assert told(out, other) == (True, f"{vectors.FINGERPRINT} (owner@example.org)")


def test_a_key_for_something_else_does_not_count(out: Path, private: Path, tmp_path: Path) -> None:
    covey.sign(out, private)
    signers = tmp_path / "allowed_signers"
    signers.write_text(f'o@x namespaces="git" {vectors.PUBLIC}\n')
    held, words = told(out, signers)
    assert held is False
    assert 'namespaces="git"' in words


def test_a_changed_certificate_is_found(out: Path, private: Path, public: Path) -> None:
    covey.sign(out, private)
    file = out / "certificate.json"
    data = json.loads(file.read_text())
    file.write_text(json.dumps(data | {"k": data["k"] - 1}, ensure_ascii=False, indent=1) + "\n")
    held, words = told(out, public, AUDITED)
    assert held is False
    assert "is of another certificate: this one was changed" in words


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("name,zip\nann,02139\n", "it is not an SSH signature"),
        ("", "it is not an SSH signature"),
        (vectors.SIGNED_RSA, "made by a key of the kind ssh-rsa"),
        (vectors.SIGNED.replace("-----END", "\n-----END"), "damaged, or holds something else"),
    ],
)
@pytest.mark.parametrize("checked", [True, False])
def test_what_is_no_signature_fails_with_or_without_a_key(
    out: Path, public: Path, content: str, words: str, checked: bool
) -> None:
    """A table under the name of the signature would else pass unseen."""
    (out / SIGNATURE).write_text(content)
    held, found = told(out, public if checked else None)
    assert held is False
    assert words in found


def test_a_signature_for_something_else_is_none(out: Path, private: Path, public: Path) -> None:
    from covey.signing.sshsig import Signature, read_signature, signature_of

    covey.sign(out, private)
    own = read_signature((out / SIGNATURE).read_bytes())
    other = Signature(own.key, "file", own.hash, own.signed)
    raw = vectors.key().sign(other.signed_bytes((out / "certificate.json").read_bytes()))
    (out / SIGNATURE).write_text(signature_of(own.key, "file", raw).to_text())
    for key in (public, None):
        held, words = told(out, key)
        assert held is False
        assert "it is one for 'file', not for 'covey-release'" in words


def test_a_release_that_does_not_hold_is_not_signed(out: Path, private: Path) -> None:
    (out / ".secret.csv").write_text("ann\n")
    with pytest.raises(NotVerified, match=r"\.secret\.csv is not named") as told:
        covey.sign(out, private)
    assert told.value.exit_code == 3
    assert not (out / SIGNATURE).exists()
    with pytest.raises(covey.InvalidInput, match="There is no release"):
        covey.sign(out / "none", private)


def test_a_signature_is_not_replaced_unasked(out: Path, private: Path, tmp_path: Path) -> None:
    covey.sign(out, private)
    first = (out / SIGNATURE).read_bytes()
    other = vectors.write_private(tmp_path / "other", seed=OTHER)
    with pytest.raises(covey.InvalidInput, match="is signed already"):
        covey.sign(out, other)
    assert (out / SIGNATURE).read_bytes() == first
    covey.sign(out, other, overwrite=True)
    assert (out / SIGNATURE).read_bytes() != first
    (out / SIGNATURE).write_text("garbage")
    covey.sign(out, private, overwrite=True)
    assert (out / SIGNATURE).read_bytes() == first
    assert {file.name for file in out.iterdir()} == {
        *(
            "audit.json",
            "cells.csv",
            "certificate.json",
            SIGNATURE,
            "codebook.csv",
            "report.html",
            "table.csv",
        )
    }


def test_a_failure_leaves_no_signature(
    out: Path, private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(covey.OutOfResources, match="The disk is full"):
        covey.sign(out, private)
    assert not [file for file in out.iterdir() if SIGNATURE in file.name]


def test_a_locked_key_opens_by_its_passphrase(out: Path, public: Path, tmp_path: Path) -> None:
    locked = vectors.write_private(tmp_path / "locked", passphrase=vectors.PASSPHRASE)
    covey.sign(out, locked, passphrase=vectors.PASSPHRASE)
    assert told(out, public)[0]


def test_new_records_by_a_signed_release_are_unsigned(
    released: Path, out: Path, private: Path, tmp_path: Path
) -> None:
    covey.sign(out, private)
    new = tmp_path / "new"
    covey.apply(out, released.parent / "people.csv", out=new)
    assert not (new / SIGNATURE).exists()
    assert covey.verify(new).holds


def test_a_signed_release_is_overwritten_by_an_unsigned_one(
    released: Path, out: Path, private: Path
) -> None:
    covey.sign(out, private)
    table = released.parent / "people.csv"
    covey.anonymize(table, k=20, quasi={"town": covey.Labels()}, out=out, overwrite=True)
    assert not (out / SIGNATURE).exists()
    assert covey.verify(out).holds


def test_without_a_signature_the_library_is_not_needed(out: Path) -> None:
    code = (
        "import sys\n"
        "sys.modules['cryptography'] = None\n"
        "import covey\n"
        f"assert covey.verify({str(out)!r}).holds\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ)
