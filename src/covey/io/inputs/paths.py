"""Paths as users write them: a file, a pattern for many, or a part of a file."""

from __future__ import annotations

import glob
import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from covey.core.dataclass import dataclass
from covey.core.errors import FIRST, CoveyError, InvalidInput, did_you_mean, exhausted, surely_meant

HEAD, BEGINNING = 1 << 20, 64
PARQUET = (".parquet", ".pq")
_URL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://?")  # C:/ is a drive
CHUNK = 1 << 24
"""Large, for after every chunk a thread may have to wait for another that loads libraries."""
ROOM = 1 << 22
"""Of one buffer that is filled again and again: new memory takes time, too."""


@dataclass(frozen=True)
class Given:
    """Files in the order in which they are read, and the sheet, table or packed file named after
    ``::``. ``texts`` are unpacked copies that are read in their place. ``folder`` is that of files
    whose folders are called COLUMN=VALUE."""

    name: str
    files: tuple[Path, ...]
    part: str
    texts: tuple[Path, ...] = ()
    folder: Path | None = None


def resolve(text: str | Path) -> Given:
    """``people.csv``, ``2024-*.parquet``, ``book.xlsx::Sheet1`` or a folder of Parquet files.

    A file whose name looks like a pattern is taken as a name.
    """
    name = str(text)
    _refuse_url(name)
    whole = Path(name)
    if _exists(whole):
        if whole.is_dir() and (inside := _parquet_in(whole)):
            return Given(name, inside, "", folder=whole)
        refuse_unreadable(whole)
        return Given(name, (whole,), "")
    # The last pair of colons: a path may have others.
    path, _, part = name.rpartition("::") if "::" in name else (name, "", "")
    if _exists(Path(path)):
        refuse_unreadable(Path(path))
        return Given(path, (Path(path),), part)
    if not glob.has_magic(path):
        raise no_file(path)
    # In a fixed order: rows are read in the order of the files, and the fingerprint depends on it.
    files = sorted(Path(found) for found in glob.glob(path, recursive=True))  # noqa: PTH207
    files = [file for file in files if file.is_file()]
    if not files:
        raise InvalidInput(f"No file is called like {path}.", given=path)
    for file in files:
        refuse_unreadable(file)
    return Given(path, tuple(files), part)


def _parquet_in(folder: Path) -> tuple[Path, ...]:
    """All files of a folder and those in it, if all are Parquet. What Spark and others put beside
    them (_SUCCESS, .crc) has a name of its own kind."""
    found = []
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if not any(part.startswith((".", "_")) for part in parts) and not path.is_dir():
            found.append(path)
    return tuple(found) if all(path.suffix in PARQUET for path in found) else ()


def is_url(name: str) -> bool:
    """Whether a name begins as a URL does, so that it is not relative to any folder."""
    return _URL.match(name) is not None


def _refuse_url(name: str) -> None:
    """Refuse what is on the network, without showing it: it may hold a password."""
    if is_url(name) and not _exists(Path(name)):
        raise InvalidInput(
            f"covey reads files, and tables on PostgreSQL servers; given: a URL that begins with"
            f" {name.partition(':')[0]}:",
            hint="covey fetches nothing: save the table as a file first. A table on a server is"
            " named as postgresql://user@host/database#schema.table",
        )


def refuse_fetching(path: Path, what: str) -> None:
    """Refuse another file than a table, if it is on the network. A path has lost one of the slashes
    of its URL."""
    if is_url(str(path)) and not _exists(path):
        scheme = str(path).partition(":")[0]
        raise InvalidInput(
            f"covey reads a {what} from a file; given: a URL that begins with {scheme}:",
            hint=f"covey fetches nothing: save the {what} as a file first.",
        )


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # a name that is too long
        raise InvalidInput(
            f"There is no file {str(path)[:100]}...: {error.strerror}.", given=str(path)
        ) from None


def refuse_unreadable(path: Path) -> None:
    if not _exists(path):
        raise no_file(path)
    if path.is_dir():
        raise InvalidInput(
            f"{path} is a folder; a file with a table is expected.",
            hint=f"For all files in it, write a pattern in quotes: '{path}/*.parquet'",
        )
    refuse_special(path)


def refuse_special(path: Path) -> None:
    """Refuse a pipe, a socket or a device: it may never end, or never begin."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise InvalidInput(
            f"{path} is not a file on disk; covey looks at a file more than once.",
            hint="Save what comes through the pipe to a file first.",
        )


def unreadable(path: Path, error: OSError) -> CoveyError:
    what = f"{path} cannot be read"
    return exhausted(error, what) or InvalidInput(f"{what}: {error.strerror}.")


def no_file(given: str | Path, what: str = "file") -> InvalidInput:
    """The refusal of a file that is not there, with one beside it that is called nearly so."""
    path = Path(given)
    try:
        names = sorted(file.name for file in path.parent.iterdir() if file.is_file())
    except OSError:
        names = []
    near = surely_meant(path.name, names)
    return InvalidInput(
        f"There is no {what} {given}.",
        hint=did_you_mean(path.name, names),
        given=str(given),
        remedy=[(str(given), str(path.with_name(near)))] if near else [],
    )


def head(path: Path) -> bytes:
    return _first(path, HEAD)


def beginning(path: Path) -> bytes:
    """The first bytes, which show the kind of a file."""
    return _first(path, BEGINNING)


def _first(path: Path, count: int) -> bytes:
    try:
        with path.open("rb") as file:
            found = file.read(count)
    except OSError as error:
        raise unreadable(path, error) from None
    if not found:
        raise InvalidInput(f"{path} is empty: a header and at least one row are expected.")
    return found


def fingerprint(digests: Sequence[str]) -> str:
    """One for all files: of a single file it is what sha256sum prints."""
    if len(digests) == 1:
        return f"sha256:{digests[0]}"
    return "sha256 of sha256:" + hashlib.sha256("\n".join(digests).encode()).hexdigest()


def digest(path: Path) -> str:
    seen = hashlib.sha256()
    room = memoryview(bytearray(ROOM))
    with path.open("rb", buffering=0) as file:
        while count := file.readinto(room):
            seen.update(room[:count])
    return seen.hexdigest()


def state_of(path: Path) -> tuple[int, ...]:
    """Another one after every change of a file."""
    seen = path.stat()
    # Who writes to a file can set its time of modification back, but not that of its change.
    return seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns


@contextmanager
def unchanged(path: Path) -> Iterator[None]:
    """Refuse a file that somebody writes to while covey reads it."""
    before = state_of(path)
    yield
    if state_of(path) != before:
        raise InvalidInput(
            f"{path} changed while it was read.", hint="Run again when nobody writes to it."
        )


def rewritten(path: Path, command: str) -> list[tuple[str, str]]:
    """A remedy: first a command that writes the table into another file, which is then read. None
    for a compressed file, which such commands do not read."""
    if path.suffix.lower() in (".gz", ".zst", ".zip"):
        return []
    return [(FIRST, command), (str(path), command.rpartition("> ")[2])]
