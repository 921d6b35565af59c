"""What every judge raises."""

from __future__ import annotations


class Broken(Exception):
    """covey did what it must not do; the message says what."""


def require(held: object, message: str) -> None:
    if not held:
        raise Broken(message)
