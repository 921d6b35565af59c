"""Private keys as people have them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from covey import InvalidInput
from covey.signing.private import PassphraseNeeded, read_private
from tests.signing import vectors


@pytest.mark.parametrize("passphrase", ["", vectors.PASSPHRASE])
@pytest.mark.parametrize("form", ["openssh", "pem"])
def test_keys_of_openssh_and_pem(tmp_path: Path, form: str, passphrase: str) -> None:
    file = vectors.write_private(tmp_path / "key", form, passphrase)
    if passphrase:
        with pytest.raises(PassphraseNeeded, match="has a passphrase"):
            read_private(file)
        with pytest.raises(InvalidInput, match="cannot be opened with this passphrase") as refused:
            read_private(file, "wrong")
        assert "to sign takes" not in str(refused.value)
    found = read_private(file, passphrase or None)
    assert found.fingerprint == vectors.FINGERPRINT
    assert found.sign(vectors.MESSAGE).to_text() == vectors.SIGNED


def test_a_passphrase_that_is_not_needed(tmp_path: Path) -> None:
    file = vectors.write_private(tmp_path / "key")
    assert read_private(file, "needless").fingerprint == vectors.FINGERPRINT


def test_other_kinds_of_keys_are_named(tmp_path: Path) -> None:
    file = tmp_path / "key"
    for key, kind in (
        (rsa.generate_private_key(65537, 2048), "RSA"),
        (ec.generate_private_key(ec.SECP256R1()), "E"),
    ):
        for form in (PrivateFormat.OpenSSH, PrivateFormat.PKCS8):
            file.write_bytes(key.private_bytes(Encoding.PEM, form, NoEncryption()))
            with pytest.raises(InvalidInput, match=f"a key of the kind {kind}.*Ed25519"):
                read_private(file)


def test_what_is_no_private_key_is_refused(tmp_path: Path) -> None:
    file = vectors.write_public(tmp_path / "key.pub")
    with pytest.raises(InvalidInput, match="is a public key"):
        read_private(file)
    file.write_bytes(vectors.public_pem())
    with pytest.raises(InvalidInput, match="is a public key"):
        read_private(file)
    file.write_text("name,zip\nann,02139\n")
    with pytest.raises(InvalidInput, match="not a private key"):
        read_private(file)
    whole = vectors.write_private(file).read_text()
    file.write_text(whole[:100] + whole[120:])
    with pytest.raises(InvalidInput, match="is damaged"):
        read_private(file)
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_private(tmp_path / "none")


def test_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = vectors.write_private(tmp_path / "key")
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(InvalidInput, match="not installed\\.\nInstall it: pip install 'covey"):
        read_private(file)
