"""How counted columns are read: what :mod:`covey.io.keys` does for every reader."""

from covey.io.keys import WRITTEN, Ask, WrongKind, key

__all__ = ["WRITTEN", "Ask", "WrongKind", "key"]
