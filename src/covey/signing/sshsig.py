"""SSHSIG: a signature by an SSH key, as ``ssh-keygen -Y sign`` writes it.

The file is base64 between two lines. Inside are fields, each a length and so many bytes: the public
key, the namespace, a reserved one, the name of a hash, and the signature. Signed are the namespace,
the hash's name and the message's hash, never the message itself: what is signed here can never be
taken for what a key signs to log in somewhere.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterator

from covey.core.dataclass import dataclass

ED25519 = "ssh-ed25519"
HASHES = ("sha512", "sha256")
"""The first is what signatures are made with, as by ssh-keygen."""
AT_MOST = 1 << 14
"""Bytes of a file beyond which it is no signature."""

# By PROTOCOL.sshsig of OpenSSH: the magic is in the file and in what is signed.
_MAGIC = b"SSHSIG"
_VERSION = (1).to_bytes(4, "big")
_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
# ssh-keygen breaks lines here. A file is compared byte for byte, so covey must do the same.
_LINE = 70
_KEY_BYTES, _SIGNATURE_BYTES = 32, 64


class NoSignature(ValueError):
    """What is wrong with a file that should be a signature, in words."""


@dataclass(frozen=True)
class Signature:
    """``key`` is the public key as SSH writes it, ``signed`` the signature with its kind."""

    key: bytes
    namespace: str
    hash: str
    signed: bytes

    def signed_bytes(self, message: bytes) -> bytes:
        """What the key signed."""
        digest = hashlib.new(self.hash, message).digest()
        return _MAGIC + _packed(self.namespace.encode(), b"", self.hash.encode(), digest)

    @property
    def raw(self) -> bytes:
        """The 64 bytes of Ed25519 itself."""
        return _unpacked(self.signed)[1]

    def to_text(self) -> str:
        """The file."""
        fields = (self.key, self.namespace.encode(), b"", self.hash.encode(), self.signed)
        written = base64.b64encode(_MAGIC + _VERSION + _packed(*fields)).decode()
        lines = [written[at : at + _LINE] for at in range(0, len(written), _LINE)]
        return "\n".join([_BEGIN, *lines, _END]) + "\n"


def ed25519_key(raw: bytes) -> bytes:
    """A public key as SSH writes it."""
    return _packed(ED25519.encode(), raw)


def raw_key(key: bytes) -> bytes:
    """The 32 bytes of an Ed25519 key; a ValueError for anything else."""
    kind, raw = _unpacked(key)
    # A key of another length would be refused only later, by an error of the library.
    if kind != ED25519.encode() or len(raw) != _KEY_BYTES:
        raise ValueError(ED25519)
    return raw


def kind_of(key: bytes) -> str:
    """The kind of a public key, as ``ssh-rsa``."""
    return next(_fields(key)).decode("ascii")


def fingerprint(key: bytes) -> str:
    """What ``ssh-keygen -l`` calls a public key."""
    digest = base64.b64encode(hashlib.sha256(key).digest()).decode()
    return "SHA256:" + digest.rstrip("=")


def signature_of(key: bytes, namespace: str, raw: bytes) -> Signature:
    """A signature by Ed25519, from its 64 bytes."""
    return Signature(key, namespace, HASHES[0], _packed(ED25519.encode(), raw))


def read_signature(content: bytes) -> Signature:
    """A signature by an Ed25519 key, from the content of its file. It has one form: a file that
    holds anything else besides is refused."""
    found = _parsed(content)
    kind = kind_of(found.key)
    if kind != ED25519:
        raise NoSignature(f"it was made by a key of the kind {kind}; covey checks {ED25519} only")
    # Only now: the kind of key is the more helpful message.
    if found.hash not in HASHES or not _is_whole(found, content):
        raise NoSignature("it is damaged, or holds something else as well")
    return found


def _is_whole(found: Signature, content: bytes) -> bool:
    try:
        raw_key(found.key)
        kind, raw = _unpacked(found.signed)
    except ValueError:
        return False
    of_its_kind = kind == ED25519.encode() and len(raw) == _SIGNATURE_BYTES
    # Written again, it must be the same bytes: nothing can hide in padding, a reserved field or
    # behind the end.
    return of_its_kind and found.to_text().encode() == content


def _parsed(content: bytes) -> Signature:
    try:
        # The file ends with a line break, so that the last piece is empty.
        begin, *lines, end, rest = content.decode("ascii").split("\n")
        if (begin, end, rest) != (_BEGIN, _END, "") or len(content) > AT_MOST:
            raise ValueError
        blob = base64.b64decode("".join(lines), validate=True)
        if not blob.startswith(_MAGIC + _VERSION):
            raise ValueError
        key, namespace, _, hash_, signed = _fields(blob[len(_MAGIC + _VERSION) :])
        found = Signature(key, namespace.decode(), hash_.decode("ascii"), signed)
        kind_of(key)
    except (ValueError, StopIteration, binascii.Error):
        raise NoSignature("it is not an SSH signature") from None
    return found


def _packed(*fields: bytes) -> bytes:
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def _fields(blob: bytes) -> Iterator[bytes]:
    while blob:
        length = int.from_bytes(blob[:4], "big")
        # A length is four bytes from anybody. Without this, a field would silently be shorter.
        if len(blob) < 4 + length:
            raise ValueError("a field is cut off")
        yield blob[4 : 4 + length]
        blob = blob[4 + length :]


def _unpacked(blob: bytes) -> tuple[bytes, bytes]:
    # A third field, or only one, is a ValueError.
    kind, rest = _fields(blob)
    return kind, rest
