"""What the owner of a release keeps secret: which table it was made of, and the order of its rows.

A plain fingerprint of the input in the certificate would let anybody who knows most of the table
guess the rest and test each guess. So the certificate holds a keyed one (HMAC-SHA256). The key, the
*salt* of the release, stays with the owner in a **receipt** beside the release, which proves later
which table it was. The salt comes from a key that every owner has once, so that the same table and
job give the same bytes. Anybody can write a receipt of any certificate, so each holds a code that
only the owner's key gives.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import Any

from covey.core.dataclass import dataclass
from covey.core.errors import CoveyError, InvalidInput
from covey.core.locks import locked
from covey.io.outputs.files import refusing, replacing

OWNER_KEY = "COVEY_OWNER_KEY"
"""The environment variable that names another file for the owner's key."""
ENDING = ".receipts.jsonl"
KEY_BYTES = 32
MADE = (
    "made your owner key in {}: it decides the row order of all your releases and the keys in their"
    " receipts; keep the file, and do not publish it"
)
LONGEST = 1 << 16
"""Bytes of a line beyond which it is no receipt."""
AWAITED = 20
PAUSE = 0.05
"""How often, and after how many seconds each, a key is looked for that another run is writing."""
NOT_KEPT = (
    "no owner key can be kept in {}: the same table and job will give another row order and another"
    f" certificate next time (set {OWNER_KEY} to a file that can be written)"
)


@dataclass(frozen=True)
class OwnerKey:
    """A secret of the publisher; ``note`` says if it was made just now, or could not be
    ``kept``."""

    secret: bytes = field(repr=False)
    note: str = ""
    kept: bool = True

    def salt(self, *about: Any) -> bytes:
        """The secret of one release: another one for another table, job or answer."""
        # Sorted keys: the same content gives the same salt, whatever order it was built in.
        return _keyed(self.secret, json.dumps(about, sort_keys=True, ensure_ascii=False))

    def code(self, receipt: Receipt) -> str:
        """What only the owner of this key can put into a receipt."""
        # Everything but the code itself.
        held = [receipt.certificate, receipt.salt, receipt.tables]
        return _keyed(self.secret, f"receipt {json.dumps(held, sort_keys=True)}").hex()


def owner_key() -> OwnerKey:
    """The owner's key, made at the first call."""
    path, note = _key_file(), ""
    try:
        found = _read_key(path)
        if found is None:
            _write_key(path)
            # Read back: another run may have been faster, and then its key counts.
            found, note = _read_key(path), MADE.format(path)
    except OSError:
        found = None
    if found is None:
        # A key for this run alone, so that publishing does not fail where nothing can be written.
        # The next run has another one, and so another order of rows: the note says so.
        return OwnerKey(secrets.token_bytes(KEY_BYTES), NOT_KEPT.format(path), kept=False)
    return OwnerKey(found, note)


def known_key() -> OwnerKey | None:
    """The owner's key, if there is one: nothing is made."""
    try:
        found = _read_key(_key_file())
    except OSError:
        return None
    return OwnerKey(found) if found else None


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
        found = bytes.fromhex(_content(path).strip())
    except ValueError:
        found = b""
    # Never replaced without being asked: former receipts and pseudonyms depend on the key.
    if len(found) != KEY_BYTES:
        raise InvalidInput(
            f"{path} is not an owner key: {2 * KEY_BYTES} hexadecimal digits are expected.",
            hint=f"Remove the file, and covey makes a new key; or set {OWNER_KEY} to another file.",
        )
    return found


def _content(path: Path) -> str:
    """A key that is empty may be one that another run has just begun to write."""
    for _ in range(AWAITED):
        if found := path.read_text(encoding="ascii"):
            return found
        time.sleep(PAUSE)
    return ""


