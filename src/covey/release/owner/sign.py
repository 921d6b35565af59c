"""Signing a release: a signature of its certificate, which holds the fingerprints of all files."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from covey.core.caller import spoken
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, NotVerified
from covey.core.words import in_a_line
from covey.io.outputs.files import replacing
from covey.io.outputs.folder import SIGNATURE
from covey.release import certificate
from covey.report.circumstances import unsaid, words_on_unsaid
from covey.report.parts import REPORT_FILE
from covey.signing.private import SigningKey, read_private
from covey.verification import Verification, verify
from covey.verification.signature import SIGNED


@dataclass(frozen=True)
class Signed:
    """A signed release: the signature's file, the fingerprint of the key, and what its report does
    not state of the context."""

    folder: Path
    file: Path
    fingerprint: str
    unsaid: tuple[str, ...] = ()

    def summary(self) -> str:
        """A few lines for people."""
        open_ = (
            f"not stated   {', '.join(self.unsaid)}: the report that you signed for leaves"
            f" {'it' if len(self.unsaid) == 1 else 'them'} open; {words_on_unsaid(self.unsaid)},"
            " and make the release again"
            if self.unsaid
            else ""
        )
        folder = str(self.folder)
        lines = (
            f"signed       {self.file} by {self.fingerprint}",
            *([spoken(open_)] if open_ else []),
            spoken(
                f"note         others check it by covey verify {shlex.quote(folder)} --key KEY.pub"
                f' (covey.verify({folder!r}, key="KEY.pub") in Python), with your public key'
            ),
        )
        return "\n".join(map(in_a_line, lines))

    def to_dict(self) -> dict[str, Any]:
        plain = {name: str(value) for name, value in vars(self).items()}
        return {**plain, "unsaid": list(self.unsaid)}


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
    # exists() is False for a link that leads nowhere, which is somebody's as well.
    if not overwrite and (file.exists() or file.is_symlink()):
        raise InvalidInput(
            f"{folder} is signed already: there is a {SIGNATURE}, which is not touched.",
            hint="Replace it with --overwrite (overwrite=True in Python).",
            given=str(file),
        )
    # The bytes before the check are compared with those after it: what is signed is what was
    # verified.
    content = certificate.read_bytes(folder)
    _refuse_unverified(verify(folder))
    if certificate.read_bytes(folder) != content:
        raise InvalidInput(f"{folder} changed while it was checked. Nothing was signed.")
    with replacing(file) as written:
        written.write(key.sign(content).to_text())
    # A table of counts has no report.
    reported = (folder / REPORT_FILE).exists()
    said = certificate.parsed(folder, content).context if reported else None
    return Signed(folder, file, key.fingerprint, unsaid(said or {}) if reported else ())


def _refuse_unverified(found: Verification) -> None:
    """A signature confirms what the certificate says. A former signature does not count."""
    wrong = [check for check in found.checks if check.held is False and check.claim != SIGNED]
    if wrong:
        raise NotVerified(
            f"{found.folder} does not hold what it claims, and was not signed:",
            hint="Publish the table again: covey anonymize",
            details=[check.line() for check in wrong],
        )
