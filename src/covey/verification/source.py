"""A release that ``covey apply`` made, beside the release whose classes it has."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from covey.codebook.reader import copy_codebook
from covey.codebook.rows import CODEBOOK_FILE
from covey.core.errors import InvalidInput
from covey.core.temporary import process_folder
from covey.io.outputs.folder import CERTIFICATE_FILE
from covey.release.certificate import (
    AppliedCertificate,
    address_of,
    files_of,
    fingerprint,
    name_of,
)
from covey.verification.claims import Check, Claimed, read_claims

CLAIM = "its classes are those of the release that was applied"


def same_classes(claimed: Claimed, source: Any) -> list[Check]:
    """That the codebook is the whole one of the release ``source``.

    Without it a class that was taken out of every file, with all of its records, is not missed: the
    new records need not have been in all classes.
    """
    applied = claimed.certificate
    if not isinstance(applied, AppliedCertificate):
        if source is not None:
            raise InvalidInput(
                f"{claimed.folder} has classes of its own: covey apply did not make it.",
                hint="Leave out --source: it names the release whose classes were applied.",
            )
        return []
    if source is None:
        return [Check(CLAIM, None, "name that release with --source")]
    address = address_of(source)
    name = address.name if address is not None else name_of(source)
    with files_of(source) as folder:
        return _beside(claimed, applied, folder, name)


def _beside(claimed: Claimed, applied: AppliedCertificate, folder: Path, name: str) -> list[Check]:
    if not (folder / CERTIFICATE_FILE).is_file():
        raise InvalidInput(
            f"There is no release {name}: it has no {CERTIFICATE_FILE}.",
            hint="--source names the release whose classes were applied: its folder, or the URL of"
            " its table.",
            given=name,
        )
    # Else any release with the same codebook would do, also one that was never applied.
    if fingerprint(folder / CERTIFICATE_FILE) != applied.applied.certificate:
        return [Check(CLAIM, False, f"{name} is not the release that was applied")]
    own = read_claims(folder)
    if own.cells != claimed.cells:
        return [Check(CLAIM, False, "its classes differ")]
    # A release and the one that applies it may differ in whether formulas are escaped, in nothing
    # else.
    alike = _lines(own) == _lines(claimed)
    return [Check(CLAIM, alike, "" if alike else f"its {CODEBOOK_FILE} differs")]


def _lines(claimed: Claimed) -> str:
    """The fingerprint of the codebook as it is without quotes in front of formulas."""
    with TemporaryDirectory(dir=process_folder()) as folder:
        plain = Path(folder) / CODEBOOK_FILE
        escaped = claimed.certificate.escape_formulas
        copy_codebook(claimed.folder / CODEBOOK_FILE, plain, was_escaped=escaped, escape=False)
        return fingerprint(plain)
