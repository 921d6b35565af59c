"""Files with some bytes changed, also inside of what is packed."""

from __future__ import annotations

import gzip
import io
import zipfile
from random import Random

NUMBERS = (b"-1", b"99999999999999999999", b"1e999", b"NaN", b"0", b"\xff\xff\xff\xff")


def damage(rng: Random, raw: bytes) -> tuple[bytes, str]:
    """A few changes of any kind, and which, in words."""
    packed = raw[:4] == b"PK\x03\x04" or raw[:2] == b"\x1f\x8b"
    if packed and rng.random() < 0.7:
        return _damage_inside(rng, raw)
    words = []
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        raw, what = _one(rng, raw)
        words.append(what)
    return raw, ", ".join(words)


def _one(rng: Random, raw: bytes) -> tuple[bytes, str]:
    if not raw:
        return b"\0", "one byte"
    # Heads and ends say how the rest is to be read.
    span = rng.choice((len(raw), min(len(raw), 200)))
    at = rng.randrange(span)
    at = len(raw) - 1 - at if rng.random() < 0.4 else at
    size = rng.choice((1, 1, 2, 4, 8, 64, 1000))
    how = rng.choice(("flip", "byte", "byte", "cut", "zero", "ones", "drop", "twice", "noise",
                      "number", "move"))  # fmt: skip
    before, after = raw[:at], raw[at + size :]
    if how == "flip":
        changed = before + bytes([raw[at] ^ 1 << rng.randrange(8)]) + raw[at + 1 :]
    elif how == "byte":
        changed = before + bytes([rng.randrange(256)]) + raw[at + 1 :]
    elif how == "cut":
        changed = before
    elif how == "zero":
        changed = before + b"\0" * size + after
    elif how == "ones":
        changed = before + b"\xff" * size + after
    elif how == "drop":
        changed = before + after
    elif how == "twice":
        changed = raw[: at + size] + raw[at:]
    elif how == "noise":
        changed = before + rng.randbytes(size) + after
    elif how == "number":
        number = rng.choice(NUMBERS)
        changed = before + number + raw[at + len(number) :]
    else:
        changed = after + before + raw[at : at + size]
    return changed, f"{how} of {size} at {at}"


def _damage_inside(rng: Random, raw: bytes) -> tuple[bytes, str]:
    """What is packed is unpacked first, so that no sum of checks gives the damage away."""
    if raw[:2] == b"\x1f\x8b":
        inner, what = _one(rng, gzip.decompress(raw))
        return gzip.compress(inner), f"inside: {what}"
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice(list(parts))
    parts[name], what = _one(rng, parts[name])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for own, content in parts.items():
            archive.writestr(own, content)
    return packed.getvalue(), f"{name}: {what}"
