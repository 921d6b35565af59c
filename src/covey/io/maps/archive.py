"""Shapefiles in a zip. Names in the archive say which files belong to a layer; they never say where
it is unpacked to."""

from __future__ import annotations

import lzma
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from shutil import copyfileobj

from covey.core.errors import InvalidInput, exhausted
from covey.io.maps.copies import COMPANIONS, STEM

SPARED = 100_000_000
"""Bytes that any archive may unpack to."""
SWELLING = 200
"""How many times its own size a larger one may unpack to: tables of mostly blanks reach some 50."""
ENCRYPTED = 1


def shapefiles(path: Path, copy: Path) -> dict[str, dict[str, str]]:
    """The layers of an archive: for each the names of its files by their endings."""
    found: dict[str, dict[str, str]] = {}
    with _opened(path, copy) as archive:
        members = [member for member in archive.infolist() if not _ignored(member)]
        _refuse_unsafe(path, members)
        names = [member.filename for member in members]
        for name in names:
            layer = PurePosixPath(name)
            if layer.suffix.lower() == ".shp":
                if layer.stem in found:
                    raise InvalidInput(f"{path} has two layers called {layer.stem!r}.")
                found[layer.stem] = {".shp": name, **_companions(layer, names)}
    if not found:
        raise InvalidInput(
            f"{path} has no Shapefile in it: no file ends with .shp.",
            hint="Unpack it, and name the map in it.",
        )
    return found


def unpack(path: Path, copy: Path, files: dict[str, str]) -> Path:
    """The files of one layer beside the copy, under a name of covey's own. Returns the .shp."""
    with _opened(path, copy) as archive:
        _refuse_bomb(path, copy, [archive.getinfo(name) for name in files.values()])
        for ending, name in files.items():
            with (
                archive.open(name) as source,
                copy.with_name(f"{STEM}{ending}").open("wb") as target,
            ):
                copyfileobj(source, target)
    return copy.with_name(f"{STEM}.shp")


def _companions(layer: PurePosixPath, names: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in names:
        other = PurePosixPath(name)
        ending = other.suffix.lower()
        if ending in COMPANIONS and other.with_suffix("") == layer.with_suffix(""):
            found.setdefault(ending, name)
    return found


def _ignored(member: zipfile.ZipInfo) -> bool:
    """Folders, and what macOS adds to every archive."""
    return member.is_dir() or member.filename.startswith("__MACOSX/")


def _refuse_unsafe(path: Path, members: list[zipfile.ZipInfo]) -> None:
    times = Counter(member.filename for member in members)
    for member in members:
        why = "is there twice" if times[member.filename] > 1 else _why_unsafe(member)
        if why:
            raise InvalidInput(
                f"{path} is not read: {member.filename[:60]!r} in it {why}.",
                hint="Pack the files of the Shapefile again, and nothing else.",
            )


def _why_unsafe(member: zipfile.ZipInfo) -> str:
    """Why an archive with this member is refused. covey never writes to a path of an archive, but
    such names are a sign of an attack."""
    parts = PurePosixPath(member.filename.replace("\\", "/")).parts
    if ".." in parts or parts[:1] == ("/",) or ":" in member.filename:
        return "leads outside of the archive"
    # The upper half of these bits is the mode that Unix has for a file.
    if stat.S_ISLNK(member.external_attr >> 16):
        return "is a link"
    return "is locked by a password" if member.flag_bits & ENCRYPTED else ""


def _refuse_bomb(path: Path, copy: Path, members: list[zipfile.ZipInfo]) -> None:
    """Refuse an archive that unpacks to too much. No more is read of a member than it declares."""
    unpacked = sum(member.file_size for member in members)
    if unpacked > max(SPARED, SWELLING * copy.stat().st_size):
        raise InvalidInput(
            f"{path} is not unpacked: it would take {unpacked:,} bytes, more than {SWELLING} times"
            " its size.",
            hint="Unpack it yourself, if you trust it, and name the .shp.",
        )


@contextmanager
def _opened(path: Path, copy: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(copy) as archive:
            yield archive
    except (
        zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, EOFError, LookupError,
        ValueError, OSError, MemoryError,
    ) as error:  # fmt: skip
        raise exhausted(error, f"{path} cannot be unpacked") or InvalidInput(
            f"{path} cannot be unpacked ({type(error).__name__}).",
            hint="Is it whole? Unpack it by other means, and name the .shp.",
        ) from None
