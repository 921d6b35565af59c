"""What the owner of a release keeps secret: which table it was made of, and the order of its rows.

A plain fingerprint of the input in the certificate would let anybody who knows most of the table
guess the rest and test each guess. So the certificate holds a keyed one (HMAC-SHA256). The key, the
*salt* of the release, stays with the owner in a **receipt** beside the release, which proves later
which table it was. The salt comes from a key that every owner has once, so that the same table and
job give the same bytes.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from covey.core.errors import InvalidInput
from covey.io.outputs.files import replacing

OWNER_KEY = "COVEY_OWNER_KEY"
"""The environment variable that names another file for the owner's key."""
ENDING = ".receipts.jsonl"
KEY_BYTES = 32
MADE = (
    "made your owner key in {}: it decides the row order of all your releases and the keys in their"
    " receipts; keep the file, and do not publish it"
)
NOT_KEPT = (
    "no owner key can be kept in {}: the same table and job will give another row order and another"
    f" certificate next time (set {OWNER_KEY} to a file that can be written)"
)


@dataclass(frozen=True)
class OwnerKey:
    """A secret of whoever publishes; ``note`` says if it was made just now, or could not be
    kept."""

    secret: bytes = field(repr=False)
    note: str = ""

    def salt(self, *about: Any) -> bytes:
        """The secret of one release: another one for another table, job or answer."""
        return _keyed(self.secret, json.dumps(about, sort_keys=True, ensure_ascii=False))


def owner_key() -> OwnerKey:
    """The owner's key, made at the first call."""
    path, note = _key_file(), ""
    try:
        found = _read_key(path)
        if found is None:
            _write_key(path)
            found, note = _read_key(path), MADE.format(path)
    except OSError:
        found = None
    if found is None:
        return OwnerKey(secrets.token_bytes(KEY_BYTES), NOT_KEPT.format(path))
    return OwnerKey(found, note)


def _key_file() -> Path:
    named = os.environ.get(OWNER_KEY)
    if named:
        return Path(named)
    config = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111
    return Path(config) / "covey" / "owner.key"


def _read_key(path: Path) -> bytes | None:
    if not path.exists():
        return None
    try:
        found = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except ValueError:
        found = b""
    if len(found) != KEY_BYTES:
        raise InvalidInput(
            f"{path} is not an owner key: {2 * KEY_BYTES} hexadecimal digits are expected.",
            hint=f"Remove the file, and covey makes a new key; or set {OWNER_KEY} to another file.",
        )
    return found


def _write_key(path: Path) -> None:
    """Whole or not at all, and never over the key of a run that was faster."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(KEY_BYTES) + "\n")
        try:
            os.link(part, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            part.rename(path)
    finally:
        part.unlink(missing_ok=True)


def keyed_fingerprint(salt: bytes, fingerprint: str) -> str:
    """What the certificate says of a table: it can be checked only by who has the salt."""
    return "hmac-sha256:" + _keyed(salt, f"table {fingerprint}").hex()


def _keyed(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


@dataclass(frozen=True)
class Receipt:
    """For the owner alone: the fingerprints of the published certificate and of the tables that
    were read, and the salt by which the certificate names these."""

    certificate: str
    salt: str = field(repr=False)
    tables: dict[str, str] = field(repr=False)

    def order(self, classes: bytes) -> str:
        """The key of the release's row order. It also depends on the classes: two answers to one
        job, as a time limit can give, must not share an order, or their rows could be joined."""
        digest = hashlib.sha256(classes).hexdigest()
        return _keyed(bytes.fromhex(self.salt), f"order {digest}").hex()

    def proves(self, keyed: str, fingerprint: str) -> bool:
        """Whether a fingerprint is the one that the certificate holds in its keyed form."""
        found = keyed_fingerprint(bytes.fromhex(self.salt), fingerprint)
        return hmac.compare_digest(found, keyed)


def receipts_beside(folder: Path) -> Path:
    """Where the receipts of a release lie unless another file is named."""
    named = folder if folder.name not in ("", "..") else folder.resolve()
    return named.with_name(named.name + ENDING)


def find_receipt(path: Path, certificate: str) -> Receipt | None:
    """The receipt of a certificate, by its fingerprint."""
    return next((each for each in read_receipts(path) if each.certificate == certificate), None)


def read_receipts(path: Path) -> list[Receipt]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise InvalidInput(f"There is no file of receipts {path}.", given=str(path)) from None
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path} cannot be read ({type(error).__name__}).") from None
    return [_receipt(path, at, line) for at, line in enumerate(lines, start=1) if line.strip()]


def _receipt(path: Path, line: int, text: str) -> Receipt:
    try:
        data = json.loads(text)
        found = Receipt(data["certificate"], data["salt"], data["tables"])
        known = isinstance(found.certificate, str) and isinstance(found.tables, dict)
        if not known or len(bytes.fromhex(found.salt)) != KEY_BYTES:
            raise ValueError(line)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise InvalidInput(
            f"{path}, line {line}, is not a receipt of covey.",
            hint="Each line is a JSON object with certificate, salt and tables.",
        ) from None
    return found


@contextmanager
def kept(path: Path, receipt: Receipt) -> Iterator[None]:
    """Add a receipt to its file, and take it back if the block fails. Receipts are never replaced:
    one may be the only proof of a release that others have."""
    before = path.read_bytes() if path.exists() else None
    others = read_receipts(path) if before is not None else []
    if receipt not in others:
        _write(path, [*others, receipt])
    try:
        yield
    except BaseException:
        if before is None:
            path.unlink(missing_ok=True)
        else:
            _write(path, others)
        raise


def _write(path: Path, receipts: list[Receipt]) -> None:
    with replacing(path, private=True) as file:
        for receipt in receipts:
            file.write(json.dumps(asdict(receipt), ensure_ascii=False) + "\n")
