"""Who signed the certificate, which holds the fingerprints of all other files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from covey.io.outputs.folder import SIGNATURE, oddity
from covey.signing import NAMESPACE, require_cryptography
from covey.signing.signers import Signer, read_signers
from covey.signing.sshsig import (
    AT_MOST,
    NoSignature,
    Signature,
    fingerprint,
    raw_key,
    read_signature,
)
from covey.verification.claims import Check, Claimed

SIGNED = "the certificate is signed by a key that you trust"


def signed(claimed: Claimed, key: str | Path | None) -> Iterator[Check]:
    """That one of the public keys in the file ``key`` signed the certificate as it is."""
    signers = None if key is None else read_signers(Path(key).expanduser())
    file = claimed.folder / SIGNATURE
    try:
        content = _content(file)
        if content is None:
            if signers is not None:
                yield Check(SIGNED, False, f"there is no {SIGNATURE}: nobody signed this release")
            return
        found = read_signature(content)
        # Keys of SSH sign other things as well: one for mail or git does not sign a release.
        if found.namespace != NAMESPACE:
            raise NoSignature(f"it is one for {found.namespace!r}, not for {NAMESPACE!r}")
    except NoSignature as error:
        # Without a key as well: what is no signature has no place in a release.
        yield Check(SIGNED, False, f"{SIGNATURE}: {error}")
        return
    if signers is None:
        yield Check(SIGNED, None, f"there is a {SIGNATURE}; give the public key with --key")
        return
    yield _by_one_of(signers, found, claimed.content)


def _content(file: Path) -> bytes | None:
    # A link that leads nowhere does not exist, but it is there.
    if not file.is_symlink() and not file.exists():
        return None
    if oddity(file):
        raise NoSignature(f"it is {oddity(file)}")
    with file.open("rb") as opened:
        # One byte more than a signature may have, so that a longer file is seen to be too long.
        return opened.read(AT_MOST + 1)


def _by_one_of(signers: list[Signer], found: Signature, certificate: bytes) -> Check:
    # The signature names a key. It counts only if the verifier gave that key.
    known = [signer for signer in signers if signer.key == found.key]
    if not known:
        keys = "the key given" if len(signers) == 1 else f"any of the {len(signers):,} keys given"
        words = f"its key is {fingerprint(found.key)}, which is not {keys}"
        return Check(SIGNED, False, words)
    counts = [signer for signer in known if not signer.refused]
    if not counts:
        return Check(SIGNED, False, f"the key is {known[0]}, but {known[0].refused}")
    if not _fits(found, certificate):
        words = f"the signature of {counts[0]} is of another certificate: this one was changed"
        return Check(SIGNED, False, words)
    return Check(SIGNED, True, str(counts[0]))


def _fits(found: Signature, message: bytes) -> bool:
    require_cryptography()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(raw_key(found.key))
        key.verify(found.raw, found.signed_bytes(message))
    except (InvalidSignature, ValueError):
        return False
    return True
