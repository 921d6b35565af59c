"""The public keys that somebody trusts: ``id_ed25519.pub``, a file of several such lines, the
``allowed_signers`` of ``ssh-keygen``, ``authorized_keys``, or PEM."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from covey.core.dataclass import dataclass
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
_QUOTED = r'"(?:[^"\\]|\\"|\\(?!"))*"'
# A quote that nothing closes is a word of its own, which is neither an owner nor an option.
_WORD = re.compile(rf'(?:[^ \t"]|{_QUOTED})+|"')
_OPTION = re.compile(rf"([^=,\"]*)(?:=({_QUOTED}))?(,|$)")
_PEM = re.compile(rb"-----BEGIN ([A-Z0-9 ]+)-----.*?-----END \1-----", re.DOTALL)
_SAYS_A_TIME = ("valid-after", "valid-before", "expiry-time")
_OF_SIGNERS = {
    "cert-authority": False,
    "namespaces": True,
    "valid-after": True,
    "valid-before": True,
}
"""The options of ``allowed_signers``, and whether each has a value."""
_OF_LOGINS = _OF_SIGNERS | {
    **dict.fromkeys(("expiry-time", "command", "environment", "from", "tunnel"), True),
    **dict.fromkeys(("permitlisten", "permitopen", "principals"), True),
    **dict.fromkeys(("restrict", "verify-required", "no-touch-required"), False),
    **dict.fromkeys(("agent-forwarding", "port-forwarding", "pty", "user-rc"), False),
    **dict.fromkeys(("no-agent-forwarding", "no-port-forwarding", "no-pty", "no-user-rc"), False),
    **dict.fromkeys(("x11-forwarding", "no-x11-forwarding"), False),
}
"""The same of ``authorized_keys``, where no owner stands before them."""
_SEVERAL = ("environment", "permitlisten", "permitopen")
"""Options that a line may have more than once."""


class _Unclear(Exception):
    """Why what stands before a key cannot be read."""


@dataclass(frozen=True)
class Signer:
    """A public key as SSH writes it, the name that it is listed under, and why it is not
    accepted here."""

    key: bytes
    name: str = ""
    refused: str = ""

    def __str__(self) -> str:
        return fingerprint(self.key) + (f" ({self.name})" if self.name else "")


def read_signers(path: Path, now: dt.datetime | None = None) -> list[Signer]:
    """All Ed25519 keys of a file. ``now`` is the time at which they must count."""
    content = _content(path)
    # A private key must not be passed around as what others verify with.
    if b"PRIVATE KEY-----" in content:
        raise InvalidInput(
            f"{path} is a private key; the public key of the signer is expected.",
            hint=f"It is in a file of its own, as {path.name}.pub. Keep the private one secret.",
            given=str(path),
        )
    # PEM or lines, never both: what stands between blocks of PEM is a comment.
    pem = list(_PEM.finditer(content))
    found = [_from_pem(path, part[0]) for part in pem] if pem else []
    kinds = []
    if not pem:
        moment = now or dt.datetime.now(dt.UTC)
        for kind, signer in _from_lines(content.decode("utf-8-sig", errors="replace"), moment):
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
            # One byte more than allowed tells a longer file without reading all of it.
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
    # Only these end a line for ssh-keygen: whatever else looks like an end may be in a comment.
    for line in re.split("\r?\n", text):
        parts = list(_WORD.finditer(line := line.rstrip("\r")))
        words = [part[0] for part in parts]
        # The first word that names a kind of key: what stands before it is an owner or options.
        at = next((at for at, word in enumerate(words) if _KIND.fullmatch(word)), None)
        if not words or words[0].startswith("#") or at is None or at + 1 == len(words):
            continue
        try:
            key = base64.b64decode(words[at + 1], validate=True)
            # The kind is written twice, in words and in the key. A line where they differ is no
            # key.
            same = kind_of(key) == words[at]
            if same and words[at] == ED25519:
                raw_key(key)
        # A line that is no key is passed over. If none is left, the file is refused.
        except (ValueError, StopIteration, binascii.Error):
            continue
        if same:
            signer = _signer(key, words[:at], line[parts[at + 1].end() :].strip(), now)
            yield words[at], signer if words[at] == ED25519 else None


def _signer(key: bytes, before: Sequence[str], comment: str, now: dt.datetime) -> Signer:
    """``before`` is what stands before the key: nothing, the owner, options, or both in turn."""
    named = bool(before) and not _reads_like_options(before[0])
    owner = before[0].strip('"') if named else comment
    try:
        options = _options(before[1:] if named else before, _OF_SIGNERS if named else _OF_LOGINS)
    except _Unclear as unclear:
        # A key with an option that is not understood is listed and refused: to pass over the option
        # could accept a key that its owner limited.
        return Signer(key, owner, str(unclear))
    return Signer(key, owner, _refused(options, now))


def _reads_like_options(word: str) -> bool:
    """
    >>> [_reads_like_options(word) for word in ("o@x,p@x", "restrict", 'from="*"')]
    [False, True, True]
    """
    # An owner may stand in quotes, which options never do as a whole.
    if re.fullmatch(_QUOTED, word):
        return False
    return any(sign in word for sign in '="') or any(
        part.lower() in _OF_LOGINS for part in word.split(",")
    )


def _options(words: Sequence[str], known: Mapping[str, bool]) -> dict[str, str]:
    """
    >>> _options(['cert-authority,namespaces="git,file"'], _OF_SIGNERS)
    {'cert-authority': '', 'namespaces': 'git,file'}
    """
    if len(words) > 1:
        raise _Unclear(
            "its line has too many words before the key: at most an owner and then options are"
            " expected"
        )
    found: dict[str, str] = {}
    for name, value in _parts(words[0]) if words else ():
        if name not in known:
            raise _Unclear(f"its line has the option {name!r}, which covey does not know there")
        # A value where none belongs, or none where one does.
        if known[name] == (value is None):
            form = f'{name}="..."' if known[name] else name
            raise _Unclear(f"its line does not have the option {name} in the form {form}")
        if name in found and name not in _SEVERAL:
            raise _Unclear(f"its line has the option {name} twice")
        found[name] = (value or '""')[1:-1].replace('\\"', '"')
    return found


def _parts(word: str) -> Iterator[tuple[str, str | None]]:
    """The options in a word, with their values in quotes."""
    at = 0
    while part := _OPTION.match(word, at):
        yield part[1].lower(), part[2]
        if not part[3]:
            return
        at = part.end()
    raise _Unclear(f"its line has {word[at:]!r} where an option is expected")


def _refused(options: Mapping[str, str], now: dt.datetime) -> str:
    """Why a key does not count for releases at this time; empty if it does."""
    # Such a key signs certificates of other keys, not releases.
    if "cert-authority" in options:
        return "it is one of a certificate authority"
    allowed = options.get("namespaces")
    if allowed is not None and not _matches(NAMESPACE, allowed):
        return f'it is for namespaces="{allowed}" only, not for {NAMESPACE}'
    for name in _SAYS_A_TIME:
        if name in options:
            limit = _time(options[name])
            early = name == "valid-after"
            # A time that cannot be read counts as over.
            if limit is None or (now < limit if early else now > limit):
                return f'it does not count now: {name}="{options[name]}"'
    return ""


def _matches(text: str, patterns: str) -> bool:
    """As OpenSSH matches lists of patterns: ``*`` is any text, ``?`` any letter, and nothing makes
    up for a match of a pattern after ``!``.

    >>> _matches("covey-release", "git,covey-*"), _matches("covey-release", "*,!covey-?elease")
    (True, False)
    """
    matched = False
    for pattern in patterns.split(","):
        # Escaped first, so that only * and ? are patterns.
        plain = re.escape(pattern.removeprefix("!"))
        if re.fullmatch(plain.replace(r"\*", ".*").replace(r"\?", "."), text, re.DOTALL):
            if pattern.startswith("!"):
                return False
            matched = True
    return matched


def _time(text: str) -> dt.datetime | None:
    """
    >>> _time("20240531Z"), _time("2024")
    (datetime.datetime(2024, 5, 31, 0, 0, tzinfo=datetime.timezone.utc), None)
    """
    digits = text.removesuffix("Z")
    form = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}.get(len(digits), "")
    try:
        local = dt.datetime.strptime(digits, form)
        # Without a Z it is the time of the machine, as for OpenSSH.
        return local.replace(tzinfo=dt.UTC) if digits != text else local.astimezone()
    except (ValueError, OverflowError):
        return None