def _write_key(path: Path) -> None:
    """Never over the key of a run that was faster."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    text = secrets.token_hex(KEY_BYTES) + "\n"
    try:
        _write_new(part, text)
        # A link fails if the name is taken, and shows the whole key or nothing: of two runs at once
        # both use the key of the faster one.
        os.link(part, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links
        with suppress(FileExistsError):
            _write_new(path, text)
    finally:
        part.unlink(missing_ok=True)


def _write_new(path: Path, text: str) -> None:
    # With its rights from the beginning: a chmod afterwards would leave a moment in which others
    # can read it.
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
    except BaseException:
        path.unlink()
        raise


def keyed_fingerprint(salt: bytes, fingerprint: str) -> str:
    """What the certificate says of a table: it can be checked only by who has the salt."""
    return "hmac-sha256:" + _keyed(salt, f"table {fingerprint}").hex()


def _keyed(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


@dataclass(frozen=True)
class Receipt:
    """For the owner alone: the fingerprints of the published certificate and of the tables that
    were read, and the salt by which the certificate names these. ``owner`` shows whose key it was
    made with, if that could be kept."""

    certificate: str
    salt: str = field(repr=False)
    tables: dict[str, str] = field(repr=False)
    owner: str = field(default="", repr=False)

    def made_for(self, certificate: str, key: OwnerKey) -> Receipt:
        """The receipt of a certificate, by its fingerprint."""
        whole = replace(self, certificate=certificate)
        return replace(whole, owner=key.code(whole)) if key.kept else whole

    def made_with(self, key: OwnerKey | None) -> bool:
        """Whether the owner of a key made it, and nobody else."""
        # In constant time, as every comparison with what a secret key made.
        return key is not None and hmac.compare_digest(self.owner, key.code(self))

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
    # "." and ".." have no name of their own that an ending could be put on.
    named = folder if folder.name not in ("", "..") else folder.resolve()
    return named.with_name(named.name + ENDING)


def receipts_of_table(schema: str, table: str) -> Path:
    """The same for a release on a server: in the folder in which covey runs."""
    # A slash is allowed in the names of a server, but would be a folder here.
    return Path(f"{schema}.{table}{ENDING}".replace("/", "_"))


def find_receipts(path: Path, certificate: str) -> list[Receipt]:
    """The receipts of a certificate, by its fingerprint."""
    return [each for each in _receipts(path) if each.certificate == certificate]


def read_receipts(path: Path) -> list[Receipt]:
    return list(_receipts(path))


def _receipts(path: Path) -> Iterator[Receipt]:
    try:
        with path.open("rb") as file:
            # A line of any length would be read into memory at once, and the file may come from
            # anybody.
            lines = iter(lambda: file.readline(LONGEST), b"")
            for at, line in enumerate(lines, start=1):
                if line.strip():
                    yield _receipt(path, at, line)
    except FileNotFoundError:
        raise InvalidInput(f"There is no file of receipts {path}.", given=str(path)) from None
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({type(error).__name__}).") from None


def _receipt(path: Path, line: int, text: bytes) -> Receipt:
    try:
        data = json.loads(text.decode())
        found = Receipt(data["certificate"], data["salt"], data["tables"], data.get("owner", ""))
        known = isinstance(found.certificate, str) and isinstance(found.tables, dict)
        # hmac.compare_digest takes ASCII texts only, and a salt of another length is not one of
        # covey.
        if not known or not found.owner.isascii() or len(bytes.fromhex(found.salt)) != KEY_BYTES:
            raise ValueError(line)
    # Deep nesting ends in a RecursionError.
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise InvalidInput(
            f"{path}, line {line}, is not a receipt of covey.",
            hint="Each line is a JSON object with certificate, salt and tables.",
        ) from None
    return found


@contextmanager
def receipt_added(path: Path, receipt: Receipt) -> Iterator[None]:
    """Add a receipt to its file, and take it back if the block fails. Other receipts are never
    touched: one may be the only proof of a release that others have.

    Other runs may add to the file at any time, even the same receipt. So a line is the run's own,
    by a number, until the block has ended.
    """
    done, pending = _line(receipt), _line(receipt, secrets.token_hex(8))
    try:
        with refusing(path), locked(path):
            # A file with anything else in it is refused before it is touched.
            read_receipts(path)
            lines = _lines(path)
            # The same job on the same table gives the same receipt: one line is enough.
            if done not in lines:
                _write(path, [*lines, pending])
        yield
    # Ctrl-C as well: a receipt without its release would prove something that is not there.
    except BaseException:
        _settle(path, pending, None)
        raise
    # The release is published: a receipt that stays pending proves as much.
    with suppress(OSError, CoveyError):
        _settle(path, pending, done)


def _settle(path: Path, pending: str, done: str | None) -> None:
    """Put a line in the place of a pending one, unless it is there already, or nothing."""
    with refusing(path), locked(path):
        lines = _lines(path)
        if pending in lines:
            at = lines.index(pending)
            lines[at : at + 1] = [done] if done is not None and done not in lines else []
            _write(path, lines)
        # The lock made the file, and nothing came into it.
        elif not lines:
            path.unlink()


def _line(receipt: Receipt, pending: str = "") -> str:
    held = asdict(receipt) | ({"pending": pending} if pending else {})
    return json.dumps(held, ensure_ascii=False)


def _lines(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    return [line for line in text.split("\n") if line.strip()]


def _write(path: Path, lines: list[str]) -> None:
    if not lines:
        path.unlink()
        return
    with replacing(path, private=True) as file:
        file.writelines(f"{line}\n" for line in lines)
