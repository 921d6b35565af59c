"""The certificate against the receipt that its owner kept."""

from __future__ import annotations

from pathlib import Path

from covey.release.certificate import FILE, fingerprint
from covey.release.receipt import Receipt, find_receipt, receipts_beside
from covey.verification.claims import Check, Claimed

NO_RECEIPT = "only the owner's receipt can tell: give it with --receipts"
RECEIPTED = "the certificate is the one that its owner published"


def receipted(claimed: Claimed, path: Path | None) -> tuple[Receipt | None, list[Check]]:
    """The receipt of the release, and that its certificate is the published one. Only the owner has
    receipts: without them that is left open."""
    if path is None:
        path = receipts_beside(claimed.folder)
        if not path.exists():
            return None, [Check(RECEIPTED, None, NO_RECEIPT)]
    receipt = find_receipt(path, fingerprint(claimed.folder / FILE))
    words = "" if receipt else f"{path.name} has no receipt of it"
    return receipt, [Check(RECEIPTED, receipt is not None, words)]
