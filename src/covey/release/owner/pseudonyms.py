"""The key of pseudonyms."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

from covey.core.errors import InvalidInput
from covey.release.job import OWNER, Job

DIGITS = 64
LEAST_BYTES = 8
"""Different bytes of a key: of 32 drawn at random, fewer never happen."""


def pseudonym_keys(job: Job) -> dict[str, str]:
    """The secret key of the column that is published as pseudonyms, in hexadecimal digits; nothing,
    if none is. Without a key that can be had again, nobody could continue the pseudonyms."""
    if not job.pseudonym:
        return {}
    key = _of_owner(job.person) if job.pseudonym == OWNER else _in_file(Path(job.pseudonym))
    return {job.person: key}


def _of_owner(column: str) -> str:
    """Another key for every column, from which the owner's own does not follow."""
    from covey.release.owner.receipt import known_key

    owner = known_key()
    if owner is None:
        raise InvalidInput(
            "There is no owner key to make pseudonyms with.",
            hint="Name a file with a key of your own: --pseudonym FILE, 64 hexadecimal digits, as"
            " openssl rand -hex 32 prints. Or publish once without --pseudonym: that makes your"
            " owner key.",
        )
    # The word in front separates this use of the owner key from receipts and orders. The column
    # separates pseudonyms of two columns.
    return hmac.new(owner.secret, f"pseudonym {column}".encode(), hashlib.sha256).hexdigest()


def _in_file(path: Path) -> str:
    try:
        found = path.read_text(encoding="ascii").strip().lower()
    except (OSError, ValueError) as error:
        raise InvalidInput(
            f"The key of pseudonyms {path} cannot be read ({type(error).__name__}).",
            hint="Name a file of 64 hexadecimal digits (as openssl rand -hex 32 prints), or owner.",
            given=str(path),
        ) from None
    # Not bytes.fromhex alone, which skips blanks between digits.
    if len(found) != DIGITS or not set(found) <= set("0123456789abcdef"):
        raise InvalidInput(
            f"{path} is no key of pseudonyms: {DIGITS} hexadecimal digits are expected.",
            hint="openssl rand -hex 32 prints such a key.",
            given=str(path),
        )
    different = len(set(bytes.fromhex(found)))
    if different < LEAST_BYTES:
        raise InvalidInput(
            f"{path} is a key that can be guessed: {different} of its {DIGITS // 2} bytes differ."
            " Who tries such keys finds out whose each pseudonym is.",
            hint="openssl rand -hex 32 prints a key that nobody guesses.",
            given=str(path),
        )
    return found
