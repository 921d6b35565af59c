"""Public keys as people have them."""

from __future__ import annotations

import datetime as dt
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from covey import InvalidInput
from covey.signing.signers import Signer, read_signers
from tests.signing import vectors

NOW = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)


def read(tmp_path: Path, text: str) -> list[Signer]:
    file = tmp_path / "keys"
    file.write_text(text)
    return read_signers(file, NOW)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (vectors.PUBLIC, ""),
        (f"{vectors.PUBLIC} owner@example.org", "owner@example.org"),
        (f"{vectors.PUBLIC} the owner's laptop", "the owner's laptop"),
        (f"owner@example.org {vectors.PUBLIC}", "owner@example.org"),
        (f"owner@example.org,o@x {vectors.PUBLIC} laptop", "owner@example.org,o@x"),
        (f'o@x namespaces="git,covey-release" {vectors.PUBLIC}', "o@x"),
        (f'"o x" valid-after="20240101",valid-before="20250101Z" {vectors.PUBLIC}', "o x"),
        (f'restrict,command="ls \\"a b\\"" {vectors.PUBLIC} o@x', "o@x"),
        (f"\t {vectors.PUBLIC}\r", ""),
        (f'o@x namespaces="covey-*" {vectors.PUBLIC}', "o@x"),
        (f'o@x namespaces="!git,covey-releas?" {vectors.PUBLIC}', "o@x"),
        (f'namespaces="*" {vectors.PUBLIC} o@x', "o@x"),
        (f'permitopen="a:1",permitopen="b:2" {vectors.PUBLIC} 12" laptop', '12" laptop'),
    ],
)
def test_a_line_with_a_key(tmp_path: Path, line: str, name: str) -> None:
    (found,) = read(tmp_path, f"# keys\n\n{line}\n")
    assert (found.name, found.refused) == (name, "")
    assert str(found) == vectors.FINGERPRINT + (f" ({name})" if name else "")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ('namespaces="git"', 'it is for namespaces="git" only, not for covey-release'),
        ("cert-authority", "a certificate authority"),
        ('valid-before="20240531Z"', "does not count now"),
        ('valid-after="202407010000Z"', "does not count now"),
        ('valid-before="soon"', "does not count now"),
        ('valid-after="00010101"', "does not count now"),
        ('namespaces="covey"', "not for covey-release"),
        ('namespaces="covey-[r]elease"', "not for covey-release"),
        ('namespaces="git, covey-release"', "not for covey-release"),
        ('namespaces="*,!covey-*"', "not for covey-release"),
        ('namespaces="!covey-*,covey-release"', "not for covey-release"),
        ('namespaces="!git"', "not for covey-release"),
        ('namespaces="git",foo="x"', "has the option 'foo', which covey does not know"),
        ('foo,namespaces="covey-release"', "has the option 'foo', which covey does not know"),
        ("restrict", "has the option 'restrict', which covey does not know there"),
        ("laptop", "has the option 'laptop', which covey does not know there"),
        ("valid-before=20990101", "has 'valid-before=20990101' where an option is expected"),
        ("namespaces=covey-release", "has 'namespaces=covey-release' where an option is expected"),
        ('namespaces="covey-release"x', "where an option is expected"),
        ('namespaces="covey-release",', "has the option '', which covey does not know"),
        ("namespaces", 'namespaces in the form namespaces="..."'),
        ('cert-authority="no"', "cert-authority in the form cert-authority"),
        ('namespaces="git",namespaces="covey-release"', "the option namespaces twice"),
        ('namespaces="covey-release" valid-before="20990101"', "too many words before the key"),
        ('"namespaces="covey-release"', "too many words before the key"),
        ('"', "where an option is expected"),
    ],
)
def test_a_key_that_does_not_count_is_told(tmp_path: Path, options: str, why: str) -> None:
    (found,) = read(tmp_path, f"o@x {options} {vectors.PUBLIC}\n")
    assert why in found.refused


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ('expiry-time="20240101000000Z"', "does not count now"),
        ('namespaces="git"', "not for covey-release"),
        ('foo,namespaces="git"', "has the option 'foo'"),
        ("o@x,restrict", "has the option 'o@x'"),
        ("command=ls", "where an option is expected"),
        ('restrict foo="x"', "too many words before the key"),
        ('o"x"', "where an option is expected"),
        ('"o', "too many words before the key"),
    ],
)
def test_options_without_an_owner_count_too(tmp_path: Path, before: str, why: str) -> None:
    (found,) = read(tmp_path, f"{before} {vectors.PUBLIC}\n")
    assert why in found.refused


@pytest.mark.parametrize("end", ["\u2028", "\x0b", "\x0c", "\x85", "\r", "\x1c"])
def test_a_comment_ends_with_its_line(tmp_path: Path, end: str) -> None:
    other = vectors.write_public(tmp_path / "other.pub", "other", bytes(32)).read_text()
    file = tmp_path / "keys"
    file.write_bytes(f"# old{end}{vectors.PUBLIC}\r\n{other}".encode())
    assert [signer.name for signer in read_signers(file, NOW)] == ["other"]


def test_a_comment_after_a_byte_order_mark_is_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="has no public key"):
        read(tmp_path, f"\ufeff# {vectors.PUBLIC}\n")


def test_several_keys_of_all_kinds(tmp_path: Path) -> None:
    other = vectors.write_public(tmp_path / "other.pub", "other", bytes(32)).read_text()
    found = read(tmp_path, f"o@x {vectors.PUBLIC}\n{vectors.PUBLIC_RSA} rsa\n{other}")
    assert [signer.name for signer in found] == ["o@x", "other"]


def test_keys_in_pem(tmp_path: Path) -> None:
    text = (vectors.public_pem() + vectors.public_pem(bytes(32))).decode()
    first, second = read(tmp_path, text)
    assert str(first) == vectors.FINGERPRINT != str(second)


def of_another_kind() -> str:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no public key"),
        ("name,zip\nann,02139\n", "has no public key"),
        ("ssh-ed25519", "has no public key"),
        ("ssh-ed25519 AAAA", "has no public key"),
        (vectors.PUBLIC.replace("ssh-ed25519", "ssh-rsa"), "has no public key"),
        (vectors.PUBLIC[:-8], "has no public key"),
        (vectors.PUBLIC_RSA, "has no Ed25519 key, only ssh-rsa"),
        (of_another_kind(), "has no Ed25519 key"),
        (of_another_kind().replace("\nM", "\nN"), "PEM, but not of a public key"),
        ("x" * (1 << 21), "too long for a file of keys"),
    ],
    ids=range(10),  # some keys are others in every process
)
def test_what_has_no_key_of_use_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        read(tmp_path, text)


def test_a_private_key_is_not_asked_for(tmp_path: Path) -> None:
    for form in ("openssh", "pem"):
        file = vectors.write_private(tmp_path / "id_ed25519", form)
        with pytest.raises(InvalidInput, match="is a private key; the public key"):
            read_signers(file)
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_signers(tmp_path / "none")


def test_lines_of_keys_need_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert len(read(tmp_path, vectors.PUBLIC)) == 1
    with pytest.raises(InvalidInput, match="not installed\\.\nInstall it: pip install 'covey"):
        read(tmp_path, vectors.public_pem().decode())
