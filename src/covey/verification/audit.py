"""audit.json against the certificate, and against what follows from the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
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
