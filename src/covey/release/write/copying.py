"""A release that is finished, copied to another folder with its receipt."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from pathlib import Path

from covey.core.errors import InvalidInput
from covey.io.inputs.paths import digest, fingerprint
from covey.io.outputs.files import refusing
from covey.io.outputs.folder import CERTIFICATE_FILE, release_folder
from covey.release import certificate
from covey.release.owner.receipt import find_receipts, receipt_added, receipts_beside


def copy_release(source: Path, target: Path, *, overwrite: bool = False) -> Path:
    """Copy a release, which appears by one rename when every file is as its certificate says. Its
    receipt is added to the receipts beside the target. Returns these."""
    data = certificate.read_release(source)
    seen = fingerprint([digest(source / CERTIFICATE_FILE)])
    receipts = receipts_beside(target)
    # The stack is the outer one: a receipt is taken back if the folder does not appear.
    with ExitStack() as until_renamed, release_folder(target, overwrite) as hidden:
        for name, expected in {**data.files, CERTIFICATE_FILE: seen}.items():
            with refusing(target):
                shutil.copyfile(source / name, hidden / name)
            # The copy is hashed, not the source: a source that changes while it is read is found as
            # well.
            if fingerprint([digest(hidden / name)]) != expected:
                raise InvalidInput(
                    f"{name} of {source} is not what its certificate says.",
                    hint="Publish the table again: covey anonymize",
                )
        for receipt in find_receipts(receipts_beside(source), seen):
            until_renamed.enter_context(receipt_added(receipts, receipt))
    return receipts
