"""Packed tables: a table in a zip archive or packed by Zstandard is unpacked into the private
folder of the process, and read from there. (CSV packed by gzip is read as it is.)"""

from __future__ import annotations

import shlex
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import IO, Any

from covey.core.errors import InvalidInput, closest, exhausted
from covey.core.temporary import process_folder
from covey.core.words import listed
from covey.io.inputs.open_document import is_open_document
from covey.io.inputs.paths import Given, beginning

ZIP = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
ZSTD = b"\x28\xb5\x2f\xfd"
SHOWN = 10
CHUNK = 1 << 20
UNPACKS: dict[str, Callable[[Any], Any]] = {
    "compression.zstd": lambda module: module.ZstdDecompressor(),
    "zstandard": lambda module: module.ZstdDecompressor().decompressobj(),
}
"""Modules that unpack Zstandard, and what each does it with."""


def unpacked(given: Given) -> Given:
    """The same table, with the copies that are to be read in ``texts``."""
    starts = [beginning(file)[:4] for file in given.files]
    if all(start == ZSTD for start in starts):
        return replace(given, texts=tuple(map(_from_zstd, given.files)))
    if len(given.files) == 1 and starts[0] in (ZIP, EMPTY_ZIP):
        return _from_zip(given, given.files[0])
    return given


def _from_zip(given: Given, file: Path) -> Given:
    # Excel files are archives, too: what is not called .zip and is no whole archive may be one.
    if file.suffix.lower() != ".zip" and not zipfile.is_zipfile(file):
        return given  # more likely a damaged workbook
    with _reading(file), zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        if "[Content_Types].xml" in names or is_open_document(file):
            return given  # a workbook of Excel or LibreOffice, which is an archive, too
        _refuse_other_archives(given.name, archive, names)
        member = _member(given, [name for name in names if _is_content(name)])
        # Bit 0 of the flags says that the member is encrypted.
        if archive.getinfo(member).flag_bits & 1:
            raise InvalidInput(
                f"{given.name} is locked by a password.", hint=f"Unpack it first: unzip {file.name}"
            )
        copy = _new_file(Path(member).name)
        with archive.open(member) as packed:
            _copied(packed, copy)
    return replace(given, name=f"{given.name}::{member}", texts=(copy,), part="")


def _refuse_other_archives(name: str, archive: zipfile.ZipFile, names: Sequence[str]) -> None:
    kind = archive.read("mimetype")[:60] if "mimetype" in names else b""
    if b"opendocument" in kind:
        raise InvalidInput(
            f"{name} is a document of LibreOffice, but no table.",
            hint="Save the table in it as .ods or CSV.",
        )
    if any(each.lower().endswith(".shp") for each in names):
        raise InvalidInput(
            f"{name} is a map (a zipped Shapefile); a table is expected.",
            hint=f"A map goes with a column: --region {shlex.quote(f'COL={name}:KEY')}. covey look"
            f" {shlex.quote(name)} shows it.",
        )


def _is_content(name: str) -> bool:
    # Files whose names begin with a point are hidden ones, and so are those.
    """Not a folder, and not what Macintoshes put beside files."""
    hidden = name.startswith("__MACOSX/") or Path(name).name.startswith(".")
    return not name.endswith("/") and not hidden


def _member(given: Given, members: Sequence[str]) -> str:
    """The file that is meant, by its whole name or the last part of it."""
    if given.part:
        found = [each for each in members if given.part in (each, Path(each).name)]
        if len(found) != 1:
            raise InvalidInput(
                f"{given.name} has {'no' if not found else 'several'} files {given.part!r}.",
                hint=closest(given.part, members),
                given=given.part,
            )
        return found[0]
    if len(members) != 1:
        many = f"{len(members):,} files: {listed(members, SHOWN)}" if members else "no file"
        raise InvalidInput(
            f"{given.name} holds {many}; one table is read.",
            hint=f"Name one: {given.name}::{members[0]}" if members else "",
            remedy=[(given.name, f"{given.name}::{members[0]}")] if members else [],
        )
    return members[0]


def _from_zstd(file: Path) -> Path:
    new_frame = _zstd(file)
    copy = _new_file(file.stem)
    with _reading(file), file.open("rb") as packed, copy.open("wb") as target:
        frame, left = None, b""
        # A file may be several frames, one after the other. What a frame
        # leaves over begins the next one.
        while chunk := left or packed.read(CHUNK):
            frame = frame or new_frame()
            target.write(frame.decompress(chunk))
            left = frame.unused_data if frame.eof else b""
            frame = None if frame.eof else frame
        if frame is not None:
            raise EOFError("the file ends in the middle of a frame")
    return copy


def _zstd(file: Path) -> Callable[[], Any]:
    """What unpacks a frame: of Python itself from 3.14 on, else of the package zstandard."""
    for module, unpacks in UNPACKS.items():
        try:
            return partial(unpacks, import_module(module))
        except ImportError:
            continue
    raise InvalidInput(
        f"{file} is packed by Zstandard, for which the package zstandard is needed.",
        hint=f"Install it: pip install 'covey[zstd]'; or unpack the file first: unzstd {file.name}",
    )


def _new_file(name: str) -> Path:
    return Path(mkdtemp(dir=process_folder())) / (name or "table")


def _copied(packed: IO[bytes], copy: Path) -> None:
    with copy.open("wb") as target:
        shutil.copyfileobj(packed, target, CHUNK)


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    try:
        yield
    except InvalidInput:
        raise
    except (OSError, EOFError, RuntimeError, NotImplementedError, ValueError) as error:
        raise _damaged(file, error) from None
    except (zipfile.BadZipFile, zlib.error) as error:
        raise _damaged(file, error) from None
    except Exception as error:  # zstandard has an error of its own
        if type(error).__name__ != "ZstdError":
            raise
        raise _damaged(file, error) from None


def _damaged(file: Path, error: BaseException) -> Exception:
    what = f"{file} cannot be unpacked"
    return exhausted(error, what) or InvalidInput(
        f"{what}: it is damaged, or packed in a way that covey does not know."
    )
