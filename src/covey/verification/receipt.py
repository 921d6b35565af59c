"""The certificate against the receipt that its owner kept."""

from __future__ import annotations

from pathlib import Path

from covey.io.outputs.folder import CERTIFICATE_FILE
from covey.release.certificate import fingerprint
from covey.release.owner.receipt import Receipt, find_receipts, known_key
from covey.verification.claims import Check, Claimed

NO_RECEIPT = "only the owner's receipt can tell: give it with --receipts"
RECEIPTED = "the certificate is the one that its owner published"
GIVEN = "the certificate is the one that the receipts given are of"


def receipted(claimed: Claimed, path: Path | None) -> tuple[Receipt | None, list[Check]]:
    """The receipt of the release, and that its certificate is the published one. Only the owner has
    receipts: without them that is left open.

    Anyone who sends a release can send a file of receipts with it. So only one that was made with
    the key of the person who verifies says who published the release, and a file that was not asked
    for counts for nothing else.
    """
    # Whoever sends a release may lay such a file beside it: it counts for less than one that is
    # named.
    found_beside = path is None
    path = path or claimed.receipts
    if found_beside and not path.is_file():
        return None, [Check(RECEIPTED, None, NO_RECEIPT)]
    found = find_receipts(path, fingerprint(claimed.folder / CERTIFICATE_FILE))
    if not found:
        return None, [Check(RECEIPTED, False, f"{path.name} has no receipt of it")]
    key = known_key()
    # The code in a receipt needs the secret key, so that only its owner can have made it.
    own = [receipt for receipt in found if receipt.made_with(key)]
    if own:
        return own[0], [Check(RECEIPTED, True)]
    if found_beside:
        words = "was not made with your owner key. If you trust that file, give it with --receipts"
        return None, [Check(RECEIPTED, None, f"the receipt in {path.name} {words}")]
    words = "was not made with your owner key, so that anybody may have written it"
    return found[0], [Check(GIVEN, True, f"the receipt in {path.name} {words}")]
