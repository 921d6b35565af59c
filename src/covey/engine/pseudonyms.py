"""What is published in place of a person: HMAC-SHA256 of the value's text, by a secret key.

The same person has the same pseudonym wherever the key is the same, and nobody without it can test
whose a pseudonym is. A missing value stays missing.
"""

from __future__ import annotations

from covey.core.errors import InvalidInput

LENGTH = 32
"""Hexadecimal digits: two people hardly ever have the same pseudonym, and the recount would find
it."""
# The bytes of a block of SHA-256, to which HMAC (RFC 2104) fills the key.
BLOCK = 64


def pads(key: str) -> tuple[str, str]:
    """What stands before the text, and before the hash of both, in hexadecimal digits."""
    padded = bytes.fromhex(key).ljust(BLOCK, b"\0")
    # ipad and opad of RFC 2104.
    inner, outer = (bytes(byte ^ mask for byte in padded).hex() for mask in (0x36, 0x5C))
    return inner, outer


def refuse_other_types(column: str, type_: str, known: bool) -> None:
    """Engines write numbers with decimals and times in their own ways, and the same person would
    have another pseudonym on each."""
    if not known:
        raise InvalidInput(
            f"Pseudonyms are made of texts, whole numbers and dates here; {column!r} is of the type"
            f" {type_}.",
            hint="Make a text of it in a view first.",
            given=column,
        )


def pseudonym(content: str, key: str) -> str:
    """SQL of the pseudonym of ``content``, an expression of bytes, by a key of 64 hexadecimal
    digits. The hash is taken twice, each time behind the key mixed with a constant, as HMAC says.
    """
    inner, outer = pads(key)
    once = f"unhex(sha256(unhex('{inner}') || {content}))"
    return f"left(sha256(unhex('{outer}') || {once}), {LENGTH})"
