"""audit.json against the certificate, and against what follows from the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from covey.core.json_types import Malformed
from covey.io.outputs.folder import oddity
from covey.release.audit import AUDIT_FILE, Audit, fits
from covey.verification.claims import Check, Claimed

AUDITED = "audit.json fits the certificate"
FOLLOWS = "audit.json follows from the table and the release"


def read_audit(claimed: Claimed) -> Audit | None:
    """The record of a release; None if there is none that can be read."""
    try:
        return _read(claimed)
    except Malformed:
        return None


def _read(claimed: Claimed) -> Audit:
    file = claimed.folder / AUDIT_FILE
    if AUDIT_FILE not in claimed.certificate.files or not file.exists() or oddity(file):
        raise Malformed(f"there is no {AUDIT_FILE}")
    return Audit.from_json(file.read_bytes())


def read_by(folder: Path) -> tuple[str, bool | None]:
    """The encoding and the header that were named when a release in a folder was made. A table of
    counts has no record of it."""
    try:
        run = Audit.from_json((folder / AUDIT_FILE).read_bytes()).run
    except (Malformed, OSError):
        return "", None
    encoding, header = run.get("encoding"), run.get("header")
    # Anybody may have written it.
    return (
        encoding if isinstance(encoding, str) else "",
        header if isinstance(header, bool) else None,
    )


def audited(claimed: Claimed) -> Iterator[Check]:
    """That the record says what the certificate says."""
    try:
        audit = _read(claimed)
    except Malformed as error:
        yield Check(AUDITED, False, str(error))
        return
    fit = fits(audit, claimed.certificate)
    yield Check(AUDITED, fit, "" if fit else "it says something else")


def difference(expected: Audit, found: bytes, undecided: bool) -> str:
    """What is wrong with a record, in words; empty if it is the expected one. With ``undecided`` it
    is not known which records were withheld: what depends on that may be another."""
    if not undecided:
        # As bytes: the same content in another layout would be another file.
        same = expected.to_json().encode() == found
        return "" if same else "it is not what covey writes of this release"
    if _settled(expected.to_dict()) == _settled(json.loads(found)):
        return ""
    return "it is not what covey writes of this release"


def _settled(data: dict[str, Any]) -> dict[str, Any]:
    # Both have numbers that depend on which records were withheld.
    return {**data, "notes": [], "risk": []}
