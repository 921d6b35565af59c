"""What is published in place of a person: HMAC-SHA256 of the value's text, by a secret key.

The same person has the same pseudonym wherever the key is the same, and nobody without it can test
whose a pseudonym is. A missing value stays missing.
"""

from __future__ import annotations

LENGTH = 32
"""Hexadecimal digits: two people hardly ever have the same pseudonym, and the recount would find
it."""
BLOCK = 64


def pseudonym(content: str, key: str) -> str:
    """SQL of the pseudonym of ``content``, an expression of bytes, by a key of 64 hexadecimal
    digits. The hash is taken twice, each time behind the key mixed with a constant, as HMAC says.
    """
    padded = bytes.fromhex(key).ljust(BLOCK, b"\0")
    inner, outer = (bytes(byte ^ mask for byte in padded).hex() for mask in (0x36, 0x5C))
    once = f"unhex(sha256(unhex('{inner}') || {content}))"
    return f"left(sha256(unhex('{outer}') || {once}), {LENGTH})"
