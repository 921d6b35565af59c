"""Signing a release: a signature of its certificate, which holds the fingerprints of all files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from covey.core.caller import spoken
from covey.core.errors import InvalidInput, NotVerified
from covey.core.words import in_a_line
from covey.io.outputs.files import replacing
from covey.io.outputs.folder import SIGNATURE
from covey.release import certificate
from covey.signing.private import SigningKey, read_private
from covey.verification import Verification, verify
from covey.verification.signature import SIGNED


@dataclass(frozen=True)
class Signed:
    """A signed release: the signature's file, and the fingerprint of the key."""

    folder: Path
    file: Path
    fingerprint: str

    def summary(self) -> str:
        """A few lines for people."""
        lines = (
            f"signed       {self.file} by {self.fingerprint}",
            spoken(
                f"note         others check it by covey verify {self.folder} --key KEY.pub, with"
                " your public key"
            ),
        )
        return "\n".join(map(in_a_line, lines))

    def to_dict(self) -> dict[str, str]:
        return {name: str(value) for name, value in vars(self).items()}


def sign(
    release: Any, key: str | Path, *, passphrase: str | None = None, overwrite: bool = False
) -> Signed:
    """Sign a release, once its own checks held.

    release
        Its folder, or what ``covey.anonymize`` handed back.
    key
        The file of an Ed25519 private key: of OpenSSH, as ``~/.ssh/id_ed25519``, or in PEM.
    passphrase
        Of the key, if it has one.
    overwrite
        Replace the signature that is there.
    """
    return sign_by(read_private(Path(key).expanduser(), passphrase), release, overwrite)


def sign_by(key: SigningKey, release: Any, overwrite: bool = False) -> Signed:
    """The same by a key that was read."""
    folder = certificate.folder_of(release)
    file = folder / SIGNATURE
    if not overwrite and (file.exists() or file.is_symlink()):
        raise InvalidInput(
            f"{folder} is signed already: there is a {SIGNATURE}, which is not touched.",
            hint="Replace it with --overwrite (overwrite=True in Python).",
            given=str(file),
        )
    content = certificate.read_bytes(folder)
    _refuse_unverified(verify(folder))
    if certificate.read_bytes(folder) != content:
        raise InvalidInput(f"{folder} changed while it was checked. Nothing was signed.")
    with replacing(file) as written:
        written.write(key.sign(content).to_text())
    return Signed(folder, file, key.fingerprint)


def _refuse_unverified(found: Verification) -> None:
    """A signature confirms what the certificate says. A former signature does not count."""
    wrong = [check for check in found.checks if check.held is False and check.claim != SIGNED]
    if wrong:
        raise NotVerified(
            f"{found.folder} does not hold what it claims, and was not signed:",
            hint="Publish the table again: covey anonymize",
            details=[check.line() for check in wrong],
        )
