"""The private key that signs, from a file of OpenSSH or PEM."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.signing import NAMESPACE, require_cryptography
from covey.signing.sshsig import Signature, ed25519_key, fingerprint, signature_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FORMS = "an Ed25519 key of OpenSSH (id_ed25519) or in PEM (PKCS8)"
AT_MOST = 1 << 16
"""Bytes of a file beyond which it holds no key."""
_OPENSSH = b"-----BEGIN OPENSSH PRIVATE KEY-----"


class PassphraseNeeded(InvalidInput):
    """The key has a passphrase, and none was given."""


@dataclass(frozen=True, eq=False)
class SigningKey:
    """A private key; ``public`` is its public half as SSH writes it."""

    public: bytes
    _own: Ed25519PrivateKey

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.public)

    def sign(self, message: bytes) -> Signature:
        # What is signed depends on namespace and hash, which a signature without its bytes has
        # already.
        blank = signature_of(self.public, NAMESPACE, b"")
        return signature_of(self.public, NAMESPACE, self._own.sign(blank.signed_bytes(message)))


def read_private(path: Path, passphrase: str | None = None) -> SigningKey:
    """The key of a file."""
    require_cryptography()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    content = _content(path)
    # A public key instead of the private one is the usual mistake, and gets words of its own.
    if b"PRIVATE KEY-----" not in content:
        is_public = content.startswith((b"ssh-", b"ecdsa-", b"sk-")) or b"PUBLIC KEY" in content
        raise InvalidInput(
            f"{path} is {'a public' if is_public else 'not a private'} key; to sign takes {FORMS}.",
            hint="Make one: ssh-keygen -t ed25519" if not is_public else "",
            given=str(path),
        )
    key = _loaded(path, content, passphrase)
    if not isinstance(key, Ed25519PrivateKey):
        kind = type(key).__name__.removesuffix("PrivateKey").lstrip("_")
        raise InvalidInput(
            f"{path} is a key of the kind {kind}; to sign takes {FORMS}.",
            hint="Make one: ssh-keygen -t ed25519",
            given=str(path),
        )
    return SigningKey(ed25519_key(key.public_key().public_bytes_raw()), key)


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(AT_MOST)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.", given=str(path)) from None


def _loaded(path: Path, content: bytes, passphrase: str | None) -> object:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import (
        load_pem_private_key,
        load_ssh_private_key,
    )

    # PEM of OpenSSH has a format of its own, which the usual loader does not read.
    load = load_ssh_private_key if content.lstrip().startswith(_OPENSSH) else load_pem_private_key
    try:
        try:
            # Without a passphrase first: the library raises TypeError for a key that needs one, and
            # for one that gets one it does not need.
            return load(content, None)
        except TypeError:  # it has a passphrase
            if passphrase is None:
                raise PassphraseNeeded(
                    f"{path} has a passphrase, which is needed to sign.",
                    hint="Give it on a terminal (as passphrase= in Python).",
                    given=str(path),
                ) from None
            return load(content, passphrase.encode())
    except UnsupportedAlgorithm as error:
        raise InvalidInput(
            f"{path} is protected in a way that cannot be opened here: {error}.",
            hint="Install what opens it: pip install 'covey[sign]'",
            given=str(path),
        ) from None
    # The library does not tell a wrong passphrase from a damaged file.
    except ValueError:
        if passphrase:
            words = f"{path} cannot be opened with this passphrase."
        else:
            words = f"{path} is damaged; to sign takes {FORMS}."
        raise InvalidInput(words, given=str(path)) from None
