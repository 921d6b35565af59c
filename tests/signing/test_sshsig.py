"""Signatures are those of ssh-keygen, and nothing else passes for one."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import pytest

from covey.signing import NAMESPACE
from covey.signing.private import SigningKey
from covey.signing.sshsig import (
    ED25519,
    NoSignature,
    ed25519_key,
    fingerprint,
    raw_key,
    read_signature,
)
from tests.signing import vectors

OWN = base64.b64decode(vectors.PUBLIC.split()[1])


def test_a_signature_is_the_one_that_ssh_keygen_makes() -> None:
    made = SigningKey(OWN, vectors.key()).sign(vectors.MESSAGE)
    assert made.to_text() == vectors.SIGNED
    assert made == read_signature(vectors.SIGNED.encode())


@pytest.mark.parametrize("text", [vectors.SIGNED, vectors.SIGNED_SHA256])
def test_a_signature_of_ssh_keygen_is_read(text: str) -> None:
    found = read_signature(text.encode())
    assert (found.key, found.namespace) == (OWN, NAMESPACE)
    vectors.key().public_key().verify(found.raw, found.signed_bytes(vectors.MESSAGE))


def test_a_key_has_the_fingerprint_that_ssh_keygen_prints() -> None:
    assert ed25519_key(raw_key(OWN)) == OWN
    assert fingerprint(OWN) == vectors.FINGERPRINT


def text_of(blob: bytes) -> str:
    lines = base64.b64encode(blob).decode()
    whole = [lines[at : at + 70] for at in range(0, len(lines), 70)]
    return "\n".join(["-----BEGIN SSH SIGNATURE-----", *whole, "-----END SSH SIGNATURE-----", ""])


BLOB = base64.b64decode("".join(vectors.SIGNED.splitlines()[1:-1]))


def changed(**fields: Any) -> str:
    return replace(read_signature(vectors.SIGNED.encode()), **fields).to_text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name,zip\nann,02139\n",
        vectors.SIGNED.replace("BEGIN", "END"),
        vectors.SIGNED[: len(vectors.SIGNED) // 2],
        text_of(b""),
        text_of(b"x" + BLOB[1:]),
        text_of(BLOB[:6] + b"\0\0\0\2" + BLOB[10:]),
        text_of(BLOB[:-1]),
        text_of(BLOB + b"\0"),
        text_of(BLOB[:10] + b"\xff\xff\xff\xff" + BLOB[14:]),
        changed(key=b""),
        changed(hash="sha512", namespace="x" * 20_000),
        "\xe9",
    ],
)
def test_what_is_no_signature_is_told(text: str) -> None:
    with pytest.raises(NoSignature, match="not an SSH signature"):
        read_signature(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "a secret\n" + vectors.SIGNED,
        vectors.SIGNED + "a secret\n",
        vectors.SIGNED.replace("\n", "\r\n"),
        vectors.SIGNED.replace("BEGIN SSH SIGNATURE-----\n", "BEGIN SSH SIGNATURE-----\n\n"),
    ],
)
def test_nothing_hides_around_a_signature(text: str) -> None:
    with pytest.raises(NoSignature):
        read_signature(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        text_of(BLOB.replace(b"\0\0\0\0\0\0\0\6sha512", b"\0\0\0\6secret\0\0\0\6sha512")),
        changed(hash="md5"),
        changed(hash="sha1"),
        changed(key=ed25519_key(b"x" * 31)),
        changed(key=ed25519_key(b"x" * 32) + b"\0\0\0\1x"),
        changed(signed=ed25519_key(b"x" * 63)),
        changed(signed=BLOB[-87:].replace(b"ssh-ed25519", b"ssh-ed25518")),
    ],
)
def test_nothing_hides_inside_of_a_signature(text: str) -> None:
    with pytest.raises(NoSignature, match="damaged, or holds something else"):
        read_signature(text.encode())


def test_another_kind_of_key_is_named() -> None:
    with pytest.raises(NoSignature, match=f"kind ssh-rsa; covey checks {ED25519} only"):
        read_signature(vectors.SIGNED_RSA.encode())
