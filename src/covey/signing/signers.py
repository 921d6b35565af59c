"""The public keys that somebody trusts: ``id_ed25519.pub``, a file of several such lines, the
``allowed_signers`` of ``ssh-keygen``, ``authorized_keys``, or PEM."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from covey.core.errors import InvalidInput
from covey.core.words import listed
from covey.signing import NAMESPACE, require_cryptography
from covey.signing.sshsig import ED25519, ed25519_key, fingerprint, kind_of, raw_key

FORMS = (
    "a line as in id_ed25519.pub, a file of such lines (allowed_signers, authorized_keys), or PEM"
)
AT_MOST = 1 << 20
"""Bytes of a file beyond which it holds no keys."""

_KIND = re.compile(r"(sk-)?(ssh|ecdsa)-[a-z0-9-]+(@openssh\.com)?")
_WORD = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+')
_OPTION = re.compile(r'([A-Za-z0-9-]+)(?:="((?:[^"\\]|\\.)*)")?(?:,|$)')
_PEM = re.compile(rb"-----BEGIN ([A-Z0-9 ]+)-----.*?-----END \1-----", re.DOTALL)
_SAYS_A_TIME = ("valid-after", "valid-before", "expiry-time")
_OPTIONS = (
    *("cert-authority", "namespaces", *_SAYS_A_TIME, "command", "environment", "from", "tunnel"),
    *("permitlisten", "permitopen", "principals", "restrict", "verify-required"),
    *("no-touch-required", "agent-forwarding", "port-forwarding", "pty", "user-rc"),
    *("X11-forwarding", "no-agent-forwarding", "no-port-forwarding", "no-pty", "no-user-rc"),
    *("no-X11-forwarding",),
)
"""What may stand before a key; anything else there says whose it is."""


@dataclass(frozen=True)
class Signer:
    """A public key as SSH writes it, whose it is said to be, and why it does not count here."""

    key: bytes
    name: str = ""
    refused: str = ""

    def __str__(self) -> str:
        return fingerprint(self.key) + (f" ({self.name})" if self.name else "")


def read_signers(path: Path, now: dt.datetime | None = None) -> list[Signer]:
    """All Ed25519 keys of a file. ``now`` is the time at which they must count."""
    content = _content(path)
    if b"PRIVATE KEY-----" in content:
        raise InvalidInput(
            f"{path} is a private key; the public key of whoever signed is expected.",
            hint=f"It is in a file of its own, as {path.name}.pub. Keep the private one secret.",
            given=str(path),
        )
    pem = list(_PEM.finditer(content))
    found = [_from_pem(path, part[0]) for part in pem] if pem else []
    kinds = []
    if not pem:
        moment = now or dt.datetime.now(dt.UTC)
        for kind, signer in _from_lines(content.decode("utf-8", errors="replace"), moment):
            kinds.append(kind)
            found += [signer] if signer else []
    if found:
        return found
    if kinds:
        raise InvalidInput(
            f"{path} has no Ed25519 key, only {listed(sorted(set(kinds)))}; covey checks"
            f" {ED25519} only.",
            given=str(path),
        )
    raise InvalidInput(f"{path} has no public key: expected is {FORMS}.", given=str(path))


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(AT_MOST + 1)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.", given=str(path)) from None
    if len(content) > AT_MOST:
        raise InvalidInput(f"{path} is too long for a file of keys: expected is {FORMS}.")
    return content


def _from_pem(path: Path, pem: bytes) -> Signer:
    require_cryptography()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm):
        raise InvalidInput(
            f"{path} is PEM, but not of a public key: expected is {FORMS}.", given=str(path)
        ) from None
    if not isinstance(key, Ed25519PublicKey):
        raise InvalidInput(
            f"{path} has no Ed25519 key, only another kind; covey checks {ED25519} only.",
            given=str(path),
        )
    return Signer(ed25519_key(key.public_bytes_raw()))


def _from_lines(text: str, now: dt.datetime) -> Iterator[tuple[str, Signer | None]]:
    """The kind of every key, and the key itself if it is of Ed25519."""
    for line in text.splitlines():
        words = _WORD.findall(line)
        at = next((at for at, word in enumerate(words) if _KIND.fullmatch(word)), None)
        if not words or words[0].startswith("#") or at is None or at + 1 == len(words):
            continue
        try:
            key = base64.b64decode(words[at + 1], validate=True)
            same = kind_of(key) == words[at]
            if same and words[at] == ED25519:
                raw_key(key)
        except (ValueError, StopIteration, binascii.Error):
            continue
        if same:
            signer = _signer(key, words[:at], " ".join(words[at + 2 :]), now)
            yield words[at], signer if words[at] == ED25519 else None


def _signer(key: bytes, before: Sequence[str], comment: str, now: dt.datetime) -> Signer:
    options: dict[str, str] = {}
    owner = comment
    for word in before:
        said = _options(word)
        if said is None:
            owner = word.strip('"')
        else:
            options |= said
    return Signer(key, owner, _refused(options, now))


def _options(word: str) -> dict[str, str] | None:
    """
    >>> _options('cert-authority,namespaces="git,file"'), _options("owner@example.org")
    ({'cert-authority': '', 'namespaces': 'git,file'}, None)
    """
    found = list(_OPTION.finditer(word))
    if "".join(part[0] for part in found) != word:
        return None
    names = {part[1].lower(): part[2] or "" for part in found}
    return names if names.keys() <= {option.lower() for option in _OPTIONS} else None


def _refused(options: dict[str, str], now: dt.datetime) -> str:
    """Why a key does not count for releases at this time; empty if it does."""
    if "cert-authority" in options:
        return "it is one of a certificate authority"
    allowed = options.get("namespaces")
    if allowed is not None and NAMESPACE not in allowed.split(","):
        return f'it is for namespaces="{allowed}" only, not for {NAMESPACE}'
    for name in _SAYS_A_TIME:
        if name in options:
            limit = _time(options[name])
            early = name == "valid-after"
            if limit is None or (now < limit if early else now > limit):
                return f'it does not count now: {name}="{options[name]}"'
    return ""


def _time(text: str) -> dt.datetime | None:
    """
    >>> _time("20240531Z"), _time("2024")
    (datetime.datetime(2024, 5, 31, 0, 0, tzinfo=datetime.timezone.utc), None)
    """
    digits = text.removesuffix("Z")
    form = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}.get(len(digits), "")
    try:
        local = dt.datetime.strptime(digits, form)
    except ValueError:
        return None
    # Without a Z it is the time of the machine, as for OpenSSH.
    return local.replace(tzinfo=dt.UTC) if digits != text else local.astimezone()
